"""The secret key of an embedded installation: made once, kept in a file only its owner reads."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def kept_in(path: Path) -> str:
    """The key in ``path``, which is created with a random one if it is not there.

    Two processes that start together agree: the file appears whole, under a
    name of its own first, and only one link wins.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(48))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass  # another process was first: its key is the one
        finally:
            draft.unlink()
    return path.read_text().strip()
