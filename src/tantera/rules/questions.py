"""Ten questions to a club, and the book that comes of the answers: ``rules new --ask``.

A question is asked of the answers before it: what it offers, what it takes for granted. Whoever asks, a terminal or a
page, keeps the answers; nothing here knows how they are given. The book that comes out changes only what was answered
otherwise than its base has it, and puts right every article that would say something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, NamedTuple

import msgspec

from tantera.rules.advice import advice_on
from tantera.rules.basics import SPOKEN
from tantera.rules.check import RuleBookError
from tantera.rules.extend import Layer
from tantera.rules.glossary import VALUES, value_in_words
from tantera.rules.loader import BOOKS, load_book, read_text
from tantera.rules.schema import Book, Prize
from tantera.rules.template import as_toml, quoted
from tantera.words import Phrase, translate

Answers = Mapping[str, str]
"""What has been said, by the key of the question, as `understood` gives it back."""

MOST_LETTERS: Final = 120


class BookQuestion(NamedTuple):
    """Something a club knows about its own game."""

    key: str
    asks: str
    why: str
    kind: Literal["text", "book", "choice", "limit", "prize", "points"]


QUESTIONS: Final = (
    BookQuestion("name", "What is your book called?", "Of the club or the tournament: it heads the rules.", "text"),
    BookQuestion(
        "extends",
        "Which of these books is nearest to how you play?",
        "Yours takes everything from it, faults and articles too, and changes only what you say from here on.",
        "book",
    ),
    BookQuestion(
        "play", "Who plays with whom?", "In pairs the partner sits opposite and both score together.", "choice"
    ),
    BookQuestion(
        "limit",
        "What is a match played to?",
        "Points, hands or minutes, or several at once: 150, 200p 40m, 12h.",
        "limit",
    ),
    BookQuestion("set", "With which tiles?", "The usual set has 28; in Cuba and elsewhere 55 are used.", "choice"),
    BookQuestion(
        "first_opener", "Who opens the first hand?", "By drawing tiles, by the highest double, or as agreed.", "choice"
    ),
    BookQuestion(
        "next_opener", "And who opens the hands after it?", "After every hand somebody else may open, or not.", "choice"
    ),
    BookQuestion("scoring", "What does the winner of a hand score?", "What is counted when a hand is over.", "choice"),
    BookQuestion(
        "tied_block",
        "And if a hand is blocked and both have the same?",
        "A block goes to whoever has fewer pips; this is about equal ones.",
        "choice",
    ),
    BookQuestion(
        "capicua",
        "How many points more is a capicúa worth?",
        "Going out with a tile that fitted both ends. 0: nothing more.",
        "points",
    ),
)
"""Ten, and no more. A fixed prize asks for its points besides, and points in play for what is counted."""

PRIZE: Final = BookQuestion(
    "prize",
    "How many points for a dominó, and how many for a block?",
    "Two numbers: the prize of a hand that somebody goes out in, and of one that is blocked.",
    "prize",
)


IN_PLAY: Final = BookQuestion(
    "in_play",
    "Points in play: what do the open ends bring after every tile?",
    "They are written at once, to whoever laid the tile. Doubles open no branches: there is no spinner.",
    "choice",
)


def asked(answers: Answers) -> tuple[BookQuestion, ...]:
    """The questions, as far as the answers so far tell which they are."""
    more = {"fixed": PRIZE, "nothing": IN_PLAY}.get(answers.get("scoring", ""))
    if more is None:
        return QUESTIONS
    at = next(place for place, question in enumerate(QUESTIONS) if question.key == "scoring") + 1
    return (*QUESTIONS[:at], more, *QUESTIONS[at:])


def offered(question: BookQuestion) -> tuple[tuple[str, Phrase], ...]:
    """What there is to choose from, in words; nothing where anything may be said."""
    if question.kind == "choice":
        key = "points_in_play.count" if question == IN_PLAY else f"options.{question.key}"
        return tuple((value, Phrase(words)) for value, words in VALUES[key].items())
    if question.kind == "book":
        return tuple((book, _Told(load_book(book))) for book in BOOKS)
    return ()


class _Told(Phrase):
    """A book in a line: its name and what it is."""

    def __init__(self, book: Book) -> None:
        super().__init__(book.id)
        self.book = book

    def told(self, lang: str) -> str:
        return f"{self.book.name.text(lang)}. {self.book.about.text(lang)}"


def granted(question: BookQuestion, answers: Answers) -> str:
    """What is taken where nothing is said: as the base has it."""
    if question.kind == "book":
        return "clasico"
    base = load_book(answers.get("extends", "clasico"))
    match question.kind:
        case "limit":
            return str(base.options.limit)
        case "prize":
            return f"{base.prize.domino} {base.prize.block}" if base.prize is not None else "50 25"
        case "points":
            prize = _by_capicua(base, answers)
            if prize is not None:
                return str(max(0, (prize.capicua or 0) - prize.domino))
            return str(next((bonus.points for bonus in base.bonuses if bonus.kind == "capicua"), 0))
        case "choice" if question == IN_PLAY:
            return base.points_in_play.count if base.points_in_play is not None else "fives_and_threes"
        case "choice":
            value = getattr(base.options, question.key)
            return str(getattr(value, "value", value))
        case _:
            return ""


def _by_capicua(base: Book, answers: Answers) -> Prize | None:
    """The fixed prize that has a capicúa of its own, which is more than a plain dominó by so much (*lá-e-lô*)."""
    prize = base.prize if answers.get("scoring") == "fixed" else None
    return prize if prize is not None and prize.capicua is not None else None


def understood(question: BookQuestion, typed: str) -> str | None:
    """The answer as it is kept, or None where it is none.

    >>> understood(QUESTIONS[3], "150 puntos o 40 minutos"), understood(QUESTIONS[2], "2")
    ('150p 40m', 'alone')
    """
    typed = " ".join("".join(letter if letter.isprintable() else " " for letter in typed).split())
    match question.kind:
        case "text":
            return typed if 0 < len(typed) <= MOST_LETTERS else None
        case "limit":
            return _limit(typed)
        case "prize":
            numbers = re.findall(r"\d+", typed, re.ASCII)
            sound = len(numbers) == 2 and _is_points(numbers[0]) and (numbers[1] == "0" or _is_points(numbers[1]))
            return " ".join(numbers) if sound else None
        case "points":
            return str(int(typed)) if typed == "0" or _is_points(typed) else None
        case _:
            return _chosen([value for value, _ in offered(question)], question, typed)


def expected(question: BookQuestion) -> Phrase:
    """What would have been an answer."""
    match question.kind:
        case "text":
            return Phrase("a name of at most {most} letters", most=MOST_LETTERS)
        case "limit":
            return Phrase("points, hands or minutes, like 150, 200p 40m or 12h")
        case "prize":
            return Phrase("two numbers, like 50 25")
        case "points":
            return Phrase("a number of points, or 0")
        case _:
            return Phrase("a number from 1 to {most}", most=len(offered(question)))


def _is_points(text: str) -> bool:
    return re.fullmatch(r"\d{1,5}", text, re.ASCII) is not None and int(text) > 0


def _chosen(values: list[str], question: BookQuestion, typed: str) -> str | None:
    """By its number, by its name in the file, or by how its words begin in any language."""
    if re.fullmatch(r"\d{1,3}", typed, re.ASCII):
        return values[int(typed) - 1] if 1 <= int(typed) <= len(values) else None
    names_of = {value: {value, *(words.told(lang).casefold() for lang in SPOKEN)} for value, words in offered(question)}
    word = typed.casefold()
    meant = [value for value, names in names_of.items() if word in names]
    begun = [value for value, names in names_of.items() if word and any(name.startswith(word) for name in names)]
    candidates = meant or begun
    return candidates[0] if len(candidates) == 1 else None


def _limit(typed: str) -> str | None:
    """A limit as people say it; a number alone is points."""
    parts: dict[str, int] = {}
    rest = re.sub(r"\b(o|or|ou|y|i|e|and)\b|[,;+]", " ", typed.casefold())
    for number, word in re.findall(r"(\d+)\s*([^\W\d]*)", rest):
        unit = _unit(word)
        if unit is None or unit in parts:
            return None
        parts[unit] = int(number)
    if not parts or re.sub(r"\d+\s*[^\W\d]*", "", rest).strip():
        return None
    most = {"p": 100_000, "h": 1000, "m": 1000}
    sound = all(1 <= number <= most[unit] for unit, number in parts.items())
    return " ".join(f"{parts[unit]}{unit}" for unit in "phm" if unit in parts) if sound else None


def _unit(word: str) -> str | None:
    if word in ("", "p") or word.startswith(("pun", "pon", "poi", "pts")):
        return "p"
    if word == "m" or word.startswith("min"):
        return "m"
    if word == "h" or word.startswith(("man", "mà", "mã", "ma", "hand")):
        return "h"
    return None


# --- the book that comes of it


def book_of_answers(answers: Answers, book_id: str, lang: str) -> str:
    """The text of a book: what is answered otherwise than the base has it, and the articles that have to say so."""
    text, book, layers = _that_goes_together(answers, book_id, lang)
    for advice in advice_on(book, layers):
        if advice.paste is not None:
            text += "\n" + advice.paste.text(lang)
    read_text(text, "new")
    return text


def _that_goes_together(answers: Answers, book_id: str, lang: str) -> tuple[str, Book, list[Layer]]:
    """The book without what its base has and the answers leave no room for: re-entries, a format of tournaments…"""
    without = [*_without(load_book(answers["extends"]), answers)]
    while True:
        text = "\n".join(_lines(answers, book_id, lang, without)) + "\n"
        try:
            return text, *read_text(text, "new")
        except RuleBookError as error:
            table, _, key = re.sub(r"\[.*", "", error.field).partition(".")
            in_the_way = f"{table}.{key}" if table in ("options", "table") else table
            in_the_way = _AGAINST.get(in_the_way, in_the_way) if key in answers else in_the_way
            if in_the_way in without or in_the_way.removeprefix("options.") in answers:
                raise
            without.append(in_the_way)


_AGAINST: Final = {"options.tied_block": "options.block"}
"""What of a base may stand against an answer: whoever says how a tie is broken wants blocks to be won."""


def _lines(answers: Answers, book_id: str, lang: str, without: list[str]) -> Iterator[str]:
    base = load_book(answers["extends"])
    chosen = {question.key: answers[question.key] for question in QUESTIONS if question.kind == "choice"}
    options = {key: value for key, value in chosen.items() if value != _of(base, key)}
    limit = _limit_table(answers["limit"])
    words, count = "The rules of {name}, from {count} questions.", len(asked(answers))
    say = f"## {translate(lang, words, name=answers['name'], count=count)}"
    more = "tantera rules new OTHER.toml --extends {base} lists everything else that may be set."
    yield from (say, f"## {translate(lang, more, base=base.id)}")
    yield f'id = "{book_id}"'
    yield f'extends = "{base.id}"'
    if without:
        yield f"without = {as_toml(without)}"
    yield from ("", "[name]", f"{lang} = {quoted(answers['name'])}")
    yield from ("", "[about]", f"{lang} = {quoted(_about(answers, limit, lang))}")
    if options or limit != _of(base, "limit"):
        yield from ("", "[options]")
        if limit != _of(base, "limit"):
            yield f"limit = {as_toml(limit)}"
        yield from (f"{key} = {as_toml(value)}" for key, value in options.items())
    yield from _prize(base, answers)
    counted = base.points_in_play.count if base.points_in_play is not None else None
    if answers["scoring"] == "nothing" and answers["in_play"] != counted:
        yield from ("", "[points_in_play]", f'count = "{answers["in_play"]}"')
    if _by_capicua(base, answers) is None and answers["capicua"] not in ("0", granted(QUESTIONS[-1], answers)):
        yield from ("", "[[bonus]]", 'kind = "capicua"', f"points = {answers['capicua']}")


def _of(base: Book, key: str) -> Any:
    data: dict[str, Any] = msgspec.to_builtins(base.options)
    value = data[key]
    return {unit: number for unit, number in value.items() if number} if isinstance(value, dict) else value


def _limit_table(limit: str) -> dict[str, int]:
    names = {"p": "points", "h": "hands", "m": "minutes"}
    return {names[part[-1]]: int(part[:-1]) for part in limit.split()}


def _about(answers: Answers, limit: dict[str, int], lang: str) -> str:
    """In a sentence: who plays with whom, and to what."""
    play, goal = value_in_words("options.play", answers["play"]), value_in_words("options.limit", limit)
    sentence = Phrase("{play}, {limit}", play=play, limit=goal).told(lang)
    return sentence[0].upper() + sentence[1:] + "."


def _without(base: Book, answers: Answers) -> Iterator[str]:
    """What the answers say no to."""
    if base.re_entry is not None and (answers["play"], answers["scoring"]) != ("alone", "own_loss"):
        yield "re_entry"
    if base.prize is not None and answers["scoring"] != "fixed":
        yield "prize"
    if base.options.block == "nobody" and answers["scoring"] == "fixed" and not answers["prize"].endswith(" 0"):
        yield "options.block"  # whoever gives points for a block wants somebody to win it
    if answers["capicua"] == "0":
        if _by_capicua(base, answers) is not None:
            yield "prize.capicua"
        if any(bonus.kind == "capicua" for bonus in base.bonuses):
            yield "bonus.capicua"


def _prize(base: Book, answers: Answers) -> Iterator[str]:
    """The points of the fixed prize that are not those of the base."""
    if answers["scoring"] != "fixed":
        return
    domino, block = map(int, answers["prize"].split())
    won = {"domino": domino, "block": block}
    if _by_capicua(base, answers) is not None and answers["capicua"] != "0":
        won["capicua"] = domino + int(answers["capicua"])
    changed = {key: points for key, points in won.items() if base.prize is None or getattr(base.prize, key) != points}
    if changed:
        yield from ("", "[prize]", *(f"{key} = {points}" for key, points in changed.items()))
