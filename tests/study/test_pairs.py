"""What is known of pairs: figures of hands that were made up, so that what is in them is known."""

from __future__ import annotations

from random import Random

from tantera.study.kept import keep_pairs, pairs_again
from tantera.study.pairs import (
    FEWEST,
    MOST_ODDS,
    FittingPlay,
    HandOfPairs,
    TimedTurn,
    excess,
    fit_of,
    pairs_studied,
    questions_in,
)
from tantera.study.pairs_told import in_words

NAMES = ("Pons", "Vidal", "Mas", "Roca")


def hand(ours: float, theirs: float = 1.0, turns: tuple[TimedTurn, ...] = ()) -> HandOfPairs:
    ratios = (ours, theirs, ours, theirs)
    return HandOfPairs(tuple(FittingPlay(seat, (seat + 1) % 4 + 1, 3, ratios[seat - 1]) for seat in range(1, 5)), turns)


def test_a_pair_whose_play_fits_too_well_comes_first_and_an_honest_one_is_left_in_peace():
    rng = Random(1)
    hands = [(NAMES, hand(rng.choice((0.7, 1.6)), rng.choice((0.6, 1.4)))) for _ in range(300)]
    suspect, honest = pairs_studied(hands)
    assert suspect.names == ("Mas", "Pons")
    assert suspect.hands == 300
    assert suspect.decisions == 1800
    assert suspect.fit is not None
    assert suspect.fit.by_chance < 1e-5
    assert honest.fit is not None
    assert honest.fit.by_chance > 0.05


def test_a_pair_is_the_same_pair_wherever_it_sits_and_in_every_match():
    turned = ("Vidal", "Mas", "Roca", "Pons")
    pairs = pairs_studied([(NAMES, hand(1.0)), (turned, hand(1.0))])
    assert {pair.names: pair.hands for pair in pairs} == {("Mas", "Pons"): 2, ("Roca", "Vidal"): 2}


def test_of_few_hands_nothing_is_said():
    assert fit_of([0.5, 0.4] * (FEWEST // 2 - 1)) is None
    assert fit_of([0.5, 0.4] * (FEWEST // 2)) is not None


def test_who_looks_at_many_pairs_finds_one_that_looks_odd_and_that_is_reckoned_with():
    rng = Random(2)
    names = [(f"Pons {table}", f"Vidal {table}", f"Mas {table}", f"Roca {table}") for table in range(100)]
    pairs = pairs_studied((who, hand(rng.gauss(1, 0.3), rng.gauss(1, 0.3))) for who in names for _ in range(60))
    first = pairs[0].fit
    assert first is not None
    assert first.by_chance < 0.02
    assert questions_in(pairs) == 200
    assert first.among(questions_in(pairs)) > 0.1


def test_a_single_hand_that_fits_beyond_belief_proves_nothing():
    one = fit_of([excess(hand(1e9).plays[::2]), *[excess(hand(ratio).plays[::2]) for ratio in (0.6, 1.4) * 50]])
    assert one is not None
    assert excess(hand(1e9).plays[::2]) == MOST_ODDS - 1
    assert one.by_chance > 0.05


def timed(rng: Random, tells: bool) -> tuple[TimedTurn, ...]:
    more = [rng.gauss(0, 1) for _ in range(6)]
    return tuple(
        TimedTurn(1, 2 + place % 2, figure > 1 if tells else rng.random() < 0.2, figure)
        for place, figure in enumerate(more)
    )


def test_pauses_that_tell_how_many_tiles_are_left_show_and_pauses_that_tell_nothing_do_not():
    for tells in (True, False):
        rng = Random(3)
        pairs = {
            pair.names: pair for pair in pairs_studied((NAMES, hand(1.0, 1.0, timed(rng, tells))) for _ in range(60))
        }
        pauses = pairs["Mas", "Pons"].pauses
        assert pauses is not None
        assert pauses.telling is not None
        assert (pauses.telling.by_chance < 1e-6) is tells
        assert pairs["Roca", "Vidal"].pauses is None


def test_a_pause_because_there_is_more_to_choose_from_tells_nothing():
    """Who has more options has more tiles that fit and takes longer: turns with as many options are compared."""
    turns = [
        TimedTurn(1, options, options > 3 or place % 7 == 0, float(options))
        for options in (2, 3, 4, 5)
        for place in range(50)
    ]
    found = pairs_studied([(NAMES, hand(1.0, 1.0, tuple(turns)))])
    pauses = {pair.names: pair for pair in found}["Mas", "Pons"].pauses
    assert pauses is not None
    assert pauses.telling is None  # nothing is left to be compared


def test_pauses_without_a_choice_are_counted_apart():
    turns = (TimedTurn(1, 1, True, 0.0), TimedTurn(3, 1, False, 0.0), TimedTurn(3, 4, True, 0.5))
    pauses = {pair.names: pair for pair in pairs_studied([(NAMES, hand(1.0, 1.0, turns))])}["Mas", "Pons"].pauses
    assert pauses is not None
    assert (pauses.without, pauses.forced, pauses.with_choice, pauses.choices) == (1, 2, 1, 1)


# --- kept, and told ---------------------------------------------------------------------------------------------------


def test_what_is_kept_of_a_match_has_seats_and_figures_and_says_the_same_again():
    rng = Random(4)
    hands = [hand(1.1, 0.9, timed(rng, True)) for _ in range(40)]
    kept = keep_pairs(hands)
    assert all(name.encode() not in kept for name in NAMES)
    again = pairs_studied((NAMES, one) for one in pairs_again(kept))
    first = pairs_studied((NAMES, one) for one in hands)
    for pair, other in zip(again, first, strict=True):
        assert pair._replace(fit=None, pauses=None) == other._replace(fit=None, pauses=None)
        assert list(in_words(pair, 3, "en")) == list(in_words(other, 3, "en"))


def test_a_pair_with_few_hands_is_told_so_and_nothing_else():
    (few, *_) = pairs_studied([(NAMES, hand(7.0))] * (FEWEST - 1))
    (told,) = in_words(few, 1, "en")
    assert told == "Hands together: 29. Below 30 nothing is said."


def test_every_sentence_of_a_pair_says_how_often_chance_gives_as_much_and_that_it_is_no_verdict():
    rng = Random(1)
    ratios = [(rng.choice((0.7, 1.6)), (0.6, 1.4)[place % 2]) for place in range(300)]
    hands = [(NAMES, hand(*both, timed(rng, True))) for both in ratios]
    suspect, honest = pairs_studied(hands)
    for lang, word in (("es", "veredicto"), ("ca", "veredicte"), ("en", "verdict")):
        for pair in (suspect, honest):
            told = list(in_words(pair, 3, lang))
            assert all(word in sentence for sentence in told)
    assert "fewer than 1 in 1,000,000" in next(iter(in_words(suspect, 3, "en")))
    assert list(in_words(honest, 3, "en")) == ["Its play: no more than chance gives. No verdict."]
