"""What each kind of prompt asks, in a sentence or two for somebody who meets it for the first time."""

from django.utils.translation import gettext_lazy as _

GUIDE = {
    "pick": _(
        "Pick one of the five actions; some ask for a player or a guess as well. What it pays depends on what the "
        "others pick in secret at the same time, so think of them. Once locked in, it stands."
    ),
    "locked": _("Your choice is in, and nobody sees it. When everybody has locked in, all are shown together."),
    "results": _("Here is what this round brought you and why. Your Secret Mission counts as soon as it is done."),
    "host": _(
        "You run the rounds: put the shared screen where all can see it, wait until every name is lit, then reveal, "
        "talk it over and go on."
    ),
}
