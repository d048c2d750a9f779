"""Settings, all from the environment (or an ``.env`` file beside ``manage.py``).

Three ways to run, told apart by what is set and never by a mode switch:

* nothing set: *embedded*.  One SQLite file and a generated secret key under
  ``var/``, jobs run inline, plain HTTP on the loopback addresses;
* ``DATABASE_URL`` names a PostgreSQL server: *production*.  ``SECRET_KEY`` and
  ``ALLOWED_HOSTS`` are required, HTTPS is assumed; with ``CELERY_BROKER_URL`` jobs go to workers;
* ``DEBUG=1``: Django's development pages on top of either.
"""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from . import logs, secret

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()
if ENV_FILE := env.str("ENV_FILE", default=str(BASE_DIR / ".env")):
    env.read_env(ENV_FILE)

VAR_DIR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var"))).resolve()
DEBUG = env.bool("DEBUG", default=False)

# --- Database ------------------------------------------------------------------------------------

DATABASE_URL = env.str("DATABASE_URL", default="") or f"sqlite:///{VAR_DIR / 'tournaments.sqlite3'}"
DATABASES: dict[str, dict[str, Any]] = {"default": env.db_url_config(DATABASE_URL)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
EMBEDDED = DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3"
if EMBEDDED:
    # IMMEDIATE takes the write lock first, so two writers queue instead of failing half-way.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 30,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
    if DATABASES["default"]["NAME"] != ":memory:":
        Path(DATABASES["default"]["NAME"]).parent.mkdir(parents=True, exist_ok=True)
else:
    DATABASES["default"]["CONN_MAX_AGE"] = env.int("CONN_MAX_AGE", default=20)
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
# A file also where nothing is said: threads cannot wait for each other's locks in memory.
TEST_DATABASE_NAME = env.str(
    "TEST_DATABASE_NAME",
    default=f"{gettempdir()}/tournaments-test-{os.getpid()}.sqlite3" if EMBEDDED else "",
)
if TEST_DATABASE_NAME:
    DATABASES["default"]["TEST"] = {"NAME": TEST_DATABASE_NAME}

# --- Security ------------------------------------------------------------------------------------

SECRET_KEY = env.str("SECRET_KEY", default="")
if not SECRET_KEY and (EMBEDDED or DEBUG):
    SECRET_KEY = secret.kept_in(VAR_DIR / "secret-key")
if not SECRET_KEY:
    raise ImproperlyConfigured("SECRET_KEY must be set when a database server is used.")

LOOPBACK = ["127.0.0.1", "localhost", "[::1]"]
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", default=LOOPBACK)
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])

HTTPS = env.bool("HTTPS", default=not (EMBEDDED or DEBUG))
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^livez$", r"^readyz$"]
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=31_536_000 if HTTPS else 0)
# Sub-domains and the browsers' preload list are the operator's to decide about.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
BEHIND_PROXY = env.bool("BEHIND_PROXY", default=False)
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

CONTENT_SECURITY_POLICY: dict[str, Any] = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "img-src": [SELF, "data:"],
    }
}

CORS_URLS_REGEX = r"^/api/"
CORS_ALLOWED_ORIGINS: list[str] = env.list("CORS_ALLOWED_ORIGINS", default=[])
CORS_ALLOW_HEADERS = [
    "accept",
    "accept-language",
    "authorization",
    "content-type",
    "idempotency-key",
    "if-match",
    "if-none-match",
    "last-event-id",
    "x-request-id",
    "x-session-token",
]
CORS_EXPOSE_HEADERS = [
    "ETag",
    "Idempotent-Replayed",
    "Link",
    "Location",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "X-Request-Id",
]

# --- Applications --------------------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.admin",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "rest_framework",
    "knox",
    "rest_framework_api_key",
    "django_filters",
    "graphene_django",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "corsheaders",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.headless",
    "rules.apps.AutodiscoverRulesConfig",
    "tournaments.core",
    "tournaments.accounts",
    "tournaments.clubs",
    "tournaments.players",
    "tournaments.events",
    "tournaments.play",
    "tournaments.desk",
    "tournaments.knockouts",
    "tournaments.schedules",
    "tournaments.standings",
    "tournaments.jobs",
    "tournaments.history",
    "tournaments.federations",
    "tournaments.formats",
    "tournaments.feeds",
    "tournaments.api",
    "tournaments.web",
]

