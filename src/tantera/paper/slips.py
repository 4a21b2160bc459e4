"""Slips: one A6 for each table, four on an A4. Usable with a pen when every machine is dead (CI-2, CI-3, TG-12)."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any, Final, NamedTuple

import segno

from tantera.paper.press import Document
from tantera.paper.saying import (
    COMPASS,
    level_in_words,
    limit_in_words,
    seat_in_words,
    seats_are_drawn,
    short_head,
    side_in_words,
    time_in_words,
)
from tantera.rules import Limit
from tantera.tournament.presentation import Presentation, TableResult
from tantera.tournament.standings import meeting_told
from tantera.tournament.state import Round
from tantera.tournament.sums import limit_of
from tantera.words import translate

ROWS: Final = 9
"""Lines of 6 mm that an A6 has room for, one under the other."""
ALONE_ROWS: Final = 7
POINTS_IN_ONE_COLUMN: Final = 150
"""With a limit above this a match rarely ends in nine hands: the lines stand in two columns."""


def slips(tournament: Presentation, of_round: Round, lang: str, address: Address | None) -> Document:
    """The slips of a round. `address`: where a phone gives a result; ``/ROUND/TABLE`` is added, or a function says."""
    codes, by_hand = for_tables(tournament, of_round, address), typed(of_round, address)
    content: dict[str, Any] = {
        "lang": lang,
        "event": tournament.state.name,
        "title": translate(lang, "Round {round}", round=of_round.number),
        "table": translate(lang, "Table"),
        "draft": translate(lang, "DRAFT") if of_round.stage == "draft" else "",
        "carry": _carry(tournament, lang),
        "foot": translate(
            lang, "record {number} · {head}", number=tournament.state.number, head=short_head(tournament)
        ),
        "alone": tournament.state.alone,
        "words": _words(tournament, lang),
        "rows": ALONE_ROWS if tournament.state.alone else ROWS,
        "slips": [
            {
                "table": table.table,
                "qr": codes[table.table],
                "code": by_hand[table.table].code,
                "place": _place(by_hand[table.table], lang),
                **_law(tournament, of_round, table, lang),
                **_table(tournament, of_round, table, lang),
            }
            for table in tournament.tables(of_round)
        ],
    }
    return Document("slips", content)


def _place(way: WayToSheet, lang: str) -> str:
    """An address is typed as it stands: it is never parted at a hyphen, which Spanish would write twice."""
    whole = way.place.replace("-", "-\N{WORD JOINER}")
    return translate(lang, "no camera: {place} and the code", place=whole) if whole else ""


def _law(tournament: Presentation, of_round: Round, table: TableResult, lang: str) -> dict[str, Any]:
    """The limit of a table in words, what happens at its end, and how many lines that needs."""
    limit = limit_of(tournament.state, of_round, table.table)
    in_words = limit_in_words(limit, lang)
    meeting = meeting_told(of_round.tables[table.table - 1])
    if meeting is not None:
        in_words = f"{in_words} · {meeting.told(lang)}"
    return {
        "round": translate(lang, "Round {round} · {limit}", round=of_round.number, limit=in_words),
        "rule": " ".join(
            filter(None, (time_in_words(tournament, limit, lang), level_in_words(tournament, limit, lang)))
        ),
        "blocks": 2 if tournament.state.alone or many_hands(limit) else 1,
    }


def many_hands(limit: Limit) -> bool:
    """Whether one column of lines will hardly do.

    >>> many_hands(Limit(points=100, minutes=25)), many_hands(Limit(points=300)), many_hands(Limit(hands=6))
    (False, True, False)
    """
    if limit.hands is not None:
        return limit.hands > ROWS
    return limit.points is None or limit.points > POINTS_IN_ONE_COLUMN


def _table(tournament: Presentation, of_round: Round, table: TableResult, lang: str) -> dict[str, Any]:
    names = [tournament.seated(of_round, player) for player in table.seats]
    if tournament.state.alone:
        seats = [{"seat": f"{place} {translate(lang, COMPASS[place - 1])}", "name": name} for place, name in
                 enumerate(names, 1)]  # fmt: skip
        return {"seats": seats, "signatures": [str(place) for place in range(1, len(names) + 1)]}
    words = ["", ""] if seats_are_drawn(tournament) else [seat_in_words(tournament, seat, lang) for seat in (1, 3)]
    others = ["", ""] if seats_are_drawn(tournament) else [seat_in_words(tournament, seat, lang) for seat in (4, 2)]
    return {
        "sides": [
            [{"seat": words[0], "name": names[0]}, {"seat": words[1], "name": names[2]}],
            [{"seat": others[0], "name": names[3]}, {"seat": others[1], "name": names[1]}],
        ],
        "signatures": _signatures(tournament, lang),
    }


def _signatures(tournament: Presentation, lang: str) -> list[str]:
    """Who signs is the book's to say (`sheet.signed_by`); where it is silent, one of each side."""
    match tournament.book.sheet.signed_by:
        case "everybody":
            return [seat_in_words(tournament, seat, lang) for seat in (1, 3, 4, 2)]
        case "scorer_and_counter":
            return [translate(lang, "scorer (home pair)"), translate(lang, "counter (away pair)")]
        case "nobody" | "one_of_each_side":
            return [side_in_words(tournament, side, lang) for side in ("1+3", "2+4")]


