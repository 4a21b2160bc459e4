"""Files as somebody writes them at a real table: moves right and wrong, records, tiles nobody knows, odd results.

Each token is chosen from what the judge knows so far, so that files get far before they go wrong.
"""

import re
from random import Random
from typing import Any

import pytest

from tantera.notation import DgnError, export, judge, read, report, write
from tantera.notation.results import result_of
from tantera.notation.writer import write_command, write_item, write_score
from tantera.play import Match, Phase, deal, legal_moves, side_name
from tantera.play.record import computed_result
from tantera.rules.functions import holder_of_highest_double
from tests.play.tables import hand_in, proof, random_table

pytestmark = pytest.mark.by_chance


def finished(told: dict[str, Any]) -> dict[str, Any]:
    """What a report says of the hands that were played to an end and of the match."""
    hands = [
        {key: value for key, value in hand.items() if key != "computed"}  # once exported the result is written
        for hand in told["hands"]
        if hand["how"] not in (None, "time")
    ]
    return {**told, "hands": hands, "next_opener": None, "book": None}


class Scribe:
    """Writes a file token by token; what the judge refuses is not written."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        book_id, options = random_table(rng)
        self.text = f'[Book "{book_id}"]\n' + "".join(f'[Option "{key}={value}"]\n' for key, value in options.items())
        self.match = judge(read(self.text)).match

    def tries(self, token: str) -> bool:
        text = f"{self.text}{token} "
        try:
            judged = judge(read(text))
        except DgnError:
            return False
        again = judge(read(write(export(judged.ledger))))
        assert finished(report(again)) == finished(report(judged)), "what was judged is exported as the same match"
        self.text, self.match = text, judged.match
        return True

    def hand(self, number: int) -> bool:
        """One hand; whether it came to a result."""
        rng, match = self.rng, self.match
        dealt = deal(match.book, rng.randbytes(4), match.seats)
        by_double = match.opener is None and match.book.options.first_opener == "double"
        opener = holder_of_highest_double(dealt.racks) + 1 if by_double else match.opener or rng.choice(match.seats)
        head = f"\n#{number} o{opener} {write_score(match.score, match.book.options.play == 'alone')}\n"
        before = rng.choice(["", "", "", "", "[at_time]\n"])
        hide = rng.choice([0, 0, 0.1, 0.5, 1])
        held = [*((seat, dealt.racks[seat - 1]) for seat in match.seats), (0, dealt.boneyard)]
        racks = [
            f"{seat}:" + ".".join("??" if rng.random() < hide else tile.code for tile in rack)
            for seat, rack in held
            if rack
        ]
        known = f"deal {' '.join(racks)}\n" if rng.random() < 0.9 else ""
        if rng.random() < 0.2:
            return self.tries(head + before) and self.result()
        if not self.tries(head + before + known):
            return False
        for _ in range(rng.randrange(60)):
            if self.match.phase not in (Phase.CHOOSING, Phase.PLAYING) or not self.match.hand or self.match.hand.ended:
                break
            self.tries(self.token())
        return self.result()

    def token(self) -> str:
        rng, match = self.rng, self.match
        seat, tile = rng.randint(1, 4), rng.choice(match.book.options.set.tiles)
        placed = f"{rng.choice('<>')}{rng.choice((tile.code, str(tile)))}"
        article = rng.choice(match.book.articles).id
        options = legal_moves(hand_in(match))
        chance = rng.random()
        if chance < 0.8 and options:
            return write_command(hand_in(match), rng.choice(options)) + rng.choice(["", "", "{3.5}"])
        if chance < 0.87:
            return f"{seat}!{rng.choice(['-', tile.code, placed])}"
        if chance < 0.9:
            return f"^{seat}:{tile.code}"
        if chance < 0.97:
            return f"[{article} seat={seat}{rng.choice(['', ' chose=continue', ' chose=annul', f' tile={tile.code}'])}]"
        return rng.choice(["-", "+??", f"+{tile.code}", placed, tile.code, "[at_time]", f"[{match.book.cites.time}]"])

    def result(self) -> bool:
        match = self.match
        computed = computed_result(match) if match.phase is Phase.PLAYING else None
        if computed is not None and self.tries(write_item(result_of(match, computed))):
            return True
        return any(self.tries_points(self.some_result(match)) for _ in range(8))

    def some_result(self, match: Match) -> str:
        rng = self.rng
        left = ["-" if side[0] in match.out else str(rng.randrange(60)) for side in match.sides]
        totals = f"({('/' if match.book.options.play == 'alone' else '-').join(left)})"
        side, article = side_name(rng.choice(match.sides)), rng.choice(match.book.articles).id
        return rng.choice(
            [
                f"= domino {rng.randint(1, 4)} +{rng.randrange(60)}",
                f"= domino {rng.randint(1, 4)} +0 {totals.replace(left[0], '0', 1)}",
                f"= block {side} +0 {totals}",
                f"= block {side} +{rng.randrange(60)}",
                "= block tie",
                f"= block tie {totals}",
                "= time",
                f"= lost {side} +{rng.randrange(60)} {article}",
                f"= void {article}",
                '= ruling "so be it"',
            ]
        )

    def tries_points(self, result: str) -> bool:
        """A result, and once more with the points that the judge wanted."""
        if self.tries(result):
            return True
        try:
            judge(read(f"{self.text}{result}"))
        except DgnError as error:
            wanted = re.match(r"\+\d+ from those totals", error.expected)
            return wanted is not None and self.tries(re.sub(r"\+\d+", wanted[0].split()[0], result, count=1))
        return True


def write_a_file(seed: int) -> int:
    """How many hands somebody wrote before something was wrong."""
    rng = Random(seed)
    scribe = Scribe(rng)
    for number in range(1, rng.randint(2, 6)):
        if scribe.match.phase in (Phase.ENDED, Phase.AWAITING) or not scribe.hand(number):
            return number - 1
    return number


@pytest.mark.parametrize("block", range(4))
def test_whatever_is_written_at_a_real_table_is_judged_or_refused(block):
    written = [write_a_file(seed) for seed in range(block * 8, block * 8 + 8)]
    assert sum(written) > 2, "files go some way"


@pytest.mark.prove
def test_very_many_files_of_real_tables_are_judged_or_refused():
    assert sum(write_a_file(seed) for seed in range(1000, 1000 + proof(300, 10_000))) > 0
