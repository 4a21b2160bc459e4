"""The lessons: a list with how far one has come, and a page for each task on the table that everybody plays on."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import quote

from litestar import get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template
from markupsafe import Markup
from msgspec import Struct, to_builtins
from msgspec.structs import replace

from tantera.layout import draw_rack, draw_table, places
from tantera.lessons import LEARNER, Lesson, Task, Verdict, judged, lessons
from tantera.lessons.judging import NotOffered, answers
from tantera.play import Match, view
from tantera.play.events import TilePlaced
from tantera.play.log import tile_to_text
from tantera.play.match import PLAYING
from tantera.play.snapshot import Snapshot, snapshot
from tantera.tiles import LEFT, RIGHT, Tile
from tantera.web.access.visitors import Ask, Form, Visitor
from tantera.web.learning.progress import Learners, Solved, cookie, solved_by, task_name
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page
from tantera.web.problems import NotFound
from tantera.web.tables.home import FIRST_HAND
from tantera.words import told, translate

_PLATES: Final = (4, 3, 2)
"""The others as one looks across the table, from the left."""


class LessonInList(Struct, frozen=True):
    lesson: Lesson
    solved: int
    address: str
    """Of the first task that is not solved, or of the first one."""

    @property
    def done(self) -> bool:
        return self.solved == len(self.lesson.tasks)


class Plate(Struct, frozen=True):
    """Somebody at the table."""

    name: str
    partner: bool
    tiles: int
    last: str
    """What they did last."""
    turn: bool


class TileOffered(Struct, frozen=True):
    """A tile of the rack, for a page without scripts: a button for each way to answer with it."""

    picture: Markup
    answers: list[tuple[str, str]]
    """What is sent, and what is read."""


class ShownTask(Struct, frozen=True):
    """What the script of the page needs of the table."""

    shown: Snapshot
    rack: tuple[Tile, ...]
    """All that were lifted, in their order: what is played leaves its gap."""
    asked: bool
    """Whether a move is awaited."""


@get("/learn", include_in_schema=False)
async def lesson_list(request: Ask) -> Template:
    solved = await solved_by(request)
    listed = [_listed(one, solved) for one in lessons()]
    return page(
        request,
        "learning/lessons.html",
        listed=listed,
        first_hand_done=FIRST_HAND in request.cookies,
        following=next((one for one in listed if not one.done), None),
        begun=any(one.solved for one in listed),
    )


def _listed(lesson: Lesson, solved: Solved) -> LessonInList:
    missing = [place for place in range(1, len(lesson.tasks) + 1) if task_name(lesson, place) not in solved]
    first = missing[0] if missing else 1
    return LessonInList(lesson, len(lesson.tasks) - len(missing), _address(lesson, first))


def _address(lesson: Lesson, number: int) -> str:
    return f"/learn/{lesson.id}/{number}"


@get("/learn/{lesson_id:str}/{number:int}", include_in_schema=False)
async def task_page(
    request: Ask, lesson_id: FromPath[str], number: FromPath[int], answer: FromQuery[str] = ""
) -> Template:
    """A task; with an answer in the address, what it came to."""
    lesson, task = _task(lesson_id, number)
    verdict = _judged(task, answer) if answer else None
    lang, solved = language_of(request), await solved_by(request)
    match = task.match if verdict is None else verdict.after
    asked = verdict is None or verdict.refusal is not None
    return page(
        request,
        "learning/task.html",
        lesson=lesson,
        number=number,
        task=task,
        verdict=verdict,
        asked=asked,
        answer=answer,
        refusal=_refused(verdict, lang),
        choices=[(offer, told(words, lang)) for offer, words in answers(task)],
        solved=[task_name(lesson, place + 1) in solved for place in range(len(lesson.tasks))],
        onward=_onward(lesson, number),
        plates=[_plate(match, seat, lang) for seat in _PLATES],
        counting=match.phase is not PLAYING,
        picture=_picture(match, lang),
        offered=_offered(task.match, lang) if asked and not task.counted else [],
        shown=to_builtins(_shown(task, match, asked), enc_hook=tile_to_text),
        awaits_move=asked and not task.counted,
        book=match.book,
    )


@post("/learn/{lesson_id:str}/{number:int}", include_in_schema=False)
async def answer_task(request: Ask, lesson_id: FromPath[str], number: FromPath[int], data: Form) -> Redirect:
    """An answer: what is right is kept, and then its page is shown."""
    lesson, task = _task(lesson_id, number)
    answer = data.get("answer", "")
    verdict = _judged(task, answer)
    cookies = []
    if verdict.right:
        solved = await solved_by(request) | {task_name(lesson, number)}
        visitor: Visitor | None = request.user
        if visitor is None:
            cookies = [cookie(solved, request.app.state.config.secure)]
        else:
            learners: Learners = request.app.state.learners
            await learners.solved(visitor.person, solved)
    return Redirect(f"{_address(lesson, number)}?answer={quote(answer)}", status_code=303, cookies=cookies)


def _task(lesson_id: str, number: int) -> tuple[Lesson, Task]:
    lesson = next((one for one in lessons() if one.id == lesson_id), None)
    if lesson is None or not 1 <= number <= len(lesson.tasks):
        raise NotFound
    return lesson, lesson.tasks[number - 1]


def _judged(task: Task, answer: str) -> Verdict:
    try:
        return judged(task, answer[:20])
    except NotOffered:
        raise NotFound from None


def _refused(verdict: Verdict | None, lang: str) -> tuple[str, str] | None:
    """Why it cannot be played, and the article."""
    if verdict is None or verdict.refusal is None:
        return None
    return verdict.refusal.told(lang), verdict.refusal.article


def _onward(lesson: Lesson, number: int) -> str:
    """Where it goes on: the next task, the first one of the next lesson, or the list."""
    if number < len(lesson.tasks):
        return _address(lesson, number + 1)
    following = next((one for one in lessons() if one.number > lesson.number), None)
    return "/learn" if following is None else _address(following, 1)


# --- the table


def _shown(task: Task, match: Match, asked: bool) -> ShownTask:
    """The table as whoever learns sees it. What they are asked to find out for themselves is not shown."""
    seen = snapshot(view(match, LEARNER))
    if asked and task.counted:
        seen = replace(seen, line=None, killed=())
    if asked and (task.counted or task.unaided):
        seen = replace(seen, options=())
    return ShownTask(seen, _lifted(match), asked and not task.counted)


def _lifted(match: Match) -> tuple[Tile, ...]:
    assert match.hand is not None
    return match.hand.dealt[LEARNER - 1]


def _plate(match: Match, seat: int, lang: str) -> Plate:
    hand = match.hand
    assert hand is not None
    moves = [move for move in hand.moves if move.seat == seat]
    last = moves[-1] if moves else None
    did = "" if last is None else translate(lang, "passes")
    if isinstance(last, TilePlaced):
        did = last.tile.spoken if last.end is not None else translate(lang, "opens, {tile}", tile=last.tile.spoken)
    return Plate(
        match.names[seat - 1],
        seat in match.side_of(LEARNER),
        hand.count(seat),
        did,
        match.phase is PLAYING and hand.turn == seat,
    )


def _picture(match: Match, lang: str) -> Markup:
    """The carro, for a page without scripts."""
    hand = match.hand
    assert hand is not None
    laid = places(hand.chain, match.book.options.set) if hand.chain is not None else ()
    offset = (LEARNER - hand.opener) % len(match.names)
    return Markup(draw_table(laid, translate(lang, "The table"), seat_offset=offset, bleed=True, theme=None))


def _offered(match: Match, lang: str) -> list[TileOffered]:
    hand = match.hand
    assert hand is not None
    return [
        TileOffered(Markup(draw_rack([tile], tile.spoken, theme=None)), _answers_with(tile, match, lang))
        for tile in hand.rack(LEARNER)
        if tile is not None
    ]


def _answers_with(tile: Tile, match: Match, lang: str) -> list[tuple[str, str]]:
    """A tile is one answer, and two where it fits both ends."""
    chain: Any = match.hand.chain if match.hand is not None else None
    if chain is None or chain.left == chain.right or not (tile.has(chain.left) and tile.has(chain.right)):
        return [(str(tile), tile.spoken)]
    return [
        (f"{end}{tile}", translate(lang, "{tile} on the {number}", tile=tile.spoken, number=chain.end(end)))
        for end in (LEFT, RIGHT)
    ]


handlers = [lesson_list, task_page, answer_task]
