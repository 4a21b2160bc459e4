"""Judging what is said of the event itself: what it is called, where and when it is, and options that change."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from tantera.tournament import events as e
from tantera.tournament import orders as o
from tantera.tournament import structure
from tantera.tournament.decided import Decided, check_name, check_text, cited, own_book
from tantera.tournament.options import ALWAYS_FREE, settled
from tantera.tournament.orders import Given, Refused
from tantera.tournament.state import TournamentState

LOGO: Final = "logo"
"""The one text that is a picture."""
PICTURES: Final = ("data:image/png;base64,", "data:image/jpeg;base64,", "data:image/svg+xml;base64,")
_IN_BASE64: Final = re.compile(r"[A-Za-z0-9+/]+={0,2}")
MOST_TEXT: Final = 2000


def edit_event(tournament: TournamentState, order: o.EditEvent, given: Given) -> Decided:
    changes = order.changes
    if not changes:
        raise Refused("nothing_changes", "nothing is said that would change")
    texts = changes.get("texts", {})
    check_name(changes.get("name", ""), changes.get("venue", ""), changes.get("organiser", ""))
    if changes.get("date"):
        _is_a_day(changes["date"])
    for name, text in texts.items():
        _fits(name, text)
    check_text(changes.get("options"))
    if "options" not in changes:
        return Decided()
    fixed = [key for key in changes["options"] if _rests_on(tournament, key)]
    if fixed:
        raise Refused("too_late", "published rounds rest on {options}", cited(tournament, "draw"),
                      options=", ".join(fixed))  # fmt: skip
    said = {**tournament.said, **changes["options"]}
    law = settled(own_book(tournament), tournament.format, tournament.rounds, said)
    return Decided(e.EventEdited(law.options))


def _is_a_day(text: str) -> None:
    try:
        date.fromisoformat(text)
    except ValueError:
        raise Refused("wrong_value", "{found} is no day of the calendar", found=text) from None


def _fits(name: str, text: str) -> None:
    """A picture is as long as it is; a text is read by people."""
    if name == LOGO:
        if text and not (text.startswith(PICTURES) and _IN_BASE64.fullmatch(text.partition(",")[2])):
            raise Refused("wrong_value", "the logo is no picture: PNG, JPEG or SVG is expected")
        return
    if len(text) > MOST_TEXT:
        raise Refused("wrong_value", "{name}: a text of at most {most} letters is expected", name=name, most=MOST_TEXT)
    check_text(text)


def _rests_on(tournament: TournamentState, option: str) -> bool:
    """Whether something that is published would have come out otherwise."""
    if option == "limit_final":
        return any(
            structure.is_final(tournament, round, table)
            for round in tournament.published
            for table in range(1, len(round.tables) + 1)
        )
    return bool(tournament.published) and option not in ALWAYS_FREE
