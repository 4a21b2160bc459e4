"""*Quién está*: who has entered, who is here, who owes; and everything that is done with one entry."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, cast, get_args
from urllib.parse import quote, urlencode

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template
from msgspec import Struct

from tantera.tournament import orders as o
from tantera.tournament import people, roll
from tantera.tournament.awards import categories
from tantera.tournament.decide import Applied
from tantera.tournament.events import Recorded
from tantera.tournament.hall.orders import ErasePerson
from tantera.tournament.names import a_line, listed, plain, sort_key
from tantera.tournament.orders import AnyOrder, EntryPlayer
from tantera.tournament.people import Register
from tantera.tournament.permission import ROLES as MAY_ORDER
from tantera.tournament.reading import order_of
from tantera.tournament.roll import OnRoll
from tantera.tournament.sheets.entries import amount_of, free_ids
from tantera.tournament.state import Entry, TournamentState
from tantera.tournament.telling import name_by, named
from tantera.web.access.visitors import Ask, Form
from tantera.web.desk.shell import SURE, AtDesk, Desk, ask, at_desk, desk_page, would_change
from tantera.web.problems import NotFound
from tantera.web.tournaments.clock_view import clock_time
from tantera.web.tournaments.erasing import erase_player
from tantera.web.tournaments.live import machine_time
from tantera.web.tournaments.offices import PAGES, ROLES
from tantera.web.tournaments.register import KnownPeople
from tantera.words import Phrase, Problem, translate
from tantera.words.alike import ERASED
from tantera.words.calendar import clock, day_and_month

LAST: Final = 4
"""Lines of what was done last."""


class RollSearch(Struct, frozen=True):
    """What somebody looks for on the roll."""

    q: str = ""
    show: roll.Filter = "all"
    club: str = ""

    @classmethod
    def of(cls, data: dict[str, str]) -> RollSearch:
        wanted = data.get("show", "all")
        show: roll.Filter = wanted if wanted in get_args(roll.Filter) else "all"  # type: ignore[assignment]
        return cls(data.get("q", "")[:200], show, data.get("club", "")[:200])

    def query(self, **other: object) -> str:
        """As part of an address, with something else said."""
        fields = {"q": self.q, "show": self.show if self.show != "all" else "", "club": self.club} | other
        kept = {key: value for key, value in fields.items() if value}
        return f"?{urlencode(kept)}" if kept else ""


class EntriesPage(Struct, frozen=True):
    """What the desk shows of the roll."""

    search: RollSearch
    counts: roll.RollCounts
    rows: list[tuple[OnRoll, list[tuple[str, str]], bool]]
    """Everybody, their names in parts, and whether the search finds them."""
    shown: int
    missing_shown: list[str]
    clubs: list[str]
    done: tuple[int, str, bool] | None
    """What was just done: its number, in words, and whether it took something back."""
    last: list[tuple[int, str, str, str]]
    may_undo: bool
    may_keep_apart: bool
    closed_because: Phrase | None
    window: tuple[str, str] | None
    asks_member: bool
    known: list[tuple[str, str]]
    """People of the register who have not entered: what they are called, and what tells them from others."""
    typed: dict[str, str]
    mistakes: dict[str, str]
    namesakes: list[str]
    want_erasing: list[tuple[str, str]]


class EntryPage(Struct, frozen=True):
    """What the desk shows of an entry."""

    line: OnRoll
    names: dict[str, str]
    seats: list[tuple[int, int]]
    """Rounds and tables."""
    if_withdrawn: list[str]
    if_returned: list[str]
    may_undo: bool
    entered: int | None
    path: str
    typed: dict[str, str]
    categories: list[str]
    clubs: list[str]
    may_erase: bool
    to_erase: list[EntryPlayer]
    erasure_asked: tuple[str, ...]
    copied_to: str


def may(desk: Desk, kind: type[o.Order]) -> bool:
    return kind in MAY_ORDER[desk.office.role]


def back(desk: Desk, search: RollSearch, did: int | None = None) -> Redirect:
    """To the roll as it was looked at, with what was just done above it."""
    return Redirect(f"/e/{desk.tournament.id}/desk/entries{search.query(did=did)}", status_code=303)


# --- the screen -----------------------------------------------------------------------------------------------------


@get("/e/{tournament_id:str}/desk/entries", **at_desk("entries"))
async def entries(
    request: Ask,
    desk: AtDesk,
    q: FromQuery[str] = "",
    show: FromQuery[str] = "all",
    club: FromQuery[str] = "",
    did: FromQuery[int | None] = None,
) -> Template:
    """The roll. Everybody is on the page; who does not fit the search is hidden, so that a script needs no server."""
    search = RollSearch.of({"q": q, "show": show, "club": club})
    return screen(request, desk, search, await _register(request), did=did)


async def _register(request: Ask) -> Register:
    known: KnownPeople = request.app.state.known_people
    return await known.now()


def _not_entered(state: TournamentState, register: Register) -> list[tuple[str, str]]:
    """Whom the desk can enter from the register with two letters."""
    here = {register.now_called(player.key) for player in roll.all_players(state) if player.key}
    names = people.called(register)
    return [
        (names[one.key], " · ".join(filter(None, (one.club, ", ".join(one.categories), one.key))))
        for one in register.listed
        if one.key not in here
    ]


def screen(
    request: Ask,
    desk: Desk,
    search: RollSearch,
    known: Register,
    *,
    did: int | None = None,
    typed: dict[str, str] | None = None,
    mistakes: dict[str, str] | None = None,
    namesakes: list[str] | None = None,
    problem: Problem | None = None,
) -> Template:
    state = desk.state
    lines = sorted(roll.roll(state), key=lambda line: sort_key(listed(line.entry.players[0].name).text))
    visible = {line.id for line in lines if roll.is_found(line, search.q, search.show, search.club)}
    done = _recorded(state, did)
    return desk_page(
        request,
        desk,
        "entries",
        "desk/entries.html",
        EntriesPage(
            search=search,
            counts=roll.counts(lines),
            rows=[(line, parts(line), line.id in visible) for line in lines],
            shown=len(visible),
            missing_shown=[line.id for line in lines if line.id in visible and line.standing == "missing"],
            clubs=roll.clubs(state),
            done=None if done is None else (done.number, _told(state, done, desk.lang), isinstance(done.order, o.Undo)),
            last=[_noted(state, record, desk.lang) for record in roll.last_done(state, LAST)],
            may_undo=may(desk, o.Undo) and not state.closed,
            may_keep_apart=may(desk, o.KeepApart),
            closed_because=roll.may_enter(state, machine_time().isoformat()),
            window=_window(state, desk.lang),
            asks_member=state.options.members_only or bool(state.options.clubs),
            known=_not_entered(state, known),
            typed=typed or {},
            mistakes=mistakes or {},
            namesakes=namesakes or [],
            want_erasing=_want_erasing(desk),
        ),
        problem=problem,
    )


def _want_erasing(desk: Desk) -> list[tuple[str, str]]:
    """Players who want to be forgotten, and their entries: for who may see to it."""
    if desk.office.role not in PAGES["erase"]:
        return []
    state = desk.state
    wish = (player for player in desk.tournament.hall.to_erase if player in state.players)
    return [(state.players[player], named(state, player)) for player in wish]


def parts(line: OnRoll) -> list[tuple[str, str]]:
    """Given name and surname of each player of an entry: people are found by the second."""
    return [(name.given, name.surname) for name in (listed(player.name) for player in line.entry.players)]


def _recorded(state: TournamentState, number: int | None) -> Recorded | None:
    if number is None or not 1 <= number <= state.number or number in state.log.gone:
        return None
    record = state.log.history[number - 1]
    return record if isinstance(record.order, (*roll.ABOUT_ENTRIES, o.Undo)) else None


def _told(state: TournamentState, record: Recorded, lang: str) -> str:
    many = len(roll.together(state, record))
    if many > 1:
        return translate(lang, "{count} entered from a sheet", count=many)
    return roll.done_in_words(state, record).told(lang)


def _noted(state: TournamentState, record: Recorded, lang: str) -> tuple[int, str, str, str]:
    author = name_by(state, record.by) or translate(lang, ROLES[record.by])
    return record.number, _told(state, record, lang), author, clock_time(record.at)


def _window(state: TournamentState, lang: str) -> tuple[str, str] | None:
    """From when to when people enter, as people say it."""
    window = state.options.registration
    if window is None:
        return None
    today = machine_time().astimezone().date()

    def said(at: str | None) -> str:
        if at is None:
            return ""
        time = datetime.fromisoformat(at)
        time = (time if time.tzinfo is not None else time.replace(tzinfo=machine_time().tzinfo)).astimezone()
        return clock(time) if time.date() == today else f"{day_and_month(time, lang)}, {clock(time)}"

    return said(window.opens), said(window.closes)


# --- somebody is here -----------------------------------------------------------------------------------------------


@post("/e/{tournament_id:str}/desk/entries/check-in", **at_desk("entries"))
async def check_in_at_desk(request: Ask, desk: AtDesk, data: Form) -> Response[Any]:
    """One row, or everybody who is shown. Of several with one name it is asked first which of them it is."""
    search = RollSearch.of(data)
    wanted = tuple(dict.fromkeys((data.get("entry") or data.get("entries") or "").split()))
    if len(wanted) == 1 and data.get("sure") != "yes" and (same := _same_names(desk.state, wanted[0])):
        return desk_page(request, desk, "entries", "desk/which.html", same=same, search=search, wanted=wanted[0])
    return await _ordered(request, desk, search, [o.CheckIn(wanted)] if wanted else [])


def _same_names(state: TournamentState, entry: str) -> list[tuple[OnRoll, list[tuple[str, str]]]]:
    """The entries in which somebody has the name of a player of this one, if there are others."""
    if entry not in state.entries:
        return []
    same = {
        state.players[same.id] for player in state.entries[entry].players for same in roll.namesakes(state, player.name)
    }
    if same == {entry}:
        return []
    return [(line, parts(line)) for line in roll.roll(state) if line.id in same]


@post("/e/{tournament_id:str}/desk/entry/{entry:str}/not-here", **at_desk("entries"))
async def not_here(request: Ask, desk: AtDesk, entry: FromPath[str], data: Form) -> Response[Any]:
    """A tick in the list, or on the entry's own page, was wrong."""
    return await _with_entry(request, desk, entry, o.CheckOut((entry,)), RollSearch.of(data))


