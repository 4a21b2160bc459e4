"""Asking for an infraction, a ruling or a decision."""

from __future__ import annotations

from rich.text import Text

from tantera.cli.pad.asking import Cancelled, Questions
from tantera.notation.document import ResultItem
from tantera.referee import FREE_RULING
from tantera.referee.catalogue import plain
from tantera.rules import Infraction, Refusal, Seat
from tantera.sheet import Pad, look_up_at, needs
from tantera.sheet.infractions import Offender, read_points, read_tile, read_turn, record_of, ruling_record
from tantera.telling import Sentence, asked, choice, infraction_name


def ask_infraction(questions: Questions, pad: Pad, words: str) -> Pad:
    """The pad with an infraction that somebody describes."""
    found = _choose(questions, pad, words)
    need = needs(pad.book, found)
    if need.ruling:
        return ask_ruling(questions, pad, found.article)
    questions.cited = found.article
    seat, tile, turn = _offender(questions, need.offender), None, None
    if need.tile:
        tile = questions.until(lambda typed: read_tile(pad.book, typed), "Which tile? Like 64 (Enter: not known) ")
    if need.turn:
        turn = questions.until(lambda typed: read_turn(pad.book, typed), "On which turn of the hand? (Enter: now) ")
    return pad.recorded(record_of(found, seat, tile, turn))


def ask_ruling(questions: Questions, pad: Pad, article: str) -> Pad:
    """The pad with a free ruling: what, by whom, with which points, and whether the hand ends with it."""
    questions.cited = article if article != FREE_RULING else questions.cited
    text = questions.free("What is ruled? ")
    by = questions.free("Who rules? ")
    points = questions.until(
        lambda typed: read_points(pad.match, typed), "Points? Seat and points, like 2 +20 (Enter: none) "
    )
    ruled = pad.recorded(ruling_record(article, text, by, points))
    if ruled.match.awaiting is None and not ruled.is_over and questions.yes("Is the hand over with it? y/N "):
        return ruled.ended(ResultItem("ruling", text=text))
    return ruled


def ask_decision(questions: Questions, pad: Pad) -> Pad:
    """The pad with the decision that somebody has to take now."""
    awaited = pad.match.awaiting
    assert awaited is not None
    lang, keys, article = questions.lang, awaited.choices, awaited.article
    questions.cited = article

    def listed(choices: tuple[str, ...]) -> str:
        return " · ".join(f"{number} {told}" for number, told in enumerate(choices, start=1))

    question = Sentence(asked(awaited, pad.match, lang, listed), part="record", article=article).cited
    if not keys:
        questions.screen.console.print(Text(question, "bold yellow"))
        return ask_ruling(questions, pad, article)

    def parse(typed: str) -> str:
        if typed.isdecimal() and 1 <= int(typed) <= len(keys):
            return keys[int(typed) - 1]
        starting = [key for key in keys if typed and plain(choice(key, lang)).startswith(plain(typed))]
        if typed in keys or len(starting) == 1:
            return typed if typed in keys else starting[0]
        known = listed(tuple(choice(key, lang) for key in keys))
        raise Refusal(article, "{chosen} is not among the choices: {known}", chosen=typed or "—", known=known)

    return pad.decided(questions.until(parse, f"{question}: ", True))


def _choose(questions: Questions, pad: Pad, words: str) -> Infraction:
    """One entry of the catalogue, found by words and chosen by its number."""
    while True:
        words = words or questions.ask("What happened? A few words: ")
        if not words:
            raise Cancelled
        found = look_up_at(pad.match, words, questions.lang)
        if len(found) == 1 and plain(found[0].infraction.article) != plain(
            words
        ):  # only the ruling that is always there
            questions.screen.say("   nothing in the catalogue says {words}", "red", words=words)
        for number, (one, against) in enumerate(found, start=1):
            name = infraction_name(one, pad.match, questions.lang)
            article = one.article if one.article != FREE_RULING else "—"
            line = Text(f"   {number}  ").append(article, "bold").append(f"  {name}")
            if against is not None:
                line = line.append(f" · {against.told(questions.lang)}")
                line.stylize("dim")
            questions.screen.console.print(line)
        last = len(found)

        def parse(typed: str, last: int = last) -> str:
            if typed.isdecimal() and not 1 <= int(typed) <= last:
                article = pad.book.cites.sheet
                raise Refusal(article, "found {found}, expected a number from 1 to {last}", found=typed, last=last)
            return typed

        words = questions.until(parse, "Which one? 1 to {last}, or other words: ", last=last)
        if words.isdecimal():
            return found[int(words) - 1].infraction


def _offender(questions: Questions, offender: Offender) -> Seat | None:
    if offender == "named":
        return questions.seat("Who was it? ")
    return questions.until(
        lambda typed: questions.parse_seat(typed) if typed else None, "Who was it? (Enter: nobody knows) "
    )
