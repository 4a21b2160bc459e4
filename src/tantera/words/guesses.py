"""What somebody perhaps meant: the names there are, the nearest one first, Spanish ones understood."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from tantera.words.phrases import Phrase


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
    translated = next((name for name in SAID_IN_SPANISH.get(key, ()) if name in known), None)
    if translated is not None:
        return translated
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
