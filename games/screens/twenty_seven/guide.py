"""What each kind of prompt asks, in a sentence or two for somebody who meets it for the first time."""

from django.utils.translation import gettext_lazy as _

GUIDE = {
    "pick": _(
        "Powers bend the rules once each, and you keep those that you don't play. Tap one to read it, then take it. "
        "The others see only how many you hold."
    ),
    "picked": _("When everybody has picked, three cards are dealt: two open ones, and one that only you see."),
    "turn": _(
        "One action a turn: draw a card, play a Power, or PASS. The dial shows your total and the threshold. Closest "
        "without going over wins the round, and all others pay HP."
    ),
    "place": _(
        "The card you drew has to replace one of your own. Each button says what your total would be; over the "
        "threshold is Bust."
    ),
    "eliminated": _("Your HP are gone. You see the rest of the match as spectators do."),
}
