"""Addresses of rooms."""

from django.urls import path

from playground.rooms import views

app_name = "rooms"
urlpatterns = [
    path("rooms", views.open_room, name="open"),
    path("join", views.ask_code, name="code"),
    path("join/<str:code>", views.join, name="join"),
    path("rooms/<str:room_id>", views.room, name="room"),
    path("rooms/<str:room_id>/desk", views.desk, name="desk"),
    path("rooms/<str:room_id>/big", views.big, name="big"),
    path("rooms/<str:room_id>/qr.svg", views.qr, name="qr"),
    path("rooms/<str:room_id>/present/<str:token>", views.present, name="present"),
    path("rooms/<str:room_id>/links", views.more_links, name="links"),
    path("rooms/<str:room_id>/links/<int:number>/revoke", views.revoke, name="revoke"),
    path("rooms/<str:room_id>/end", views.end, name="end"),
    path("rooms/<str:room_id>/delete", views.delete, name="delete"),
    path("rooms/<str:room_id>/home", views.home, name="home"),
    path("rooms/<str:room_id>/home/<str:token>", views.home, name="mine"),
    path("rooms/<str:room_id>/export.json", views.export_json, name="json"),
    path("rooms/<str:room_id>/export.csv", views.export_csv, name="csv"),
]
