"""What somebody is called who has not said it."""

from __future__ import annotations

import secrets

from tantera.words import translate


def guest_name(lang: str) -> str:
    """A name that is hardly another guest's."""
    return f"{translate(lang, 'Guest')} {secrets.randbelow(900) + 100}"