async def _ordered(request: Ask, desk: Desk, search: RollSearch, wanted: list[AnyOrder]) -> Response[Any]:
    """Give the orders, all or none; then the roll again."""
    try:
        return back(desk, search, await _first_record(desk, wanted) if wanted else None)
    except Problem as problem:
        return screen(request, desk, search, await _register(request), problem=problem)


async def _first_record(desk: Desk, wanted: list[AnyOrder]) -> int | None:
    """Give the orders, all or none: the number of the first record. The first refusal is raised."""
    answers = await desk.tournament.orders(wanted, desk.office.by)
    for answer in answers:
        if isinstance(answer, Problem):
            raise answer
    first = answers[0]
    return first.recorded.number if isinstance(first, Applied) and first.recorded is not None else None


# --- entering -------------------------------------------------------------------------------------------------------


@post("/e/{tournament_id:str}/desk/entries", **at_desk("entries"))
async def add(request: Ask, desk: AtDesk, data: Form) -> Response[Any]:
    state, lang, register = desk.state, desk.lang, await _register(request)
    places = (1, 2) if state.pairs else (1,)
    chosen = {place: people.meant(register, data.get(f"name_{place}", "")) for place in places}
    name = {place: one.name if one is not None else data.get(f"name_{place}", "") for place, one in chosen.items()}
    mistakes = {
        f"name_{place}": translate(lang, "write the name")
        for place in places
        if not data.get(f"name_{place}", "").strip()
    }
    if mistakes:
        incomplete = o.Refused("incomplete", "write the name")
        return screen(request, desk, RollSearch(), register, typed=data, mistakes=mistakes, problem=incomplete)
    known = [player for place in places for player in roll.namesakes(state, name[place])]
    if known and data.get("sure") != "yes":
        apart = roll.told_apart(state)
        namesakes = [
            " · ".join(filter(None, (player.name, apart.get(player.id) or player.club or player.id)))
            for player in known
        ]
        return screen(request, desk, RollSearch(), register, typed=data, namesakes=namesakes)
    try:
        wish = _entering(state, data, places, {place: one for place, one in chosen.items() if one is not None})
        order_of(wish)  # nobody is remembered whom nobody could enter
        if data.get("remember"):
            await _remember(request, desk, wish["players"])
        order = order_of(wish).order
        assert isinstance(order, o.Enter)
        wanted: list[AnyOrder] = [order, *([o.CheckIn((order.entry,))] if data.get("here") else [])]
        return back(desk, RollSearch(), await _first_record(desk, wanted))
    except Problem as problem:
        return screen(request, desk, RollSearch(), register, typed=data, problem=problem)


