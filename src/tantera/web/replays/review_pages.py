"""The page of a match that was studied, and the same for programs. Whoever may see the replay may see it."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

from litestar import Response, get
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import Template
from msgspec import Struct

from tantera.play.match import Match
from tantera.rules import Book, Seat
from tantera.study.annotated import annotated
from tantera.study.report import report
from tantera.web.access.measure import WaitingLine, address_of
from tantera.web.access.visitors import Ask
from tantera.web.clock import now
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page
from tantera.web.replays.library import Replay
from tantera.web.replays.pages import dgn_of, person_of, replay_of, shown_replay
from tantera.web.replays.reviewed import Review, SideShown, reviewed, sides_of
from tantera.web.replays.reviewing import NoStudy, Reviews, study_so_far

PATIENCE: Final = 20.0
"""Seconds that an answer about news may wait."""


class ReviewPage(Struct, frozen=True):
    """A match, and what is known of its luck and play by now."""

    replay: Replay
    book: Book
    match: Match
    sides: tuple[SideShown, ...]
    review: Review | None = None
    """Nothing, until the first hand is done."""
    waiting: bool = False
    version: str = ""
    done: int = 0
    of: int = 0
    ahead: int = 0
    """How many matches come first."""
    problem: str = ""


@get("/replays/{table:str}/{key:str}/review", include_in_schema=False)
async def review_page(request: Ask, table: FromPath[str], key: FromPath[str]) -> Template:
    replay = await shown_replay(request, table, key)
    reviews: Reviews = request.app.state.reviews
    lang, you = language_of(request), _seat(replay, person_of(request))
    match = replay.ledger.match
    sides = sides_of(match, you, lang)
    try:
        state = await reviews.of(replay)
    except NoStudy as problem:
        content = ReviewPage(replay, replay.book, match, sides, problem=problem.told(lang))
        return page(request, "review.html", content)
    told = None
    if state.hands:
        studied = await asyncio.to_thread(study_so_far, replay, state)
        told = await asyncio.to_thread(reviewed, studied, replay.ledger, you, lang, replay.address)
    content = ReviewPage(
        replay, replay.book, match, sides, told, not state.over, state.version, len(state.hands), state.of, state.ahead
    )
    return page(request, "review.html", content)


def _seat(replay: Replay, person: str | None) -> Seat | None:
    return replay.players.index(person) + 1 if person is not None and person in replay.players else None


@get("/replays/{table:str}/{key:str}/review/news", include_in_schema=False)
async def review_news(
    request: Ask,
    table: FromPath[str],
    key: FromPath[str],
    since: FromQuery[str] = "",
    patience: Annotated[float, QueryParameter(ge=0, le=PATIENCE)] = PATIENCE,
) -> dict[str, Any]:
    """Answers when the study has come further than `since`, or after a while (long polling)."""
    replay = await replay_of(request, table, key)
    reviews: Reviews = request.app.state.reviews
    waiting: WaitingLine = request.app.state.waiting
    with waiting.one(address_of(request.scope)):
        state = await reviews.news(replay, since, patience)
    return {"version": state.version, "now": now()}


@get("/replays/{table:str}/{key:str}/review.dgn", include_in_schema=False)
async def review_dgn(request: Ask, table: FromPath[str], key: FromPath[str]) -> Response[str]:
    """The match with the values of its moves, as far as they are known."""
    replay = await replay_of(request, table, key)
    reviews: Reviews = request.app.state.reviews
    studied = await asyncio.to_thread(study_so_far, replay, await reviews.of(replay))
    return dgn_of(replay._replace(document=annotated(replay.document, studied, replay.ledger)))


class StudyOfMatch(Struct, frozen=True):
    """How far the study of a match has come, and what is known by now."""

    over: bool
    hands: int
    of: int
    ahead: int
    """How many matches are studied first."""
    study: dict[str, Any]
    """The object of ``tantera review --json``. docs/study.md tells its fields."""


@get("/api/matches/{table:str}/{number:str}/review", tags=["replays"])
async def match_review(request: Ask, table: FromPath[str], number: FromPath[str]) -> StudyOfMatch:
    """What of a match was luck and what was play. It is begun when somebody asks; ask again until it is `over`."""
    replay = await replay_of(request, table, number)
    reviews: Reviews = request.app.state.reviews
    state = await reviews.of(replay)
    studied = await asyncio.to_thread(study_so_far, replay, state)
    told = await asyncio.to_thread(report, studied, replay.ledger.match, language_of(request))
    return StudyOfMatch(state.over, len(state.hands), state.of, state.ahead, told)


handlers = [review_page, review_news, review_dgn, match_review]
