"""A match with what a judge says of its moves, as DGN: other programs keep it as they keep a comment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from tantera.notation import Document
from tantera.notation.document import HandText, Item, Note, SeenItem, Turn
from tantera.notation.values import KNOWN, OPEN, Values, parse_values, write_values
from tantera.notation.writer import turn_of, write_item
from tantera.play import DrawTile, MoveOrder
from tantera.play.hand import Hand
from tantera.play.ledger import Ledger
from tantera.study.figures import JudgedDecision, MatchStudied
from tantera.study.moments import hands_of, moves_of


def annotated(document: Document, studied: MatchStudied, ledger: Ledger) -> Document:
    """The document with values after every decision, in the place of those that it had."""
    tables = {
        number: {moment.number: moment.before.hand for moment in moves_of(moments)}
        for number, moments in hands_of(ledger)
    }
    judged = {hand.number: {turn.number: turn.decision for turn in hand.turns} for hand in studied.hands}
    hands = tuple(
        _with_notes(hand, judged.get(hand.number, {}), tables.get(hand.number, {})) for hand in document.hands
    )
    return replace(document, hands=hands)


def _with_notes(hand: HandText, decisions: Mapping[int, JudgedDecision], tables: Mapping[int, Hand | None]) -> HandText:
    items, number = list[Item](), 0
    for item in hand.items:
        if isinstance(item, Note) and parse_values(item.text) is not None:
            continue
        items.append(item)
        if isinstance(item, Turn | SeenItem):
            number += 1
            table = tables.get(number)
            if number in decisions and table is not None:
                items += _notes(decisions[number], table)
    return replace(hand, items=tuple(items))


def _notes(decision: JudgedDecision, table: Hand) -> Iterator[Note]:
    tokens = [_token(option.order, table) for option in decision.options]
    best = decision.options[0].value.mean
    known = zip(tokens, (option.value.mean - best for option in decision.options), strict=True)
    yield Note(write_values(Values(KNOWN, -decision.told_cost.mean, decision.told_cost.error, tuple(known))))
    open_values = [option.open for option in decision.options if option.open is not None]
    if len(open_values) == len(tokens) and decision.open_cost is not None:
        most = max(open_values)
        seen = tuple((token, float(value - most)) for token, value in zip(tokens, open_values, strict=True))
        yield Note(write_values(Values(OPEN, -float(decision.open_cost), None, seen)))


def _token(order: MoveOrder, table: Hand) -> str:
    """What is drawn nobody knows before."""
    return "+??" if isinstance(order, DrawTile) else write_item(turn_of(table, order))
