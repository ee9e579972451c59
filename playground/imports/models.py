"""The stored data of an import apart from its run."""

from django.db import models


class ImportsClosed(models.Model):
    """While there is a row, imports are closed by staff."""

    # Equal to the field in the previous release's migration.
    id = models.BigAutoField(auto_created=True, primary_key=True, serialize=False)
    since = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"closed since {self.since}"


class ImportReport(models.Model):
    """The fate of each object in the text of a run. It holds names and codes, never values."""

    run = models.OneToOneField(
        "runs.Run", on_delete=models.CASCADE, primary_key=True, related_name="import_report"
    )
    groups = models.JSONField(default=list)
    release = models.JSONField(default=dict, null=True)
    """`recognised.Recognised` as JSON; empty for an import from before releases were recognised."""

    situation = models.JSONField(null=True)
    """Second 0, the stuck objects and the missing resources (`Imported.situation`); None for an import from
    before they were kept."""

    class Meta:
        db_table = "scenarios_importreport"  # imports once belonged to another app

    def __str__(self) -> str:
        return f"report of {self.run_id}"
