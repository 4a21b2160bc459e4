"""The lessons: a list with how far one has come, and a page for each task on the table that everybody plays on."""

from __future__ import annotations

from urllib.parse import quote

from litestar import get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template
from msgspec import Struct

from tantera.lessons import Lesson, Task, Verdict, judged, lessons
from tantera.lessons.judging import NotOffered, answers
from tantera.lessons.lesson import PASS
from tantera.web.access.visitors import Ask, Form, Visitor
from tantera.web.learning.progress import Learners, Solved, cookie, solved_by, task_name
from tantera.web.learning.table import Hidden, offered, table_of
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page
from tantera.web.problems import NotFound
from tantera.web.tables.home import FIRST_HAND
from tantera.words import told


class LessonInList(Struct, frozen=True):
    lesson: Lesson
    solved: int
    address: str
    """Of the first task that is not solved, or of the first one."""

    @property
    def done(self) -> bool:
        return self.solved == len(self.lesson.tasks)


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
    to_find_out = Hidden(line=asked and bool(task.counted), options=asked and (bool(task.counted) or task.unaided))
    return page(
        request,
        "learning/task.html",
        number=number,
        title=lesson.title.text(lang),
        count=len(lesson.tasks),
        here=_address(lesson, number),
        asks=task.asks.text(lang),
        may_pass=task.may_pass or task.right == (PASS,),
        verdict=verdict,
        asked=asked,
        answer=answer,
        refusal=_refused(verdict, lang),
        choices=[(offer, told(words, lang)) for offer, words in answers(task)],
        solved=[task_name(lesson, place + 1) in solved for place in range(len(lesson.tasks))],
        onward=_onward(lesson, number),
        offered=offered(task.match, lang) if asked and not task.counted else [],
        **table_of(match, lang, asked and not task.counted, to_find_out),
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


handlers = [lesson_list, task_page, answer_task]