async def _remember(request: Ask, desk: Desk, players: list[dict[str, Any]]) -> None:
    """Who is not in the register yet goes into it, and gets the number by which it will know them."""
    at, register_kept = machine_time().isoformat(timespec="seconds"), cast(KnownPeople, request.app.state.known_people)
    for player in players:
        if "key" not in player:
            said = {"name": player["name"], "club": player.get("club")}
            now = await register_kept.change(lambda now, said=said: [people.added(now, said, at, desk.office.by)])  # type: ignore[misc]
            player["key"] = now.changes[-1].after[0].key


def _entering(
    state: TournamentState, data: dict[str, str], places: tuple[int, ...], chosen: dict[int, people.Person]
) -> dict[str, Any]:
    """The order of a form; ids are the next free numbers. Who was chosen from the register is as they are there."""
    taken = roll.taken_ids(state)
    numbers = free_ids("p", taken)
    players: list[dict[str, Any]] = [
        {"id": next(numbers)}
        | (people.as_player(chosen[place]) if place in chosen else {"name": a_line(data[f"name_{place}"])})
        for place in places
    ]
    by_name = roll.ids_by_name(state) | {plain(player["name"]): player["id"] for player in players}
    for place, player in zip(places, players, strict=True):
        if club := a_line(data.get(f"club_{place}", "")):
            player["club"] = next((known for known in roll.clubs(state) if plain(known) == plain(club)), club)
        match data.get(f"member_{place}"):
            case "yes":
                player["member"] = True
            case "no":
                player["member"] = False
            case "guest":
                host = data.get(f"host_{place}", "").strip()
                player["guest_of"] = by_name.get(plain(host), host)
            case _:
                pass
    paid = state.options.fee if data.get("paid") else 0
    return {"order": "enter", "entry": next(free_ids("e", taken)), "players": players, "paid": paid}


