"""All the tables there are: people, rooms, who is in them, matches and their moves, talk, ratings, moderation."""

from __future__ import annotations

import uuid
from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Person(models.Model):
    """A browser session: a guest, or the account that signed in there. `name` is the last one used. `judged`: staff
    have done something about them at some time."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True)
    name = models.CharField(max_length=80, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    judged = models.BooleanField(default=False, editable=False)

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")

    def __str__(self):
        return self.name or str(self.id)


class Room(models.Model):
    """A code, one game with its options, one host, and matches played one after another.

    `version` grows with every change that is not a move: who sits where, the host, options, presence, talk.
    `talk`: whether people may chat. `series_from` is the number of the first match of the series (`best_of`) that is
    being played. `ranked`: the queue made this room, and its one match counts.
    """

    class Visibility(models.TextChoices):
        PRIVATE = "private", _("Private: only with the code")
        PUBLIC = "public", _("Public: listed on the home page")

    class AtZero(models.TextChoices):
        HOST = "host", _("The host may skip who is missing")
        AUTO = "auto", _("Missing choices are made by default")

    class BestOf(models.IntegerChoices):
        ONE = 1, _("One match at a time")
        THREE = 3, _("Best of three")
        FIVE = 5, _("Best of five")

    code = models.CharField(max_length=6, unique=True)
    game = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    clock = models.PositiveSmallIntegerField(default=0)
    at_zero = models.CharField(max_length=4, choices=AtZero.choices, default=AtZero.HOST)
    visibility = models.CharField(max_length=7, choices=Visibility.choices, default=Visibility.PRIVATE)
    locked = models.BooleanField(default=False)
    talk = models.BooleanField(default=True)
    best_of = models.PositiveSmallIntegerField(choices=BestOf.choices, default=BestOf.ONE)
    series_from = models.PositiveSmallIntegerField(default=1)
    ranked = models.BooleanField(default=False)
    host = models.ForeignKey(Person, models.SET_NULL, null=True, related_name="hosted_rooms")
    version = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("room")
        verbose_name_plural = _("rooms")

    def __str__(self):
        return self.code


class Seat(models.Model):
    """A place at the table, numbered from 0. Held by `person`, played by a bot while `bot` names a level.

    A person whose seat a bot plays may take it back; a bot that the host put there has no person. `away`: the bot
    came because the person was gone for too long, and goes as soon as they are here again.
    """

    class Bot(models.TextChoices):
        NOBODY = "", _("a person")
        EASY = "easy", _("easy bot")
        NORMAL = "normal", _("normal bot")
        HARD = "hard", _("hard bot")

    room = models.ForeignKey(Room, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=80)
    person = models.ForeignKey(Person, models.SET_NULL, null=True, blank=True, related_name="seats")
    bot = models.CharField(max_length=6, choices=Bot.choices, blank=True, default=Bot.NOBODY)
    away = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["room", "number"], name="one_seat_a_number"),
            models.UniqueConstraint(
                fields=["room", "person"], condition=models.Q(person__isnull=False), name="one_seat_a_person"
            ),
        ]

    def __str__(self):
        return f"{self.room} {self.number}: {self.name}"


class Presence(models.Model):
    """A person in a room, seated or not. `until` is a lease: who does not renew it is gone."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="presences")
    person = models.ForeignKey(Person, models.CASCADE, related_name="presences")
    name = models.CharField(max_length=80)
    joined_at = models.DateTimeField(auto_now_add=True)
    until = models.DateTimeField()
    kicked = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("presence")
        verbose_name_plural = _("presences")
        ordering = ["joined_at", "id"]
        constraints = [models.UniqueConstraint(fields=["room", "person"], name="one_presence_a_person")]
        indexes = [models.Index(fields=["until"])]

    def __str__(self):
        return self.name


