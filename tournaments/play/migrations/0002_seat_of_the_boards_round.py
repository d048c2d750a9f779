"""A seat's board is of the seat's round: a composite foreign key, or triggers on SQLite.

Django has no foreign key over two columns.  SQLite cannot add one to a table
that exists, so there two triggers refuse the same rows.  A later migration
that makes Django rebuild ``play_seat`` on SQLite must create them again; a
test of the constraint would say so.
"""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

NAME = "seat_of_the_boards_round"

POSTGRESQL = (
    f"ALTER TABLE play_seat ADD CONSTRAINT {NAME} FOREIGN KEY (board_id, round_id)"
    " REFERENCES play_board (id, round_id) DEFERRABLE INITIALLY DEFERRED",
)
SQLITE = tuple(
    f"CREATE TRIGGER {NAME}_{suffix} BEFORE {event} ON play_seat"
    " WHEN NEW.board_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM play_board"
    " WHERE id = NEW.board_id AND round_id = NEW.round_id)"
    f" BEGIN SELECT RAISE(ABORT, '{NAME}'); END"
    for suffix, event in (("insert", "INSERT"), ("update", "UPDATE OF board_id, round_id"))
)
CREATE = {"postgresql": POSTGRESQL, "sqlite": SQLITE}
DROP = {
    "postgresql": (f"ALTER TABLE play_seat DROP CONSTRAINT {NAME}",),
    "sqlite": (f"DROP TRIGGER {NAME}_insert", f"DROP TRIGGER {NAME}_update"),
}


def create(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in CREATE[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


def drop(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in DROP[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("play", "0001_initial")]
    operations = [migrations.RunPython(create, drop)]
