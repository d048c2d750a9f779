"""Message catalogues: compile ``.po`` to ``.mo`` (default), ``--check`` them, or ``--update`` them.

Babel does the work, so that no gettext has to be installed.  Only ``.po``
files are committed.
"""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from environment import BIN, ROOT, stop

LOCALE = ROOT / "tournaments" / "locale"
TEMPLATE = ROOT / "var" / "django.pot"
KEYWORDS = ("gettext_lazy", "gettext_noop", "ngettext_lazy:1,2", "pgettext_lazy:1c,2")


def sources() -> list[Path]:
    """Every ``.po`` file."""
    return sorted(LOCALE.glob("*/LC_MESSAGES/*.po"))


def _read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.parts[-3], domain=path.stem)


def compile_all() -> None:
    """Write the ``.mo`` beside each ``.po`` that is newer."""
    for source in sources():
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        compiled = io.BytesIO()
        write_mo(compiled, _read(source))
        draft = target.with_suffix(".mo.new")
        draft.write_bytes(compiled.getvalue())
        draft.replace(target)


def check() -> None:
    """Refuse a catalogue that has an error, a missing or a doubtful translation."""
    problems = []
    for source in sources():
        catalogue = _read(source)
        name = source.relative_to(ROOT)
        problems += [
            f"{name}: {message.id!r}: {error}"
            for message, errors in catalogue.check()
            for error in errors
        ]
        problems += [
            f"{name}: {message.id!r} is {'doubtful' if message.fuzzy else 'not translated'}"
            for message in catalogue
            if message.id and (message.fuzzy or not _translated(message))
        ]
        missing = _extracted().keys() - {message.id for message in catalogue if message.id}
        problems += [f"{name}: {text!r} is missing: run `make messages`" for text in missing]
    if problems:
        stop("\n".join(problems))
    print(f"{len(sources())} message catalogues hold")


def _translated(message: Message) -> bool:
    texts = [message.string] if isinstance(message.string, str) else list(message.string or ())
    return bool(texts) and all(texts)


def _extracted() -> dict[str, object]:
    _extract()
    with TEMPLATE.open("rb") as file:
        return {str(message.id): message for message in read_po(file) if message.id}


def _extract() -> None:
    TEMPLATE.parent.mkdir(exist_ok=True)
    command = [BIN / "pybabel", "--quiet", "extract", "--mapping", ROOT / "config" / "babel.cfg"]
    command += ["--output", TEMPLATE, "--no-location", "--sort-output", "--omit-header"]
    for keyword in KEYWORDS:
        command += ["--keyword", keyword]
    subprocess.run([*map(str, command), "tournaments"], cwd=ROOT, check=True)
    with TEMPLATE.open("rb") as file:
        template = read_po(file)
    for text in engine_texts():
        template.add(text)
    with TEMPLATE.open("wb") as file:
        write_po(file, template, sort_output=True, omit_header=True)


def engine_texts() -> list[str]:
    """Sentences and names of the engines, which know nothing of translation."""
    sys.path.insert(0, str(ROOT))
    from pairing.messages import SENTENCES
    from tiebreaks import catalogue

    return [*SENTENCES.values(), *(each.title for each in catalogue())]


def update() -> None:
    """Bring each catalogue up to date with the texts in the code; its header stays as it is."""
    _extract()
    with TEMPLATE.open("rb") as file:
        template = read_po(file)
    for source in sources():
        header = source.read_text(encoding="utf-8").split("\n\n", 1)[0]
        catalogue = _read(source)
        catalogue.update(template, no_fuzzy_matching=True)
        body = io.BytesIO()
        write_po(
            body, catalogue, width=100, omit_header=True, sort_output=True, ignore_obsolete=True
        )
        source.write_bytes(f"{header}\n\n".encode() + body.getvalue().strip() + b"\n")


def main() -> None:
    """Compile, or do what the option says."""
    {"--check": check, "--update": update}.get("".join(sys.argv[1:]), compile_all)()


if __name__ == "__main__":
    main()