class Match(models.Model):
    """One game from setup to winners. Only `matches.py` writes `state`, `version` and the times.

    `version` counts moves. `deadline` is when the present wait runs out (null: never), `wait_seconds` how long it was
    in all, `automatic` whether missing choices are then made by default. `bots_due` maps a bot's seat to the time
    (epoch seconds) at which it moves; `due_at` is the earliest moment at which somebody will be played for. While
    paused, `paused_at` is set, and the clock and `env.now` stand still.
    """

    room = models.ForeignKey(Room, models.CASCADE, related_name="matches")
    number = models.PositiveSmallIntegerField()
    game = models.CharField(max_length=20)
    options = models.JSONField()
    names = models.JSONField()
    seed = models.CharField(max_length=64)
    state = models.JSONField()
    version = models.PositiveIntegerField(default=0)
    wait = models.CharField(max_length=200)
    started_at = models.DateTimeField()
    wait_seconds = models.FloatField(null=True, blank=True)
    deadline = models.DateTimeField(null=True, blank=True)
    automatic = models.BooleanField(default=False)
    bots_due = models.JSONField(default=dict, blank=True)
    due_at = models.DateTimeField(null=True, blank=True, db_index=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    paused_seconds = models.FloatField(default=0)
    ended_at = models.DateTimeField(null=True, blank=True)
    broken_off = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["room", "number"], name="one_match_a_number")]
        permissions = [("open_secrets", "Can open the secrets of a running match")]

    def __str__(self):
        return f"{self.room} #{self.number}"


class Player(models.Model):
    """Who played a seat of one match, kept for history, statistics and ratings when the room's seats have changed.

    `person` is None for a bot and for whoever has had their data deleted; `bot` is the level of a bot that sat there
    from the start. `left`: the person left, was kicked, or a bot played for them at the end. `won` is None until the
    match ends, and where nobody can have won (broken off, unless it was ranked and all but one had left). The ratings
    stand here for matches that counted.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="players")
    seat = models.PositiveSmallIntegerField()
    person = models.ForeignKey(Person, models.SET_NULL, null=True, blank=True, related_name="played")
    bot = models.CharField(max_length=6, choices=Seat.Bot.choices, blank=True, default=Seat.Bot.NOBODY)
    left = models.BooleanField(default=False)
    won = models.BooleanField(null=True, blank=True)
    mu_before = models.FloatField(null=True, blank=True)
    sigma_before = models.FloatField(null=True, blank=True)
    mu_after = models.FloatField(null=True, blank=True)
    sigma_after = models.FloatField(null=True, blank=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["seat"]
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="one_player_a_seat")]

    def __str__(self):
        return f"{self.match} {self.seat}"


class Rating(models.Model):
    """How well a person with an account plays one game: mean and uncertainty (Weng-Lin). Only `ladder.py` writes it."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="ratings")
    game = models.CharField(max_length=20)
    mu = models.FloatField()
    sigma = models.FloatField()
    matches = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField()

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [models.UniqueConstraint(fields=["person", "game"], name="one_rating_a_game")]
        indexes = [models.Index(fields=["game", "mu"])]

    def __str__(self):
        return f"{self.person} {self.game}: {self.mu:.1f}"


class Ticket(models.Model):
    """A place in the queue for a ranked match. `until` is a lease that the waiting page renews; `room`: it is found."""

    person = models.OneToOneField(Person, models.CASCADE, related_name="ticket")
    game = models.CharField(max_length=20, db_index=True)
    since = models.DateTimeField()
    until = models.DateTimeField()
    room = models.ForeignKey(Room, models.CASCADE, null=True, blank=True)

    class Meta:
        verbose_name = _("place in the queue")
        verbose_name_plural = _("places in the queue")

    def __str__(self):
        return f"{self.person}: {self.game}"


class Message(models.Model):
    """A line of a room's talk: free words, or `phrase`, the key of a ready-made sentence that each reads translated.

    `spectator`: said among the spectators while a match was running. `removed`: staff took it away.
    """

    class Phrase(models.TextChoices):
        HELLO = "hello", _("Hello!")
        LUCK = "luck", _("Good luck, have fun")
        TURN = "turn", _("Your move")
        MOMENT = "moment", _("One moment, please")
        HURRY = "hurry", _("Hurry up, please")
        BLUFF = "bluff", _("Nice bluff!")
        PLAYED = "played", _("Well played")
        THANKS = "thanks", _("Thank you")
        SORRY = "sorry", _("Sorry")
        GAME = "game", _("Good game")
        AGAIN = "again", _("Once more?")
        BYE = "bye", _("I have to go. Bye!")

    room = models.ForeignKey(Room, models.CASCADE, related_name="messages")
    person = models.ForeignKey(Person, models.SET_NULL, null=True, related_name="messages")
    name = models.CharField(max_length=80)
    text = models.CharField(max_length=300, blank=True)
    phrase = models.CharField(max_length=20, choices=Phrase.choices, blank=True)
    spectator = models.BooleanField(default=False)
    removed = models.BooleanField(default=False)
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ["id"]

    def __str__(self):
        return f"{self.room} {self.name}"