def _carry(tournament: Presentation, lang: str) -> str:
    if tournament.state.alone:
        return translate(lang, "The winner takes it to the control table.")
    return translate(lang, "The winning pair takes it to the control table.")


def _words(tournament: Presentation, lang: str) -> dict[str, Any]:
    words: dict[str, Any] = {
        "number": translate(lang, "no."),
        "how": translate(lang, "dominó by · block"),
        "total": translate(lang, "Total"),
        "won": translate(lang, "wins"),
        "signature": translate(lang, "signature"),
    }
    if not tournament.state.alone:
        words |= {"one": side_in_words(tournament, "1+3", lang), "other": side_in_words(tournament, "2+4", lang)}
    re_entry = tournament.book.re_entry
    if tournament.state.alone and re_entry is not None:
        words["re_entry"] = translate(lang, "Re-entry with")
        words["factors"] = [f"×{factor}" for factor in re_entry.factors[1:]]
    return words


class WayToSheet(NamedTuple):
    """How a phone comes to the sheet of a table: by its camera, or by fingers where it has none."""

    link: str
    place: str = ""
    """An address that is short enough to be typed."""
    code: str = ""
    """What is typed there."""


Address = str | Callable[[int, int], WayToSheet]
"""Where a phone gives the result of a table: the beginning of it, before ``/ROUND/TABLE``, or a function of the two."""


def typed(of_round: Round, address: Address | None) -> dict[int, WayToSheet]:
    """What stands beside the code of each table, to be typed."""
    tables = range(1, len(of_round.tables) + 1)
    return {table: address(of_round.number, table) if callable(address) else WayToSheet("") for table in tables}


def for_tables(tournament: Presentation, of_round: Round, address: Address | None) -> dict[int, str]:
    """A QR code for each table, as SVG. Without an address it says which slip it is, for a scanner at the desk."""
    codes: dict[int, str] = {}
    mask = None
    for table in range(1, len(of_round.tables) + 1):
        code = segno.make(_text(tournament, of_round.number, table, address), error="m", micro=False, mask=mask)
        # Any of the eight masks can be read. Weighing them all is most of the work and the texts differ in a few
        # digits: the best one for the first slip serves the others.
        mask = code.mask
        svg = BytesIO()
        code.save(svg, kind="svg", border=0, xmldecl=False, svgns=True, omitsize=True, nl=False)
        codes[table] = svg.getvalue().decode()
    return codes


def _text(tournament: Presentation, round_number: int, table: int, address: Address | None) -> str:
    if address is None:
        return f"tantera:{round_number}/{table}#{tournament.state.head[:8]}"
    if callable(address):
        return address(round_number, table).link
    return f"{address.rstrip('/')}/{round_number}/{table}"
