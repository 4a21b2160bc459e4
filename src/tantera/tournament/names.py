"""Names as people look for them: accents, capitals and signs do not count."""

from __future__ import annotations

import unicodedata


def plain(text: str) -> str:
    """Without accents, capitals and signs.

    >>> plain("N.º"), plain(" Inscripció "), plain("Guest_of"), plain("Íñigo  MUÑOZ")
    ('n o', 'inscripcio', 'guest of', 'inigo munoz')
    """
    letters = unicodedata.normalize("NFKD", text.casefold().replace("º", " o").replace("ª", " a"))
    kept = (" " if not letter.isalnum() else letter for letter in letters if not unicodedata.combining(letter))
    return " ".join("".join(kept).split())
