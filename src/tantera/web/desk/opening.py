"""The tournaments of this server, and a new one from a book."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any, Final, cast

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template
from msgspec import Struct
from msgspec.structs import replace

from tantera.formats import FORMATS
from tantera.rules import Book, Limit
from tantera.rules.glossary import DUPLICATE
from tantera.rules.tournament import EveryDays
from tantera.tournament import structure
from tantera.tournament.agenda import next_thing
from tantera.tournament.options import Settled, settled
from tantera.tournament.orders import Create
from tantera.tournament.pattern import pattern
from tantera.tournament.presentation import Presentation
from tantera.tournament.reading import order_of
from tantera.tournament.state import TournamentState
from tantera.tournament_file import SUFFIX
from tantera.web.access.roles import ADMINISTRATOR, roles_of
from tantera.web.access.visitors import Ask, Form
from tantera.web.books.shelf import Shelf, limit_in_words
from tantera.web.clock import now
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page
from tantera.web.tournaments.folder import Tournaments, tournament_of
from tantera.web.tournaments.offices import Officers
from tantera.web.uploads import FROM_OWN_PAGE, file_sent, place_for_a_file
from tantera.words import Phrase, Problem, told, translate

CARD_SPANS: Final = {"match": "each match", "tournament": "the whole tournament"}
"""How long a card lies beside a player (TG-18.4): it stays at its table, or travels."""
SETTINGS: Final = {one.key: one for format in FORMATS.values() for one in format.asks}
"""What only some formats ask for."""


class BookChoice(Struct, frozen=True):
    """A book, and what its tournaments are like."""

    id: str
    name: str
    about: str
    """Its defaults in a line."""
    format: str
    defaults: dict[str, object]
    """Its defaults by the field of the form that would say otherwise."""


def choices(books: Sequence[Book], lang: str) -> list[BookChoice]:
    offers = []
    for book in books:
        try:
            law = settled(book, None, None, {})
        except Problem:  # a club's book that no tournament can be run by
            continue
        offers.append(BookChoice(book.id, book.name.text(lang), _about(law, lang), law.format, _defaults(law)))
    return offers


def _about(law: Settled, lang: str) -> str:
    options = law.options
    limit = limit_in_words(options.limit)
    facts = [translate(lang, FORMATS[law.format].words), told(limit, lang)]
    if options.fee:
        facts.append(translate(lang, "fee {fee}", fee=options.fee))
    if options.members_only:
        facts.append(translate(lang, "members and their guests only"))
    if options.out_after_losses:
        facts.append(translate(lang, "out after {losses} losses", losses=options.out_after_losses))
    if options.avoid_partners:
        facts.append(translate(lang, "no partner again for {rounds} rounds", rounds=options.avoid_partners))
    late = options.late
    if late is not None and late.points is None:
        facts.append(translate(lang, "late: lost at {most} minutes", most=late.default_minutes))
    elif late is not None:
        facts.append(
            translate(
                lang,
                "late: {points} off every {minutes} minutes, lost at {most}",
                points=late.points,
                minutes=late.every_minutes,
                most=late.default_minutes,
            )
        )
    return " · ".join(facts)


def _defaults(law: Settled) -> dict[str, object]:
    options = law.options
    return {
        "rounds": law.rounds or "",
        "points": options.limit.points or "",
        "minutes": options.limit.minutes or "",
        "fee": options.fee,
        "avoid_partners": options.avoid_partners,
        "teams": options.teams or "",
        "prizes": " ".join(map(str, options.prizes)),
        "clubs": ", ".join(options.clubs),
    }


class Wrong(Problem):
    """Fields that cannot be read: by field, what is wrong."""

    code = "wrong_fields"

    def __init__(self, mistakes: dict[str, str]) -> None:
        super().__init__(Phrase("look at the fields that are marked"))
        self.mistakes = mistakes


def ordered(data: dict[str, str], book: Book | None, seed: str, lang: str) -> Create:
    """The order of the form, or `Wrong` with every field that cannot be read."""
    form = Typed(data, lang)
    name = " ".join(data.get("name", "").split())[:200]
    if not name:
        form.mistakes["name"] = translate(lang, "give the tournament a name")
    if book is None:
        form.mistakes["book"] = translate(lang, "choose a rule book")
    wanted = data.get("format", "")
    rounds = form.number("rounds", 1, 100)
    options: dict[str, Any] = {}
    numbers = [(one.key, one.least, one.most) for one in SETTINGS.values() if not one.choices]
    for field, least, most in (("fee", 0, 1_000_000), ("teams", 0, 1000), *numbers):
        if (found := form.number(field, least, most)) is not None:
            options[field] = found
    for field in ("members_only", "stand_ins"):
        if data.get(field) in ("yes", "no"):
            options[field] = data[field] == "yes"
    chosen = {one.key: dict(one.choices) for one in SETTINGS.values() if one.choices}
    for field, known in {**chosen, "card_span": CARD_SPANS}.items():
        if data.get(field) in known:
            options[field] = data[field]
    if clubs := [club for part in re.split(r"[,;\n]", data.get("clubs", "")) if (club := " ".join(part.split()))]:
        options["clubs"] = clubs
    if prizes := form.percentages("prizes"):
        options["prizes"] = prizes
    if window := {key: at for key in ("opens", "closes") if (at := form.time(key))}:
        options["registration"] = window
        if len(window) == 2 and datetime.fromisoformat(window["opens"]) >= datetime.fromisoformat(window["closes"]):
            form.mistakes["closes"] = translate(lang, "later than it opens")
    if days := form.days("dates"):
        every = form.number("every_days", 1, 366)
        options["dates"] = days if len(days) > 1 else {"from": days[0], "every_days": every or A_WEEK}
    points, minutes = form.number("points", 1, 10_000), form.number("minutes", 1, 600)
    hands, score = form.number("duplicate_hands", 1, 40), data.get("duplicate_score", "")
    if score in DUPLICATE:
        options["duplicate"] = {"hands": hands or USUAL_HANDS, "score": score}
    elif book is not None and (points or minutes):
        own = book.options.limit
        options["limit"] = str(Limit(points or own.points, own.hands, minutes or own.minutes))
    if form.mistakes or book is None:
        raise Wrong(form.mistakes)
    return Create(
        name=name, book=book.id, format=wanted if wanted in FORMATS else None, rounds=rounds, seed=seed, options=options
    )


def when_and_where(data: dict[str, str], lang: str) -> dict[str, str]:
    """The day and the place of the form, as `edit_event` has them."""
    form = Typed(data, lang)
    days = form.days("date")
    if form.mistakes:
        raise Wrong(form.mistakes)
    venue = " ".join(data.get("venue", "").split())[:200]
    return {**({"date": days[0]} if days else {}), **({"venue": venue} if venue else {})}


class Typed:
    """What was typed, and what of it cannot be read."""

    def __init__(self, data: dict[str, str], lang: str) -> None:
        self._data, self._lang = data, lang
        self.mistakes: dict[str, str] = {}

    def number(self, field: str, least: int, most: int) -> int | None:
        text = self._data.get(field, "").strip()
        if not text:
            return None
        text = text.strip("€$ ")  # money is whole figures, of whatever coin the club takes
        if text.isdecimal() and len(text) < 9 and least <= int(text) <= most:
            return int(text)
        self.mistakes[field] = translate(self._lang, "a number from {least} to {most}", least=least, most=most)
        return None

    def percentages(self, field: str) -> list[int]:
        parts = re.split(r"(?:[\s,;%/]|\b(?:y|i|and)\b)+", self._data.get(field, "").strip(" %"))
        shares = [int(one) for one in parts if one.isdecimal() and len(one) < 4]
        if len(shares) != len([one for one in parts if one]) or sum(shares) > 100 or 0 in shares:
            self.mistakes[field] = translate(self._lang, "percentages like 50 30 20, 100 together at most")
            return []
        return shares

    def days(self, field: str) -> list[str]:
        """Days as the browser's field has them, or typed one by one as a calendar on paper has them, in ISO."""
        found = []
        for one in re.split(r"[\s,;]+", self._data.get(field, "").strip(" ,;")):
            on_paper = re.fullmatch(r"(\d{1,2})[/.](\d{1,2})[/.](\d{4})", one)
            try:
                day = date(*map(int, reversed(on_paper.groups()))) if on_paper else date.fromisoformat(one)
            except ValueError:
                if one:
                    self.mistakes[field] = translate(self._lang, "{found} is no day of the calendar", found=one)
                continue
            found.append(day.isoformat())
        return found

    def time(self, field: str) -> str:
        """A time as the browser's field has it, in the time of this machine."""
        text = self._data.get(field, "").strip()
        if not text:
            return ""
        try:
            return datetime.fromisoformat(text).astimezone().isoformat(timespec="minutes")
        except ValueError:
            self.mistakes[field] = translate(self._lang, "a day and a time are expected")
            return ""


