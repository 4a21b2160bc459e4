"""Putting an old entry or a name right, at the terminal: which one, what instead, and what becomes of the rest.

The sheet in force stays as it is until everything after the entry has been written again. Whoever loses the thread
types ``v`` or ``u``, and nothing has changed.
"""

from __future__ import annotations

from rich.text import Text

from tantera.cli.pad.asking import Before, Cancelled, Mode, Questions, Remove, UndoAsked, checked_name
from tantera.cli.pad.entering import ask_entry
from tantera.notation import DgnError
from tantera.referee.catalogue import plain
from tantera.rules import Refusal, Seat
from tantera.sheet import Pad
from tantera.sheet.entries import AnyEntry, Correction, ends_a_hand, entries, in_words, to_correct, without_hand
from tantera.telling import name_of, seat_called
from tantera.words import told

WHOLE_HAND = "x"


def ask_correction(questions: Questions, pad: Pad, words: str) -> Pad:
    """The pad with something put right: ``2`` a hand, ``Pons`` a name, nothing: somebody is shown what there is."""
    while True:
        if not words:
            _show_all(questions, pad)
            words = questions.ask("What? The number of a hand, or a name (Enter: nothing): ")
            if not words:
                raise Cancelled
        try:
            if words.isdecimal():
                return _hand(questions, pad, int(words))
            return _name(questions, pad, *_person(pad, words))
        except Refusal as refusal:
            questions.refuse(refusal)
            words = ""


# --- a name


def _person(pad: Pad, words: str) -> tuple[Seat, str]:
    """Who sits there, or somebody who sat there before a reserve did."""
    seat = seat_called(pad.match, words)
    if seat is not None:
        return seat, name_of(seat, pad.match)
    for seat in range(1, len(pad.match.names) + 1):
        for name in pad.sat_at(seat):
            if plain(name) == plain(words):
                return seat, name
    message = "found {found}, expected the number of a hand or a name"
    raise Refusal(pad.book.cites.sheet, message, found=words)


def _name(questions: Questions, pad: Pad, seat: Seat, was: str) -> Pad:
    def parse(typed: str) -> Pad:
        return pad.renamed(seat, checked_name(pad, typed), was)

    return questions.until(parse, "Seat {seat} is {name}. The right name: ", seat=seat, name=was)


# --- an entry


def _hand(questions: Questions, pad: Pad, number: int) -> Pad:
    """One of the entries of a hand. Where there is only one, it is meant."""
    everything = entries(pad)
    places = [place for place, one in enumerate(everything) if one.hand == number]
    if not places:
        last = len(pad.document.hands)
        message = "there is no hand {number}: the sheet has {last}"
        raise Refusal(pad.book.cites.sheet, message, number=number, last=last)
    place = places[0] if len(places) == 1 else _one_of(questions, pad, [everything[one] for one in places], places)
    correction = without_hand(pad, number) if place is None else _instead(questions, to_correct(pad, place))
    return _finished(questions, correction)


def _one_of(questions: Questions, pad: Pad, of_hand: list[AnyEntry], places: list[int]) -> int | None:
    """Which entry of a hand; None: the whole hand is to go."""
    for number, one in enumerate(of_hand, start=1):
        questions.screen.console.print(Text(f"   {number}  {in_words(one, pad.match, questions.lang)}"))
    last = len(of_hand)

    def parse(typed: str) -> int | None:
        if typed.casefold() == WHOLE_HAND:
            return None
        if not typed:
            return places[-1]
        if not typed.isdecimal() or not 1 <= int(typed) <= last:
            message = "found {found}, expected a number from 1 to {last}"
            raise Refusal(pad.book.cites.sheet, message, found=typed, last=last)
        return places[int(typed) - 1]

    return questions.until(parse, "Which one? 1 to {last} (Enter: {last}; x: the whole hand goes) ", last=last)


