"""What people type, in three languages and in short: each word means the same at every question."""

from __future__ import annotations

from typing import Final

HELP: Final = frozenset({"h", "help", "ayuda", "ajuda"})
UNDO: Final = frozenset({"u", "deshacer", "desfer", "undo"})
REDO: Final = frozenset({"r", "rehacer", "refer", "redo"})
EDIT: Final = frozenset({"e", "corregir", "editar", "edit", "correct"})
LEAVE: Final = frozenset({"q", "quit", "exit", "salir", "sortir", "adios", "adiós", "adéu"})
SHEET: Final = frozenset({"t", "tantera", "sheet", "score"})
RULE: Final = frozenset({"?", "regla", "reglas", "regles", "rule", "rules", "reglamento", "reglament"})
HINT: Final = frozenset({"pista", "hint", "ayúdame", "consejo", "consell"})
PASS: Final = frozenset({"p", "paso", "pasar", "pas", "passar", "passo", "pass"})
DRAW: Final = frozenset({"r", "robar", "robo", "draw"})
DOUBLES: Final = frozenset({"d", "dobles", "doubles"})
YES: Final = frozenset({"y", "yes", "s", "si", "sí"})
NO: Final = frozenset({"", "n", "no"})
AGREED: Final = YES | {"", "ok", "vale", "conforme", "d'acord", "agreed"}
BACK: Final = frozenset({"", "volver", "vuelvo", "atras", "atrás", "tornar", "enrere", "back", "no", "v", "b"})
LEFT: Final = frozenset({"<", "i", "izq", "izquierda", "e", "esq", "esquerra", "l", "left"})
RIGHT: Final = frozenset({">", "d", "der", "derecha", "dreta", "r", "right"})


def word_and_rest(typed: str) -> tuple[str, str]:
    """The first word, in small letters, and what follows; ``?TG-9.2`` is two words as well.

    >>> word_and_rest("  ?TG-9.2 "), word_and_rest("AYUDA")
    (('?', 'TG-9.2'), ('ayuda', ''))
    """
    typed = typed.strip()
    if typed.startswith("?"):
        return "?", typed[1:].strip()
    word, _, rest = typed.partition(" ")
    return word.casefold(), rest.strip()