USUAL_HANDS: Final = 8
"""Of a duplicate round: with the tiles laid out by cards an hour and a quarter."""
A_WEEK: Final = 7
"""Days from one night of a league to the next."""
LARGEST_FILE: Final = 2 * 1024**3
"""Bytes of a tournament's file: a photo of every slip of 250 tables in ten rounds is half of it."""


@get("/events", include_in_schema=False)
async def events(request: Ask) -> Template:
    """Every tournament of this server, those first at which the visitor has something to do."""
    return await _list(request)


async def _list(request: Ask, problem: str = "") -> Template:
    known: Tournaments = request.app.state.tournaments
    officers: Officers = request.app.state.officers
    lang = language_of(request)
    rows = [
        (
            tournament.id,
            tournament.state,
            tournament.presentation.stage,
            _how_far(tournament.presentation, lang),
            await officers.of(tournament.id, request.user),
        )
        for tournament in reversed(known.all.values())
    ]
    rows.sort(key=lambda row: (row[4].role in ("public", "player"), row[2] == "closed"))
    archived = {name for name, tournament in known.all.items() if tournament.hall.archived}
    return page(
        request,
        "desk/events.html",
        status=200 if not problem else 400,
        events=[row for row in rows if row[0] not in archived],
        archived=[row for row in rows if row[0] in archived],
        may_create=ADMINISTRATOR in roles_of(request),
        seasons=await request.app.state.seasons.all(),
        halls=await request.app.state.halls.all(),
        unread=[
            (store.file_name, why.told(lang).replace(f"{store.where}: ", ""))
            for _, (store, why) in sorted(known.unread.items())
        ],
        left_behind=known.left_behind(),
        problem=problem,
    )


