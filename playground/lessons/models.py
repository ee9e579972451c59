"""Stored lessons and the runs of their steps."""

from django.db import models


class Lesson(models.Model):
    """A lesson's file. The key is the sha256 (hex) of its text, so equal files are stored once."""

    digest = models.CharField(primary_key=True, max_length=64)
    name = models.SlugField(max_length=80)
    source = models.TextField()
    in_course = models.BooleanField(default=False)
    """Whether it is the repository's own lesson of that name."""
    played = models.JSONField(default=dict)
    """The runs of its steps and the true answers of its predictions: `playground.lessons.stages.Stages`."""
    stamp = models.CharField(max_length=64, blank=True, default="")
    """Digest of the file and of the code that played it; while it is the same, the lesson need not be
    loaded."""
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.name} {self.digest[:12]}"
