"""The account a person signs in with, and the devices that stay signed in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken

from tournaments.core.ids import uuid7
from tournaments.core.models import Versioned
from tournaments.core.validators import validate_time_zone

if TYPE_CHECKING:
    from uuid import UUID

    TokenBase = models.Model
else:
    TokenBase = AbstractAuthToken


class Language(models.TextChoices):
    """Languages the product speaks."""

    ENGLISH = "en", "English"
    SPANISH = "es", "Español"


class UserManager(BaseUserManager["User"]):
    """What Django's own commands need to make accounts."""

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(email__iexact=username)

    def create_user(self, email: str, password: str | None = None, **fields: object) -> User:
        """A saved account; without a password it cannot sign in with one."""
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.full_clean(exclude=("password",))
        user.save(using=self._db)
        user.vouch_for_address()
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: object) -> User:
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class User(Versioned, AbstractBaseUser, PermissionsMixin):  # type: ignore[django-manager-missing]
    """A person's account.

    ``is_staff`` opens the admin site; only ``is_superuser`` passes every
    permission predicate.
    """

    email = models.EmailField(_("e-mail address"), unique=True)
    name = models.CharField(_("name"), max_length=120, blank=True)
    language = models.CharField(
        _("language"), max_length=5, choices=Language.choices, default=Language.ENGLISH
    )
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", validators=[validate_time_zone]
    )
    is_active = models.BooleanField(_("active"), default=True)
    is_staff = models.BooleanField(_("staff"), default=False)

    objects = UserManager()

    EMAIL_FIELD = "email"
    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        ordering = ("email",)
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(email=Lower("email")), name="user_email_in_lower_case"
            ),
            models.CheckConstraint(
                condition=models.Q(language__in=Language.values), name="user_language_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name or self.email

    def vouch_for_address(self) -> None:
        """The operator made this account, so nobody has to prove that the address is theirs."""
        from allauth.account.models import EmailAddress

        EmailAddress.objects.create(user=self, email=self.email, primary=True, verified=True)


class DeviceToken(TokenBase):
    """One device that is signed in; only the token's hash is stored.

    The primary key is that hash, so ``public_id`` is what is shown.
    """

    public_id = models.UUIDField(unique=True, default=uuid7, editable=False)
    name = models.CharField(_("device"), max_length=80, blank=True)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)

    if TYPE_CHECKING:
        objects: ClassVar[Any]
        user: Any
        user_id: UUID
        created: Any
        expiry: Any

    class Meta:
        verbose_name = _("signed-in device")
        verbose_name_plural = _("signed-in devices")
        ordering = ("-created", "public_id")

    def __str__(self) -> str:
        return self.name or str(self.public_id)
