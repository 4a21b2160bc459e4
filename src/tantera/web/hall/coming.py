"""How people come to a tournament: officers by a link that works once, players by the code on their card or slip."""

from __future__ import annotations

from typing import Any, Final, get_args

import structlog
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template

from tantera.tournament.names import a_line, called
from tantera.tournament.state import TournamentState
from tantera.tournament.telling import named, seated
from tantera.web.access.links import Links
from tantera.web.access.visitors import Ask, Form, go, known_visitor, readable
from tantera.web.desk.shell import AtDesk, Desk, at_desk, desk_page
from tantera.web.hall.phones import seat_word
from tantera.web.network.codes import picture
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page
from tantera.web.problems import NotAllowed, NotFound
from tantera.web.tables.coming import Guesses
from tantera.web.tournaments.folder import round_of, tournament_of
from tantera.web.tournaments.live import LiveTournament
from tantera.web.tournaments.offices import ROLES, Office, OfficeRole, Officers, as_printed, device
from tantera.words import Phrase, Problem, translate

log = structlog.get_logger()

GIVEN_BY_LINK: Final = ("organiser", "director", "judge", "desk")


class OfficeLinkGone(Problem):
    code = "link_gone"
    sentence = Phrase("this link has been used or is too old: ask the director for another one")


# --- officers -------------------------------------------------------------------------------------------------------


@get("/e/{tournament_id:str}/desk/people", **at_desk("people"))
async def people(request: Ask, desk: AtDesk) -> Template:
    """Who runs the tournament, and links for more of them."""
    return await _people(request, desk)


async def _people(request: Ask, desk: Desk, made: tuple[str, str] | None = None) -> Template:
    officers: Officers = request.app.state.officers
    held = await officers.all(desk.tournament.id)
    rows = [(person, office.role, office.name) for person, office in held.items() if office.role != "player"]
    qr = None if made is None else picture(made[1], translate(desk.lang, "QR code of this link"))
    return desk_page(
        request, desk, "people", "hall/people.html", officers=rows, made=made, qr=qr, roles=_named_by(desk.office)
    )


def _named_by(office: Office) -> tuple[str, ...]:
    """The offices that somebody gives and ends: organisers leave the director of refereeing alone."""
    return tuple(role for role in GIVEN_BY_LINK if office.role == "director" or role != "director")


@post("/e/{tournament_id:str}/desk/people", **at_desk("people"))
async def make_link(request: Ask, desk: AtDesk, data: Form) -> Template:
    """A link that makes somebody an officer of this tournament; it is shown once."""
    role = data.get("role", "")
    if role not in _named_by(desk.office):
        raise NotAllowed
    links: Links = request.app.state.links
    secret = await links.make("office", f"{desk.tournament.id} {role}")
    url = request.app.state.invitation.url
    return await _people(request, desk, (role, f"{url}/e/{desk.tournament.id}/office/{secret}"))


@post("/e/{tournament_id:str}/desk/people/end", **at_desk("people"))
async def end_office(request: Ask, desk: AtDesk, data: Form) -> Redirect:
    officers: Officers = request.app.state.officers
    person = data.get("person", "")
    held = (await officers.all(desk.tournament.id)).get(person)
    if held is not None and held.role == "director" and "director" not in _named_by(desk.office):
        raise NotAllowed
    await officers.end(desk.tournament.id, person, desk.office.by)
    return Redirect(f"/e/{desk.tournament.id}/desk/people", status_code=303)


@get("/e/{tournament_id:str}/office/{secret:str}", include_in_schema=False)
async def office_link(request: Ask, tournament_id: FromPath[str], secret: FromPath[str]) -> Template:
    """Asks for a name before the link is used up: programs open links before people do."""
    name = request.user.name if request.user is not None else ""
    return await _office_page(request, tournament_id, secret, name, {})


async def _office_page(request: Ask, tournament_id: str, secret: str, name: str, mistakes: dict[str, str]) -> Template:
    tournament, role = await tournament_of(request, tournament_id), await _role_of_link(request, tournament_id, secret)
    content = {"role_words": ROLES, "role": role, "secret": secret, "name": name, "mistakes": mistakes}
    return page(request, "hall/office.html", status=400 if mistakes else 200, tournament=tournament, **content)


@post("/e/{tournament_id:str}/office/{secret:str}", include_in_schema=False)
async def take_office(request: Ask, tournament_id: FromPath[str], secret: FromPath[str], data: Form) -> Response[Any]:
    name = a_line(data.get("name", "").replace(":", " "), 40)
    if not name:
        mistakes = {"name": translate(language_of(request), "say your name")}
        return await _office_page(request, tournament_id, secret, "", mistakes)
    role = await _role_of_link(request, tournament_id, secret)
    if await request.app.state.links.use("office", secret) is None:
        raise OfficeLinkGone
    visitor, token = await known_visitor(request, readable(name))
    await request.app.state.officers.give(tournament_id, visitor.person, Office(role, name), f"{role}:{name}")
    return go(request, f"/e/{tournament_id}/desk/{'judges' if role == 'judge' else ''}".rstrip("/"), token)


async def _role_of_link(request: Ask, tournament_id: str, secret: str) -> OfficeRole:
    link = await request.app.state.links.find("office", secret)
    about, _, role = (link.person if link is not None else "").partition(" ")
    if link is None or about != tournament_id or role not in get_args(OfficeRole):
        raise OfficeLinkGone
    found: OfficeRole = role  # type: ignore[assignment]
    return found


# --- players --------------------------------------------------------------------------------------------------------


