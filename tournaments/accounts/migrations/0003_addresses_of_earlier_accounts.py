"""Accounts made before there was a verification of addresses count as verified."""

from typing import Any

from django.db import migrations


def vouch(apps: Any, schema_editor: Any) -> None:
    User = apps.get_model("accounts", "User")
    EmailAddress = apps.get_model("account", "EmailAddress")
    known = EmailAddress.objects.values("user_id")
    EmailAddress.objects.bulk_create(
        EmailAddress(user_id=user.pk, email=user.email, primary=True, verified=True)
        for user in User.objects.exclude(pk__in=known)
    )


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_devices"),
        ("account", "0009_emailaddress_unique_primary_email"),
    ]

    operations = [migrations.RunPython(vouch, migrations.RunPython.noop)]