MIDDLEWARE = [
    "tournaments.api.middleware.RequestIdMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"
APPEND_SLASH = False

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "tournaments" / "web" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

# --- People --------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "rules.permissions.ObjectPermissionBackend",
    "django.contrib.auth.backends.ModelBackend",
]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
# A mailed code would make the mailbox a second factor of its own.
ACCOUNT_REAUTHENTICATION_METHODS = ("password", "mfa")
ACCOUNT_ADAPTER = "tournaments.accounts.adapters.AccountAdapter"
MFA_ADAPTER = "tournaments.accounts.adapters.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
# The clocks of phones may be half a minute off.
MFA_TOTP_TOLERANCE = 1
# allauth's flows for apps, under /api/account/; they end with a token of our own.
HEADLESS_CLIENTS = ("app",)
HEADLESS_TOKEN_STRATEGY = "tournaments.accounts.adapters.DeviceTokenStrategy"
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
# Where links in mails lead.
PUBLIC_URL = env.str("PUBLIC_URL", default="http://127.0.0.1:8000/")
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if BEHIND_PROXY else 0
KNOX_TOKEN_MODEL = "accounts.DeviceToken"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
REST_KNOX = {
    "AUTH_HEADER_PREFIX": "Bearer",
    "TOKEN_PREFIX": "cts_",
    # A device that is used at least every three months stays signed in.
    "TOKEN_TTL": timedelta(days=90),
    "AUTO_REFRESH": True,
    "MIN_REFRESH_INTERVAL": 24 * 60 * 60,
}
EMAIL_CONFIG = env.email_url("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="tournaments@localhost")

# --- API -----------------------------------------------------------------------------------------

API_PAGE_SIZE = 50
API_MAX_PAGE_SIZE = 200
API_MAX_UPLOAD_BYTES = env.int("API_MAX_UPLOAD_BYTES", default=10_000_000)
DATA_UPLOAD_MAX_MEMORY_SIZE = API_MAX_UPLOAD_BYTES
API_THROTTLE_RATES: dict[str, str] = {
    "anonymous": env.str("THROTTLE_ANONYMOUS", default="300/minute"),
    "user": env.str("THROTTLE_USER", default="1200/minute"),
    "login": env.str("THROTTLE_LOGIN", default="20/minute"),
    "computing": env.str("THROTTLE_COMPUTING", default="30/minute"),
}

# How many objects one GraphQL document may ask for (tournaments/api/graphql/limits.py).
GRAPHQL_BUDGET = env.int("GRAPHQL_BUDGET", default=5000)
# GraphiQL comes from a CDN: for development only.
GRAPHIQL = env.bool("GRAPHIQL", default=False)

# --- Jobs ----------------------------------------------------------------------------------------

CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default="")
# Without a broker a task runs inside the process that asks for it, once its transaction commits.
CELERY_TASK_ALWAYS_EAGER = not CELERY_BROKER_URL
# Job rows hold what became of a job; Celery's own results would say it a second time.
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 600
CELERY_TASK_SOFT_TIME_LIMIT = 540
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 30.0
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A killed worker's message comes back after the visibility timeout, which must exceed the hard
# time limit; kombu sweeps every interval x throttle seconds (the defaults mean an hour).
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": env.int("CELERY_VISIBILITY_TIMEOUT", default=900),
    "unacked_restore_interval": env.int("CELERY_RESTORE_INTERVAL", default=10),
    "unacked_restore_throttle": 1,
    # Lets several installations share one Redis.
    "global_keyprefix": env.str("CELERY_KEY_PREFIX", default=""),
}
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_CREATE_MISSING_QUEUES = False
JOB_QUEUES = ("pairing", "standings", "delivery", "default")
CELERY_TASK_QUEUES = {name: {"exchange": name, "routing_key": name} for name in JOB_QUEUES}
CELERY_TASK_ROUTES = {
    "tournaments.jobs.run_pairing": {"queue": "pairing"},
    "tournaments.accounts.deliver": {"queue": "delivery"},
    "tournaments.events.mail_invitation": {"queue": "delivery"},
    "tournaments.jobs.compute_standings": {"queue": "standings"},
    "tournaments.feeds.*": {"queue": "delivery"},
}
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = {
    "resend-expired-runs": {"task": "tournaments.jobs.resend_expired_runs", "schedule": 60.0},
    "refresh-streams-of-results": {
        "task": "tournaments.federations.refresh_streams",
        "schedule": 60.0,
    },
    "ask-for-standings-again": {
        "task": "tournaments.jobs.ask_for_standings_again",
        "schedule": 60.0,
    },
    "queue-due-deliveries": {"task": "tournaments.feeds.queue_due_deliveries", "schedule": 10.0},
    "prune-deliveries": {"task": "tournaments.feeds.prune_deliveries", "schedule": 86_400.0},
}
# A worker that gives no sign of life for so long has lost its pairing run to the next one.
PAIRING_LEASE_SECONDS = env.int("PAIRING_LEASE_SECONDS", default=20)

