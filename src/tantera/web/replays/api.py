"""Replays for programs: everything the pages do, as JSON."""

from __future__ import annotations

from typing import Any, Literal

from litestar import MediaType, Response, get, post
from litestar.params import FromPath, FromQuery
from msgspec import Struct

from tantera.notation import judge, report, verify, write
from tantera.play.events import side_name
from tantera.web.access.visitors import Ask
from tantera.web.pages.languages import language_of
from tantera.web.problems import NotFound
from tantera.web.replays.fair import ToldDeal
from tantera.web.replays.library import Library, known_as, recent_public
from tantera.web.replays.pages import dgn_of, in_measure, person_of, replay_of, review
from tantera.web.replays.story import corrections
from tantera.web.tables.directory import MatchPlayed
from tantera.web.tables.hub import Hub

_MOST = 200
_TAG: dict[str, Any] = {"tags": ["replays"]}


class MatchInList(Struct, frozen=True):
    """A match that has been played."""

    table: str
    number: int
    """Which of the table's matches: 1, 2, 3…"""
    book: str
    names: tuple[str, ...]
    """By seat."""
    sides: tuple[str, ...]
    """``1+3``, or a seat where each plays alone."""
    score: tuple[int, ...]
    """In the order of the sides."""
    winner: str | None
    public: bool
    at: int
    """When it ended, in milliseconds since 1970."""


class Put(Struct, frozen=True):
    """Something that was put right later; what is told is what counts."""

    hand: int
    at: int
    why: str


class MatchDocument(Struct, frozen=True):
    """A match that is over."""

    match: dict[str, Any]
    """The object of ``tantera replay --json``: hands, score, cards, who won. docs/dgn.md tells its fields."""
    names: tuple[str, ...]
    dgn: str
    """All of it as text: deals, moves, seeds."""
    corrections: tuple[Put, ...] = ()


class CheckedHand(Struct, frozen=True):
    """What the seed line of a hand is worth."""

    n: int
    seed: bool
    deal: bool
    right: bool


class Judgement(Struct, frozen=True):
    """A text that holds."""

    match: dict[str, Any]
    dgn: str
    """In its one canonical form."""
    deals: tuple[CheckedHand, ...]


@get("/api/matches", **_TAG)
async def matches(request: Ask, whose: FromQuery[Literal["mine", "public"]] = "mine") -> list[MatchInList]:
    """Matches that have been played, the last first: one's own, or those of public tables."""
    hub: Hub = request.app.state.hub
    person = person_of(request)
    if whose == "public":
        recent = recent_public(hub.directory, _MOST)
    else:
        recent = [] if person is None else hub.directory.matches_of(person)[:_MOST]
    return [_in_list(match, language_of(request)) for match in recent]


def _in_list(match: MatchPlayed, lang: str) -> MatchInList:
    return MatchInList(
        match.table,
        match.number,
        match.book,
        tuple(known_as(name, lang) for name in match.names),
        tuple(map(side_name, match.sides)),
        match.score,
        None if match.winner is None else side_name(match.winner),
        match.public,
        match.at,
    )


@get("/api/matches/{table:str}/{number:str}", **_TAG)
async def match_document(request: Ask, table: FromPath[str], number: FromPath[str]) -> MatchDocument:
    """A match that is over, whole. 409 while it is being played, 403 where it is not for your eyes."""
    replay = await replay_of(request, table, number)
    judged = replay.judged or judge(replay.document, lambda name: replay.book.base)
    put_right = [Put(*one) for one in corrections(replay.ledger, language_of(request))]
    return MatchDocument(report(judged), replay.ledger.match.names, write(replay.document), tuple(put_right))


@get("/api/matches/{table:str}/{number:str}/match.dgn", media_type=MediaType.TEXT, **_TAG)
async def match_as_dgn(request: Ask, table: FromPath[str], number: FromPath[str]) -> Response[str]:
    """The same as a file."""
    return dgn_of(await replay_of(request, table, number))


@get("/api/matches/{table:str}/{number:str}/hands/{hand:int}/deal", **_TAG)
async def match_deal(request: Ask, table: FromPath[str], number: FromPath[str], hand: FromPath[int]) -> ToldDeal:
    """What is told of the deal of a hand. docs/fair-deals.md says how to check it."""
    replay = await replay_of(request, table, number)
    deal = replay.deal(replay.hand(hand, exactly=True))
    if deal is None:
        raise NotFound
    return deal


@get("/api/matches/{table:str}/{number:str}/hands/{hand:int}/worth", **_TAG)
async def match_worth(request: Ask, table: FromPath[str], number: FromPath[str], hand: FromPath[int]) -> dict[str, Any]:
    """What each move of a hand was worth with all tiles in sight. It may take some seconds; 503 where others wait."""
    replay = await replay_of(request, table, number)
    return await review(request, replay, replay.hand(hand, exactly=True))


@post("/api/dgn", status_code=200, opt={"by_token": True}, **_TAG)
async def judge_dgn(request: Ask) -> Judgement:
    """Judge a DGN text, sent as the body: 400 with the sentence, line and column where it cannot be right."""
    library: Library = request.app.state.library
    judged = await library.judge(in_measure(request, await request.body()), "dgn")
    checked = [CheckedHand(hand.number, hand.seed is not None, hand.dealt, not hand.errors) for hand in verify(judged)]
    return Judgement(report(judged), write(judged.document), tuple(checked))


handlers = [matches, match_document, match_as_dgn, match_deal, match_worth, judge_dgn]