def _how_far(tournament: Presentation, lang: str) -> str:
    match tournament.stage:
        case "closed":
            return translate(lang, "over")
        case "running":
            number, rounds = tournament.published[-1].number, structure.all_rounds(tournament.state)
            if rounds:
                return translate(lang, "round {round} of {rounds}", round=number, rounds=rounds)
            return translate(lang, "round {round}", round=number)
        case _:
            return translate(lang, "people are entering")


@get("/events/new", include_in_schema=False)
async def new(request: Ask, like: FromQuery[str] = "") -> Template:
    """An empty form; or, *as the last one*, with what another tournament said."""
    last = await request.app.state.tournaments.find(like) if like else None
    return _form(request, {} if last is None else {"like": like, **_as_form(last.state)})


_IN_FORM: Final = frozenset({
    "fee", "teams", "members_only", "stand_ins", "card_span", "clubs", "prizes", "registration", "limit",
    "dates",
})  # fmt: skip
"""Options that its fields say, the settings of formats apart: who empties one there means it."""


def _as_form(state: TournamentState) -> dict[str, str]:
    """What the fields of the form say of a tournament; only what it says otherwise than its book."""
    said, limit = state.said, state.options.limit
    plain = {key: str(said[key]) for key in {*SETTINGS, "fee", "teams", "card_span"} & said.keys()}
    asked: tuple[str, ...] = ("members_only", "stand_ins")
    dates = state.options.dates
    yes_no = {key: "yes" if said[key] else "no" for key in asked if key in said}
    return {
        "book": state.book, "format": state.format, "rounds": str(state.rounds or ""),
        "points": str(limit.points or "") if "limit" in said else "",
        "minutes": str(limit.minutes or "") if "limit" in said else "",
        "clubs": ", ".join(said.get("clubs", ())), "prizes": " ".join(map(str, said.get("prizes", ()))),
        "every_days": str(dates.every_days) if isinstance(dates, EveryDays) else "",
        **plain, **yes_no,
    }  # fmt: skip


