"""What is kept of an import beside the run that was made of it."""

from django.db import models


class ImportsClosed(models.Model):
    """While there is a row, nobody can import: staff closed imports."""

    # As the migration of the last release made it.
    id = models.BigAutoField(auto_created=True, primary_key=True, serialize=False)
    since = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"closed since {self.since}"


class ImportReport(models.Model):
    """What became of each object of the text a run was made from. Holds names and codes, never values."""

    run = models.OneToOneField(
        "runs.Run", on_delete=models.CASCADE, primary_key=True, related_name="import_report"
    )
    groups = models.JSONField(default=list)
    release = models.JSONField(default=dict)
    """`recognised.Recognised` as JSON; empty for an import from before releases were recognised."""

    class Meta:
        db_table = "scenarios_importreport"  # its name before imports had a room of their own

    def __str__(self) -> str:
        return f"report of {self.run_id}"
