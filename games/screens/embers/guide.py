"""What each kind of prompt asks, in a sentence or two for somebody who meets it for the first time."""

from django.utils.translation import gettext_lazy as _

GUIDE = {
    "turn": _(
        "You may play one card, and put on as many shields and as much equipment as you like. Tap a card to read what "
        "it does. Then end your turn."
    ),
    "poll": _(
        "A card was played, and everybody is asked in turn whether to override it. Only a smaller tier can; the card "
        "that is overridden goes back to its owner's hand without effect. Pass if you'd rather keep yours."
    ),
    "fate": _(
        "You rewrite the card on the table: spend a pair, then say who plays it, and on whom. Your last tap confirms "
        "it."
    ),
    "give": _(
        "Fate has made you the giver: the card you pick goes to the other player's hand. A Bomb hangs on them instead."
    ),
    "swap": _(
        "Both sides set cards aside unseen, and they change hands at the same moment. A Bomb among them hangs on "
        "whoever gets it."
    ),
    "scavenge": _("Take one card back from the discard pile into your hand."),
    "rob": _("Only you see these cards. Take one of them, or a shield, into your hand; Bombs stay where they are."),
    "rescue": _(
        "Somebody is about to die, and as Fatebinder you are asked whether your Miracle saves them. Nobody else "
        "learns whether you hold it unless you use it."
    ),
    "bequeath": _("You die with Heir's Blade: choose who gets a Last Will, a card that deals damage, or nobody."),
}
