"""The pages of replays: a list, an upload, and a match to step through. Every step has an address of its own, so that
all of it works without script; with one, a hand is fetched once and stepped through at once."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any, Final
from urllib.parse import urlencode

from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.exceptions import TooManyRequestsException
from litestar.params import FromPath
from litestar.response import Redirect, Template
from msgspec import Struct

from tantera.notation import DgnError, write
from tantera.play.actors import SPECTATOR
from tantera.play.match import Match
from tantera.rules import Book
from tantera.tables.seen import eyes_on_the_match
from tantera.telling import Sentence, cards, name_of, signatures
from tantera.web.access.measure import Rate, address_of
from tantera.web.access.visitors import Ask, Visitor
from tantera.web.books.shelf import limit_in_words
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page
from tantera.web.pages.times import moment
from tantera.web.problems import NotAllowed, NotFound
from tantera.web.replays.fair import ToldDeal, ToldDraw, told_deal_to
from tantera.web.replays.library import SO_FAR, Library, Replay, recent_public, told_matches
from tantera.web.replays.showing import (
    Carro,
    ShownRack,
    Spot,
    StepView,
    asleep,
    board_of,
    frames,
    position_picture,
    racks,
    spot,
)
from tantera.web.replays.showing import called as called_here
from tantera.web.replays.steps import PlayedHand
from tantera.web.replays.story import CorrectionTold, Moves, ReplaySheet, corrections, moves_of, said, sheet
from tantera.web.replays.worth import Reviewer, worth_told
from tantera.web.tables.api import table_or_nothing
from tantera.web.tables.hub import Hub
from tantera.words import Phrase, Problem, translate

WITHIN: Final = 3.0
"""Seconds that a page waits for what moves were worth: the first time a solver is compiled for it."""
_LISTED: Final = 50


def person_of(request: Ask) -> str | None:
    visitor: Visitor | None = request.user
    return None if visitor is None else visitor.person


async def replay_of(request: Ask, table: str, key: str) -> Replay:
    library: Library = request.app.state.library
    return await library.find(table, key, person_of(request), language_of(request))


async def shown_replay(request: Ask, table: str, key: str) -> Replay:
    """For a page: who reads it is called as they are by now."""
    library: Library = request.app.state.library
    visitor: Visitor | None = request.user
    name = "" if visitor is None else visitor.own_name
    return await library.shown_to(table, key, person_of(request), name, language_of(request))


# --- the list -------------------------------------------------------------------------------------------------------


@get("/replays", include_in_schema=False)
async def replays(request: Ask) -> Template:
    return _list(request)


def _list(request: Ask, problem: Problem | None = None) -> Template:
    hub: Hub = request.app.state.hub
    lang, person = language_of(request), person_of(request)
    mine = [] if person is None else hub.directory.matches_of(person)[:_LISTED]
    others = [match for match in recent_public(hub.directory, _LISTED) if person not in match.people]
    return page(
        request,
        "replays.html",
        status=200 if problem is None else 400,
        mine=told_matches(mine, hub.books, lang, person),
        others=told_matches(others, hub.books, lang),
        problem="" if problem is None else problem.told(lang),
        article="" if problem is None else problem.article,
    )


@post("/replays", include_in_schema=False)
async def upload(request: Ask) -> Redirect | Template:
    """A file to look at. One that cannot be right comes back with what is wrong, and where."""
    library: Library = request.app.state.library
    file = (await request.form()).get("file")
    if not isinstance(file, UploadFile):
        return _list(request, NoFile())
    try:
        replay = await library.keep(in_measure(request, await file.read()), called(file.filename))
    except DgnError as error:
        return _list(request, error)
    finally:
        await file.close()
    return Redirect(replay.address, status_code=303)


def in_measure(request: Ask, data: bytes) -> bytes:
    """A file that is about to be judged: an address sends so much a minute and no more."""
    judged: Rate = request.app.state.judged
    if wait := judged.take(address_of(request.scope), max(1, len(data) / 1000)):
        raise TooManyRequestsException(headers={"retry-after": str(int(wait) + 1)})
    return data


class NoFile(Problem):
    code = "no_file"
    sentence = Phrase("choose a .dgn file first")


def called(name: str) -> str:
    """What a file is called, as it may stand in a message and in a header: letters that harm nobody, and not too many.

    >>> called('C:\\\\dominó\\\\final "3".dgn'), called("…")
    ('final-3.dgn', 'match.dgn')
    """
    base = re.split(r"[\\/]", name[-200:])[-1]
    plain = re.sub(r"[^A-Za-z0-9_.]+", "-", base).replace("-.", ".").strip("-.")[:60]
    return plain or "match.dgn"


# --- a match --------------------------------------------------------------------------------------------------------


class ReplayPage(Struct, frozen=True):
    """A match at one step of one hand."""

    replay: Replay
    book: Book
    match: Match
    names: tuple[str, ...]
    """The players where a name stands alone."""
    nameless: str
    """By which name sentences tell of a reader who has said none; else nothing."""
    at: Spot
    shown: StepView
    racks: tuple[ShownRack, ...]
    carro: Carro
    said: tuple[Sentence, ...]
    moves: Moves
    deal: ToldDeal | None
    draw: ToldDraw | None
    worth: dict[str, Any] | None
    """What the moves were worth, where somebody asked for it and it is known by now."""
    valuing: bool
    """Whether somebody asked for it."""
    sheet: ReplaySheet
    cards: str
    signatures: str
    corrections: tuple[CorrectionTold, ...]
    result: str
    limit: Phrase | str
    when: str | None
    clock: Callable[[int], str]
    link: Callable[..., str]
    """The addresses of other steps and hands."""
    asleep: str
    is_over: bool
    """Whether the match is studied on a page of its own: what is still being played is not."""


def _nameless(request: Ask, replay: Replay) -> str:
    visitor: Visitor | None = request.user
    if visitor is None or visitor.own_name or visitor.person not in replay.players:
        return ""
    return replay.ledger.match.names[replay.players.index(visitor.person)]


@get("/replays/{table:str}/{key:str}", include_in_schema=False)
async def replay_page(request: Ask, table: FromPath[str], key: FromPath[str]) -> Template:
    replay = await shown_replay(request, table, key)
    lang, person = language_of(request), person_of(request)
    at = spot(replay, _asked(request), person)
    match, board, names = replay.ledger.match, board_of(at.hand), called_here(replay, person, lang)
    shown = board.shown[at.step.number]
    wanted = request.query_params.get("worth") == "1"
    content = ReplayPage(
        replay=replay,
        book=replay.book,
        match=match,
        at=at,
        shown=shown,
        names=names,
        nameless=_nameless(request, replay),
        racks=racks(board, shown, names, at, lang),
        carro=board.carro(at.below, shown),
        said=said(at.hand, at.step, lang),
        moves=moves_of(at.hand, lang, replay.by_time(at.hand)),
        deal=replay.deal(at.hand),
        draw=replay.draw(at.hand),
        worth=await _soon(review(request, replay, at.hand)) if wanted else None,
        valuing=wanted,
        sheet=await asyncio.to_thread(sheet, replay.ledger, replay.hands, lang, names),  # a match may have 500 hands
        cards=cards(match, lang),
        signatures=", ".join(signatures(match)),
        corrections=corrections(replay.ledger, lang),
        result=_result(match, lang),
        limit=limit_in_words(replay.book.options.limit),
        when=None if replay.begun is None else moment(replay.begun, lang),
        clock=lambda then: moment(then, lang),
        link=_link(replay, at),
        asleep=asleep(shown, lang),
        is_over=key != SO_FAR,
    )
    return page(request, "replay.html", content)


@get("/replays/{table:str}/{key:str}/hands/{number:int}", include_in_schema=False)
async def hand_frames(request: Ask, table: FromPath[str], key: FromPath[str], number: FromPath[int]) -> dict[str, Any]:
    """A hand for the page's script: every step of it, and the parts of the page that are about this hand."""
    replay = await shown_replay(request, table, key)
    lang, person = language_of(request), person_of(request)
    hand = replay.hand(number)
    content = frames(replay, hand, person, lang)
    at = Spot(hand, hand.steps[0], 0, content["below"][0])
    board = board_of(hand)
    shown = board.shown[0]
    engine = request.app.template_engine
    assert engine is not None
    parts: Any = engine.get_template("replay_parts.html").module
    words = lambda message, **facts: translate(lang, message, **facts)  # noqa: E731
    match, names = replay.ledger.match, called_here(replay, person, lang)
    content["parts"] = {
        "racks": parts.racks(racks(board, shown, names, at, lang)),
        "moves": parts.moves(moves_of(hand, lang, replay.by_time(hand)), names, _link(replay, at), 0, None, words),
        "deal": parts.deal(replay.deal(hand), replay.draw(hand), match.names, words),
    }
    content["deal"], content["draw"] = replay.deal(hand), replay.draw(hand)
    return content


