"""The table's page on a phone: one side writes the result, the other confirms it, and a judge is called from here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from litestar import get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery, SkipValidation
from litestar.response import Redirect, Template
from msgspec import Struct

from tantera.play.match import Match
from tantera.rules import Limit
from tantera.tournament import orders as o
from tantera.tournament.decided import book_of
from tantera.tournament.hall.online import check_by_hand, is_to_play, online_at
from tantera.tournament.hall.orders import CallJudge, EraseHand, HallOrder, WriteHand
from tantera.tournament.hall.pad import hands_written, has_ended, pad_at, totals
from tantera.tournament.hall.state import Call, Hand, Online, clock_stands
from tantera.tournament.names import a_line
from tantera.tournament.own import Say, say, to_confirm
from tantera.tournament.slips import Worth, same_side, worth
from tantera.tournament.standings import meeting_told
from tantera.tournament.state import Round, Table, Version
from tantera.tournament.sums import NAMES, limit_of
from tantera.tournament.telling import name_by, score_told
from tantera.web.access.visitors import Ask, Form
from tantera.web.desk.table import DeskTable
from tantera.web.hall.phones import (
    ClockFace,
    OneSide,
    clock_face,
    hour,
    id_of,
    new_id,
    phone_page,
    seat_word,
    short_at,
    sides_at,
)
from tantera.web.problems import NotAllowed, NotFound
from tantera.web.tournaments.folder import round_of, tournament_of
from tantera.web.tournaments.keyed import Unkeyed, hands_typed, keyed, keyed_result, number
from tantera.web.tournaments.live import LiveTournament
from tantera.web.tournaments.offices import Office, check_phone, office_of
from tantera.words import Phrase, Problem

REASONS: Final = ("We do not agree on the score", "An infraction", "Somebody is missing", "A question about the rules")
"""Why a judge is called, most often."""
DONE: Final = frozenset({"already_confirmed", "already_called", "hand_written", "no_such_hand"})
"""What somebody else at the table did first: nothing is wrong, the page shows how it stands."""


class NotAtTable(NotAllowed):
    """Somebody who does not play there."""

    sentence = Phrase("this is for those who play at this table: read the code on its slip")


class PhoneTable(DeskTable, frozen=True):
    """A table of a published round, and who looks at it."""

    tournament: LiveTournament
    office: Office

    @property
    def player(self) -> str:
        return self.office.name

    @property
    def address(self) -> str:
        return f"/e/{self.tournament.id}/t/{self.round.number}/{self.number}"

    @property
    def plays_here(self) -> bool:
        return self.office.role == "player" and self.office.name in self.table.seats


class TablePage(Struct, frozen=True):
    """What a phone shows of a table."""

    refused: str
    """The code of what was wrong with the form."""
    ask: str
    typed: dict[str, str]
    round: Round
    number: int
    table: Table
    meeting: Phrase | None
    here: str
    say: Say
    sides: list[OneSide]
    seats: list[tuple[int, str, str]]
    waiting_for: tuple[str, ...]
    player: str
    hour: Callable[[int], str]
    version: Version | None
    sheet: tuple[Hand, ...]
    in_play: bool
    judged: Match | None
    over: bool
    """Whether the sheet, hand by hand, has come to its end."""
    totals: tuple[int, ...]
    hands: str
    """Of a duplicate round, as they are typed: those of the slip, or of the sheet so far."""
    to_write: int
    """Of a duplicate round: how many hands are still to be written on the sheet."""
    worth: Worth | None
    limit: Limit
    calls: list[Call]
    photos: int
    clock: ClockFace | None
    clock_stands: bool
    online: Online | None
    to_play: bool
    names: tuple[str, ...] = NAMES
    reasons: tuple[str, ...] = REASONS


async def place_of(
    request: Ask, tournament_id: FromPath[str], round: FromPath[int], table: FromPath[int]
) -> PhoneTable:
    tournament = await tournament_of(request, tournament_id)
    drawn = round_of(tournament.state, round, table)
    return PhoneTable(drawn, table, tournament, await office_of(request, tournament_id))


AT_TABLE: Final[dict[str, Any]] = {"include_in_schema": False, "dependencies": {"place": Provide(place_of)}}
"""For a route of a table: its handler is given it, and who looks at it, as `place`."""
AtTable = NamedDependency[SkipValidation[PhoneTable]]


@get("/e/{tournament_id:str}/t/{round:int}/{table:int}", **AT_TABLE)
async def table_page(request: Ask, place: AtTable, ask: FromQuery[str] = "") -> Template | Redirect:
    """The table's page; officers are led to the desk's own."""
    if place.office.role not in ("player", "public"):
        desk = f"/e/{place.tournament.id}/desk/tables/{place.round.number}/{place.number}"
        return Redirect(desk, status_code=303)
    if not place.plays_here:
        raise NotAtTable
    return table_shown(request, place, ask)


def table_shown(
    request: Ask, place: PhoneTable, ask: str = "", typed: dict[str, str] | None = None, problem: Problem | None = None
) -> Template:
    tournament, state, hall, round = place.tournament, place.tournament.state, place.tournament.hall, place.round
    where = (round.number, place.number)
    judged = pad_at(state, hall, round, place.number)
    return phone_page(
        request,
        tournament,
        "hall/table.html",
        f"table/{round.number}/{place.number}",
        TablePage(
            refused=problem.code if problem is not None else "",
            ask=ask,
            typed=typed or {},
            round=round,
            number=place.number,
            table=place.table,
            meeting=meeting_told(place.table),
            here=place.address,
            say=say(state, round, place.number, place.player),
            sides=sides_at(state, round, place.number, place.player),
            seats=_seats(place),
            waiting_for=to_confirm(state, round, place.number),
            player=place.player,
            hour=lambda one: hour(state, one),
            version=hall.version_at(round, place.number),
            sheet=hall.hands.get(where, ()),
            in_play=book_of(state).points_in_play is not None,
            judged=judged.match if judged is not None else None,
            over=has_ended(state, hall, round, place.number),
            totals=totals(state, hall, round, place.number),
            hands=_hands(place),
            to_write=_to_write(place),
            worth=_worth(place),
            limit=limit_of(state, round, place.number),
            calls=[one for one in hall.calls if (one.round, one.table) == where],
            photos=len(hall.photos.get(where, ())),
            clock=clock_face(tournament, state.open, place.number),
            clock_stands=clock_stands(state, hall, round),
            online=online_at(state, hall, *where),
            to_play=is_to_play(state, hall, round, place.number),
        ),
        problem=problem,
    )


def _seats(place: PhoneTable) -> list[tuple[int, str, str]]:
    """Those at the table in turn order: seat, short name, compass word."""
    state = place.tournament.state
    short = short_at(state, place.round, place.number)
    return [(seat, short[player], seat_word(state, seat)) for seat, player in enumerate(place.table.seats, 1)]


def _hands(place: PhoneTable) -> str:
    slip, lines = place.table.slip, place.tournament.hall.hands.get((place.round.number, place.number), ())
    return hands_typed(slip.hands if slip is not None else hands_written(lines))


def _to_write(place: PhoneTable) -> int:
    law = place.tournament.state.options.duplicate
    written = len(place.tournament.hall.hands.get((place.round.number, place.number), ()))
    return max(0, law.hands - written) if law else 0


def _worth(place: PhoneTable) -> Worth | None:
    """What the slip brings; those who play alone are called by name, a pair by its sides of the table."""
    state = place.tournament.state
    called: list[str | Phrase] = [short for _, short, _ in _seats(place)]
    if not state.alone:
        called = [Phrase(one.brief) for one in sides_at(state, place.round, place.number, place.player)]
    return worth(state, place.round, place.number, called)


# --- what can be said there: a form, one order


@post("/e/{tournament_id:str}/t/{round:int}/{table:int}", **AT_TABLE)
async def say_at_table(request: Ask, place: AtTable, data: Form) -> Template | Redirect:
    """One form for everything: `do` says what it is. Each is sent under an id and counts once."""
    back = place.address
    try:
        await _do(request, place, data)
    except Problem as problem:
        if not place.plays_here:
            raise
        if problem.code not in DONE:
            place = await place_of(request, place.tournament.id, **place.where)  # as it is now
            typed = {} if problem.code == "another_hand" else data
            return table_shown(request, place, data.get("ask", ""), typed, problem)
    if data.get("do") in ("hand", "erase"):
        back += "?ask=hands"
    return Redirect(back, status_code=303)


async def _do(request: Ask, place: PhoneTable, data: dict[str, str]) -> None:
    tournament, by, sent = place.tournament, place.office.by, id_of(data)
    match data.get("do"):
        case "result":
            check_by_hand(tournament.state, tournament.hall, place.round.number, place.number)
            form = data | {"table": str(place.number), "status": "entered", "reason": ""}
            result = keyed_result(tournament.state, place.round, form)
            if not _says_already(place, data, result):
                await tournament.order(result, by, sent)
        case "confirm":
            confirmed = o.Confirm(**place.where, slip=number(data.get("slip", "")))
            await check_phone(request, tournament, confirmed)
            await tournament.order(confirmed, by, sent)
        case "dispute":
            await tournament.order(keyed(o.Dispute, **place.where, score=_version(place, data)), by, sent)
        case "call":
            reason = a_line(data.get("other", "").strip() or data.get("reason", ""), 200)
            if not reason:
                raise Unkeyed(Phrase("say why you need a judge"))
            await tournament.in_the_hall(keyed(CallJudge, **place.where, call=sent or new_id(), reason=reason), by)
        case "hand":
            await tournament.in_the_hall(_hand(place, data), by)
        case "erase":
            hand = number(data.get("hand", "")) or 1
            points = [found for one in data.get("points", "").split(",") if (found := number(one)) is not None]
            await tournament.in_the_hall(keyed(EraseHand, **place.where, hand=hand, points=points), by)
        case _:
            raise NotFound


def _says_already(place: PhoneTable, data: dict[str, str], result: o.Result) -> bool:
    """Whether one's own side has written the same: then there is nothing new for the others to read again. A phone that
    was away meanwhile does not write over what its partner wrote."""
    state, slip = place.tournament.state, place.table.slip
    if slip is None or slip.status != "entered" or not same_side(state, place.table, slip.by, place.office.by):
        return False
    if slip.score == result.points and slip.hands == (result.hands or ()):
        return result.winner in (None, slip.winner) and result.re_entries in (None, slip.re_entries)
    if number(data.get("slip", "")) not in (None, slip.event):
        name, score = name_by(state, slip.by, short=True), score_told(slip.score)
        raise Unkeyed(Phrase("{name} wrote {score} meanwhile: correct it if that is wrong", name=name, score=score))
    return False


def _figures(place: PhoneTable, data: dict[str, str], name: str) -> list[int]:
    count = len(place.table.seats) if place.tournament.state.alone else 2
    points_typed = [number(data.get(f"{name}{side}", "")) for side in range(1, count + 1)]
    if any(points is None for points in points_typed):
        raise Unkeyed(Phrase("the points are missing: {count} numbers", count=count))
    return [points for points in points_typed if points is not None]


def _version(place: PhoneTable, data: dict[str, str]) -> list[int]:
    """What the other side says: something else than the slip."""
    score = _figures(place, data, "score")
    if place.table.slip is not None and list(place.table.slip.score) == score:
        raise Unkeyed(Phrase("that is what the slip says: then you agree"))
    return score


def _hand(place: PhoneTable, data: dict[str, str]) -> HallOrder:
    """A line of the sheet. ``d3``: seat 3 went out; ``b1``: a block won by the first side, alone by seat 1."""
    ended, hand = data.get("ended", ""), number(data.get("hand", "")) or 1
    if ended == "not_played" and place.tournament.state.options.duplicate:
        return keyed(WriteHand, **place.where, hand=hand, points=[0, 0], how=ended)
    seat = number(ended[1:])
    if ended[:1] not in ("d", "b") or seat is None or not 1 <= seat <= 4:
        raise Unkeyed(Phrase("say how the hand ended"))
    went_out = ended.startswith("d")
    if place.tournament.state.alone or book_of(place.tournament.state).points_in_play is not None:
        points = _figures(place, data, "points")
    else:
        scored = number(data.get("points", ""))
        if scored is None:
            raise Unkeyed(Phrase("say how many points"))
        side = (seat - 1) % 2
        points = [scored, 0] if side == 0 else [0, scored]
    return keyed(
        WriteHand, **place.where, hand=hand, points=points, how="domino" if went_out else "block",
        seat=seat if went_out or place.tournament.state.alone else None,
    )  # fmt: skip


handlers = [table_page, say_at_table]
