"""Tables of rooms: presenters, seats, sandboxes, polls and votes. `docs/rooms.md` explains the words."""

import secrets

from django.db import models


def new_room_id() -> str:
    """A random name of 16 hex digits, which cannot be guessed."""
    return secrets.token_hex(8)


class Room(models.Model):
    """A workshop. Its position is step `at` of the run `stage`."""

    id = models.CharField(primary_key=True, max_length=16, default=new_room_id, editable=False)
    code = models.CharField(max_length=12, null=True, unique=True)  # noqa: DJ001  (several ended rooms have none)
    """The code that people type to join; None after the end, so that another room may get it."""
    old_code = models.CharField(max_length=12, blank=True, default="", db_index=True)
    """The code of an ended room."""
    title = models.CharField(max_length=200, blank=True, default="")
    stage = models.ForeignKey("runs.Run", on_delete=models.PROTECT, related_name="+")
    """The run on the stage; its head is the last step that was shown."""
    at = models.PositiveIntegerField(default=0)
    prepared = models.ForeignKey(
        "runs.Run", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    """A run with the same past as `stage` that continues beyond it: steps prepared but not shown yet."""
    owner = models.CharField(max_length=64)
    """The owner name (not its digest) of the room's own runs; no browser has it in a cookie."""
    home = models.ForeignKey("runs.Run", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    """The stage to return to after a learner's board was shown; None while no such board is shown."""
    home_at = models.PositiveIntegerField(default=0)
    lesson = models.CharField(max_length=64, blank=True, default="")
    """Digest of the lesson's file; "" without a lesson."""
    step = models.PositiveIntegerField(default=0)
    """The lesson's step, from 1; 0 without a lesson."""
    view = models.JSONField(default=dict)
    notice = models.CharField(max_length=200, blank=True, default="")
    locked = models.BooleanField(default=False)
    paused = models.BooleanField(default=False)
    names_hidden = models.BooleanField(default=False)
    discuss_until = models.DateTimeField(null=True, blank=True)
    discuss_seconds = models.PositiveIntegerField(default=0)
    showing = models.PositiveIntegerField(null=True, blank=True)
    """The number of the seat whose board is on the stage; None when none is."""
    task = models.JSONField(null=True, blank=True)
    """The open task: `number`, `lesson`, `digest` (of the lesson), `text`, `checks`, `run`, `at`, `script`,
    `solution`; None without a task."""
    tasks = models.PositiveIntegerField(default=0)
    plan = models.JSONField(default=list)
    plan_item = models.PositiveIntegerField(default=0)
    plan_started = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True, db_index=True)
    ended = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.id} {self.code or ''}"


class PresenterLink(models.Model):
    """A presenter's link. Everyone who has opened it presents until it is revoked."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="links")
    number = models.PositiveIntegerField()
    label = models.CharField(max_length=40, blank=True, default="")
    token_digest = models.CharField(max_length=64, unique=True)
    opened = models.PositiveIntegerField(default=0)
    """How many browsers became presenters through the link."""
    revoked = models.BooleanField(default=False)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["room", "number"], name="one_link_per_number")]

    def __str__(self) -> str:
        return f"{self.room_id}/{self.number}"


class Seat(models.Model):
    """A learner's place in a room."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveIntegerField()
    key_digest = models.CharField(max_length=64)
    """sha256 (hex) of the room's id and the browser's owner name."""
    name = models.CharField(max_length=40, blank=True, default="")
    mode = models.CharField(max_length=8, default="follow")
    hand = models.DateTimeField(null=True, blank=True)
    """When the hand was raised; None while it is down."""
    mood = models.CharField(max_length=4, blank=True, default="")
    allow = models.BooleanField(default=False)
    removed = models.BooleanField(default=False)
    bot = models.BooleanField(default=False)
    left = models.BooleanField(default=False)
    joined = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["room", "number"], name="one_seat_per_number"),
            models.UniqueConstraint(fields=["room", "key_digest"], name="one_seat_per_browser"),
        ]

    def __str__(self) -> str:
        return f"{self.room_id}/{self.number}"


class Sandbox(models.Model):
    """A run in which a learner works alone. A seat returns to its newest sandbox."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="sandboxes")
    run = models.OneToOneField("runs.Run", on_delete=models.CASCADE, related_name="+")
    task = models.PositiveIntegerField(null=True, blank=True)
    """The number of the task for which the sandbox was made; None without a task."""
    begins = models.PositiveIntegerField(default=0)
    """The step at which the learner began."""
    given = models.PositiveIntegerField(default=0)
    """How many inputs the run had when the learner began."""
    result = models.JSONField(null=True, blank=True)
    """The last judgement: `checks`, `judged`, `done`, `at`, `inputs`, `way`; None before the first."""
    done = models.DateTimeField(null=True, blank=True)
    """When the sandbox first passed all checks; None before."""
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.run_id


class Poll(models.Model):
    """A question to everyone in the room."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="polls")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=8)
    state = models.CharField(max_length=8, default="open")
    """`open`, `closed`, `revealed`, `past` (revealed before, no longer shown) or `dropped`."""
    round = models.PositiveIntegerField(default=1)
    bars = models.BooleanField(default=False)
    asked = models.JSONField()
    """The part that everybody may see: `question`, `choices`, `many`, `number`, `unit`."""
    about = models.JSONField(default=dict)
    """The part that no client gets: where the true answer is looked up (`run`, `at`, `pod`, `step`)."""
    truth = models.JSONField(null=True, blank=True)
    """The true answer; None until the reveal."""
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["room", "number"], name="one_poll_per_number")]
        indexes = [models.Index(fields=["state"], name="polls_by_state")]

    def __str__(self) -> str:
        return f"{self.room_id}/{self.number}"


class Vote(models.Model):
    """The answer of a seat in one round of a poll."""

    poll = models.ForeignKey(Poll, on_delete=models.CASCADE, related_name="votes")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="votes")
    round = models.PositiveIntegerField()
    value = models.JSONField()
    """The index of a choice, a list of indexes, or a number."""
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["poll", "seat", "round"], name="one_vote_per_round")]

    def __str__(self) -> str:
        return f"{self.poll_id}:{self.seat_id}"
