"""The library's table of tokens is replaced by ours; left there, it would hold on to users."""

from typing import Any

from django.db import migrations


def drop(apps: Any, schema_editor: Any) -> None:
    schema_editor.delete_model(apps.get_model("knox", "AuthToken"))


def make(apps: Any, schema_editor: Any) -> None:
    schema_editor.create_model(apps.get_model("knox", "AuthToken"))


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_devices_stay_signed_in")]

    operations = [migrations.RunPython(drop, make)]
