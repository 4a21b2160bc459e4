"""Sentences that wait for their language: the English text with its gaps, filled and translated only when told."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import NamedTuple, NoReturn

from tantera.rules.words import translate


class Phrase:
    """An English sentence with gaps. What fills a gap may be a phrase of its own.

    >>> Phrase("at most {most} for {players} players", most=7, players=4).told("es")
    'como mucho 7 para 4 jugadores'
    """

    __slots__ = ("facts", "message")

    def __init__(self, message: str, **facts: object) -> None:
        self.message, self.facts = message, facts

    def told(self, lang: str) -> str:
        facts = {name: fact.told(lang) if isinstance(fact, Phrase) else fact for name, fact in self.facts.items()}
        return translate(lang, self.message, **facts)

    def __str__(self) -> str:
        return self.told("en")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Phrase) and (self.message, self.facts) == (other.message, other.facts)

    def __hash__(self) -> int:
        return hash(self.message)

    def __repr__(self) -> str:
        return f"Phrase({str(self)!r})"


Path = tuple[str | int, ...]
"""Where in a book something stands: ("article", 3, "ways")."""


class Mistake(NamedTuple):
    """One thing that is wrong, below the table that says so."""

    path: Path
    found: str | Phrase
    expected: str | Phrase

    def below(self, path: Path) -> Mistake:
        return self._replace(path=(*path, *self.path))


class Mistakes(ValueError):
    """What a table says of itself when its values do not go together: one mistake or several."""

    def __init__(self, mistakes: tuple[Mistake, ...]) -> None:
        super().__init__(mistakes)
        self.mistakes = mistakes

    def __str__(self) -> str:
        first = self.mistakes[0]
        return f"{'.'.join(map(str, first.path))}: found {first.found}, expected {first.expected}"


def refuse(field: str, found: object, expected: str | Phrase) -> NoReturn:
    """One field of this table cannot be."""
    raise Mistakes((Mistake((field,), str(found) if not isinstance(found, Phrase) else found, expected),))


def one_of(names: Iterable[str], meant: object = None) -> Phrase:
    """The values there are, the one that was perhaps meant first.

    >>> str(one_of(["right", "last_tile"], "rigth"))
    'right perhaps, or one of right, last_tile'
    """
    known = list(names)
    listed = ", ".join(known)
    close = close_to(meant, known)
    if close is not None:
        return Phrase("{close} perhaps, or one of {listed}", close=close, listed=listed)
    return Phrase("one of {listed}", listed=listed)


def close_to(meant: object, known: Iterable[str]) -> str | None:
    """The known name that somebody perhaps meant.

    >>> close_to("parejas", ["alone", "pairs"])
    'pairs'
    """
    if not isinstance(meant, str) or len(meant) > 100:
        return None
    known = list(known)
    folded = {name.casefold(): name for name in reversed(known)}
    key = meant.casefold()
    if key in folded:
        return folded[key]
    said = next((name for name in SAID_IN_SPANISH.get(key, ()) if name in known), None)
    if said is not None:
        return said
    return next((folded[name] for name in get_close_matches(key, folded, n=1)), None)


SAID_IN_SPANISH: dict[str, tuple[str, ...]] = {
    "parejas": ("pairs", "pair"),
    "pareja": ("pairs", "pair"),
    "individual": ("alone", "player"),
    "solo": ("alone",),
    "derecha": ("right",),
    "ganador": ("winner",),
    "perdedor": ("loser",),
    "todas": ("all",),
    "contrarios": ("opponents",),
    "fijo": ("fixed",),
    "límite": ("limit",),
    "limite": ("limit",),
    "puntos": ("points",),
    "manos": ("hands",),
    "minutos": ("minutes",),
    "jugadores": ("players",),
    "fichas": ("tiles",),
    "nombre": ("name",),
    "opciones": ("options",),
    "mesa": ("table",),
    "reloj": ("clock",),
    "tarjeta": ("card",),
    "infracción": ("infraction",),
    "infraccion": ("infraction",),
    "artículo": ("article",),
    "articulo": ("article",),
    "gravedad": ("severity",),
    "sorteo": ("draw",),
    "doble": ("double",),
    "cualquiera": ("any", "anybody"),
    "ninguno": ("none",),
    "nada": ("nothing", "none"),
    "advertencia": ("warning",),
    "amonestación": ("warning",),
    "sí": ("true",),
    "si": ("true",),
}
"""What a club that thinks in Spanish or Catalan writes, and what the file calls it."""
