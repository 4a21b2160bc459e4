"""Asking for the next entry of the sheet: who opens, how a hand ended, what only the table can count; an infraction and
its decision; who signs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rich.text import Text

from tantera.cli.pad.asking import Cancelled, Questions, checked_name
from tantera.notation.document import RecordItem, ResultItem
from tantera.play import Match, Side
from tantera.referee import FREE_RULING
from tantera.referee.catalogue import plain
from tantera.rules import Infraction, Refusal, Seat
from tantera.sheet import Pad, look_up_at, needs, results
from tantera.sheet.infractions import (
    Offender,
    listed,
    read_bonuses,
    read_points,
    read_tile,
    read_turn,
    record_of,
    ruling_record,
)
from tantera.sheet.questions import (
    Decision,
    Judges,
    Opener,
    Points,
    Result,
    Ruling,
    SheetQuestion,
    Signature,
    counted_sides,
)
from tantera.telling import Sentence, asked, choice, infraction_name, name_of, names_of, side_called, words_and_names
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
    winning_seat = questions.until(winner, "Who wins the block? Seat, or = if level: ")
    if winning_seat is None and len(match.sides) == 2:
        each = questions.until(
            lambda typed: results.pips(match, typed) if typed else None,
            "Points of each side (Enter: not written down): ",
        )
        return results.tie(match, each)
    return results.block(match, winning_seat, _totals(questions, match, None), opener)


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


NOBODY: Final = frozenset({"n", "no"})


def ask_signature(questions: Questions, pad: Pad, asked: Signature) -> Pad | None:
    """The pad with the signature; None where nobody signs now."""
    questions.ahead.clear()
    questions.pad = pad
    if not asked.required:
        question = "Who signs? Seats, like 1 2 (Enter: nobody): "
        return questions.until(lambda typed: _all(questions, pad, typed), question, True)
    if asked.duty == "player":
        name = name_of(asked.seats[0], pad.match)
        question = "{name} signs (Enter; somebody else: their seat; n: not now): "
        return questions.until(lambda typed: _player(questions, pad, asked, typed), question, True, name=name)
    kept, counted = "Who kept the sheet signs, {names} (n: no): ", "Who counted signs, {names} (n: no): "
    names = " / ".join(f"{seat} {name_of(seat, pad.match)}" for seat in asked.seats)
    question = kept if asked.duty == "scorer" else counted
    return questions.until(lambda typed: _signature(questions, pad, typed), question, True, names=names)


def _all(questions: Questions, pad: Pad, typed: str) -> Pad | None:
    """Everybody who wants to, at once."""
    words = words_and_names(pad.match, typed.replace(",", " "))
    if not words or plain(typed) in NOBODY:
        return None
    for seat in dict.fromkeys(map(questions.parse_seat_of_all, words)):
        pad = pad.signed_by(seat)
    return pad


def _player(questions: Questions, pad: Pad, asked: Signature, typed: str) -> Pad | None:
    return pad.signed_by(asked.seats[0]) if not typed else _signature(questions, pad, typed)


def _signature(questions: Questions, pad: Pad, typed: str) -> Pad | None:
    if plain(typed) in NOBODY:
        return None
    if not typed:
        raise Refusal(pad.book.cites.sheet, "say who signs: a seat or a name")
    return pad.signed_by(questions.parse_seat_of_all(typed))


def ask_infraction(questions: Questions, pad: Pad, words: str) -> Pad:
    """The pad with an infraction that somebody describes."""
    infraction = _choose(questions, pad, words)
    need = needs(pad.book, infraction)
    if need.ruling:
        return ask_ruling(questions, pad, infraction.article)
    questions.cited = infraction.article
    seat, tile, turn = _offender(questions, need.offender), None, None
    if need.tile:
        tile = questions.until(lambda typed: read_tile(pad.book, typed), "Which tile? Like 64 (Enter: not known) ")
    if need.turn:
        turn = questions.until(lambda typed: read_turn(pad.book, typed), "On which turn of the hand? (Enter: now) ")
    return pad.recorded(record_of(infraction, seat, tile, turn))


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
        matches = look_up_at(pad.match, words, questions.lang)
        if len(matches) == 1 and plain(matches[0].infraction.article) != plain(
            words
        ):  # only the ruling that is always there
            questions.screen.say("   nothing in the catalogue says {words}", "red", words=words)
        for number, (one, against) in enumerate(matches, start=1):
            name = infraction_name(one, pad.match, questions.lang)
            article = one.article if one.article != FREE_RULING else "—"
            line = Text(f"   {number}  ").append(article, "bold").append(f"  {name}")
            if against is not None:
                line = line.append(f" · {against.named(pad.match.names).told(questions.lang)}")
                line.stylize("dim")
            questions.screen.console.print(line)
        last = len(matches)

        def parse(typed: str, last: int = last) -> str:
            if typed.isdecimal() and not 1 <= int(typed) <= last:
                article = pad.book.cites.sheet
                raise Refusal(article, "found {found}, expected a number from 1 to {last}", found=typed, last=last)
            return typed

        words = questions.until(parse, "Which one? 1 to {last}, or other words: ", last=last)
        if words.isdecimal():
            return matches[int(words) - 1].infraction


def _offender(questions: Questions, offender: Offender) -> Seat | None:
    if offender == "named":
        return questions.seat("Who was it? ")
    return questions.until(
        lambda typed: questions.parse_seat(typed) if typed else None, "Who was it? (Enter: nobody knows) "
    )
