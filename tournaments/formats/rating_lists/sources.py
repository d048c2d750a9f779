"""Files and archives as streams that say how far they have been read.

Nothing is unpacked to memory or disk: an archive is read through.  What
unpacks to more than :data:`MOST_BYTES`, or has a line that never ends, is
refused.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from tournaments.core.errors import Invalid

MOST_BYTES = 2_000_000_000
LONGEST_LINE = 65_536
_CHUNK = 1 << 20


class Source(io.RawIOBase):
    """An opened file: bytes that are counted while they are read."""

    def __init__(self, raw: IO[bytes], name: str, total: int) -> None:
        super().__init__()
        self._raw = raw
        self.name = name
        self.total = total
        self.done = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._raw.read(len(buffer))
        self.done += len(data)
        if self.done > MOST_BYTES:
            raise Invalid("rating_list.too_large", bytes=MOST_BYTES)
        buffer[: len(data)] = data
        return len(data)

    def stream(self) -> io.BufferedReader:
        """The bytes, buffered."""
        return io.BufferedReader(self, _CHUNK)

    def lines(self) -> Iterator[bytes]:
        """Lines without their ends; blank ones are left out."""
        stream = self.stream()
        while line := stream.readline(LONGEST_LINE):
            if not line.endswith(b"\n") and len(line) == LONGEST_LINE:
                raise Invalid("rating_list.line_endless", bytes=LONGEST_LINE)
            if stripped := line.rstrip(b"\r\n\x1a"):
                yield stripped


@contextmanager
def opened(path: Path, member: str = "") -> Iterator[Source]:
    """A file, or the one file (or the named one) of a zip archive.

    Raises ``Invalid("rating_list.file_unreadable" | "rating_list.archive_ambiguous")``.
    """
    try:
        if not zipfile.is_zipfile(path):
            with path.open("rb") as file:
                yield Source(file, path.name, path.stat().st_size)
            return
        with zipfile.ZipFile(path) as archive:
            info = _member(archive, member)
            with archive.open(info) as inside:
                yield Source(inside, info.filename, info.file_size)
    except (OSError, zipfile.BadZipFile, EOFError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Invalid("rating_list.file_unreadable", reason=reason) from None


def _member(archive: zipfile.ZipFile, wanted: str) -> zipfile.ZipInfo:
    files = [info for info in archive.infolist() if not info.is_dir()]
    chosen = [info for info in files if not wanted or Path(info.filename).name == wanted]
    if len(chosen) != 1:
        names = [info.filename for info in files][:20]
        raise Invalid("rating_list.archive_ambiguous", files=names, wanted=wanted)
    if chosen[0].file_size > MOST_BYTES:
        raise Invalid("rating_list.too_large", bytes=MOST_BYTES)
    return chosen[0]


def fingerprint(path: Path) -> str:
    """SHA-256 of the file as it is."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise Invalid("rating_list.file_unreadable", reason=error.strerror) from None


def looks_like_xml(path: Path, member: str = "") -> bool:
    """Whether the first sign is an angle bracket."""
    with opened(path, member) as source:
        return source.stream().read(64).lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"<")