@get("/e/{tournament_id:str}/p/{player:str}/{code:str}", include_in_schema=False)
async def player_card(
    request: Ask, tournament_id: FromPath[str], player: FromPath[str], code: FromPath[str]
) -> Template:
    """The QR on a player's card: "are you …?" before anything happens."""
    tournament = await tournament_of(request, tournament_id)
    await _check_code(request, code, tournament_id, "player", player)
    if player not in tournament.state.players:
        raise NotFound
    who, action = [(player, named(tournament.state, player), "")], f"/e/{tournament_id}/p/{player}/{code}"
    return page(request, "hall/who.html", tournament=tournament, who=who, action=action, table=None)


@post("/e/{tournament_id:str}/p/{player:str}/{code:str}", include_in_schema=False)
async def take_card(request: Ask, tournament_id: FromPath[str], player: FromPath[str], code: FromPath[str]) -> Redirect:
    tournament = await tournament_of(request, tournament_id)
    await _check_code(request, code, tournament_id, "player", player)
    if player not in tournament.state.players:
        raise NotFound
    return await _plays(request, tournament, player, f"/e/{tournament_id}/me")


@get("/e/{tournament_id:str}/t/{round:int}/{table:int}/{code:str}", include_in_schema=False)
async def table_slip(
    request: Ask, tournament_id: FromPath[str], round: FromPath[int], table: FromPath[int], code: FromPath[str]
) -> Response[Any]:
    """The QR on a slip: who of this table are you? Somebody the server knows there goes on at once."""
    tournament = await tournament_of(request, tournament_id)
    await _check_code(request, code, tournament_id, "table", round, table)
    of_round = round_of(tournament.state, round, table)
    seats = of_round.tables[table - 1].seats
    officers: Officers = request.app.state.officers
    office = await officers.of(tournament_id, request.user)
    if office.role not in ("public", "player") or (office.role == "player" and office.name in seats):
        return Redirect(f"/e/{tournament_id}/t/{round}/{table}", status_code=303)
    who = [
        (seat, seated(tournament.state, of_round, seat), seat_word(tournament.state, place))
        for place, seat in enumerate(seats, 1)
        if seat in tournament.state.players
    ]
    action = f"/e/{tournament_id}/t/{round}/{table}/{code}"
    return page(request, "hall/who.html", tournament=tournament, who=who, action=action, table=table)


@post("/e/{tournament_id:str}/t/{round:int}/{table:int}/{code:str}", include_in_schema=False)
async def take_seat(
    request: Ask,
    tournament_id: FromPath[str],
    round: FromPath[int],
    table: FromPath[int],
    code: FromPath[str],
    data: Form,
) -> Redirect:
    tournament = await tournament_of(request, tournament_id)
    await _check_code(request, code, tournament_id, "table", round, table)
    player = data.get("player", "")
    if (
        player not in round_of(tournament.state, round, table).tables[table - 1].seats
        or player not in tournament.state.players
    ):
        raise NotAllowed
    return await _plays(request, tournament, player, f"/e/{tournament_id}/t/{round}/{table}")


async def _plays(request: Ask, tournament: LiveTournament, player: str, to: str) -> Redirect:
    """Somebody says who they are. They may have been somebody else before, or another phone may say the same: both
    are let in, for people mistake their line and change phones, and the desk sees it beside the slip."""
    officers: Officers = request.app.state.officers
    visitor, token = await known_visitor(request, otherwise=called(tournament.state)[player].own)
    if visitor.bot:
        raise NotAllowed
    office = await officers.of(tournament.id, visitor)
    on, cookie = device(request)
    if office.role in ("public", "player"):  # an officer who plays as well stays what they are
        await officers.give(tournament.id, visitor.person, Office("player", player), f"player:{player}", on)
    return go(request, to, token, cookie)


async def _check_code(request: Ask, code: str, *about: str | int) -> None:
    """A wrong code is nothing that is here, and whoever guesses gets slower answers; not who is in already."""
    guesses: Guesses = request.app.state.guesses
    officers: Officers = request.app.state.officers
    right = officers.is_code(code, *about)
    if right and (await officers.of(str(about[0]), request.user)).role != "public":
        return
    await guesses.turn(request)
    if not right:
        guesses.was_wrong(request)
        log.warning("wrong_code", tournament_id=about[0], of=about[1])
        raise NotFound


@get("/e/{tournament_id:str}/code", include_in_schema=False)
async def by_code(request: Ask, tournament_id: FromPath[str], code: FromQuery[str] = "") -> Response[Any]:
    """On to where the QR above that code leads. Wrong codes are counted, as everywhere."""
    tournament = await tournament_of(request, tournament_id)
    typed = as_printed(code)[:40]
    if not typed:
        return Redirect(f"/e/{tournament_id}", status_code=303)
    guesses: Guesses = request.app.state.guesses
    await guesses.turn(request)
    leads = _leads_to(request.app.state.officers, tournament_id, tournament.state, typed)
    if leads is not None:
        return Redirect(f"/e/{tournament_id}/{leads}/{typed}", status_code=303)
    guesses.was_wrong(request)
    log.warning("wrong_code", tournament_id=tournament_id, of="typed")
    message = "no slip and no card of this tournament has that code: look at it again"
    problem = translate(language_of(request), message)
    return page(request, "hall/code.html", status=400, tournament=tournament, typed=code[:40], problem=problem)


def _leads_to(officers: Officers, tournament_id: str, state: TournamentState, code: str) -> str | None:
    """A table's slip, the latest round first, or a player's card: codes are worked out and never stored."""
    for round in reversed(state.published):
        for table in range(1, len(round.tables) + 1):
            if officers.is_code(code, tournament_id, "table", round.number, table):
                return f"t/{round.number}/{table}"
    return next((f"p/{one}" for one in state.players if officers.is_code(code, tournament_id, "player", one)), None)


handlers = [
    people, make_link, end_office, office_link, take_office, player_card, take_card, table_slip, take_seat, by_code,
]  # fmt: skip
