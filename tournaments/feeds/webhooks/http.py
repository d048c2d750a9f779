"""One request to an address that somebody else chose.

* The address that is connected to is checked, after the name was resolved and
  for each connection: private, loopback, link-local and metadata addresses are
  refused (requests-hardened).  ``WEBHOOK_ALLOWED_HOSTS`` names exceptions for
  development, which may also be plain ``http``.
* Redirects are not followed, proxies and ``.netrc`` not heeded.
* ``WEBHOOK_TIMEOUT_SECONDS`` is for everything from connecting to the end of
  the answer's head; a receiver that sends a byte now and then gains nothing.
* The body of the answer is not read.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import requests
from django.conf import settings
from requests.adapters import HTTPAdapter
from requests_hardened import Config, HTTPSession
from requests_hardened.ip_filter import InvalidIPAddress
from requests_hardened.ip_filter_adapter import IPFilterAdapter
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection

USER_AGENT = "chess-tournament-server webhooks"
LONGEST_RETRY_AFTER = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back: a status, or the word for why there was none."""

    status: int | None
    error: str
    milliseconds: int
    retry_after: int | None = None

    @property
    def is_success(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


class Deadline:
    """Shuts the sockets of one request down when its time is over."""

    def __init__(self, seconds: float) -> None:
        self.has_passed = False
        self._sockets: list[socket.socket] = []
        self._lock = threading.Lock()
        self._timer = threading.Timer(seconds, self._pass)
        self._timer.daemon = True

    def watch(self, connected: socket.socket) -> None:
        """Keep a second handle of a connection: TLS takes the first one away."""
        with self._lock:
            if self.has_passed:
                connected.close()
                raise TimeoutError
            self._sockets.append(connected.dup())

    @contextmanager
    def running(self) -> Iterator[None]:
        """The time runs while the block does."""
        self._timer.start()
        try:
            yield
        finally:
            self._timer.cancel()
            with self._lock:
                for each in self._sockets:
                    each.close()
                self._sockets.clear()

    def _pass(self) -> None:
        with self._lock:
            self.has_passed = True
            for each in self._sockets:
                # It may have been closed by the other side meanwhile.
                with suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)


_current = threading.local()


class _Connection(HTTPConnection):
    def _new_conn(self) -> socket.socket:
        connected = super()._new_conn()
        _current.deadline.watch(connected)
        return connected


class _TlsConnection(HTTPSConnection):
    def _new_conn(self) -> socket.socket:
        connected = super()._new_conn()
        _current.deadline.watch(connected)
        return connected


class _Pool(HTTPConnectionPool):
    ConnectionCls = _Connection


class _TlsPool(HTTPSConnectionPool):
    ConnectionCls = _TlsConnection


def post(url: str, headers: Mapping[str, str], body: bytes) -> Reply:
    """Send one message; whatever goes wrong is in the reply."""
    started = time.monotonic()
    deadline = Deadline(settings.WEBHOOK_TIMEOUT_SECONDS)
    _current.deadline = deadline
    status, error, retry_after = None, "", None
    try:
        with deadline.running(), _session(url) as session:
            answer = session.post(
                url,
                data=body,
                headers={"Content-Type": "application/json", **headers},
                timeout=settings.WEBHOOK_TIMEOUT_SECONDS,
                stream=True,
            )
            status, retry_after = answer.status_code, _retry_after(answer)
            answer.close()
    except (requests.RequestException, OSError, ValueError) as fault:
        error = _word_for(fault)
    finally:
        del _current.deadline
    if deadline.has_passed:
        # What was read until then may look like the whole head of an answer.
        status, error = None, "timeout"
    return Reply(status, error, round((time.monotonic() - started) * 1000), retry_after)


def is_allowed_host(url: str) -> bool:
    """Whether the settings except this address from what is required of others."""
    parts = urlsplit(url)
    return {parts.hostname, parts.netloc} & set(settings.WEBHOOK_ALLOWED_HOSTS) != set()


def _session(url: str) -> HTTPSession:
    filtered = not is_allowed_host(url)
    session = HTTPSession(
        Config(
            ip_filter_enable=filtered,
            ip_filter_allow_loopback_ips=False,
            never_redirect=True,
            default_timeout=(settings.WEBHOOK_TIMEOUT_SECONDS,) * 2,
            user_agent_override=USER_AGENT,
        )
    )
    session.trust_env = False
    for scheme in ("http", "https"):
        adapter: HTTPAdapter
        adapter = IPFilterAdapter(is_https_proto=scheme == "https") if filtered else HTTPAdapter()
        adapter.poolmanager.pool_classes_by_scheme = {"http": _Pool, "https": _TlsPool}
        session.mount(f"{scheme}://", adapter)
    return session


def _retry_after(answer: requests.Response) -> int | None:
    """Seconds, if the receiver names them."""
    text = answer.headers.get("Retry-After", "").strip()
    if not (text.isascii() and text.isdigit()):
        return None
    return min(int(text[:9]), LONGEST_RETRY_AFTER)


def _word_for(fault: Any) -> str:
    match fault:
        case InvalidIPAddress():
            return "address_refused"
        case requests.exceptions.Timeout() | TimeoutError():
            return "timeout"
        case requests.exceptions.SSLError():
            return "tls"
    return "connection"