# --- one entry ------------------------------------------------------------------------------------------------------


@get("/e/{tournament_id:str}/desk/entry/{entry:str}", **at_desk("entries"))
async def one_entry(request: Ask, desk: AtDesk, entry: FromPath[str]) -> Template:
    """An entry by itself: its money, whether it goes or comes back, what that means."""
    return _entry_page(request, desk, _entry(desk, entry))


def _entry(desk: Desk, entry: str) -> Entry:
    entered = desk.state.entries.get(entry)
    if entered is None:
        raise NotFound
    return entered


def _entry_page(
    request: Ask, desk: Desk, entry: Entry, problem: Problem | None = None, typed: dict[str, str] | None = None
) -> Template:
    state = desk.state
    line = next(line for line in roll.roll(state) if line.id == entry.entry)
    seats = [(round.number, table) for round in state.published if (table := round.seat_of(entry.ids[0])) is not None]
    names = {player.id: player.name for player in roll.all_players(state)}
    return desk_page(
        request,
        desk,
        "entries",
        "desk/entry.html",
        EntryPage(
            line=line,
            names=names,
            seats=seats,
            if_withdrawn=[phrase.told(desk.lang) for phrase in roll.if_withdrawn(state, entry)],
            if_returned=[phrase.told(desk.lang) for phrase in roll.if_returned(state, entry)],
            may_undo=may(desk, o.Undo) and not state.closed,
            entered=roll.entered_by(state, entry.entry),
            path=f"/e/{desk.tournament.id}/desk/entry/{quote(entry.entry)}",
            typed=typed or {},
            categories=categories(state),
            clubs=roll.clubs(state),
            may_erase=desk.office.role in PAGES["erase"],
            to_erase=[player for player in entry.players if player.name != ERASED],
            erasure_asked=desk.tournament.hall.to_erase,
            copied_to=_copied_to(desk),
        ),
        problem=problem,
    )


def _copied_to(desk: Desk) -> str:
    """Where the copy is that could not be made anew after somebody was erased: it has the name still."""
    copied = desk.tournament.file.copied
    return str(copied.to) if copied is not None and copied.problem is not None and desk.tournament.hall.erased else ""


@post("/e/{tournament_id:str}/desk/entry/{entry:str}/withdraw", **at_desk("entries"))
async def withdraw(request: Ask, desk: AtDesk, entry: FromPath[str]) -> Response[Any]:
    return await _with_entry(request, desk, entry, o.Withdraw((entry,)))


@post("/e/{tournament_id:str}/desk/entry/{entry:str}/return", **at_desk("entries"))
async def come_back(request: Ask, desk: AtDesk, entry: FromPath[str]) -> Response[Any]:
    return await _with_entry(request, desk, entry, o.Return((entry,)))


