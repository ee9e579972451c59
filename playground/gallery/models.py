"""The names of the gallery and the data of their cards."""

from django.db import models


class Scenario(models.Model):
    """A name in the gallery for the newest revision of a scenario."""

    slug = models.SlugField(unique=True, max_length=80)
    title = models.CharField(max_length=200)
    topic = models.CharField(max_length=40, blank=True, default="")
    lesson = models.PositiveSmallIntegerField(null=True, blank=True)
    order = models.PositiveIntegerField(default=0)
    code = models.CharField(max_length=8, blank=True, default="")
    """The number of the scenario in the catalogue, such as A12."""
    summary = models.TextField(blank=True, default="")
    question = models.TextField(blank=True, default="")
    shows = models.JSONField(default=dict)
    """The scenario's features for the search: a `playground.gallery.features.Shown` as JSON."""
    drawing = models.JSONField(default=dict)
    """The picture on the card: a `Picture` of `playground.gallery.pictures.shapes` as JSON."""
    file_digest = models.CharField(max_length=64, blank=True, default="")
    """Digest of the file and of the code that plays and draws it, at the last load; while it is the same, the
    file is skipped."""
    revision = models.ForeignKey("runs.ScenarioRevision", on_delete=models.PROTECT, related_name="scenarios")
    canonical_run = models.ForeignKey(
        "runs.Run", on_delete=models.SET_NULL, null=True, blank=True, related_name="canonical_of"
    )
    """The run that `/s/<slug>` shows. It has no owner and is played to its end, so visitors can only read
    it."""

    class Meta:
        ordering = ["order", "slug"]

    def __str__(self) -> str:
        return self.slug
