"""The welcome of a bare ``tantera play``: which language, which book, how strong the bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from tantera.bots import levels_here
from tantera.cli import said
from tantera.cli.asking import Reader
from tantera.cli.match.screen import Screen
from tantera.cli.match.session import left_in_the_middle, to_go_on
from tantera.rules import BOOKS, load_book
from tantera.telling import law_in_words
from tantera.words.catalogue import LANGUAGES
from tantera.words.guesses import close_to

T = TypeVar("T")

LEVELS: Final = {1: "kind", 2: "easy", 3: "fair", 4: "hard", 5: "merciless"}
USUAL_BOOK, USUAL_LEVEL = "clasico", 3


class MatchWishes(NamedTuple):
    lang: str
    book: str = USUAL_BOOK
    level: int | None = None
    resume: Path | None = None
    """The match to go on with; then the rest does not count."""


def greet(lang: str) -> MatchWishes:
    """Three questions, each with an answer for who only presses Enter. Who wants to leave, leaves (`EOFError`)."""
    lang = _language(lang)
    screen = Screen(lang)
    screen.say("Dominoes against bots. Your partner sits opposite; nobody sees your tiles.", "bold")
    screen.say("Answer with a number and Enter; Enter alone takes what stands in brackets. q leaves.", "dim")
    if (left := left_in_the_middle()) is not None and _goes_on(screen, left):
        return MatchWishes(lang, resume=left)
    return MatchWishes(lang, _book(screen, lang), _level(screen))


def _goes_on(screen: Screen, left: Path) -> bool:
    """Whether the match that was left in the middle is gone on with; Enter says so."""
    screen.say_where("Your last match is not over: {path}", "", left)
    while True:
        answer = _answer(screen, "Go on with it? Y/n ").casefold()
        if not answer or answer in said.YES:
            return True
        if answer in said.NO:
            screen.say_where("It waits. Later: {path}", "dim", to_go_on(left))
            return False
        _again(screen, answer, "y / n")


def _language(lang: str) -> str:
    screen = Screen(lang)
    screen.console.rule("Tantera", style="dim")
    listed = " · ".join(f"{number} {name}" for number, name in enumerate(LANGUAGES.values(), start=1))
    names = {one: one for one in LANGUAGES} | {name: one for one, name in LANGUAGES.items()}
    question = "Language: {listed} [{usual}] "
    return _one_of(screen, list(LANGUAGES), names, lang, question, listed=listed, usual=LANGUAGES[lang])


def _book(screen: Screen, lang: str) -> str:
    books = {
        id_: law_in_words(load_book(id_), lang) for id_ in (USUAL_BOOK, *(one for one in BOOKS if one != USUAL_BOOK))
    }
    screen.console.print()
    screen.say("Which rules?", "bold")
    for number, law in enumerate(books.values(), start=1):
        customs = ", ".join(law.customs)
        facts = {"number": number, "name": law.name, "limit": law.limit, "customs": customs}
        screen.console.print(screen.words("  {number} {name}: to {limit}, {customs}", **facts), markup=False)
    names = {law.name.casefold(): id_ for id_, law in books.items()} | {id_: id_ for id_ in books}
    return _one_of(screen, list(books), names, USUAL_BOOK, "Rules, 1 to {last} [1]: ", last=len(books))


def _level(screen: Screen) -> int:
    levels = {number: screen.words(word) for number, word in LEVELS.items() if number in levels_here()}
    listed = " · ".join(f"{number} {word}" for number, word in levels.items())
    screen.console.print()
    screen.say("How strong are the bots? {listed}", "bold", listed=listed)
    names = {word: number for number, word in levels.items()}
    return _one_of(
        screen, list(levels), names, USUAL_LEVEL, "Level, 1 to {last} [{usual}]: ", last=len(levels), usual=USUAL_LEVEL
    )


def _one_of(
    screen: Screen, choices: Sequence[T], names: Mapping[str, T], otherwise: T, question: str, **facts: object
) -> T:
    """The choice of that number, or the one that is called about so; asked until it is one."""
    while True:
        answer = _answer(screen, question, **facts)
        if not answer:
            return otherwise
        if answer.isdecimal() and 1 <= int(answer) <= len(choices):
            return choices[int(answer) - 1]
        meant = close_to(answer, names)
        if meant is not None:
            return names[meant]
        _again(screen, answer, f"1 - {len(choices)}")


def _answer(screen: Screen, question: str, **facts: object) -> str:
    answer = Reader(screen.console).line(lambda _: screen.words(question, **facts)) or ""
    if answer.casefold() in said.LEAVE:
        raise EOFError
    if answer.casefold() in said.HELP or answer == "?":
        screen.say("Answer with a number and Enter; Enter alone takes what stands in brackets. q leaves.", "dim")
        return _answer(screen, question, **facts)
    return answer


def _again(screen: Screen, answer: str, expected: str) -> None:
    screen.say("   found {answer}; expected {expected}, or Enter", "red", answer=answer, expected=expected)
