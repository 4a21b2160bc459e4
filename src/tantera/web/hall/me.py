"""The player's own page, by the code on their card: where to sit next, what was written of them, "that is wrong"."""

from __future__ import annotations

from collections.abc import Callable

from litestar import get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template
from msgspec import Struct

from tantera.rules import Book
from tantera.tournament import orders as o
from tantera.tournament.agenda import all_played
from tantera.tournament.decided import own_book
from tantera.tournament.hall.online import is_to_play
from tantera.tournament.hall.orders import Object
from tantera.tournament.hall.state import Objection
from tantera.tournament.names import a_line
from tantera.tournament.own import (
    OwnPlace,
    OwnRound,
    Sanctions,
    Sitting,
    may_check_in,
    own_place,
    own_rounds,
    sanctions,
    sitting,
)
from tantera.tournament.state import Entry, Round
from tantera.tournament.telling import card_named, named, seated
from tantera.web.access.visitors import Ask, Form
from tantera.web.hall.phones import ClockFace, clock_face, id_of, new_id, phone_page, seat_word
from tantera.web.problems import NotAllowed, NotFound
from tantera.web.tournaments.folder import tournament_of
from tantera.web.tournaments.keyed import Unkeyed, keyed
from tantera.web.tournaments.live import LiveTournament
from tantera.web.tournaments.offices import office_of
from tantera.words import Phrase, Problem


class NoPlayer(NotAllowed):
    """Somebody of whom the tournament does not know which player they are."""

    sentence = Phrase("this is a player's own page: read the code on your card")


class PlayerPage(Struct, frozen=True):
    """What a player's own phone shows."""

    player: str
    name: str
    entry: Entry
    active: bool
    current: Round | None
    place: Sitting | None
    bye: bool
    seat_word: Callable[[int], str]
    seated: Callable[[Round, str], str]
    around: list[tuple[int, str, bool]]
    rounds: list[OwnRound]
    said: dict[tuple[int, int], Objection]
    wrong: int | None
    typed: str
    sanctions: Sanctions
    stands: OwnPlace | None
    card_name: Callable[[str], Phrase]
    may_check_in: bool
    all_played: bool
    book: Book
    clock: ClockFace | None
    to_play: bool


async def _player(request: Ask, tournament: LiveTournament) -> str:
    office = await office_of(request, tournament.id)
    if office.role != "player" or office.name not in tournament.state.players:
        raise NoPlayer
    return office.name


@get("/e/{tournament_id:str}/me", include_in_schema=False)
async def me(request: Ask, tournament_id: FromPath[str], wrong: FromQuery[int | None] = None) -> Template:
    """`wrong` is the round of a result that the player says is wrong: then the page asks what should be there."""
    tournament = await tournament_of(request, tournament_id)
    return _page(request, tournament, await _player(request, tournament), wrong=wrong)


def _page(
    request: Ask,
    tournament: LiveTournament,
    player: str,
    *,
    wrong: int | None = None,
    typed: str = "",
    problem: Problem | None = None,
) -> Template:
    state, hall = tournament.state, tournament.hall
    current = state.open
    place = sitting(state, current, player) if current is not None else None
    sentences = {
        (one.round, one.table): one for one in hall.objections if one.by == f"player:{player}"
    }  # the last word of each table
    entry = state.entries[state.players[player]]
    return phone_page(
        request,
        tournament,
        "hall/me.html",
        f"player/{player}",
        PlayerPage(
            player=player,
            name=named(state, player),
            entry=entry,
            active=state.is_active(entry),
            current=current,
            place=place,
            bye=current is not None and state.players[player] in current.byes,
            seat_word=lambda seat: seat_word(state, seat),
            seated=lambda round, one: seated(state, round, one),
            around=_at_the_table(tournament, current, place),
            rounds=own_rounds(state, hall, player),
            said=sentences,
            wrong=wrong,
            typed=typed,
            sanctions=sanctions(state, player),
            stands=own_place(tournament.presentation, player),
            card_name=lambda card: card_named(state, card),
            may_check_in=may_check_in(state, player),
            all_played=all_played(state),
            book=own_book(state),
            clock=clock_face(tournament, current, place.table if place is not None else None),
            to_play=place is not None and is_to_play(state, hall, state.played[place.round - 1], place.table),
        ),
        problem=problem,
    )


def _at_the_table(
    tournament: LiveTournament, round: Round | None, place: Sitting | None
) -> list[tuple[int, str, bool]]:
    """Everybody at the table, in turn order: seat, name, and whether it is the reader."""
    if round is None or place is None:
        return []
    seats = round.tables[place.table - 1].seats
    return [(seat, seated(tournament.state, round, one), seat == place.seat) for seat, one in enumerate(seats, 1)]


@post("/e/{tournament_id:str}/me/here", include_in_schema=False)
async def here(request: Ask, tournament_id: FromPath[str]) -> Template | Redirect:
    """ "I am here". Checking in is the desk's order: it is given for the player, in the desk's name, while the roll is
    open; the log says from whose phone."""
    tournament = await tournament_of(request, tournament_id)
    player = await _player(request, tournament)
    entry = tournament.state.players[player]
    if not tournament.state.entries[entry].checked_in:
        if not may_check_in(tournament.state, player):
            closed = o.Refused("roll_closed", "come to the desk: the roll is not open")
            return _page(request, tournament, player, problem=closed)
        name = " ".join(named(tournament.state, player).replace(":", " ").split())
        await tournament.order(o.CheckIn((entry,)), f"desk:móvil de {name}")
    return Redirect(f"/e/{tournament_id}/me", status_code=303)


@post("/e/{tournament_id:str}/me/wrong", include_in_schema=False)
async def wrong(request: Ask, tournament_id: FromPath[str], data: Form) -> Template | Redirect:
    """A result is wrong, the player says, until the director closes the window."""
    tournament = await tournament_of(request, tournament_id)
    player = await _player(request, tournament)
    number = int(found) if (found := data.get("round", "")).isdecimal() and len(found) <= 3 else 0
    text = a_line(data.get("text", ""), 500)
    try:
        round = next((one for one in tournament.state.published if one.number == number), None)
        place = sitting(tournament.state, round, player) if round is not None else None
        if place is None:
            raise NotFound
        if not text:
            raise Unkeyed(Phrase("say what is wrong"))
        order = keyed(Object, objection=id_of(data) or new_id(), round=number, table=place.table, text=text)
        await tournament.in_the_hall(order, f"player:{player}")
    except Problem as problem:
        if problem.code != "already_said":
            return _page(request, tournament, player, wrong=number, typed=text, problem=problem)
    return Redirect(f"/e/{tournament_id}/me#round-{number}", status_code=303)


handlers = [me, here, wrong]
