"""The name that Django gives to an id by default; the table stays as it is."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("imports", "0002_importsclosed")]

    operations = [
        migrations.AlterField(
            model_name="importsclosed",
            name="id",
            field=models.BigAutoField(
                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
            ),
        )
    ]
