"""Duplicate rounds by the text alone: the deals out of a round's secret, tile by tile, and what a result is worth
beside the others with the same tiles. Every figure is added up anew, table against table.
"""

from __future__ import annotations

from fractions import Fraction
from hashlib import sha256
from typing import Any

from tantera.rules import Book
from tantera.rules.functions import TAKINGS
from tantera.tournament.check.memory import Memory, Round, Table
from tantera.tournament.check.report import Report
from tantera.words import Phrase


def keeps_its_word(memory: Memory, at: Round, secret: str | None, report: Report, event: int) -> None:
    """The secret that is told when a round is closed is the one whose hash was published with it."""
    if at.commitment is None:
        return
    if secret is None:
        report.missed("the secret of the deals is told", 1, at.number)
        return
    report.saw("deals of duplicate rounds", memory.law.duplicate["hands"])
    if sha256(secret.encode()).hexdigest() != at.commitment:
        say = Phrase("round {round}: the secret is not the one whose hash was published", round=at.number)
        report.broken("secret", say, event=event, round=at.number)


def deals(memory: Memory, at: Round) -> list[dict[str, Any]]:
    """The tiles of a closed round, from its secret."""
    return [
        {"hand": hand, "opener": (hand - 1) % 4 + 1, "racks": _racks(memory.law.book, at, hand)}
        for hand in range(1, memory.law.duplicate["hands"] + 1)
    ]


def _racks(book: Book, at: Round, hand: int) -> list[list[str]]:
    """Shuffled as `play.deal` says in words: again and again while somebody holds too many doubles."""
    seed = sha256(f"duplicate/{at.secret}/{at.number}/{hand}".encode()).digest()
    highest, each = book.options.set.highest_suit, book.options.tiles_each
    taking = TAKINGS[book.customs.taking](1, (1, 2, 3, 4), ())
    attempt = 0
    while True:
        tiles = _shuffled(seed, attempt, highest)
        racks = {seat: tiles[place * each : (place + 1) * each] for place, seat in enumerate(taking)}
        most = max(sum(tile[0] == tile[1] for tile in rack) for rack in racks.values())
        if book.customs.most_doubles is None or most <= book.customs.most_doubles:
            return [racks[seat] for seat in (1, 2, 3, 4)]
        attempt += 1


def _shuffled(seed: bytes, attempt: int, highest: int) -> list[str]:
    tiles = [f"{low}{high}" for high in range(highest + 1) for low in range(high + 1)]
    left, block = len(tiles) - 1, 0
    while left:
        stream = sha256(b"tantera deal 1\0" + seed + attempt.to_bytes(4, "big") + block.to_bytes(4, "big")).digest()
        block += 1
        for start in range(0, 32, 4):
            word, choices = int.from_bytes(stream[start : start + 4], "big"), left + 1
            if left and word < 2**32 // choices * choices:
                other = word % choices
                tiles[left], tiles[other] = tiles[other], tiles[left]
                left -= 1
    return tiles


def counts(at: Round, table: Table) -> bool:
    """Whether what stands on its slip is part of the field."""
    return table.status == "confirmed" and table.hands is not None and not at.is_default(table)


def share(memory: Memory, at: Round, table: Table) -> Fraction:
    """What a round is worth to 1+3 of a table; 2+4 have the rest of it."""
    law = memory.law.duplicate
    total = Fraction(0)
    for hand in range(law["hands"]):
        own, nets = _net(table, hand), [_net(one, hand) for one in at.tables if counts(at, one)]
        played = [net for net in nets if net is not None]
        if own is None:
            total += 0 if law["score"] == "butler" else 50
        elif law["score"] == "butler":
            total += own - datum(played)
        elif len(played) == 1:
            total += 50
        else:
            better = sum(own > net for net in played)
            level = sum(own == net for net in played) - 1
            total += Fraction(200 * better + 100 * level, 2 * (len(played) - 1))
    return total if law["score"] == "butler" else total / law["hands"]


def _net(table: Table, hand: int) -> int | None:
    pair = table.hands[hand] if table.hands is not None and hand < len(table.hands) else None
    return None if pair is None else pair[0] - pair[1]


def datum(nets: list[int]) -> Fraction:
    """To a tenth, half to even; from eight tables on without one highest and one lowest."""
    total, tables = sum(nets), len(nets)
    if tables >= 8:
        total, tables = total - max(nets) - min(nets), tables - 2
    tenths, rest = divmod(10 * total, tables)
    if 2 * rest > tables or (2 * rest == tables and tenths % 2 == 1):
        tenths += 1
    return Fraction(tenths, 10)


def mean(memory: Memory) -> Fraction:
    """What a bye is worth, and those who came where the others did not."""
    return Fraction(0 if memory.law.duplicate["score"] == "butler" else 50)


def rest(memory: Memory, of_the_first: Fraction) -> Fraction:
    return -of_the_first if memory.law.duplicate["score"] == "butler" else 100 - of_the_first


def standing(memory: Memory, rounds: list[Fraction], off: int) -> int | float:
    """The sum or the mean of all rounds, less penalties, to a tenth."""
    value = sum(rounds, Fraction(0))
    if memory.law.duplicate["score"] == "matchpoints" and rounds:
        value /= len(rounds)
    tenths = round((value - off) * 10)
    return tenths // 10 if tenths % 10 == 0 else tenths / 10
