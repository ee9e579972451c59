"""Lessons that are kept, and where their steps stand."""

from django.db import models


class Lesson(models.Model):
    """One lesson's file. The key is the sha256 (hex) of its text, so equal files are kept once."""

    digest = models.CharField(primary_key=True, max_length=64)
    name = models.SlugField(max_length=80)
    source = models.TextField()
    in_course = models.BooleanField(default=False)
    """Whether it is the repository's own lesson of that name."""
    played = models.JSONField(default=dict)
    """Where its steps stand and what is true of its predictions: a `playground.lessons.stages.Stages`."""
    stamp = models.CharField(max_length=64, blank=True, default="")
    """Digest of the file and of the code that played it; while it is the same, nothing has to be done."""
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.name} {self.digest[:12]}"