def _instead(questions: Questions, correction: Correction) -> Correction:
    """What stands in place of the first of the rest, or before it."""
    entry = correction.rest[0]
    told = in_words(entry, correction.was.match, questions.lang)
    questions.screen.say("   it says: {entry}", "bold", entry=told)
    questions.screen.say("   write it anew · x: it goes · +: something before it · u: leave it as it is", "dim")
    try:
        new = _asked(questions, correction.pad, "anew")
    except Remove:
        return correction.left_out()
    except Before:
        return correction.said(_asked(questions, correction.pad))
    if ends_a_hand(entry) and new.hand is not None:
        return correction.said(new)  # an infraction in the hand: how the hand ended still stands after it
    return correction.said_instead(new)


def _asked(questions: Questions, pad: Pad, mode: Mode = "filling") -> Pad:
    """What the sheet needs at this place, asked until it can be right. ``u`` gives the correction up."""
    before, questions.mode = questions.pad, mode
    try:
        while True:
            try:
                new = ask_entry(questions, pad)
                if new is not pad:
                    return new
            except Refusal as refusal:
                questions.refuse(refusal)
            except DgnError as error:
                cannot_stand(questions, error)
    except UndoAsked:
        raise Cancelled from None
    finally:
        questions.pad, questions.mode = before, "entering"


def _finished(questions: Questions, correction: Correction) -> Pad:
    """Everything after the entry written again; about what no longer goes somebody is asked."""
    while not correction.is_done:
        correction = _what_lacks(questions, correction) or _what_does_not_go(questions, correction)
    for number, was, now in correction.openers_changed():
        names = {"before": name_of(was, correction.pad.match), "now": name_of(now, correction.pad.match)}
        questions.screen.say("   hand {number}: {now} opens now, not {before}", "yellow", number=number, **names)
    corrected = correction.corrected
    if correction.was.signed and not corrected.signed:
        names = {"names": ", ".join(correction.was.signed)}
        questions.screen.say("   it is another sheet now: {names} had signed and sign again", "yellow", **names)
    return corrected


def _what_lacks(questions: Questions, correction: Correction) -> Correction | None:
    if correction.lacks is None:
        return None
    entry = in_words(correction.rest[0], correction.was.match, questions.lang)
    questions.screen.say("   before «{entry}» something has to be said now:", "yellow", entry=entry)
    return correction.said(_asked(questions, correction.pad))


def _what_does_not_go(questions: Questions, correction: Correction) -> Correction:
    """The first of the rest, why it no longer goes, and what becomes of it."""
    match, lang, rest = correction.was.match, questions.lang, correction.rest
    entry, number = in_words(rest[0], match, lang), rest[0].hand
    questions.screen.say("   this no longer goes (hand {number}): {entry}", "yellow", number=number, entry=entry)
    if isinstance(correction.refused, Refusal):
        questions.refuse(correction.refused)
    elif correction.refused is not None:
        cannot_stand(questions, correction.refused)
    for one in rest[1:]:
        questions.screen.say("      after it: {entry}", "dim", entry=in_words(one, match, lang))
    anew = "c write it anew · f leave it out · t leave out all of these · v leave everything as it was: "
    over = "f leave it out · t leave out all of these · v leave everything as it was: "
    match questions.choose(over, "ftv") if correction.pad.is_over else questions.choose(anew, "cftv"):
        case "c":
            return correction.said_instead(_asked(questions, correction.pad))
        case "f":
            return correction.left_out()
        case "t":
            return correction.all_left_out()
        case _:
            raise Cancelled


def cannot_stand(questions: Questions, error: DgnError) -> None:
    questions.ahead.clear()
    questions.cited = error.article or questions.cited
    expected = told(error.reasons[1], questions.lang)  # what was found is how the file would have it: nobody typed that
    message = "   that cannot stand, expected {expected}  {article}"
    questions.screen.say(message, "red", expected=expected, article=error.article)


def _show_all(questions: Questions, pad: Pad) -> None:
    """Every entry under the number of its hand, and who sits where."""
    shown = 0
    for one in entries(pad):
        number = f"{one.hand:4}" if one.hand and one.hand != shown else "    "
        shown = one.hand
        questions.screen.console.print(Text(f"{number}  {in_words(one, pad.match, questions.lang)}"))
    names = " · ".join(f"{seat} {' → '.join(pad.sat_at(seat))}" for seat in range(1, len(pad.match.names) + 1))
    questions.screen.console.print(Text(f"      {names}", "dim"))
