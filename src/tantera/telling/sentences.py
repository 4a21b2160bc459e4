"""A sentence and what a front end needs to show it: how it is meant, and where it belongs."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from tantera.tiles import End

Tone = Literal["plain", "quiet", "strong", "good", "warning", "urgent"]
"""How a sentence is meant. A terminal has a style for each, a page a class."""

Part = Literal["heading", "line", "move", "record", "consequence", "note", "for_you"]
"""Where it belongs: a hand or a match begins or ends with a heading, moves and records stand below it, and what
follows from a record below that. A note stays until it has been read; so does what the table played *for you*, until
your next move."""

MARKS: Final = {End.LEFT: "◂", End.RIGHT: "▸"}
"""On which end a tile went."""


class Sentence(NamedTuple):
    """A message with its gaps filled, in one language."""

    text: str
    tone: Tone = "plain"
    part: Part = "line"
    mark: str = ""
    """Where a tile went, where one did: one of `MARKS`, or both."""
    article: str = ""
    """The article behind what is said, where there is one. The text does not repeat it: a page makes it a link."""

    @property
    def cited(self) -> str:
        """The text with its article, for who shows texts only: a record begins with it.

        >>> Sentence("Llamada al móvil: Vidal", part="record", article="TG-14.1").cited
        'TG-14.1 Llamada al móvil: Vidal'
        >>> Sentence("Nadie se apunta nada", article="TG-10").cited
        'Nadie se apunta nada (TG-10)'
        """
        if not self.article:
            return self.text
        return f"{self.article} {self.text}" if self.part == "record" else f"{self.text} ({self.article})"