# Standings of more entries than this are computed by a worker, not by who enters a result.
STANDINGS_INLINE_ENTRIES = env.int("STANDINGS_INLINE_ENTRIES", default=200)

CACHES = {"default": env.cache_url("CACHE_URL", default="locmemcache://")}

# --- Feeds ---------------------------------------------------------------------------------------

# A client that was away for longer reads everything anew.
FEED_TOKEN_DAYS = env.int("FEED_TOKEN_DAYS", default=30)
# How many threads of a WSGI process may wait for a change; the ASGI process waits without threads.
LONG_POLL_THREADS = env.int("LONG_POLL_THREADS", default=4)
# How many live streams one ASGI process opens (gunicorn needs --worker-connections above it).
LIVE_MAX_CONNECTIONS = env.int("LIVE_MAX_CONNECTIONS", default=10_000)
# From connecting to the head of the answer.
WEBHOOK_TIMEOUT_SECONDS = env.float("WEBHOOK_TIMEOUT_SECONDS", default=10.0)
# For development: hosts (or host:port) that webhooks may reach although they are private or
# without TLS.
WEBHOOK_ALLOWED_HOSTS: list[str] = env.list("WEBHOOK_ALLOWED_HOSTS", default=[])
# How long finished deliveries are kept for looking at and sending again.
WEBHOOK_LOG_DAYS = env.int("WEBHOOK_LOG_DAYS", default=30)

# --- Languages, files, logs ----------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("es", "Español")]
LOCALE_PATHS = [BASE_DIR / "tournaments" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(VAR_DIR / "static")))
# Names with a hash of the content, made by collectstatic, may be cached for ever.
STATIC_MANIFEST = env.bool("STATIC_MANIFEST", default=not (EMBEDDED or DEBUG))
if EMBEDDED or DEBUG:
    STATIC_ROOT.mkdir(parents=True, exist_ok=True)
WHITENOISE_USE_FINDERS = not STATIC_MANIFEST
WHITENOISE_AUTOREFRESH = DEBUG
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if not STATIC_MANIFEST
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
MEDIA_ROOT = VAR_DIR / "media"

LOGGING_CONFIG = "logging.config.dictConfig"
LOGGING = logs.configure(
    level=env.str("LOG_LEVEL", default="INFO"),
    json_lines=env.bool("LOG_JSON", default=not (EMBEDDED or DEBUG)),
)

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournaments.api.authentication.DeviceAuthentication",
        "tournaments.api.authentication.ApiKeyAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["tournaments.api.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "tournaments.api.schema.Schema",
    # "?format=" is a parameter of exports, not a way to choose a renderer.
    "URL_FORMAT_OVERRIDE": None,
    "EXCEPTION_HANDLER": "tournaments.api.problems.handle",
    # Whose address counts: the proxy's word for it only if there is a proxy.
    "NUM_PROXIES": 1 if BEHIND_PROXY else 0,
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Chess tournament server",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "DESCRIPTION": "Clubs, events, tournaments: pairings, results, standings and reports.",
    "LICENSE": {"name": "Apache-2.0"},
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {
        "RatingKind": "tournaments.players.models.RatingKind",
        "ByeKind": "tournaments.events.models.ByeKind",
        "SeatBye": "tournaments.play.outcomes.SeatBye",
        "TournamentStatus": "tournaments.events.models.TournamentStatus",
        "EntryStatus": "tournaments.events.models.EntryStatus",
        "RoundStatus": "tournaments.events.models.RoundStatus",
        "ResultEnum": "tournaments.play.outcomes.BoardOutcome",
        "GameResult": "tournaments.knockouts.models.GAME_OUTCOMES",
        "MatchStatus": "tournaments.api.rest.v1.knockout_shapes.STATUSES",
        "BracketStatus": "tournaments.knockouts.models.BracketStatus",
        "StageColours": "tournaments.api.rest.v1.knockout_shapes.COLOURS",
        "PresetColours": "tournaments.api.rest.v1.knockout_shapes.PRESET_COLOURS",
        "RunStatus": "tournaments.jobs.models.RunStatus",
        "DeliveryStatus": "tournaments.feeds.models.DeliveryStatus",
        "Scope": "tournaments.core.scopes.Scope",
        "Numbering": "tournaments.schedules.models.Numbering",
        "DrawMethod": "tournaments.schedules.models.DrawMethod",
        "InitialColourEnum": "tournaments.events.models.InitialColour",
        "ReportSeverity": "tournaments.federations.report_check.SEVERITIES",
    },
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}
