"""structlog over the standard library: JSON lines in production, readable lines elsewhere.

Every line written while a request is served carries its ``request_id``.
"""

from __future__ import annotations

from typing import Any

import structlog


def configure(*, level: str, json_lines: bool) -> dict[str, Any]:
    """Set structlog up and return the matching ``LOGGING`` dictionary."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.stdlib.ExtraAdder(),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    last: list[Any] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if json_lines:
        last += [structlog.processors.dict_tracebacks, structlog.processors.JSONRenderer()]
    else:
        last += [
            structlog.dev.ConsoleRenderer(
                colors=False, exception_formatter=structlog.dev.plain_traceback
            )
        ]
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "structured": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": last,
                "foreign_pre_chain": shared,
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "structured"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "celery.app.trace": {"level": "WARNING"},
            # The request middleware writes one line per request with its status.
            "django.request": {"level": "ERROR"},
            "django.server": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
        },
    }
