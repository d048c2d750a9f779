"""A receiver of webhooks on the loopback address that behaves as badly as it is told to."""

from __future__ import annotations

import base64
import hashlib
import hmac
import socket
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

from standardwebhooks import Webhook

STUCK_SECONDS = 30


@dataclass
class Received:
    """One request as it came."""

    path: str
    headers: dict[str, str]
    body: bytes
    behaviour: str

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    def is_signed_with(self, secret: str) -> bool:
        """By the library for receivers, and by hand."""
        Webhook(secret).verify(self.body, self.headers)
        key = base64.b64decode(secret.removeprefix("whsec_"))
        text = f"{self.id}.{self.headers['webhook-timestamp']}.".encode() + self.body
        wanted = base64.b64encode(hmac.digest(key, text, hashlib.sha256)).decode()
        return f"v1,{wanted}" in self.headers["webhook-signature"].split(" ")


@dataclass
class Receiver:
    """``script`` says how the next requests are answered; after it, ``always``."""

    script: list[str] = field(default_factory=list)
    always: str = "ok"
    requests: list[Received] = field(default_factory=list)
    stopping: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                length = int(self.headers["Content-Length"])
                behaviour = receiver.script.pop(0) if receiver.script else receiver.always
                headers = {name.lower(): value for name, value in self.headers.items()}
                received = Received(self.path, headers, self.rfile.read(length), behaviour)
                receiver.requests.append(received)
                self.close_connection = True
                getattr(receiver, f"do_{behaviour.partition(' ')[0]}")(self, behaviour)

            def do_GET(self) -> None:
                self.do_POST()

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/hook"

    @property
    def host(self) -> str:
        return urlsplit(self.url).netloc

    def stop(self) -> None:
        self.stopping.set()
        self.server.shutdown()
        self.server.server_close()

    @property
    def taken(self) -> list[Received]:
        """Those that it answered with success."""
        return [each for each in self.requests if each.behaviour.partition(" ")[0] in TAKEN]

    def bodies_by_id(self) -> dict[str, set[bytes]]:
        found: dict[str, set[bytes]] = {}
        for each in self.requests:
            found.setdefault(each.id, set()).add(each.body)
        return found

    @staticmethod
    def answer(handler, status: int, **headers: str) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    def do_ok(self, handler, behaviour: str) -> None:
        self.answer(handler, 204)

    def do_status(self, handler, behaviour: str) -> None:
        self.answer(handler, int(behaviour.split()[1]))

    def do_busy(self, handler, behaviour: str) -> None:
        self.answer(handler, 429, Retry_After=behaviour.split()[1])

    def do_redirect(self, handler, behaviour: str) -> None:
        self.answer(handler, 307, Location=f"http://{self.host}/elsewhere")

    def do_silence(self, handler, behaviour: str) -> None:
        """Never answers."""
        self.stopping.wait(STUCK_SECONDS)

    def do_drip(self, handler, behaviour: str) -> None:
        """A header that grows by a byte now and then."""
        self._drip(handler.connection, b"HTTP/1.1 200 OK\r\nX-Slow: ")

    def do_slow_body(self, handler, behaviour: str) -> None:
        """Success, and then a body without end."""
        self._drip(handler.connection, b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")

    def _drip(self, connection: socket.socket, head: bytes) -> None:
        connection.sendall(head)
        deadline = time.perf_counter() + STUCK_SECONDS
        while time.perf_counter() < deadline and not self.stopping.wait(0.02):
            try:
                connection.sendall(b"x")
            except OSError:
                return

    def do_reset(self, handler, behaviour: str) -> None:
        """Hangs up."""
        handler.connection.close()


TAKEN = ("ok", "slow_body")
