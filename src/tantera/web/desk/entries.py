"""*Quién está*: who has entered, who is here, who owes; and everything that is done with one entry."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, get_args
from urllib.parse import quote, urlencode

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template
from msgspec import Struct

from tantera.tournament import orders as o
from tantera.tournament import roll
from tantera.tournament.decide import Applied
from tantera.tournament.events import Recorded
from tantera.tournament.hall.orders import ErasePerson
from tantera.tournament.names import a_line, listed, plain, sort_key
from tantera.tournament.orders import AnyOrder, EntryPlayer
from tantera.tournament.permission import ROLES as MAY_ORDER
from tantera.tournament.reading import order_of
from tantera.tournament.roll import OnRoll
from tantera.tournament.sheets.entries import amount_of, free_ids
from tantera.tournament.state import Entry, TournamentState
from tantera.tournament.telling import name_by, named
from tantera.web.access.visitors import Ask, Form
from tantera.web.desk.shell import AtDesk, Desk, at_desk, desk_page
from tantera.web.problems import NotFound
from tantera.web.tournaments.clock_view import clock_time
from tantera.web.tournaments.erasing import erase_player
from tantera.web.tournaments.live import machine_time
from tantera.web.tournaments.offices import PAGES, ROLES
from tantera.words import Phrase, Problem, translate
from tantera.words.alike import ERASED

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
        said = {"q": self.q, "show": self.show if self.show != "all" else "", "club": self.club} | other
        kept = {key: value for key, value in said.items() if value}
        return f"?{urlencode(kept)}" if kept else ""


class EntriesPage(Struct, frozen=True):
    """What the desk shows of the roll."""

    search: RollSearch
    counts: roll.Counts
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
    return screen(request, desk, RollSearch.of({"q": q, "show": show, "club": club}), did=did)


def screen(
    request: Ask,
    desk: Desk,
    search: RollSearch,
    *,
    did: int | None = None,
    typed: dict[str, str] | None = None,
    mistakes: dict[str, str] | None = None,
    namesakes: list[str] | None = None,
    problem: Problem | None = None,
) -> Template:
    state = desk.state
    lines = sorted(roll.roll(state), key=_by_surname)
    shown = {line.id for line in lines if roll.is_found(line, search.q, search.show, search.club)}
    done = _recorded(state, did)
    return desk_page(
        request,
        desk,
        "entries",
        "desk/entries.html",
        EntriesPage(
            search=search,
            counts=roll.counts(lines),
            rows=[(line, parts(line), line.id in shown) for line in lines],
            shown=len(shown),
            missing_shown=[line.id for line in lines if line.id in shown and line.standing == "missing"],
            clubs=roll.clubs(state),
            done=None if done is None else (done.number, _told(state, done, desk.lang), isinstance(done.order, o.Undo)),
            last=[_noted(state, one, desk.lang) for one in roll.last_done(state, LAST)],
            may_undo=may(desk, o.Undo) and not state.closed,
            may_keep_apart=may(desk, o.KeepApart),
            closed_because=roll.may_enter(state, machine_time().isoformat()),
            window=_window(state, desk.lang),
            asks_member=state.options.members_only or bool(state.options.clubs),
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
    return [(state.players[one], named(state, one)) for one in desk.tournament.hall.to_erase if one in state.players]


def _by_surname(line: OnRoll) -> tuple[str, str]:
    return sort_key(listed(line.entry.players[0].name).text)


def parts(line: OnRoll) -> list[tuple[str, str]]:
    """Given name and surname of each player of an entry: people are found by the second."""
    return [(found.given, found.surname) for found in (listed(player.name) for player in line.entry.players)]


def _recorded(state: TournamentState, number: int | None) -> Recorded | None:
    if number is None or not 1 <= number <= state.number or number in state.log.gone:
        return None
    found = state.log.history[number - 1]
    return found if isinstance(found.order, (*roll.ABOUT_ENTRIES, o.Undo)) else None


def _told(state: TournamentState, record: Recorded, lang: str) -> str:
    many = len(roll.together(state, record))
    if many > 1:
        return translate(lang, "{count} entered from a sheet", count=many)
    return roll.done_in_words(state, record).told(lang)


def _noted(state: TournamentState, record: Recorded, lang: str) -> tuple[int, str, str, str]:
    who = name_by(state, record.by) or translate(lang, ROLES[record.by])
    return record.number, _told(state, record, lang), who, clock_time(record.at)


def _window(state: TournamentState, lang: str) -> tuple[str, str] | None:
    """From when to when people enter, as people say it."""
    from babel.dates import format_datetime

    window = state.options.registration
    if window is None:
        return None
    today = machine_time().astimezone().date()

    def said(at: str | None) -> str:
        if at is None:
            return ""
        time = datetime.fromisoformat(at)
        time = (time if time.tzinfo is not None else time.replace(tzinfo=machine_time().tzinfo)).astimezone()
        return format_datetime(time, "HH:mm" if time.date() == today else "d MMM, HH:mm", locale=lang)

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
        state.players[one.id] for player in state.entries[entry].players for one in roll.namesakes(state, player.name)
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
    if not wanted:
        return back(desk, search)
    try:
        answers = await desk.tournament.orders(wanted, desk.office.by)
        for answer in answers:
            if isinstance(answer, Problem):
                raise answer
    except Problem as problem:
        return screen(request, desk, search, problem=problem)
    first = answers[0]
    assert isinstance(first, Applied)
    return back(desk, search, first.recorded.number if first.recorded is not None else None)


# --- entering -------------------------------------------------------------------------------------------------------


@post("/e/{tournament_id:str}/desk/entries", **at_desk("entries"))
async def add(request: Ask, desk: AtDesk, data: Form) -> Response[Any]:
    state, lang = desk.state, desk.lang
    places = (1, 2) if state.pairs else (1,)
    mistakes = {
        f"name_{place}": translate(lang, "write the name")
        for place in places
        if not data.get(f"name_{place}", "").strip()
    }
    if mistakes:
        incomplete = o.Refused("incomplete", "write the name")
        return screen(request, desk, RollSearch(), typed=data, mistakes=mistakes, problem=incomplete)
    known = [player for place in places for player in roll.namesakes(state, data[f"name_{place}"])]
    if known and data.get("sure") != "yes":
        apart = roll.told_apart(state)
        told = [" · ".join(filter(None, (one.name, apart.get(one.id) or one.club or one.id))) for one in known]
        return screen(request, desk, RollSearch(), typed=data, namesakes=told)
    try:
        order = order_of(_entering(state, data, places)).order
    except Problem as problem:
        return screen(request, desk, RollSearch(), typed=data, problem=problem)
    assert isinstance(order, o.Enter)
    wanted: list[AnyOrder] = [order, *([o.CheckIn((order.entry,))] if data.get("here") else [])]
    answers = await desk.tournament.orders(wanted, desk.office.by)
    refused = next((answer for answer in answers if isinstance(answer, Problem)), None)
    if refused is not None:
        return screen(request, desk, RollSearch(), typed=data, problem=refused)
    first = answers[0]
    assert isinstance(first, Applied)
    assert first.recorded is not None
    return back(desk, RollSearch(), first.recorded.number)


def _entering(state: TournamentState, data: dict[str, str], places: tuple[int, ...]) -> dict[str, Any]:
    """The order of a form; ids are the next free numbers."""
    taken = roll.taken_ids(state)
    numbers = free_ids("p", taken)
    players: list[dict[str, Any]] = [{"id": next(numbers), "name": a_line(data[f"name_{place}"])} for place in places]
    by_name = roll.ids_by_name(state) | {plain(player["name"]): player["id"] for player in players}
    for place, player in zip(places, players, strict=True):
        if club := a_line(data.get(f"club_{place}", "")):
            player["club"] = next((one for one in roll.clubs(state) if plain(one) == plain(club)), club)
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
    found = desk.state.entries.get(entry)
    if found is None:
        raise NotFound
    return found


def _entry_page(request: Ask, desk: Desk, entry: Entry, problem: Problem | None = None) -> Template:
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
            if_withdrawn=[said.told(desk.lang) for said in roll.if_withdrawn(state, entry)],
            if_returned=[said.told(desk.lang) for said in roll.if_returned(state, entry)],
            may_undo=may(desk, o.Undo) and not state.closed,
            entered=roll.entered_by(state, entry.entry),
            path=f"/e/{desk.tournament.id}/desk/entry/{quote(entry.entry)}",
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


@post("/e/{tournament_id:str}/desk/entries/pay", **at_desk("entries"))
async def pay(request: Ask, desk: AtDesk, data: Form) -> Response[Any]:
    """All that is owed, or a part of it, or something given back."""
    entry = _entry(desk, data.get("pay") or data.get("entry", ""))
    said = data.get("amount", "").strip()
    if not said:
        amount = roll.owes(desk.state, entry)
    elif (found := amount_of(said)) is not None and 0 < found <= 1_000_000:
        amount = -found if data.get("back") else found
    else:
        return _entry_page(request, desk, entry, o.Refused("no_amount", "write an amount in whole figures"))
    return await _with_entry(request, desk, entry.entry, o.Pay(entry.entry, amount), RollSearch.of(data))


async def _with_entry(
    request: Ask, desk: Desk, entry: str, order: AnyOrder, search: RollSearch | None = None
) -> Response[Any]:
    found = _entry(desk, entry)
    try:
        applied = await desk.tournament.order(order, desk.office.by)
    except Problem as problem:
        return _entry_page(request, desk, found, problem)
    return back(desk, search or RollSearch(), applied.recorded.number if applied.recorded is not None else None)


# --- being forgotten ------------------------------------------------------------------------------------------------


@post("/e/{tournament_id:str}/desk/entry/{entry:str}/erase", **at_desk("erase"))
async def erase(request: Ask, desk: AtDesk, entry: FromPath[str], data: Form) -> Response[Any]:
    """A player of this entry is forgotten: the page has asked before."""
    found = _entry(desk, entry)
    player = data.get("player", "")
    if player not in found.ids:
        raise NotFound
    try:
        await erase_player(request.app.state, desk.tournament, ErasePerson(player), desk.office.by)
    except Problem as problem:
        return _entry_page(request, desk, found, problem)
    return Redirect(f"/e/{desk.tournament.id}/desk/entry/{quote(entry)}", status_code=303)


# --- undoing --------------------------------------------------------------------------------------------------------


@post("/e/{tournament_id:str}/desk/entries/undo", **at_desk("entries"))
async def undo(request: Ask, desk: AtDesk, data: Form) -> Response[Any]:
    """Undo what was done last, or a line of what was done; rows that came in one sheet go together."""
    search = RollSearch.of(data)
    said = data.get("event", "")
    number = int(said) if said.isdecimal() and len(said) < 10 else 0
    found = _recorded(desk.state, number)
    if found is None:
        return back(desk, search)
    wanted = [number] if data.get("alone") else roll.together(desk.state, found)
    return await _ordered(request, desk, search, [o.Undo(one) for one in reversed(wanted)])


handlers = [
    entries, add, check_in_at_desk, not_here, one_entry, withdraw, come_back, pay, erase, undo,
]  # fmt: skip
