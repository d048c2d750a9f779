"""What a reader reports: findings, and the one exception the codecs raise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from ..errors import PairingError
from .messages import sentence

MAX_FATAL = 200
MAX_FINDINGS = 20_000


class Severity(Enum):
    """How much a finding matters.

    ``ERROR``: the file contradicts itself or the format.  ``ADJUSTMENT``: a
    value was changed, dropped or assumed.  ``WARNING``: doubtful, taken as it
    stands.  ``INFO``: worth knowing, nothing lost.
    """

    ERROR = "error"
    ADJUSTMENT = "adjustment"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Finding:
    """One remark about a file.

    ``line`` and ``column`` are 1-based and count characters (0: the whole
    file or line).  ``read`` is what stands there, ``assumed`` what was taken
    instead.
    """

    severity: Severity
    code: str
    line: int = 0
    column: int = 0
    read: str = ""
    assumed: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)

    @property
    def place(self) -> str:
        """``line 12, column 81``; empty for remarks about the whole file."""
        if not self.line:
            return ""
        return f"line {self.line}, column {self.column}" if self.column else f"line {self.line}"

    def __str__(self) -> str:
        text = sentence(self.code, {"read": self.read, "assumed": self.assumed, **self.params})
        return f"{self.place}: {text}" if self.place else text

    def as_json(self) -> dict[str, Any]:
        """Plain JSON data with the same names as the attributes."""
        return {
            "severity": self.severity.value,
            "code": self.code,
            "line": self.line,
            "column": self.column,
            "read": self.read,
            "assumed": self.assumed,
            "params": dict(self.params),
            "message": str(self),
        }


class TrfError(PairingError):
    """A file that cannot be read, or a strict reading with something to object to.

    ``code`` and ``params`` are those of the first finding that counts;
    ``findings`` has all of them.
    """

    def __init__(self, code: str, findings: Iterable[Finding] = (), **params: Any) -> None:
        super().__init__(code, **params)
        self.findings = tuple(findings)

    def __str__(self) -> str:
        for finding in self.findings:
            if finding.code == self.code:
                return f"{self.code}: {finding}"
        return f"{self.code}: {sentence(self.code, self.params)}"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuild, (self.code, self.findings, self.params))


def _rebuild(code: str, findings: tuple[Finding, ...], params: dict[str, Any]) -> TrfError:
    return TrfError(code, findings, **params)


class Report:
    """Collects findings while a file is read."""

    def __init__(self) -> None:
        self._findings: list[Finding] = []
        self._fatal: list[Finding] = []

    def add(
        self,
        severity: Severity,
        code: str,
        line: int = 0,
        column: int = 0,
        read: str = "",
        assumed: str = "",
        **params: Any,
    ) -> Finding:
        """Note a finding; the reading goes on."""
        finding = Finding(severity, code, line, column, read[:200], assumed, params)
        self._findings.append(finding)
        if len(self._findings) == MAX_FINDINGS:
            self.fatal("trf.too_many_findings", limit=MAX_FINDINGS)
            self.settle()
        return finding

    def info(self, code: str, line: int = 0, column: int = 0, **rest: Any) -> None:
        """Nothing lost."""
        self.add(Severity.INFO, code, line, column, **rest)

    def warning(self, code: str, line: int = 0, column: int = 0, **rest: Any) -> None:
        """Doubtful, taken as it stands."""
        self.add(Severity.WARNING, code, line, column, **rest)

    def adjustment(self, code: str, line: int = 0, column: int = 0, **rest: Any) -> None:
        """Changed, dropped or assumed; strict reading refuses."""
        self.add(Severity.ADJUSTMENT, code, line, column, **rest)

    def error(self, code: str, line: int = 0, column: int = 0, **rest: Any) -> None:
        """Wrong, but the rest can be read; strict reading refuses."""
        self.add(Severity.ERROR, code, line, column, **rest)

    def fatal(self, code: str, line: int = 0, column: int = 0, **rest: Any) -> None:
        """No record can be built without guessing: :meth:`settle` will raise."""
        self._fatal.append(self.add(Severity.ERROR, code, line, column, **rest))
        if len(self._fatal) >= MAX_FATAL:
            self.settle()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings so far, in the order of the lines."""
        return tuple(sorted(self._findings, key=lambda finding: (finding.line, finding.column)))

    def settle(self, strict: bool = False) -> None:
        """Raise :class:`TrfError` if anything fatal (strict: objectionable) was found."""
        if self._fatal:
            self._raise(self._fatal[0])
        if strict:
            for finding in self.findings:
                if finding.severity in (Severity.ERROR, Severity.ADJUSTMENT):
                    self._raise(finding)

    def _raise(self, first: Finding) -> None:
        place = {"line": first.line, "column": first.column, "read": first.read}
        if first.assumed:
            place["assumed"] = first.assumed
        raise TrfError(first.code, self.findings, **{**first.params, **place})
