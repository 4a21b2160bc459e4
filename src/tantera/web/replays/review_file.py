"""A studied match as one page by itself: nothing on it is fetched from anywhere."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from tantera.layout.artwork import pieces
from tantera.play.ledger import Ledger
from tantera.study.figures import MatchStudied
from tantera.web.pages.rendering import part
from tantera.web.pages.static_files import STATIC
from tantera.web.replays.reviewed import reviewed

STYLES: Final = ("tokens.css", "page.css", "review.css")


def review_file(studied: MatchStudied, ledger: Ledger, lang: str) -> str:
    """The text of the page."""
    style = "\n".join((STATIC / name).read_text("utf-8") for name in STYLES)
    sprite = f'<svg class="sprite" aria-hidden="true" width="0" height="0">{pieces()}</svg>'
    return part(
        "review_file.html",
        lang,
        style=Markup(style),
        sprite=Markup(sprite),
        book=ledger.book,
        match=ledger.match,
        review=reviewed(studied, ledger, None, lang),
    )
