"""Tables of runs. The revision, the seed and the ordered inputs determine every frame and state of a run, so
nothing else is stored."""

import base64
import secrets

from django.db import models
from django.utils import timezone


def new_run_id() -> str:
    """A random name of 12 base32 characters (60 bits), which cannot be guessed and is easy to read aloud."""
    return base64.b32encode(secrets.token_bytes(8)).decode("ascii").lower()[:12]


class ScenarioRevision(models.Model):
    """One immutable scenario. The key is the sha256 (hex) of `canonical`, so equal content is stored once."""

    digest = models.CharField(primary_key=True, max_length=64)
    canonical = models.TextField()
    """JSON text of `Scenario.canonical()`: everything that a run needs."""
    source = models.TextField()
    """The YAML text, without the data of Secrets and ConfigMaps and without the values of env; "" for a
    revision that the program made."""
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "scenarios_scenariorevision"  # the model once belonged to the app of scenarios

    def __str__(self) -> str:
        return self.digest[:12]


class Run(models.Model):
    """A run. `head` is its newest stored step; it only grows."""

    id = models.CharField(primary_key=True, max_length=12, default=new_run_id, editable=False)
    revision = models.ForeignKey(ScenarioRevision, on_delete=models.PROTECT, related_name="runs")
    seed = models.BigIntegerField(default=1)
    head = models.PositiveIntegerField(default=0)
    title = models.CharField(max_length=200, blank=True, default="")
    owner_digest = models.CharField(max_length=64, blank=True, default="", db_index=True)
    """sha256 (hex) of the owner's cookie value; "" for a run without an owner, which nobody may change."""
    edit_token_digest = models.CharField(max_length=64, blank=True, default="", db_index=True)
    edit_generation = models.PositiveIntegerField(default=0)
    """How often the edit link was renewed; each renewal makes a new token."""
    edit_revoked = models.BooleanField(default=False)
    """Whether the owner has revoked the edit link."""
    forked_from = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="forks"
    )
    forked_at = models.PositiveIntegerField(null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    opened = models.DateTimeField(default=timezone.now, db_index=True)
    """The day on which somebody last opened the run; runs that nobody opens are removed after some time."""
    shared = models.BooleanField(default=False)
    """Whether a browser other than the owner's has opened the run; such a run is kept longer."""

    core = models.CharField(max_length=16, blank=True, default="", db_default="")
    """The version of the core that played the run last (`state_marks.core`); "" for an old run."""
    marks = models.TextField(blank=True, default="", db_default="")
    """JSON of `state_marks.Marks` by that version. The newest mark is that of the head."""

    stands_still = models.BooleanField(default=False, db_default=False)
    """Whether the clock stands while a client of the Kubernetes API waits; otherwise it runs."""
    speed = models.FloatField(default=1.0, db_default=1.0)
    """Seconds of the run for each real second while a client waits: the speed last chosen on a board."""

    def __str__(self) -> str:
        return self.id


class KeptMoment(models.Model):
    """A shared moment of a run, stored as it was seen."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="moments")
    seq = models.PositiveIntegerField()
    core = models.CharField(max_length=16)
    """The version of the core that played the moment (`state_marks.core`)."""
    hash = models.CharField(max_length=64)
    snapshot = models.BinaryField()
    """The JSON text of the snapshot, compressed by zlib."""
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["run", "seq", "core"], name="one_moment_per_core")]

    def __str__(self) -> str:
        return f"{self.run_id}@{self.seq} {self.core}"


class InputText(models.Model):
    """JSON text of an input for the core. The key is its sha256 (hex), so that forks and the seats of a room
    share one text."""

    digest = models.CharField(primary_key=True, max_length=64)
    value = models.TextField()

    def __str__(self) -> str:
        return self.digest[:12]


class RunInput(models.Model):
    """An input of a run, with the step at which it was given.

    The unique pair (run, ordinal) is the lock: of two writers that saw the same history only one succeeds."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="inputs")
    ordinal = models.PositiveIntegerField()
    seq = models.PositiveIntegerField()
    text = models.ForeignKey(InputText, on_delete=models.PROTECT, related_name="inputs")
    size = models.PositiveIntegerField()
    """The number of characters of the text."""
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["ordinal"]
        constraints = [models.UniqueConstraint(fields=["run", "ordinal"], name="one_input_per_ordinal")]

    def __str__(self) -> str:
        return f"{self.run_id}#{self.ordinal}@{self.seq}"


class SecretKey(models.Model):
    """A secret key with which servers of this database sign. There should be only one."""

    digest = models.CharField(primary_key=True, max_length=64)
    """HMAC of a fixed text with the key."""
    seen = models.DateTimeField(db_index=True)
    """When a server last reported that it uses this key."""

    def __str__(self) -> str:
        return self.digest[:8]


class GoneRun(models.Model):
    """The name of a removed run, so that a link to it can say that the run was removed."""

    id = models.CharField(primary_key=True, max_length=12)
    edit_token_digest = models.CharField(max_length=64, blank=True, default="", db_index=True)
    went = models.DateTimeField(auto_now_add=True, db_index=True)

    def __str__(self) -> str:
        return self.id
