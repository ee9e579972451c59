"""What pages read from the tables of scenarios."""

from __future__ import annotations

from playground.gallery.models import ImportReport, Scenario


def gallery() -> list[Scenario]:
    """All scenarios in the order of the gallery, each with its canonical run."""
    return list(Scenario.objects.select_related("canonical_run"))


def named(slug: str) -> Scenario | None:
    return Scenario.objects.select_related("revision", "canonical_run").filter(slug=slug).first()


def has_report(run_id: str) -> bool:
    return ImportReport.objects.filter(pk=run_id).exists()


def report_of(run_id: str) -> ImportReport | None:
    """The report of the import that a run was made from."""
    return ImportReport.objects.select_related("run").filter(pk=run_id).first()
