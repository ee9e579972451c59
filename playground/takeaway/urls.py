"""Addresses of exports."""

from django.urls import path

from playground.takeaway import account_pages, embed, views

app_name = "takeaway"
urlpatterns = [
    path("r/<slug:run_id>/take", views.take, name="take"),
    path("r/<slug:run_id>/picture.<slug:kind>", views.picture, name="picture"),
    path("r/<slug:run_id>/film.<slug:kind>", views.film, name="film"),
    path("r/<slug:run_id>/account", account_pages.page, name="account"),
    path("r/<slug:run_id>/account.<slug:kind>", account_pages.file, name="account_file"),
    path("r/<slug:run_id>/embed", embed.embed, name="embed"),
    path("r/<slug:run_id>/qr.svg", views.qr, name="qr"),
    path("open", views.open_full, name="open"),
    path("oembed", embed.oembed, name="oembed"),
]
