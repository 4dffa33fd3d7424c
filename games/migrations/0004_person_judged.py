from django.db import migrations, models
from django.db.models import Exists, OuterRef


def mark(apps, schema_editor):
    sanctions = apps.get_model("games", "Sanction").objects.filter(person=OuterRef("pk"))
    apps.get_model("games", "Person").objects.filter(Exists(sanctions)).update(judged=True)


class Migration(migrations.Migration):
    dependencies = [("games", "0003_people")]

    operations = [
        migrations.AddField(
            model_name="person",
            name="judged",
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.RunPython(mark, migrations.RunPython.noop),
    ]