@get("/replays/{table:str}/{key:str}/hands/{number:int}/worth", include_in_schema=False)
async def hand_worth(request: Ask, table: FromPath[str], key: FromPath[str], number: FromPath[int]) -> dict[str, Any]:
    replay = await shown_replay(request, table, key)
    return await review(request, replay, replay.hand(number))


async def _soon(reviewed: Awaitable[dict[str, Any]]) -> dict[str, Any] | None:
    """What is known within a moment. A page that has to wait for longer comes without, and asks again."""
    try:
        return await asyncio.wait_for(reviewed, WITHIN)
    except TimeoutError:
        return None


async def review(request: Ask, replay: Replay, hand: PlayedHand) -> dict[str, Any]:
    """What the moves of a hand were worth, as a page shows it."""
    reviewer: Reviewer = request.app.state.reviewer
    worth = await reviewer.worth(replay.address, replay.ledger.version, hand)
    return worth_told(worth, replay.ledger.match, language_of(request), replay.by_time(hand))


@get("/replays/{table:str}/{key:str}/match.dgn", include_in_schema=False)
async def match_dgn(request: Ask, table: FromPath[str], key: FromPath[str]) -> Response[str]:
    return dgn_of(await replay_of(request, table, key))


def dgn_of(replay: Replay) -> Response[str]:
    return Response(
        write(replay.document),
        media_type="text/plain; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{replay.file_name}"'},
    )


