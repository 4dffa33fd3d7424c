"""What each kind of prompt asks, in a sentence or two for somebody who meets it for the first time."""

from django.utils.translation import gettext_lazy as _

GUIDE = {
    "place": _(
        "Pick one of the marked hexes to stand in, then which way to face. You shoot only into the wide wedge in "
        "front of you, so don't turn your back on anybody."
    ),
    "placed": _("One after another takes a stand, in the open. When all stand, the first turn is planned in secret."),
    "plan": _(
        "Tap cards in the order of your moves; the number on a card is the time it takes, of five segments in all. A "
        "gun has to be drawn and cocked before it shoots. Tap a card in the plan to take it back, and lock the plan "
        "in."
    ),
    "passes": _(
        "Wounds cost time: delay is missing from your plans. This turn nothing is left, and passing works it off."
    ),
    "sent": _(
        "When all plans are in, the turn plays itself, segment by segment. A card whose moment finds you in the wrong "
        "place does nothing."
    ),
    "surrendered": _("You are out, alive. You see the rest of the fight as spectators do."),
    "down": _("Your fighter is out. You see the rest of the fight as spectators do."),
}