class Mute(models.Model):
    """`person` does not want to read what `other` says, in any room."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="mutes")
    other = models.ForeignKey(Person, models.CASCADE, related_name="muted_by")

    class Meta:
        verbose_name = _("mute")
        verbose_name_plural = _("mutes")
        constraints = [models.UniqueConstraint(fields=["person", "other"], name="one_mute_a_pair")]

    def __str__(self):
        return f"{self.person} / {self.other}"


class Report(models.Model):
    """Somebody's complaint about a person or a message, with the evidence as it stood when it was made."""

    class Reason(models.TextChoices):
        ABUSE = "abuse", _("Insults or hate")
        CHEATING = "cheating", _("Cheating or playing together in secret")
        STALLING = "stalling", _("Stalling on purpose")
        NAME = "name", _("A bad name")
        SPAM = "spam", _("Spam")
        OTHER = "other", _("Something else")

    room = models.ForeignKey(Room, models.SET_NULL, null=True, related_name="reports")
    by = models.ForeignKey(Person, models.SET_NULL, null=True, related_name="reports_made")
    about = models.ForeignKey(Person, models.SET_NULL, null=True, related_name="reports_about")
    about_name = models.CharField(max_length=80)
    message = models.ForeignKey(Message, models.SET_NULL, null=True, blank=True, related_name="reports")
    reason = models.CharField(max_length=8, choices=Reason.choices)
    words = models.CharField(max_length=500, blank=True)
    evidence = models.JSONField(default=dict)
    made_at = models.DateTimeField()
    handled_at = models.DateTimeField(null=True, blank=True)
    handled_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True)
    outcome = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ["-id"]
        permissions = [("moderate", "Can handle reports: warn, mute, ban")]

    def __str__(self):
        return f"{self.about_name}: {self.get_reason_display()}"


class Sanctions(models.QuerySet["Sanction"]):
    """What staff did about people."""

    def in_force(self, now: datetime) -> Sanctions:
        """Return those that were not lifted and have not run out."""
        return self.filter(models.Q(until=None) | models.Q(until__gt=now), lifted_at=None)


class Sanction(models.Model):
    """What staff did about a person: a warning, silence in every room's talk, or a ban from the site, until a time.

    A warning is shown to its person once (`seen_at`). `until` None: for good. `lifted_at`: taken back.
    """

    class Kind(models.TextChoices):
        WARNING = "warning", _("warning")
        SILENCE = "silence", _("mute")
        BAN = "ban", _("ban")

    person = models.ForeignKey(Person, models.CASCADE, related_name="sanctions")
    kind = models.CharField(max_length=7, choices=Kind.choices)
    reason = models.CharField(max_length=200)
    report = models.ForeignKey(Report, models.SET_NULL, null=True, blank=True, related_name="sanctions")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    made_at = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)
    seen_at = models.DateTimeField(null=True, blank=True)
    lifted_at = models.DateTimeField(null=True, blank=True)

    objects = Sanctions.as_manager()

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        ordering = ["-id"]

    def __str__(self):
        return f"{self.person}: {self.get_kind_display()}"

    def save(self, *args, **kwargs):
        super().save(*args, **kwargs)
        Person.objects.filter(pk=self.person_id, judged=False).update(judged=True)


class Move(models.Model):
    """A command that was applied: who gave it, on which version it was decided, why it was given, what it led to.

    `version` is the match's after it; `now` is the match time (`env.now`) it was applied at.
    """

    class Cause(models.TextChoices):
        PLAYER = "player", _("a player")
        BOT = "bot", _("a bot")
        CLOCK = "clock", _("the clock")
        HOST = "host", _("the host")
        STAFF = "staff", _("an administrator")

    match = models.ForeignKey(Match, models.CASCADE, related_name="moves")
    version = models.PositiveIntegerField()
    decided_on = models.PositiveIntegerField()
    actor = models.CharField(max_length=4)
    command = models.JSONField()
    cause = models.CharField(max_length=6, choices=Cause.choices)
    now = models.FloatField()
    events = models.JSONField()
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        ordering = ["version"]
        constraints = [models.UniqueConstraint(fields=["match", "version"], name="one_move_a_version")]

    def __str__(self):
        return f"{self.match} v{self.version}"


class Record(models.Model):
    """A whole match in a file that somebody has brought to look at, checked and without a room.

    `key` is its fingerprint. Only `records.py` writes it.
    """

    key = models.CharField(max_length=64, primary_key=True)
    story = models.JSONField()
    made_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("record")
        verbose_name_plural = _("records")

    def __str__(self):
        return self.key[:12]
