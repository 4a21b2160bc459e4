"""The puzzles: the one of the day, and by theme; answered on the table of the lessons, with the explanation after."""

from __future__ import annotations

from typing import Final
from urllib.parse import quote

from litestar import get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template
from msgspec import Struct

from tantera.lessons.judging import NotOffered
from tantera.puzzles import THEMES, Answer, Puzzle, answered, of_the_day, shipped
from tantera.puzzles.puzzle import Theme, by_id
from tantera.puzzles.solving import move_of
from tantera.puzzles.telling import ASKED, finders, remembered, verdict
from tantera.study.telling import move_in_words
from tantera.web.access.visitors import Ask, Form, Visitor
from tantera.web.clock import today
from tantera.web.learning.progress import (
    Learners,
    Solved,
    day_name,
    days_in_a_row,
    puzzle_cookie,
    puzzle_name,
    puzzles_solved_by,
)
from tantera.web.learning.table import Hidden, offered, table_of
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page
from tantera.web.problems import NotFound
from tantera.words import told, translate
from tantera.words.numbers import with_error

_NOTHING_HIDDEN: Final = Hidden()


class ThemeInList(Struct, frozen=True):
    title: str
    about: str
    solved: int
    count: int
    address: str


class OptionShown(Struct, frozen=True):
    move: str
    points: str
    is_right: bool
    is_played: bool


class Explanation(Struct, frozen=True):
    """What is said after an answer."""

    verdict: str
    best: str
    other: str
    """The move that was played, or the next best where that was the best one."""
    why: tuple[str, ...]
    but: tuple[str, ...]
    known: tuple[str, ...]
    finders: str
    options: tuple[OptionShown, ...]


@get("/puzzles", include_in_schema=False)
async def puzzle_list(request: Ask) -> Template:
    solved, lang, day = await puzzles_solved_by(request), language_of(request), today()
    todays = of_the_day(day)
    return page(
        request,
        "learning/puzzles.html",
        todays=todays,
        theme=THEMES[todays.theme].told(lang),
        done_today=day_name(day) in solved,
        in_a_row=days_in_a_row(solved, day),
        themes=[_listed(theme, solved, lang) for theme in THEMES],
    )


def _listed(theme: Theme, solved: Solved, lang: str) -> ThemeInList:
    of_it = [one for one in shipped() if one.theme == theme]
    done = sum(puzzle_name(one.id) in solved for one in of_it)
    return ThemeInList(
        THEMES[theme].told(lang), translate(lang, _ABOUT[theme]), done, len(of_it), f"/puzzles/of/{theme}"
    )


_ABOUT: Final[dict[Theme, str]] = {
    "count": "tiles that are still to come, and points",
    "pass": "an end at which the next player has nothing",
    "block": "who closes, and who lets the other close",
    "partner": "to play for the two of you",
    "tempo": "to have something to lay at every turn",
}


@get("/puzzles/today", include_in_schema=False)
async def puzzle_of_the_day() -> Redirect:
    return Redirect(_address(of_the_day(today())), status_code=303)


@get("/puzzles/of/{theme:str}", include_in_schema=False)
async def puzzles_of_a_theme(request: Ask, theme: FromPath[str]) -> Redirect:
    """The easiest one of a theme that is not solved; when all are, the first again."""
    of_it = [one for one in shipped() if one.theme == theme]
    if not of_it:
        raise NotFound
    return Redirect(_address(_next(of_it, await puzzles_solved_by(request))), status_code=303)


@get("/puzzles/{puzzle_id:str}", include_in_schema=False)
async def puzzle_page(request: Ask, puzzle_id: FromPath[str], answer: FromQuery[str] = "") -> Template:
    """A puzzle; with an answer in the address, what it came to."""
    puzzle = _puzzle(puzzle_id)
    given = _answered(puzzle, answer) if answer else None
    lang, day, solved = language_of(request), today(), await puzzles_solved_by(request)
    asked = given is None or given.refusal is not None
    refusal = None if given is None or given.refusal is None else (given.refusal.told(lang), given.refusal.article)
    of_it = [one for one in shipped() if one.theme == puzzle.theme and one.id != puzzle.id]
    return page(
        request,
        "learning/puzzle.html",
        title=THEMES[puzzle.theme].told(lang),
        here=_address(puzzle),
        asks=told(ASKED, lang),
        remembered="; ".join(phrase.told(lang) for phrase in remembered(puzzle)),
        may_pass=False,
        puzzle=puzzle,
        is_todays=puzzle.id == of_the_day(day).id,
        in_a_row=days_in_a_row(solved, day),
        verdict=given,
        explained=None if given is None or asked else _explained(puzzle, given, lang),
        asked=asked,
        refusal=refusal,
        choices=(),
        onward=_address(_next(of_it, solved)) if of_it else "/puzzles",
        offered=offered(puzzle.match, lang) if asked else [],
        **table_of(puzzle.match if given is None else given.after, lang, asked, _NOTHING_HIDDEN),
    )


@post("/puzzles/{puzzle_id:str}", include_in_schema=False)
async def answer_puzzle(request: Ask, puzzle_id: FromPath[str], data: Form) -> Redirect:
    """An answer: what is right is kept, and then its page is shown."""
    puzzle, day = _puzzle(puzzle_id), today()
    answer = data.get("answer", "")
    cookies = []
    if _answered(puzzle, answer).right:
        new = {puzzle_name(puzzle.id)} | ({day_name(day)} if puzzle is of_the_day(day) else set())
        solved = await puzzles_solved_by(request) | new
        visitor: Visitor | None = request.user
        if visitor is None:
            cookies = [puzzle_cookie(solved, request.app.state.config.secure)]
        else:
            learners: Learners = request.app.state.learners
            await learners.solved(visitor.person, solved)
    return Redirect(f"{_address(puzzle)}?answer={quote(answer)}", status_code=303, cookies=cookies)


def _puzzle(puzzle_id: str) -> Puzzle:
    if (puzzle := by_id().get(puzzle_id)) is None:
        raise NotFound
    return puzzle


def _answered(puzzle: Puzzle, answer: str) -> Answer:
    try:
        return answered(puzzle, answer[:20])
    except NotOffered:
        raise NotFound from None


def _address(puzzle: Puzzle) -> str:
    return f"/puzzles/{puzzle.id}"


def _next(puzzles: list[Puzzle], solved: Solved) -> Puzzle:
    return next((one for one in puzzles if puzzle_name(one.id) not in solved), puzzles[0])


def _explained(puzzle: Puzzle, answer: Answer, lang: str) -> Explanation:
    assert answer.why is not None
    reasons = answer.why
    best, other = (
        told(move_in_words(move_of(puzzle, puzzle.options[place])), lang) for place in (0, answer.place or 1)
    )
    return Explanation(
        told(verdict(puzzle, answer), lang),
        best,
        other,
        tuple(phrase.told(lang) for phrase in reasons.why),
        tuple(phrase.told(lang) for phrase in reasons.but),
        tuple(phrase.told(lang) for phrase in reasons.known),
        told(finders(puzzle), lang),
        tuple(
            OptionShown(
                told(move_in_words(move_of(puzzle, worth)), lang),
                with_error(worth.points, worth.error, lang, 0, sign=True),
                place == 0,
                place == answer.place,
            )
            for place, worth in enumerate(puzzle.options)
        ),
    )


handlers = [puzzle_list, puzzle_of_the_day, puzzles_of_a_theme, puzzle_page, answer_puzzle]
