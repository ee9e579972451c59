"""Staff can close imports; older servers ignore the table."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("imports", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="ImportsClosed",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("since", models.DateTimeField(auto_now_add=True)),
            ],
        )
    ]