@get("/replays/{table:str}/{key:str}/position.svg", include_in_schema=False)
async def position_svg(request: Ask, table: FromPath[str], key: FromPath[str]) -> Response[str]:
    replay = await shown_replay(request, table, key)
    at = spot(replay, _asked(request), person_of(request))
    name = f"{replay.file_name.removesuffix('.dgn')}-{at.hand.number}-{at.step.number}.svg"
    title = translate(language_of(request), "Hand {number}", number=at.hand.number)
    return Response(
        position_picture(replay, at, f"{replay.book.name.text(language_of(request))} · {title}"),
        media_type="image/svg+xml",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


def _asked(request: Ask) -> Any:
    """A number that the address asks for; what is none is as if nothing had been asked."""

    def number(name: str) -> int | None:
        text = request.query_params.get(name, "")
        return int(text) if re.fullmatch(r"\d{1,6}", text, re.ASCII) else None

    return number


def _link(replay: Replay, at: Spot) -> Any:
    """Addresses of other steps and hands: what is not said stays as it is, and a hand begins with its deal."""

    def link(hand: int | None = None, move: int | None = None, to: str = "", **more: int) -> str:
        asked = {
            "hand": at.hand.number if hand is None else hand,
            "move": at.step.number if move is None and hand is None else move or 0,
            "view": at.view,
        }
        return f"{replay.address}{to}?{urlencode(asked | more)}"

    return link


def _result(match: Match, lang: str) -> str:
    if match.ended_by is None:
        return ""
    if match.winner is None:
        return translate(lang, "The match ends level")
    *some, last = (name_of(seat, match) for seat in match.winner)
    if not some:
        return translate(lang, "won by {side}", side=last)
    side = translate(lang, "{some} and {last}", some=", ".join(some), last=last)
    return translate(lang, "won by both: {side}", side=side)


async def _told(request: Ask, table_id: str, number: int) -> tuple[ToldDeal, Match]:
    table = await table_or_nothing(request, table_id)
    visitor: Visitor | None = request.user
    known = visitor is not None and table.state.guest(visitor.person) is not None
    eyes = eyes_on_the_match(table.state, visitor.person if visitor is not None and known else SPECTATOR)
    if eyes is None:
        raise NotAllowed
    ledger = table.state.ledger
    told = None if ledger is None else told_deal_to(eyes, ledger, number)
    if ledger is None or told is None:
        raise NotFound
    return told, ledger.match


@get("/api/tables/{table_id:str}/deals/{hand:int}", tags=["replays"])
async def deal_of_hand(request: Ask, table_id: FromPath[str], hand: FromPath[int]) -> ToldDeal:
    """What is told of the deal of a hand that is over. docs/fair-deals.md says how to check it."""
    told, _ = await _told(request, table_id, hand)
    return told


@get("/tables/{table_id:str}/deals/{hand:int}", include_in_schema=False)
async def deal_page(request: Ask, table_id: FromPath[str], hand: FromPath[int]) -> Template:
    told, match = await _told(request, table_id, hand)
    return page(request, "deal.html", deal=told, names=match.names, table_id=table_id, number=hand, book=match.book)


handlers = [replays, upload, replay_page, hand_frames, hand_worth, match_dgn, position_svg, deal_of_hand, deal_page]
