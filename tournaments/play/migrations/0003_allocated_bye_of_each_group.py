"""One allocated bye in each group of a round, where the field is divided.

Django rebuilds ``play_seat`` for it on SQLite, so the triggers of the migration
before are created again, in both directions.
"""

from importlib import import_module

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

_BEFORE = import_module("tournaments.play.migrations.0002_seat_of_the_boards_round")


def restore_triggers(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "sqlite":
        for statement in _BEFORE.SQLITE:
            schema_editor.execute(
                statement.replace("CREATE TRIGGER", "CREATE TRIGGER IF NOT EXISTS")
            )


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0003_byes_check_in_starting_order"),
        ("play", "0002_seat_of_the_boards_round"),
    ]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, restore_triggers),
        migrations.RemoveConstraint(model_name="seat", name="seat_one_allocated_bye_per_round"),
        migrations.AddField(
            model_name="seat",
            name="group",
            field=models.CharField(blank=True, default="", max_length=8, verbose_name="group"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                condition=models.Q(("bye", "U")),
                fields=("round", "group"),
                name="seat_one_allocated_bye_per_group",
            ),
        ),
        migrations.RunPython(restore_triggers, migrations.RunPython.noop),
    ]
