"""What each kind of prompt asks, in a sentence or two for somebody who meets it for the first time."""

from django.utils.translation import gettext_lazy as _

GUIDE = {
    "pick": _(
        "Everybody picks one card in secret. Effects happen from 6 down to 0, then the lowest value is shot. A bullet "
        "you play is spent until Reload brings it back, so think about what the others can still play."
    ),
    "locked": _(
        "Your card lies face down and can't be changed. When the last card is locked in, all turn over together."
    ),
    "decide": _(
        "A card asks you for a decision in the middle of the reveal, and everybody waits. You see all cards and what "
        "they are worth now: whoever has the lowest at the end is shot."
    ),
    "dead": _(
        "You were shot and lost a life. You are back for the next standoff, but the bullets you have spent stay spent."
    ),
    "eliminated": _("Your last life is gone. You see the rest of the match as spectators do."),
}
