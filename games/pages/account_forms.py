"""The forms of an account. Those that Django has are Django's; here is what is said and asked otherwise."""

from __future__ import annotations

import threading
from functools import partial
from typing import Any

from django import forms
from django.contrib.auth import forms as auth_forms
from django.contrib.auth.password_validation import password_validators_help_texts
from django.db import connection
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .. import names
from ..refusals import Refused

LONGEST_NAME = 40
"""Characters of the name that one signs in with."""

EMAIL_HELP = gettext_lazy("Only for a new password, should you forget yours. May stay empty.")


def _rules_of_passwords() -> str:
    return " ".join(password_validators_help_texts())


class SignUpForm(auth_forms.UserCreationForm):
    """A name, a password twice, and if one likes an address."""

    class Meta(auth_forms.UserCreationForm.Meta):
        fields = ("username", "email")

    field_order = ("username", "password1", "password2", "email")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.label = _("Account name")
        name.help_text = _("To sign in with. At the table you go by your display name.")
        name.max_length = LONGEST_NAME
        name.validators.append(forms.fields.validators.MaxLengthValidator(LONGEST_NAME))
        name.widget.attrs["maxlength"] = LONGEST_NAME
        self.fields["password1"].help_text = _rules_of_passwords()
        self.fields["password2"].help_text = ""
        self.fields["email"].label = _("E-mail")
        self.fields["email"].help_text = EMAIL_HELP
        self.fields["email"].widget.attrs["autocomplete"] = "email"


class SignInForm(auth_forms.AuthenticationForm):
    """Django's, under the name that we give the field."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Account name")


class NewPasswordForm(auth_forms.SetPasswordForm):
    """A new password twice, after a mail."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["new_password1"].help_text = _rules_of_passwords()
        self.fields["new_password2"].help_text = ""


class PasswordForm(auth_forms.PasswordChangeForm, NewPasswordForm):
    """The present password, and a new one twice."""


class ResetForm(auth_forms.PasswordResetForm):
    """An address to which a link is sent, if it is an account's."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("E-mail")

    def send_mail(self, *args: Any, **kwargs: Any) -> None:
        """Send it in a thread of its own: how long the mail server takes would tell that there is such an account."""
        send = partial(super().send_mail, *args, **kwargs)
        threading.Thread(target=_in_language, args=(translation.get_language(), send), name="mail").start()


def _in_language(language: str, send: Any) -> None:
    with translation.override(language):
        send()
    connection.close()


class NameForm(forms.Form):
    """The display name: what others at the table see."""

    name = forms.CharField(
        label=gettext_lazy("Display name"),
        help_text=gettext_lazy("What others see, wherever you sit down next. Where you sit now you keep your name."),
        max_length=names.LONGEST_SENT,
        widget=forms.TextInput(attrs={"maxlength": 4 * names.LONGEST, "autocomplete": "nickname"}),
    )  # fmt: skip

    def clean_name(self) -> str:
        try:
            return names.clean(self.cleaned_data["name"])
        except Refused as refusal:
            raise forms.ValidationError(str(refusal)) from None


class SureForm(forms.Form):
    """Whether it is meant, asked of a guest."""

    sure = forms.BooleanField(label=gettext_lazy("Yes, delete what there is of me"))


class OwnPasswordForm(forms.Form):
    """The account's present password, as a proof of who asks."""

    password = forms.CharField(
        label=gettext_lazy("Your password"), strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )  # fmt: skip

    def __init__(self, user: Any, *args: Any, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise forms.ValidationError(_("This is not your password."), code="password_incorrect")
        return password


class EmailForm(OwnPasswordForm):
    """Another address, or none."""

    email = forms.EmailField(
        label=gettext_lazy("E-mail"), help_text=EMAIL_HELP, required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )  # fmt: skip

    field_order = ("email", "password")
