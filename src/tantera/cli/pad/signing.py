"""Signatures under a sheet: who the book says, each once, and no further question after the last."""

from __future__ import annotations

from typing import Final

from tantera.cli.pad.asking import Questions
from tantera.referee.catalogue import plain
from tantera.rules import Refusal
from tantera.sheet import Pad
from tantera.sheet.questions import Signature
from tantera.telling import name_of, words_and_names

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