def _form(request: Ask, given: dict[str, str], problem: Problem | None = None) -> Template:
    lang = language_of(request)
    return page(
        request,
        "desk/new_tournament.html",
        status=200 if problem is None else 400,
        books=choices(request.app.state.shelf.all(), lang),
        formats=FORMATS,
        settings=SETTINGS.values(),
        asked_by={
            key: " ".join(name for name, one in FORMATS.items() if SETTINGS[key] in one.asks) for key in SETTINGS
        },
        card_spans=CARD_SPANS,
        duplicate=[(key, translate(lang, words)) for key, words in DUPLICATE.items()],
        problem=None if problem is None else problem.told(lang),
        mistakes=problem.mistakes if isinstance(problem, Wrong) else {},
        given=given,
    )


@post("/events", include_in_schema=False)
async def create(request: Ask, data: Form) -> Response[Any]:
    shelf: Shelf = request.app.state.shelf
    wanted = data.get("book", "")
    try:
        order = ordered(
            data, shelf.find(wanted) if shelf.has(wanted) else None, secrets.token_hex(16), language_of(request)
        )
        last = await request.app.state.tournaments.find(data["like"]) if data.get("like") else None
        handed_on = None if last is None else pattern(last.state)
        if handed_on is not None:
            asked = {*SETTINGS, *_IN_FORM}
            kept = {key: value for key, value in handed_on.create.options.items() if key not in asked}
            order = replace(order, options={**kept, **order.options})
        typed = when_and_where(data, language_of(request))
        said = {**(handed_on.about if handed_on is not None else {}), **typed}
        about = order_of({"order": "edit_event", **said}).order if said else None
        event = await request.app.state.tournaments.create(order, _administrator(request))
        if about is not None:
            await event.order(about, _administrator(request))
    except Problem as problem:
        return _form(request, data, problem)
    return Redirect(f"/e/{event.id}/desk", status_code=303)


def _administrator(request: Ask) -> str:
    return f"director:{request.user.name.replace(':', ' ') or 'admin'}"


@post("/events/adopt", include_in_schema=False, request_max_body_size=LARGEST_FILE, opt=FROM_OWN_PAGE)
async def adopt(request: Ask) -> Response[Any]:
    """Take over a tournament from another machine's file."""
    lang, known = language_of(request), cast(Tournaments, request.app.state.tournaments)
    async with place_for_a_file(known.folder()) as path:  # other folders may lie in memory
        sent = await file_sent(request, "file", path)
        if not sent:
            return await _list(request, translate(lang, "choose the file of the tournament"))
        name = Path(sent.replace("\\", "/")).name[-80:]
        try:
            tournament = await known.adopt(path, name.removesuffix(SUFFIX))
        except Problem as problem:
            return await _list(request, problem.told(lang).replace(str(path), name))
    return Redirect(f"/e/{tournament.id}/desk", status_code=303)


@get("/e/{tournament_id:str}/desk", include_in_schema=False)
async def desk(request: Ask, tournament_id: FromPath[str], published: FromQuery[int | None] = None) -> Redirect:
    """On to the screen with the next thing to do; from there to the printer, where a round was just published."""
    tournament = await tournament_of(request, tournament_id)
    todo = next_thing(tournament.state, tournament.hall, now())
    after = f"?published={published}" if published is not None else ""
    return Redirect(f"/e/{tournament_id}/desk/{todo.screen}{after}", status_code=303)


handlers = [events, new, create, adopt, desk]
