"""The press: a laid-out document becomes PDF or pictures. Same content, same bytes; nothing of the machine shows.

Text goes to typst as data (JSON in one input of the document) and never as source: a name can hold any sign and is
always only text.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal, overload

import msgspec
from msgspec import Struct

from tantera.words.extras import needs

if TYPE_CHECKING:
    import typst

Kind = Literal["pdf", "png"]
PICTURE_PPI = 110


class Document(Struct, frozen=True):
    """A template of this room and what it is filled with. All words are already in their language."""

    template: str
    content: Mapping[str, Any]

    def __str__(self) -> str:
        return msgspec.json.encode(self.content).decode()


@overload
def press(document: Document, kind: Literal["pdf"], ppi: float = ...) -> bytes: ...
@overload
def press(document: Document, kind: Literal["png"], ppi: float = ...) -> list[bytes]: ...
def press(document: Document, kind: Kind, ppi: float = PICTURE_PPI) -> bytes | list[bytes]:
    """One PDF, or a picture of each page, so many dots to the inch."""
    needs("paper")
    import typst

    templates = files("tantera.paper") / "templates"
    made: bytes | list[bytes] | None = typst.compile(
        str(templates / f"{document.template}.typ"),
        root=str(templates),
        font_paths=_fonts(),
        format=kind,
        ppi=ppi if kind == "png" else None,
        sys_inputs={"content": str(document)},
        timestamp=0,  # the time is part of the tournament, not of the file: the same tournament prints the same bytes
    )
    if kind == "pdf":
        assert isinstance(made, bytes)
        return made
    return [made] if isinstance(made, bytes) else list(made or ())


@cache
def _fonts() -> typst.Fonts:
    """The fonts inside the typst wheel and no others, so that a paper looks the same on every machine."""
    import typst

    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=True)
