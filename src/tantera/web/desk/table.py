"""One table: its slip and its history, who was late or not there, cards and penalties, what players object to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from litestar import get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery, SkipValidation
from litestar.response import Redirect, Template
from msgspec import Struct
from msgspec.structs import asdict

from tantera.paper.saying import COMPASS
from tantera.rules import Book, Infraction
from tantera.rules.sanctions import Card
from tantera.rules.telling import what_follows
from tantera.tournament import orders as o
from tantera.tournament.agenda import Condition, condition
from tantera.tournament.changes import to_repair
from tantera.tournament.decide import Applied
from tantera.tournament.decided import cited, own_book
from tantera.tournament.hall import orders as in_hall
from tantera.tournament.hall.online import can_go_online, online_at
from tantera.tournament.hall.orders import HallOrder
from tantera.tournament.hall.state import Call, HallClock, Objection, Online
from tantera.tournament.names import a_line
from tantera.tournament.orders import AnyOrder
from tantera.tournament.sanctioning import PlayerSanction, cards_beside, cards_to_show, found_infractions, sanctions_of
from tantera.tournament.standings import meeting_told
from tantera.tournament.state import Round, Table, Version
from tantera.tournament.sums import SIDES
from tantera.tournament.telling import (
    LogLine,
    card_named,
    disagreement,
    name_by,
    named,
    of_table,
    score_told,
    seated,
    seats_are_drawn,
    told_log,
)
from tantera.web.access.visitors import Ask, Form
from tantera.web.clock import now
from tantera.web.desk.shell import SURE, AtDesk, Desk, ask, at_desk, glance_at, nothing_to_do, would_change
from tantera.web.desk.shell import desk_page as page_of_desk
from tantera.web.desk.tables import SAID, Side, of_a_doubtful_phone, sides
from tantera.web.problems import NotFound
from tantera.web.tournaments.folder import round_of, slug
from tantera.web.tournaments.keyed import Unkeyed, count, hands_typed, keyed, keyed_result, number
from tantera.web.tournaments.offices import PAGES
from tantera.web.tournaments.online import Glance
from tantera.words import Phrase, Problem

MOST_FOUND: Final = 8
HALL: Final = "hall-"
"""How the way back to the judges of a whole hall begins; its id follows."""


class DeskTable(Struct, frozen=True):
    """A table of a published round."""

    round: Round
    number: int

    @property
    def table(self) -> Table:
        return self.round.tables[self.number - 1]

    @property
    def where(self) -> dict[str, int]:
        """As orders say it."""
        return {"round": self.round.number, "table": self.number}


class Seat(Struct, frozen=True):
    player: str
    name: str
    """Of the player; `plays` is whoever sits there."""
    plays: str
    word: str
    late: int
    absent: bool
    cards: tuple[str, ...]
    out: bool


class DeskTablePage(Struct, frozen=True):
    """What the desk shows of a table."""

    round: Round
    number: int
    table: Table
    meeting: Phrase | None
    condition: Condition
    doubtful: list[str]
    """Players of the slip whose phone may not be their own."""
    sides: list[Side]
    seats: list[Seat]
    default_article: str
    others: Version | None
    hands: str
    """Of a duplicate round: what the slip says, as it is typed."""
    disagreement: Phrase
    history: list[LogLine]
    photos: tuple[str, ...]
    objections: list[Objection]
    calls: list[Call]
    hall_clock: HallClock | None
    typed: dict[str, str]
    book: Book
    infractions: list[tuple[Infraction, tuple[PlayerSanction, ...], list[str]]]
    card_name: Callable[[str], Phrase]
    cards: tuple[Card, ...]
    refused_code: str
    repair: Round | None
    online: Online | None
    glance: Glance | None
    can_go_online: bool
    may_follow: bool
    said: dict[Condition, str]


def place_of(desk: AtDesk, round: FromPath[int], table: FromPath[int]) -> DeskTable:
    return DeskTable(round_of(desk.state, round, table), table)


PLACE: Final = {"place": Provide(place_of, sync_to_thread=False)}
AtPlace = NamedDependency[SkipValidation[DeskTable]]


@get("/e/{tournament_id:str}/desk/tables/{round:int}/{table:int}", **at_desk("tables", **PLACE))
async def one_table(
    request: Ask,
    desk: AtDesk,
    place: AtPlace,
    q: FromQuery[str] = "",
    player: FromQuery[str] = "",
    brings: FromQuery[str] = "",
    article: FromQuery[str] = "",
) -> Template:
    return shown(request, desk, place, {"q": q[:200], "player": player, "brings": brings, "article": article})


def shown(
    request: Ask, desk: Desk, place: DeskTable, typed: dict[str, str], problem: Problem | None = None
) -> Template:
    state, hall = desk.state, desk.tournament.hall
    round, number = place.round, place.number
    where = (round.number, number)
    clock = hall.clock if hall.clock is not None and hall.clock.round == round.number else None
    book = own_book(state)
    query = typed.get("q", "")
    infractions = found_infractions(state, query, desk.lang) if query else ()
    return page_of_desk(
        request,
        desk,
        "tables",
        "desk/table.html",
        DeskTablePage(
            round=round,
            number=number,
            table=place.table,
            meeting=meeting_told(place.table),
            condition=condition(state, hall, round, number, now()),
            said=SAID,
            doubtful=[name_by(state, f"player:{seat}") for seat in place.table.seats if seat in desk.doubtful]
            if of_a_doubtful_phone(place.table, desk.doubtful)
            else [],
            sides=list(sides(state, round, place.table)),
            seats=_seats(desk, place),
            default_article=cited(state, "default"),
            others=hall.version_at(round, number),
            hands=hands_typed(place.table.slip.hands) if place.table.slip is not None else "",
            disagreement=disagreement(state, hall, round, number),
            history=of_table(told_log(state), *where)[::-1],
            photos=hall.photos.get(where, ()),
            objections=[one for one in hall.objections if (one.round, one.table) == where],
            calls=[one for one in hall.calls if (one.round, one.table) == where],
            hall_clock=clock,
            typed=typed,
            book=book,
            infractions=[
                (one, sanctions_of(book, one), [follows.told(desk.lang) for follows in what_follows(book, one)])
                for one in infractions[:MOST_FOUND]
            ],
            card_name=lambda card: card_named(state, card),
            cards=cards_to_show(state),
            refused_code=problem.code if problem is not None else "",
            repair=to_repair(state),
            online=online_at(state, hall, *where),
            glance=glance_at(request, desk, round, number),
            can_go_online=number in can_go_online(state, hall, round),
            may_follow=desk.office.role in PAGES["follow"],
        ),
        problem=problem,
    )


def _seats(desk: Desk, place: DeskTable) -> list[Seat]:
    state, round = desk.state, place.round
    absent = state.absent_at(round, place.table)
    drawn = seats_are_drawn(state)
    return [
        Seat(
            player,
            named(state, player),
            seated(state, round, player),
            "" if drawn else COMPASS[seat],
            round.late.get(player, 0),
            player in absent,
            cards_beside(state, player, round.number),
            player in state.expelled,
        )
        for seat, player in enumerate(place.table.seats)
    ]


# --- what can be done there: a form, one order


@post("/e/{tournament_id:str}/desk/tables/{round:int}/{table:int}", **at_desk("tables", **PLACE))
async def at_table(request: Ask, desk: AtDesk, place: AtPlace, data: Form) -> Any:
    """One form for everything: `do` says which order it is."""
    here = f"/e/{desk.tournament.id}/desk/tables/{place.round.number}/{place.number}"
    try:
        order = _meant(desk, place, data)
        if isinstance(order, HallOrder):
            await desk.tournament.in_the_hall(order, desk.office.by)
            return Redirect(here, status_code=303)
        asked = _asked(request, desk, place, order, data)
        if asked is not None:
            return asked
        if nothing_to_do(desk, order):
            return Redirect(here, status_code=303)
        applied = await desk.tournament.order(order, desk.office.by)
    except Problem as problem:
        return shown(request, desk, place, data, problem)
    back = data.get("back", "")
    if back == "judges":
        return Redirect(f"/e/{desk.tournament.id}/desk/judges", status_code=303)
    if back.startswith(HALL):
        return Redirect(f"/halls/{slug(back.removeprefix(HALL))}/judges", status_code=303)
    return Redirect(here + _after(order, applied), status_code=303)


def _meant(desk: Desk, place: DeskTable, data: dict[str, str]) -> AnyOrder | HallOrder:
    meaning = _MEANINGS.get(data.get("do", "").partition(":")[0])
    if meaning is None:
        raise NotFound
    return meaning(desk, place, data)


def _asked(request: Ask, desk: Desk, place: DeskTable, order: AnyOrder, data: dict[str, str]) -> Template | None:
    """A page that asks first, where people have seen what changes, or somebody would be sent home."""
    changes = would_change(desk, order)
    if data.get(SURE) == "yes" or not (changes.seen or isinstance(order, o.Expel | o.Default)):
        return None
    besides: list[Phrase] = []
    match order:
        case o.Result(points=score):
            title = Phrase("Table {table}: {score}", table=place.number, score=score_told(score))
            button = Phrase("Write it down") if place.table.slip is None else Phrase("Correct it")
        case o.Expel(player=player):
            title, button = Phrase("Expel {name}?", name=named(desk.state, player)), Phrase("Expel")
        case o.Default(absent=absent):
            names = ", ".join(named(desk.state, player) for player in absent)
            title, button = Phrase("{names} did not come?", names=names), Phrase("Lost by default")
            besides = _what_a_default_costs(desk, place, absent)
        case _:
            title, button = Phrase("This changes what people have seen"), Phrase("Do it all the same")
    back = f"tables/{place.round.number}/{place.number}"
    return ask(
        request, desk, "tables", data, title=title, button=button, changes=changes, besides=besides, back=back
    )  # fmt: skip


def _what_a_default_costs(desk: Desk, place: DeskTable, absent: Sequence[str]) -> list[Phrase]:
    """Whom it costs what, by name: a partner who came loses with who did not. Alone the others play on."""
    state, seats = desk.state, place.table.seats
    if state.alone:
        return []
    own, other, gone, against = state.options.default_score
    sides = [[seats[seat] for seat in side] for side in SIDES]
    lost = [any(player in side for player in absent) for side in sides]
    said = Phrase("a stand-in for who is not there lifts it, and the table plays")
    return [
        Phrase("{names}: {own}–{other}", names=" · ".join(named(state, player) for player in side),
               own=gone if loses else own, other=against if loses else other)
        for side, loses in zip(sides, lost, strict=True)
    ] + [said]  # fmt: skip


def _after(order: AnyOrder, applied: Applied) -> str:
    """A card that brings another one says so on the next page."""
    brings = applied.answer.get("brings")
    if isinstance(order, o.ShowCard) and brings:
        return f"?player={order.player}&article={order.article}&brings={brings[0]}#sanctions"
    return ""


Meaning = Callable[[Desk, DeskTable, dict[str, str]], AnyOrder | HallOrder]


def _a_player(place: DeskTable, data: dict[str, str]) -> str:
    player = data.get("player", "")
    if player not in place.table.seats:
        raise Unkeyed(Phrase("say who: choose a player of this table"))
    return player


def _result(desk: Desk, place: DeskTable, data: dict[str, str]) -> AnyOrder:
    chosen = data.get("settle", "")
    typed = data.get("score1") or data.get("hands")
    if place.table.slip is not None and place.table.slip.status == "disputed" and not chosen and not typed:
        raise Unkeyed(Phrase("choose which is right, or key in the points"))
    if chosen and chosen != "other":
        figures = chosen.split(",")
        data = data | {f"score{seat}": points for seat, points in enumerate(figures, 1)}
    return keyed_result(desk.state, place.round, data | {"table": str(place.number)})


def _minutes(data: dict[str, str]) -> int:
    minutes = number(data.get("minutes", ""))
    if minutes is None:
        raise Unkeyed(Phrase("say how many minutes"))
    return minutes


def _stand_in(desk: Desk, place: DeskTable, data: dict[str, str]) -> AnyOrder:
    name = a_line(data.get("name", ""), 200)
    if not name:
        raise Unkeyed(Phrase("say who plays instead"))
    return keyed(o.StandIn, round=place.round.number, player=_a_player(place, data), name=name)


def _sanction(desk: Desk, place: DeskTable, data: dict[str, str]) -> AnyOrder:
    """``sanction:TG-14.11:card:blue``, ``sanction:CI-10:points:30``, ``sanction:CI-19:expel``; or from the fields."""
    _, _, said = data["do"].partition(":")
    article, _, rest = said.partition(":")
    kind, _, what = rest.partition(":")
    article, kind = article or data.get("article", "").strip(), kind or data.get("kind", "")
    player = _a_player(place, data)
    if not article:
        raise Unkeyed(Phrase("say which article"))
    if kind == "card":
        sanction = PlayerSanction(card=what or data.get("card", ""))
    elif kind == "points":
        points = count({"points": what or data.get("points", "")}, "points", 1000, Phrase("say how many points"))
        sanction = PlayerSanction(points=points)
    elif kind == "expel":
        sanction = PlayerSanction()
    else:
        raise Unkeyed(Phrase("say what follows: a card, points off, or out"))
    given = sanction.order(player, place.round.number, article)
    try:
        return keyed(type(given), **asdict(given))
    except Unkeyed:
        raise Unkeyed(Phrase("«{article}» is no article: its code is wanted, as in CI-6; the search finds it by what "
                             "happened", article=article[:60])) from None  # fmt: skip


_MEANINGS: Final[dict[str, Meaning]] = {
    "result": _result,
    "confirm": lambda desk, place, data: keyed(o.Confirm, **place.where, slip=number(data.get("slip", ""))),
    "dispute": lambda desk, place, data: keyed(o.Dispute, **place.where),
    "late": lambda desk, place, data: keyed(
        o.Late, round=place.round.number, player=_a_player(place, data), minutes=_minutes(data)
    ),
    "default": lambda desk, place, data: keyed(o.Default, **place.where, absent=[_a_player(place, data)]),
    "stand_in": _stand_in,
    "sanction": _sanction,
    "time": lambda desk, place, data: keyed(in_hall.GiveTime, table=place.number, minutes=_minutes(data)),
    "answer": lambda desk, place, data: keyed(
        in_hall.AnswerObjection, objection=data.get("objection", ""), text=data.get("text", "").strip()
    ),
    "close_call": lambda desk, place, data: keyed(in_hall.CloseCall, call=data.get("call", "")),
}

handlers = [one_table, at_table]
