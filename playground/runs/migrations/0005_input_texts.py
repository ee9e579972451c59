"""Texts of inputs stand in a table of their own, so that a fork refers to those of its past."""

import hashlib
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

AT_ONCE = 200


def move_texts(apps: Any, schema_editor: Any) -> None:
    inputs = apps.get_model("runs", "RunInput").objects
    texts = apps.get_model("runs", "InputText").objects
    last = 0
    while rows := list(inputs.filter(pk__gt=last).order_by("pk")[:AT_ONCE]):
        for row in rows:
            digest = hashlib.sha256(row.value.encode()).hexdigest()
            texts.get_or_create(pk=digest, defaults={"value": row.value})
            inputs.filter(pk=row.pk).update(text_id=digest, size=len(row.value))
        last = rows[-1].pk


def move_back(apps: Any, schema_editor: Any) -> None:
    inputs = apps.get_model("runs", "RunInput").objects
    for row in inputs.select_related("text").iterator(AT_ONCE):
        inputs.filter(pk=row.pk).update(value=row.text.value)


class Migration(migrations.Migration):
    dependencies = [
        ("runs", "0004_keeping"),
    ]

    operations = [
        migrations.CreateModel(
            name="InputText",
            fields=[
                ("digest", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("value", models.TextField()),
            ],
        ),
        migrations.AddField(
            model_name="runinput",
            name="text",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="inputs",
                to="runs.inputtext",
            ),
        ),
        migrations.AddField(
            model_name="runinput",
            name="size",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.RunPython(move_texts, move_back),
        migrations.RemoveField(model_name="runinput", name="value"),
        migrations.AlterField(
            model_name="runinput",
            name="text",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="inputs",
                to="runs.inputtext",
            ),
        ),
        migrations.AlterField(
            model_name="runinput",
            name="size",
            field=models.PositiveIntegerField(),
        ),
    ]
