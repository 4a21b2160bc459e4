"""Asking for the next entry of the sheet: who opens, how a hand ended, what only the table can count."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tantera.cli.pad.asking import Questions, checked_name
from tantera.cli.pad.infractions import ask_decision, ask_infraction
from tantera.notation.document import RecordItem, ResultItem
from tantera.play import Match, Side
from tantera.rules import Refusal, Seat
from tantera.sheet import Pad, results
from tantera.sheet.bonuses import listed, read_bonuses
from tantera.sheet.questions import (
    Decision,
    Judges,
    Opener,
    Points,
    Result,
    Ruling,
    SheetQuestion,
    counted_sides,
)
from tantera.telling import name_of, names_of, side_called, words_and_names
from tantera.words import translate

INFRACTION: Final = frozenset({"i", "infracción", "infraccion", "infracció", "infraccio", "falta", "infraction"})
BLOCK: Final = frozenset({"c", "b", "cierre", "cerrado", "tranque", "tancament", "tancat", "block", "blocked"})
TIE: Final = frozenset({"=", "empate", "empat", "tie"})
VOID: Final = frozenset({"n", "nula", "nul·la", "anulada", "anul·lada", "void"})
TIME: Final = frozenset({"tiempo", "temps", "time"})
LIMIT: Final = frozenset({"l", "limite", "límite", "límit", "limit"})
RESERVE: Final = frozenset({"reserva", "suplente", "suplent", "reserve", "substitute"})


def ask_entry(questions: Questions, pad: Pad) -> Pad:
    """The pad with what it asks for next, signatures apart."""
    questions.ahead.clear()
    questions.pad = pad
    entered = _KINDS[type(pad.asks())](questions, pad, pad.asks())
    if questions.ahead:
        rest = " ".join(questions.ahead)
        raise Refusal(pad.book.cites.sheet, "{found} is too much: nothing is asked for it", found=rest)
    return entered


def _opener(questions: Questions, pad: Pad, asked: Opener) -> Pad:
    def first(typed: str) -> Seat:
        """Who opens; whatever else is to be written needs a hand to stand in."""
        word = "" if questions.is_name(typed) else typed.casefold().partition(" ")[0]
        if word in TIME:
            pad.check_timed()
        if word in BLOCK | VOID | TIME | INFRACTION | RESERVE:
            raise Refusal(pad.book.cites.opener, "say first who opens the hand")
        return questions.parse_seat(typed)

    return pad.opened(questions.until(first, "Hand {number}: who opens? ", True, number=asked.number))


def _result(questions: Questions, pad: Pad, asked: Result) -> Pad:
    name = name_of(asked.opener, pad.match)
    question = "Hand {number}, {name} opens. Who went out? "
    if asked.in_play:
        question = "Hand {number}, {name} opens. Who went out? (c: blocked, l: the limit is reached) "
    typed = questions.ask(question, True, number=asked.number, name=name)
    first, *rest = words_and_names(pad.match, typed) or [""]
    word = "" if questions.is_name(first) else first.casefold()
    if not first:
        return pad
    if word in INFRACTION:
        return ask_infraction(questions, pad, " ".join(rest))
    if word in RESERVE:
        return _reserve(questions, pad, rest)
    if word in TIME:
        pad.check_timed()
    if word in VOID | TIME:
        questions.ahead = rest
        if rest:
            return pad  # more than is asked for: refused
    if word in VOID:
        return pad.voided(questions.free("Why is it void? "), questions.free("Who rules? "))
    if word in TIME:
        lifted = asked.if_lifted and questions.yes("Are the tiles of a hand lifted? y/N ")
        return pad.timed(lifted)
    questions.ahead = rest
    if asked.in_play and word in LIMIT:
        reached = questions.until(lambda said: _side(pad.match, said), "Who reached the limit? ")
        return pad.ended(_made(questions, pad.match, asked, ResultItem("limit", reached)))
    if word in BLOCK:
        blocked = _made(questions, pad.match, asked, _block(questions, pad, asked.opener))
        return _with_bonuses(questions, pad, asked, blocked, None)
    seat = questions.parse_seat(first)
    ended = _made(questions, pad.match, asked, _domino(questions, pad, seat, asked))
    return _with_bonuses(questions, pad, asked, ended, seat)


def _side(match: Match, typed: str) -> Side:
    side = side_called(match, typed)
    if side is None or side[0] in match.out:
        raise Refusal(match.book.cites.count, "there is no such side")
    return side


def _made(questions: Questions, match: Match, asked: Result, result: ResultItem) -> ResultItem:
    """The result with what each side made in play, where the book has such points and no moves tell them."""
    if not asked.in_play or (match.hand is not None and match.hand_in_play and match.hand.moves):
        return result
    made = [
        questions.until(
            lambda typed: results.number(match, typed), "Made in play, {names}: ", names=names_of(side, match)
        )
        for side in match.sides
    ]
    return results.with_made(match, result, tuple(made))


def _reserve(questions: Questions, pad: Pad, words: list[str]) -> Pad:
    """Somebody sits down for a player: ``reserva 3 Lluch``, or one thing after the other."""
    pad.check_between_hands()
    questions.ahead = [words[0], " ".join(words[1:])] if len(words) > 1 else words
    seat = questions.seat("Who gets up? ")
    return questions.until(lambda typed: pad.replaced(seat, checked_name(pad, typed)), "Who comes in? ")


def _with_bonuses(questions: Questions, pad: Pad, asked: Result, result: ResultItem, seat: Seat | None) -> Pad:
    """The line of the hand, and before it the bonuses that the book gives and only the table saw."""
    given: tuple[RecordItem, ...] = ()
    judged = pad.ended(result)  # a wrong figure is refused before anything else is asked
    if asked.bonuses:
        questions.ahead = [" ".join(questions.ahead)] if questions.ahead else []
        question = "Bonuses: {listed}. Which? Number, and seat if need be (Enter: none): "
        told = listed(pad, questions.lang)
        given = questions.until(lambda typed: read_bonuses(pad, typed, seat, questions.lang), question, listed=told)
    return pad.noted(*given).ended(result) if given else judged


def _domino(questions: Questions, pad: Pad, seat: Seat, asked: Result) -> ResultItem:
    match = pad.match
    match asked.counts:
        case "totals":
            totals = _totals(questions, match, match.side_of(seat))
            return results.domino_with_totals(match, seat, totals, asked.opener)
        case "prize":
            return results.domino(match, seat, results.prize(match, _last_tile(questions, pad, asked)))
        case "nothing":
            return results.domino(match, seat, 0)
        case "points":
            raised = "Points as they go on the sheet (this hand counts ×{worth}): "
            question = "Points: " if asked.worth == 1 else raised
            points = questions.until(lambda typed: results.domino_points(match, typed), question, worth=asked.worth)
            return results.domino(match, seat, points)


def _last_tile(questions: Questions, pad: Pad, asked: Result) -> str:
    """What the book calls the last tile, where it gives prizes by that."""
    if len(asked.prizes) < 2:
        return "domino"
    if asked.prizes == ("domino", "capicua"):
        return "capicua" if questions.yes("Capicua? y/N ") else "domino"
    told = [translate(questions.lang, LAST_TILES[kind]) for kind in asked.prizes]
    listed = " · ".join(f"{place} {name}" for place, name in enumerate(told, 1))

    def kind(typed: str) -> str:
        if not typed:
            return "domino"
        if typed.isdecimal() and 1 <= int(typed) <= len(asked.prizes):
            return asked.prizes[int(typed) - 1]
        raise Refusal(pad.book.cites.count, "{found} is none of {known}", found=typed, known=listed)

    return questions.until(kind, "The last tile: {listed} (Enter: 1): ", listed=listed)


LAST_TILES: Final = {
    "domino": "a plain one",
    "capicua": "fitted both ends",
    "double": "a double",
    "double_capicua": "a double that fitted both ends",
}
"""What a prize may depend on."""


def _block(questions: Questions, pad: Pad, opener: Seat) -> ResultItem:
    match = pad.match

    def winner(typed: str) -> Side | None:
        if typed.casefold() in TIE:
            return None
        return _side(match, typed)

    if match.book.options.block == "nobody":
        return results.tie(match, None)
    said = questions.until(winner, "Who wins the block? Seat, or = if level: ")
    if said is None and len(match.sides) == 2:
        each = questions.until(
            lambda typed: results.pips(match, typed) if typed else None,
            "Points of each side (Enter: not written down): ",
        )
        return results.tie(match, each)
    return results.block(match, said, _totals(questions, match, None), opener)


def _totals(questions: Questions, match: Match, out: Side | None) -> results.Totals:
    """What every side has left, one after the other; nothing to ask of whoever went out."""
    left = {} if out is None else {out: 0}
    for side in counted_sides(match, out):
        names = names_of(side, match)
        question = "Points left, {names}: "
        left[side] = questions.until(lambda typed: results.pips(match, typed), question, names=names)
    return tuple(left.get(side) for side in match.sides)


def _decision(questions: Questions, pad: Pad, asked: SheetQuestion) -> Pad:
    return ask_decision(questions, pad)


def _points(questions: Questions, pad: Pad, asked: Points) -> Pad:
    """The line of a hand that an infraction ended, with what only the table can count."""
    sanction, match = pad.closing, pad.match
    assert sanction is not None
    points = questions.until(
        lambda typed: results.sanction_points(match, sanction, typed),
        "Points for {names}, all tiles left as {article} counts them: ",
        True,
        names=names_of(asked.side, match),
        article=asked.article,
    )
    return pad.ended(results.sanctioned(match, sanction, points))


def _judges(questions: Questions, pad: Pad, asked: Judges) -> Pad:
    match = pad.match
    sides = " / ".join(names_of(side, match) for side in asked.sides)

    def winner(typed: str) -> Side | None:
        side = side_called(match, typed)
        if side is None and typed.casefold() not in TIE:
            raise Refusal(match.book.cites.limit, "there is no such side")
        return side

    question = "The judges rule. Winner {sides}, or = for a draw: "
    return pad.ruled(questions.until(winner, question, True, sides=sides))


_KINDS: Final[dict[type[SheetQuestion], Callable[..., Pad]]] = {
    Opener: _opener,
    Result: _result,
    Decision: _decision,
    Ruling: _decision,
    Points: _points,
    Judges: _judges,
}
"""How each question is put."""
