"""The act of one match: its sheet, what happened and what followed, and places to sign. From a file of DGN."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from tantera.notation import Judged, write
from tantera.notation.document import signed_names
from tantera.paper import blocks
from tantera.paper.press import Document
from tantera.paper.saying import limit_in_words
from tantera.play import Match, side_name
from tantera.play import events as e
from tantera.telling import Narrator, Row, cards, everybody_of, name_of, names_of, side_and_names, signatures, tally
from tantera.tournament.names import clean
from tantera.words import translate

_TOLD: Final = (
    e.InfractionRecorded,
    e.ConsequenceFollowed,
    e.DecisionTaken,
    e.TimeCalled,
    e.BonusGiven,
    e.PlayerReplaced,
)
"""What is told below the sheet, hand by hand."""


def match_act(judged: Judged, lang: str) -> Document:
    match, document = judged.match, judged.document
    parts = [blocks.facts(_facts(judged, lang)), _lines(judged, lang)]
    happened = list(_happenings(judged, lang))
    parts.append(blocks.title(translate(lang, "What happened")))
    parts.append(blocks.items(happened) if happened else blocks.text(translate(lang, "Nothing to be told.")))
    shown = cards(match, lang)
    parts += [blocks.text(_line(shown))] if shown else []
    parts.append(blocks.sign([clean(signer) for signer in _signing(judged, lang)]))
    title = translate(lang, "Act of the match")
    event = clean(document.tag("Event") or match.book.name.text(lang))
    content = {
        "lang": lang,
        "event": event,
        "title": title,
        "second": "",
        "draft": "",
        "foot": sha256(write(document).encode()).hexdigest()[:16],
        "page": translate(lang, "sheet {page} of {pages}", page="{page}", pages="{pages}"),
        "sheets": [blocks.sheet(title, parts, document.tag("Date") or "")],
        "flipped": False,
        "small": 10,
    }
    return Document("sheet", content)


def _facts(judged: Judged, lang: str) -> Iterator[tuple[str, str]]:
    match, document = judged.match, judged.document
    if document.tag("Event"):
        yield translate(lang, "tournament"), clean(document.tag("Event") or "")
    yield translate(lang, "rule book"), f"{match.book.name.text(lang)} ({match.book.id})"
    yield translate(lang, "each match"), limit_in_words(match.book.options.limit, lang)
    for tag, name in (("Round", "round"), ("Table", "table"), ("Date", "date"), ("Match", "match of the series")):
        if document.tag(tag):
            yield translate(lang, name), clean(document.tag(tag) or "")
    for side in match.sides:
        yield side_name(side), clean(everybody_of(side, judged.ledger))
    yield translate(lang, "result"), _result(match, lang)
    signed = signed_names(document) or signatures(match)
    if signed:
        yield translate(lang, "signed on the sheet"), _line(", ".join(signed))


def _result(match: Match, lang: str) -> str:
    score = " – ".join(map(str, match.score))
    if match.ended_by is None:
        return translate(lang, "{score}, not over", score=score)
    if match.winner is None:
        return translate(lang, "{score}, level", score=score)
    return translate(lang, "{score}, {side} win", score=score, side=clean(side_and_names(match.winner, match)))


def _lines(judged: Judged, lang: str) -> blocks.Block:
    """The sheet: each hand with who opened it, what is under it, and the score after it."""
    match, shown = judged.match, tally(judged.ledger, lang)
    openers = {hand.text.number: name_of(hand.text.opener, hand.after) for hand in judged.hands}
    sides = [everybody_of(side, judged.ledger) for side in match.sides]
    columns = [
        blocks.figures(translate(lang, "no."), bold=True),
        blocks.column(translate(lang, "opens"), 28),
        blocks.column("", "fr"),
        *(blocks.figures(clean(side), 26) for side in sides),
    ]
    rows = [_row(row, openers, len(sides)) for row in shown.rows]
    total: list[blocks.Cell] = ["", "", translate(lang, "total")]
    rows.append([*total, *map(str, shown.totals)])
    return blocks.table(columns, rows)


def _row(row: Row, openers: dict[int, str], sides: int) -> list[blocks.Cell]:
    points = [f"{more:+}" if more else ("—" if row.number is not None else "") for more in row.points] or [""] * sides
    if row.number is None:
        what = " · ".join(filter(None, (f"{row.article} {row.what}".lstrip(), row.card)))
        return ["", "", _line(f"└ {what}"), *points]
    what = " · ".join(filter(None, (row.what, row.article)))
    return [str(row.number), clean(openers.get(row.number, "")), _line(what), *points]


def _happenings(judged: Judged, lang: str) -> Iterator[tuple[str, str]]:
    """Infractions, decisions, what followed, time, bonuses and reserves, each under its hand."""
    narrator, number, sentences = Narrator(lang), 1, list[str]()
    for event, before, after in judged.ledger.happenings():
        if isinstance(event, e.InfractionRecorded | e.TimeCalled | e.BonusGiven | e.PlayerReplaced) and sentences:
            yield translate(lang, "Hand {number}", number=number), _line(" → ".join(sentences))
            sentences = []
        if isinstance(event, _TOLD):
            sentence = narrator.sentence(event, before, after)
            sentences += [sentence.cited] if sentence is not None else []
        if isinstance(event, e.HandScored | e.MatchEnded):
            if sentences:
                yield translate(lang, "Hand {number}", number=number), _line(" → ".join(sentences))
            sentences, number = [], number + isinstance(event, e.HandScored)
    if sentences:
        yield translate(lang, "Hand {number}", number=number), _line(" → ".join(sentences))


def _signing(judged: Judged, lang: str) -> Iterator[str]:
    """Whoever has signed at the table, else whoever the book has sign; where it asks for nobody's signature, one of
    each side. And the referee."""
    match = judged.match
    signers = signed_names(judged.document) or tuple([name_of(seat, match) for seat in match.signers])
    yield from signers or [names_of(side, match) for side in match.sides]
    yield translate(lang, "the referee")


def _line(text: str) -> str:
    """Text of any length on one line, without signs that a printer or a reader would trip over."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
