"""Why a move was better, in words that somebody who has played for forty years would not call wrong."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from tantera.bots.observing import suits_lacking
from tantera.play import PlaceTile, View
from tantera.rules import load_book
from tantera.solver.estimate import Estimate
from tantera.study.figures import JudgedDecision, JudgedOption, JudgedTurn
from tantera.study.telling import Lesson, lesson
from tantera.tiles import Tile, ends_after
from tantera.words import Phrase
from tests.bots.hands import in_turn
from tests.solver.every_deal import line_of_play


def compared(seen: View, better: PlaceTile, played: PlaceTile) -> Lesson:
    options = tuple(JudgedOption(order, Estimate(worth, 1.0)) for order, worth in ((better, 9.0), (played, 0.0)))
    decision = JudgedDecision(seen.seat, played, options, 1, Estimate(9.0, 1.0), Estimate(0.0, 1.0))
    return lesson(JudgedTurn(1, seen, decision))


def fitting(seen: View, move: PlaceTile, tiles: list[Tile]) -> int:
    ends = ends_after(seen.chain, move.tile, move.end)
    return sum(tile != move.tile and any(map(tile.has, ends)) for tile in tiles)


def check(seen: View, better: PlaceTile, played: PlaceTile, phrase: Phrase) -> None:
    laid = seen.chain.tiles if seen.chain is not None else 0
    mine = [tile for tile in seen.mine if tile is not None]
    hidden = [tile for tile in seen.book.options.set.tiles if not tile.bit & laid and tile not in mine]
    after = {move: fitting(seen, move, [*mine, *hidden]) for move in (better, played)}
    match phrase.message.split(",")[0].split(":")[0]:
        case "it closes the hand":
            assert after[better] == 0 < after[played]
        case "the other closes the hand":
            assert after[played] == 0 < after[better]
        case "tiles of yours that fit after it":
            counted = fitting(seen, better, mine), fitting(seen, played, mine)
            assert (phrase.facts["count"], phrase.facts["less"]) == counted
            assert counted[0] > counted[1]
        case "tiles that you do not see and that fit after it":
            counted = fitting(seen, better, hidden), fitting(seen, played, hidden)
            assert (phrase.facts["few"], phrase.facts["many"]) == counted
            assert 0 < counted[0] < counted[1]
        case "it takes away the {suit}":
            partner = seen.names.index(str(phrase.facts["name"])) + 1
            assert not {*ends_after(seen.chain, better.tile, better.end)} <= suits_lacking(seen)[partner], (
                "who lacks both ends does not play again"
            )


@pytest.mark.parametrize("book", ["san-juan", "clasico"])
def test_what_is_said_for_a_move_is_true_and_is_not_true_of_the_other(book: str):
    said = Counter[str]()
    for seed in range(12):
        for match in line_of_play(load_book(book), seed, 2):
            seen = in_turn(match)
            for better, played in permutations([one for one in seen.plays if isinstance(one, PlaceTile)], 2):
                told = compared(seen, better, played)
                assert 1 <= len(told.why) <= 2
                for phrase in told.why:
                    said[phrase.message] += 1
                    check(seen, better, played, phrase)
                for phrase in told.but:
                    check(seen, played, better, phrase)
                    assert phrase not in told.why
    assert len(said) > 8, "there is more than one thing to say"
    assert any("closes" in message for message in said)


@pytest.mark.parametrize(
    ("lang", "words", "on"),
    [("es", "había pasado ", "al "), ("ca", "havia passat ", "al "), ("en", "had passed ", "on ")],
)
def test_every_number_that_somebody_had_passed_on_has_its_article(lang: str, words: str, on: str):
    several = set[int]()
    for seed in range(40):
        for match in line_of_play(load_book("clasico"), seed, 2):
            seen = in_turn(match)
            lacking = [len(suits) for seat, suits in suits_lacking(seen).items() if suits and seat != seen.seat]
            plays = [one for one in seen.plays if isinstance(one, PlaceTile)]
            if not lacking or not plays:
                continue
            known = [phrase.told(lang) for phrase in compared(seen, plays[0], plays[0]).known]
            passed = [told.split(words)[1] for told in known if words in told]
            assert [told.count(on) for told in passed] == lacking
            assert not any("," in told for told, count in zip(passed, lacking, strict=True) if count < 3)
            several |= {*lacking}
    assert {1, 2} <= several
