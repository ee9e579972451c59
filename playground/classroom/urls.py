"""Addresses of rooms."""

from django.urls import path

from playground.classroom.http import pages, views

app_name = "rooms"
urlpatterns = [
    path("rooms", views.open_room, name="open"),
    path("join", views.ask_code, name="code"),
    path("join/<str:code>", views.join, name="join"),
    path("rooms/<str:room_id>", pages.room, name="room"),
    path("rooms/<str:room_id>/desk", pages.desk, name="desk"),
    path("rooms/<str:room_id>/big", pages.big, name="big"),
    path("rooms/<str:room_id>/qr.svg", pages.qr, name="qr"),
    path("rooms/<str:room_id>/present/<str:token>", pages.present, name="present"),
    path("rooms/<str:room_id>/links", pages.more_links, name="links"),
    path("rooms/<str:room_id>/links/<int:number>/revoke", pages.revoke, name="revoke"),
    path("rooms/<str:room_id>/end", pages.end, name="end"),
    path("rooms/<str:room_id>/delete", pages.delete, name="delete"),
    path("rooms/<str:room_id>/home", pages.home, name="home"),
    path("rooms/<str:room_id>/home/<str:token>", pages.home, name="mine"),
    path("rooms/<str:room_id>/export.json", pages.export_json, name="json"),
    path("rooms/<str:room_id>/export.csv", pages.export_csv, name="csv"),
]