@post("/e/{tournament_id:str}/desk/entry/{entry:str}/edit", **at_desk("entries"))
async def edit(request: Ask, desk: AtDesk, entry: FromPath[str], data: Form) -> Response[Any]:
    """What people got wrong about a player: only what is otherwise than it was is ordered."""
    entered = _entry(desk, entry)
    player = next((one for one in entered.players if one.id == data.get("player")), None)
    if player is None:
        raise NotFound
    try:
        changes = put_right(player, data)
        if not changes:
            return _entry_page(request, desk, entered)
        order = order_of({"order": "edit_player", "player": player.id, **changes}).order
        applied = await desk.tournament.order(order, desk.office.by)
    except Problem as problem:
        return _entry_page(request, desk, entered, problem, data)
    return back(desk, RollSearch(), applied.recorded.number if applied.recorded is not None else None)


def put_right(player: EntryPlayer, data: dict[str, str]) -> dict[str, Any]:
    """What a form says otherwise of a player; an empty field takes away what was there."""
    said: dict[str, Any] = {field: a_line(data[field]) or None for field in _TYPED if field in data}
    if "categories" in data:
        said["categories"] = [one for part in data["categories"].split(",") if (one := a_line(part))] or None
    was = {field: getattr(player, field) or None for field in said}
    was["categories"] = list(player.categories or ()) or None
    return {field: value for field, value in said.items() if value != was[field] and (value or field != "name")}


_TYPED: Final = ("name", "short", "club", "key")


@post("/e/{tournament_id:str}/desk/entries/pay", **at_desk("entries"))
async def pay(request: Ask, desk: AtDesk, data: Form) -> Response[Any]:
    """All that is owed, or a part of it, or something given back."""
    entry = _entry(desk, data.get("pay") or data.get("entry", ""))
    typed = data.get("amount", "").strip()
    if not typed:
        amount = roll.owes(desk.state, entry)
    elif (paid := amount_of(typed)) is not None and 0 < paid <= 1_000_000:
        amount = -paid if data.get("back") else paid
    else:
        return _entry_page(request, desk, entry, o.Refused("no_amount", "write an amount in whole figures"))
    return await _with_entry(request, desk, entry.entry, o.Pay(entry.entry, amount), RollSearch.of(data))


async def _with_entry(
    request: Ask, desk: Desk, entry: str, order: AnyOrder, search: RollSearch | None = None
) -> Response[Any]:
    entered = _entry(desk, entry)
    try:
        applied = await desk.tournament.order(order, desk.office.by)
    except Problem as problem:
        return _entry_page(request, desk, entered, problem)
    return back(desk, search or RollSearch(), applied.recorded.number if applied.recorded is not None else None)


# --- being forgotten ------------------------------------------------------------------------------------------------


@post("/e/{tournament_id:str}/desk/entry/{entry:str}/erase", **at_desk("erase"))
async def erase(request: Ask, desk: AtDesk, entry: FromPath[str], data: Form) -> Response[Any]:
    """A player of this entry is forgotten: the page has asked before."""
    entered = _entry(desk, entry)
    player = data.get("player", "")
    if player not in entered.ids:
        raise NotFound
    try:
        await erase_player(request.app.state, desk.tournament, ErasePerson(player), desk.office.by)
    except Problem as problem:
        return _entry_page(request, desk, entered, problem)
    return Redirect(f"/e/{desk.tournament.id}/desk/entry/{quote(entry)}", status_code=303)


# --- undoing --------------------------------------------------------------------------------------------------------


@post("/e/{tournament_id:str}/desk/entries/undo", **at_desk("entries"))
async def undo(request: Ask, desk: AtDesk, data: Form) -> Response[Any]:
    """Undo what was done last, or a line of what was done; rows that came in one sheet go together."""
    search = RollSearch.of(data)
    typed = data.get("event", "")
    number = int(typed) if typed.isdecimal() and len(typed) < 10 else 0
    record = _recorded(desk.state, number)
    if record is None:
        return back(desk, search)
    wanted = [number] if data.get("alone") else roll.together(desk.state, record)
    try:
        changes = would_change(desk, o.Undo(wanted[-1]))
    except Problem as problem:
        return screen(request, desk, search, await _register(request), problem=problem)
    if changes.asked and data.get(SURE) != "yes":
        what = _told(desk.state, record, desk.lang)
        title = Phrase("Undo record {number}: {what}", number=number, what=what)
        button = Phrase("Undo it all the same")
        return ask(request, desk, "entries", data, title=title, button=button, changes=changes)
    return await _ordered(request, desk, search, [o.Undo(number) for number in reversed(wanted)])


handlers = [
    entries, add, check_in_at_desk, not_here, one_entry, edit, withdraw, come_back, pay, erase, undo,
]  # fmt: skip
