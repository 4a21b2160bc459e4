"""What the second program found."""

from __future__ import annotations

from dataclasses import dataclass, field

from tantera.words import Phrase


@dataclass(frozen=True)
class Violation:
    """A hard rule that was broken: where, and a sentence for an arbiter."""

    code: str
    say: Phrase
    event: int | None = None
    round: int | None = None
    table: int | None = None

    def told(self, lang: str) -> str:
        return self.say.told(lang)


@dataclass(frozen=True)
class Missed:
    """An ideal and how far it was missed: nothing was broken."""

    ideal: str
    by: int
    round: int
    table: int | None = None


@dataclass
class Report:
    """Everything that was found. `checked` counts what was verified, by the way in which it was."""

    events: int = 0
    head: str = "0" * 64
    violations: list[Violation] = field(default_factory=list)
    ideals: list[Missed] = field(default_factory=list)
    checked: dict[str, int] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        return not self.violations

    def saw(self, what: str, times: int = 1) -> None:
        if times:
            self.checked[what] = self.checked.get(what, 0) + times

    def broken(
        self, code: str, say: Phrase, *, event: int | None = None, round: int | None = None, table: int | None = None
    ) -> None:
        self.violations.append(Violation(code, say, event, round, table))

    def missed(self, ideal: str, by: int, round: int, table: int | None = None) -> None:
        if by > 0:
            self.ideals.append(Missed(ideal, by, round, table))
