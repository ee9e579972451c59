"""Addresses of the live manifest: a run beside the run of its changed document."""

from django.urls import path

from playground.whatif import maintenance, scalpel, side_by_side, sweeps, upgrades, views

app_name = "whatif"
urlpatterns = [
    path("r/<str:run_id>/change", views.page, name="page"),
    path("r/<str:run_id>/change/play", views.play, name="play"),
    path("r/<str:run_id>/change/keep", views.keep, name="keep"),
    path("r/<str:run_id>/scalpel", scalpel.page, name="scalpel"),
    path("r/<str:run_id>/scalpel/play", scalpel.play, name="scalpel_play"),
    path("r/<str:run_id>/scalpel/fields", scalpel.handles, name="scalpel_fields"),
    path("r/<str:run_id>/scalpel/keep", scalpel.keep, name="scalpel_keep"),
    path("r/<str:run_id>/seeds", views.seeds, name="seeds"),
    path("r/<str:run_id>/upkeep", maintenance.upkeep, name="upkeep"),
    path("r/<str:run_id>/upkeep/play", maintenance.play, name="upkeep_play"),
    path("r/<str:run_id>/upkeep/report", maintenance.progress, name="upkeep_report"),
    path("r/<str:run_id>/upkeep/begun", maintenance.begun, name="upkeep_begun"),
    path("r/<str:run_id>/upkeep/on", maintenance.on, name="upkeep_on"),
    path("r/<str:run_id>/upgrade", upgrades.upgrade, name="upgrade"),
    path("r/<str:run_id>/upgrade/play", upgrades.play, name="upgrade_play"),
    path("r/<str:run_id>/sweep", sweeps.sweep, name="sweep"),
    path("r/<str:run_id>/beside", side_by_side.page, name="beside"),
    path("r/<str:run_id>/beside.json", side_by_side.data, name="beside_data"),
    path("r/<str:run_id>/beside/reasons", upgrades.reasons, name="reasons"),
    path("r/<str:run_id>/variant", side_by_side.variant, name="variant"),
    path("change/fields.json", views.fields, name="fields"),
]
