"""Tokens that devices hold already go on opening: they move to our own table."""

from typing import Any

from django.db import migrations

from tournaments.core.ids import uuid7


def move(apps: Any, schema_editor: Any) -> None:
    AuthToken = apps.get_model("knox", "AuthToken")
    DeviceToken = apps.get_model("accounts", "DeviceToken")
    for old in AuthToken.objects.all():
        DeviceToken.objects.create(
            digest=old.digest,
            token_key=old.token_key,
            user_id=old.user_id,
            expiry=old.expiry,
            public_id=uuid7(),
        )
        DeviceToken.objects.filter(pk=old.digest).update(created=old.created)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_addresses_of_earlier_accounts"),
        ("knox", "0009_extend_authtoken_field"),
    ]

    operations = [migrations.RunPython(move, migrations.RunPython.noop)]
