"""The tables of rooms."""

import django.db.models.deletion
from django.db import migrations, models

import playground.classroom.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("runs", "0003_scenariorevision"),
    ]

    operations = [
        migrations.CreateModel(
            name="Room",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=playground.classroom.models.new_room_id,
                        editable=False,
                        max_length=16,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("code", models.CharField(max_length=12, null=True, unique=True)),
                ("old_code", models.CharField(blank=True, db_index=True, default="", max_length=12)),
                ("title", models.CharField(blank=True, default="", max_length=200)),
                ("at", models.PositiveIntegerField(default=0)),
                ("owner", models.CharField(max_length=64)),
                ("home_at", models.PositiveIntegerField(default=0)),
                ("lesson", models.CharField(blank=True, default="", max_length=64)),
                ("step", models.PositiveIntegerField(default=0)),
                ("view", models.JSONField(default=dict)),
                ("notice", models.CharField(blank=True, default="", max_length=200)),
                ("locked", models.BooleanField(default=False)),
                ("paused", models.BooleanField(default=False)),
                ("names_hidden", models.BooleanField(default=False)),
                ("discuss_until", models.DateTimeField(blank=True, null=True)),
                ("discuss_seconds", models.PositiveIntegerField(default=0)),
                ("showing", models.PositiveIntegerField(blank=True, null=True)),
                ("task", models.JSONField(blank=True, null=True)),
                ("tasks", models.PositiveIntegerField(default=0)),
                ("plan", models.JSONField(default=list)),
                ("plan_item", models.PositiveIntegerField(default=0)),
                ("plan_started", models.DateTimeField(blank=True, null=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("changed", models.DateTimeField(auto_now=True, db_index=True)),
                ("ended", models.DateTimeField(blank=True, null=True)),
                (
                    "home",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="runs.run",
                    ),
                ),
                (
                    "prepared",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="runs.run",
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="runs.run"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Poll",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=8)),
                ("state", models.CharField(default="open", max_length=8)),
                ("round", models.PositiveIntegerField(default=1)),
                ("bars", models.BooleanField(default=False)),
                ("asked", models.JSONField()),
                ("about", models.JSONField(default=dict)),
                ("truth", models.JSONField(blank=True, null=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="polls", to="rooms.room"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("key_digest", models.CharField(max_length=64)),
                ("name", models.CharField(blank=True, default="", max_length=40)),
                ("mode", models.CharField(default="follow", max_length=8)),
                ("hand", models.DateTimeField(blank=True, null=True)),
                ("mood", models.CharField(blank=True, default="", max_length=4)),
                ("allow", models.BooleanField(default=False)),
                ("removed", models.BooleanField(default=False)),
                ("bot", models.BooleanField(default=False)),
                ("left", models.BooleanField(default=False)),
                ("joined", models.DateTimeField(auto_now_add=True)),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="rooms.room"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Sandbox",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("task", models.PositiveIntegerField(blank=True, null=True)),
                ("begins", models.PositiveIntegerField(default=0)),
                ("given", models.PositiveIntegerField(default=0)),
                ("result", models.JSONField(blank=True, null=True)),
                ("done", models.DateTimeField(blank=True, null=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "run",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="runs.run"
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sandboxes", to="rooms.seat"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Vote",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("round", models.PositiveIntegerField()),
                ("value", models.JSONField()),
                ("changed", models.DateTimeField(auto_now=True)),
                (
                    "poll",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="votes", to="rooms.poll"
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="votes", to="rooms.seat"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PresenterLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("label", models.CharField(blank=True, default="", max_length=40)),
                ("token_digest", models.CharField(max_length=64, unique=True)),
                ("opened", models.PositiveIntegerField(default=0)),
                ("revoked", models.BooleanField(default=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="links", to="rooms.room"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("room", "number"), name="one_link_per_number")
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="poll",
            constraint=models.UniqueConstraint(fields=("room", "number"), name="one_poll_per_number"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("room", "number"), name="one_seat_per_number"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("room", "key_digest"), name="one_seat_per_browser"),
        ),
        migrations.AddConstraint(
            model_name="vote",
            constraint=models.UniqueConstraint(fields=("poll", "seat", "round"), name="one_vote_per_round"),
        ),
    ]
