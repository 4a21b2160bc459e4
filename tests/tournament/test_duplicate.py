"""The same deals at every table: what is kept back, what comes of the secret, and what a result is worth."""

from __future__ import annotations

import json
from fractions import Fraction
from hashlib import sha256
from statistics import mean
from typing import Any

import pytest
from msgspec import UNSET

from tantera.play.deal import deal
from tantera.rules import load_book
from tantera.tournament import decide_rounds, duplicate, sums
from tantera.tournament.beside import split
from tantera.tournament.check import second_object
from tantera.tournament.decide import apply
from tantera.tournament.export import export
from tantera.tournament.orders import Refused
from tantera.tournament.presentation import Presentation
from tantera.tournament.reading import read_order
from tests.tournament.agreement import Examined, differences
from tests.tournament.story import AT, Story

SECRET = "5ec7e7" * 8
THREE = {"hands": 3, "score": "butler"}


def event(entries: int = 4, format: str = "pairs-swiss", **options: Any) -> Story:
    one = Story("tarragona", format=format, options={"duplicate": THREE, **options})
    one.enter(entries)
    return one


def published(one: Story) -> Story:
    one.give("draw")
    one.give("publish", secret=SECRET)
    return one


def slips(one: Story, *tables: list[Any]) -> None:
    for number, hands in enumerate(tables, 1):
        one.give("result", round=len(one.state.played), table=number, hands=hands)


def rows(one: Story) -> list[bytes]:
    return [recorded.row for recorded in one.state.log.history]


# --- the secret


def test_a_round_is_published_with_the_hash_of_its_secret_and_closing_it_tells_the_secret():
    one = published(event())
    assert one.object()["rounds"][0]["commitment"] == sha256(SECRET.encode()).hexdigest()
    slips(one, [[7, 0], [0, 30], None], [[0, 7], [0, 30], [12, 0]])
    assert "secret" not in one.object()["rounds"][0]
    one.give("close_round")
    shown = one.object()["rounds"][0]
    assert shown["secret"] == SECRET
    assert shown["tables"][0]["hands"] == [[7, 0], [0, 30], None]
    one.check()


def test_the_chain_never_has_the_secret_before_the_round_is_closed():
    """It stands beside the line."""
    one = published(event())
    lines = [split(row)[0] for row in rows(one)]
    assert not any(SECRET.encode() in line for line in lines)
    assert any(SECRET.encode() in row for row in rows(one))


def test_publishing_the_next_round_tells_the_secret_of_the_one_before():
    one = published(event())
    slips(one, [[7, 0]] * 3, [[0, 7]] * 3)
    one.give("draw")
    one.give("publish")
    first, second = one.object()["rounds"]
    assert first["secret"] == SECRET
    assert "secret" not in second
    assert second["commitment"] != first["commitment"]


def test_ending_the_event_tells_the_deals_that_nobody_plays_any_more():
    one = published(event())
    slips(one, [[7, 0]] * 3, [[0, 7]] * 3)
    one.give("close")
    assert one.object()["rounds"][0]["secret"] == SECRET
    one.check()


def test_a_round_that_is_published_again_after_an_undo_has_other_deals():
    one = published(event())
    one.give("undo", event=one.state.number)
    one.give("publish")
    assert one.state.played[0].deals != sha256(SECRET.encode()).hexdigest()


def test_the_undo_of_an_undo_brings_the_same_deals_back():
    one = published(event())
    one.give("undo", event=one.state.number)
    one.give("undo", event=one.state.number)
    assert one.state.played[0].secret == SECRET
    one.check()


def test_the_same_orders_give_the_same_file_where_nobody_gives_a_secret():
    heads = set()
    for _ in range(2):
        one = event()
        one.begin_round()
        heads.add((one.state.head, one.state.played[0].secret))
    assert len(heads) == 1


def test_an_order_other_than_publish_has_no_secret():
    one = event()
    one.give("draw")
    one.refuse("unknown_field", "close_round", secret=SECRET)
    assert one.refuse("wrong_value", "publish", secret="short").told("en").startswith("secret: ")


def test_a_publish_under_an_id_that_was_used_is_the_same_one_whatever_its_secret():
    one = event()
    one.give("draw")
    one.give("publish", id="go", secret=SECRET)
    again = apply(one.state, read_order(json.dumps({"order": "publish", "id": "go", "secret": "00" * 16, "at": AT})))
    assert again.again
    assert again.after.played[0].secret == SECRET


# --- the deals


def test_hand_h_of_round_r_comes_from_the_secret_as_the_contract_says():
    one = published(event())
    slips(one, [[7, 0]] * 3, [[0, 7]] * 3)
    one.give("close_round")
    book = load_book("tarragona")
    shown = export(Presentation(one.state))
    for number, told in enumerate(shown["rounds"][0]["deals"], 1):
        racks = deal(book, sha256(f"duplicate/{SECRET}/1/{number}".encode()).digest()).racks
        assert told["racks"] == [[tile.code for tile in rack] for rack in racks]
        assert (told["hand"], told["opener"]) == (number, (number - 1) % 4 + 1)
        assert isinstance(told["value"], int)


# --- slips


def test_a_slip_has_hands_and_no_score():
    one = published(event())
    where = {"round": 1, "table": 1}
    one.refuse("hands_wanted", "result", **where, score=[100, 62])
    one.refuse("hands_wanted", "result", **where, score=[7, 0], hands=[[7, 0]] * 3)
    one.refuse("wrong_hands", "result", **where, hands=[[7, 0]] * 2)
    one.refuse("wrong_winner", "result", **where, hands=[[7, 0]] * 3, winner="1+3")
    one.refuse("below_zero", "result", **where, hands=[[7, 0], [-1, 0], None])
    one.refuse("more_than_a_hand", "result", **where, hands=[[7, 0], [169, 0], None])
    one.refuse("wrong_value", "result", **where, hands=[[7]])
    one.refuse("missing_field", "result", **where)
    one.give("result", **where, hands=[[7, 0], [0, 40], None])
    assert one.object()["rounds"][0]["tables"][0]["score"] == [7, 40]
    assert one.object()["rounds"][0]["tables"][0]["winner"] == "2+4"


def test_hands_are_refused_where_the_deals_are_not_the_same():
    one = Story("tarragona", format="pairs-swiss")
    one.enter(2)
    one.begin_round()
    one.refuse("no_hands_here", "result", round=1, table=1, hands=[[300, 0]])


def test_as_many_points_as_the_others_is_half_a_point_each():
    one = published(event(2))
    slips(one, [[7, 0], [0, 7], None])
    assert set(one.values("points_won").values()) == {(0.5,)}
    one.check()


@pytest.mark.parametrize(
    "options",
    [
        {"duplicate": {"hands": 0, "score": "butler"}},
        {"duplicate": {"hands": 8}},
        {"duplicate": {"hands": 8, "score": "imps"}},
        {"duplicate": THREE, "limit": "200p"},
        {"ranked_by": ["duplicate"]},
    ],
)
def test_options_that_cannot_be_are_refused(options: dict[str, Any]):
    order = {"order": "create", "name": "x", "book": "tarragona", "format": "pairs-swiss", "options": options}
    with pytest.raises(Refused) as refused:
        apply(None, read_order(json.dumps(order)))
    assert refused.value.code == "wrong_option"


def test_nobody_who_plays_alone_plays_duplicate():
    order = {"order": "create", "name": "x", "book": "ueh", "options": {"duplicate": THREE}}
    with pytest.raises(Refused, match="everybody plays alone"):
        apply(None, read_order(json.dumps(order)))


# --- what it is worth: worked out by hand


def test_butler_is_the_net_less_the_mean_of_the_room():
    """Nets of hand 1: +30, −10, +7; their mean is 9, so +21, −19 and −2. Hand 2: +12, +12, not played: 12, so nothing
    for anybody. Hand 3: −5, +1, +2: −0.67, to a tenth −0.7; so −4.3, +1.7 and +2.7."""
    one = published(event(6))
    slips(
        one,
        [[30, 0], [12, 0], [0, 5]],
        [[0, 10], [12, 0], [1, 0]],
        [[7, 0], None, [2, 0]],
    )
    homes = [one.state.players[table.seats[0]] for table in one.state.played[0].tables]
    guests = [one.state.players[table.seats[1]] for table in one.state.played[0].tables]
    values = one.values("duplicate")
    assert [values[entry] for entry in homes] == [(16.7,), (-17.3,), (0.7,)]
    assert [values[entry] for entry in guests] == [(-16.7,), (17.3,), (-0.7,)]
    one.check()


def test_with_eight_tables_the_highest_and_the_lowest_do_not_count():
    assert duplicate.datum([0, 0, 0, 0, 0, 0, 0, 168]) == 0
    assert duplicate.datum([0, 0, 0, 0, 0, 0, 168]) == 24
    assert duplicate.datum([-100, 1, 2, 3, 4, 5, 6, 100, None]) == Fraction(7, 2)


@pytest.mark.parametrize(("value", "to"), [(1.25, 1.2), (1.35, 1.4), (-1.25, -1.2), (0.05, 0.0), (0.15, 0.2)])
def test_a_tenth_is_rounded_half_to_even(value: float, to: float):
    assert duplicate.to_a_tenth(Fraction(str(value))) == Fraction(str(to))
    assert duplicate.shown(Fraction(str(value))) == to


def test_matchpoints_are_the_tables_that_one_is_better_than():
    """Hand 1: +30 beats both, −10 none, +7 one: 100, 0, 50. Hand 2: +12 twice: 50 each, and the third did not play it:
    50. Hand 3: −5, +2, +2: 0, 75, 75."""
    one = event(6, duplicate={"hands": 3, "score": "matchpoints"})
    published(one)
    slips(
        one,
        [[30, 0], [12, 0], [0, 5]],
        [[0, 10], [12, 0], [2, 0]],
        [[7, 0], None, [2, 0]],
    )
    values = one.values("duplicate")
    homes = [one.state.players[table.seats[0]] for table in one.state.played[0].tables]
    guests = [one.state.players[table.seats[1]] for table in one.state.played[0].tables]
    assert [values[entry] for entry in homes] == [(50,), (41.7,), (58.3,)]
    assert [values[entry] for entry in guests] == [(50,), (58.3,), (41.7,)]
    one.check()


@pytest.mark.parametrize(("score", "worth"), [("butler", 0), ("matchpoints", 50)])
def test_a_bye_is_worth_the_mean(score: str, worth: int):
    one = event(3, duplicate={"hands": 3, "score": score})
    published(one)
    slips(one, [[30, 0], [12, 0], [0, 5]])
    one.give("close_round")
    (bye,) = one.state.played[0].byes
    assert one.values("duplicate")[bye] == (worth,)
    one.check()


def test_penalties_are_taken_off():
    one = published(event(4))
    slips(one, [[30, 0], [12, 0], [0, 5]], [[30, 0], [12, 0], [0, 5]])
    player = one.state.played[0].tables[0].seats[0]
    one.give("penalty", player=player, round=1, article="TG-14.1", points=30)
    assert one.values("duplicate")[one.state.players[player]] == (-30,)
    one.check()


def test_a_table_that_somebody_did_not_come_to_is_no_part_of_the_field():
    one = event(4, duplicate={"hands": 3, "score": "matchpoints"})
    published(one)
    home, guest, *_ = one.state.played[0].tables[0].seats
    one.give("default", round=1, table=1, absent=[home])
    one.give("result", round=1, table=2, hands=[[7, 0], None, None])
    values = one.values("duplicate")
    assert values[one.state.players[home]] == (0,)
    assert values[one.state.players[guest]] == (50,)
    assert values[one.state.players[one.state.played[0].tables[1].seats[0]]] == (50,)
    one.check()


def test_ranking_begins_with_it_unless_the_event_says_otherwise():
    assert event().state.options.ranked_by[0] == "duplicate"
    assert event(ranked_by=["points_won", "duplicate"]).state.options.ranked_by == ("points_won", "duplicate")


def test_butler_of_a_hand_sums_to_nought_up_to_the_rounding_of_the_mean():
    nets = [30, -10, 7, 12]
    middle = duplicate.datum(nets)
    assert middle is not None
    left = sum((net - middle for net in nets), Fraction(0))
    assert abs(left) <= Fraction(len(nets), 20)
    assert middle == Fraction(str(round(mean(nets), 1)))


# --- planted faults: the second program sees each


def the_datum_keeps_its_extremes(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(duplicate, "MEAN_WITHOUT_EXTREMES", 10_000)


def the_datum_is_not_rounded(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(duplicate, "to_a_tenth", lambda value: value)


def an_equal_table_counts_as_beaten(patch: pytest.MonkeyPatch) -> None:
    def wrong(net: int, others: list[int]) -> Fraction:
        beaten = sum(net >= other for other in others)
        return Fraction(100 * beaten, len(others)) if others else Fraction(50)

    patch.setattr(duplicate, "matchpoints", wrong)


def a_bye_is_the_worst_there_is(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(sums, "MEAN", {"butler": Fraction(-10), "matchpoints": Fraction(0)})


def another_secret_is_told(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(decide_rounds, "revealed_by", lambda closed: "00" * 32 if closed is not None else UNSET)


def all_rounds_have_the_deals_of_the_first(patch: pytest.MonkeyPatch) -> None:
    right = duplicate.seed_of
    patch.setattr(duplicate, "seed_of", lambda secret, round, hand: right(secret, 1, hand))


def a_defaulted_table_is_in_the_field(patch: pytest.MonkeyPatch) -> None:
    def hands(tournament: Any, round: Any) -> Any:
        law = tournament.options.duplicate
        table_slips = [table.slip.hands if table.slip is not None else () for table in round.tables]
        for hand in range(law.hands):
            points = [slip[hand] if slip else None for slip in table_slips]
            nets = [None if pair is None else pair[0] - pair[1] for pair in points]
            middle = duplicate.datum(nets)
            scores = [
                duplicate.HandScore(pair, duplicate._score(law, place, nets, middle)) if slip else None
                for place, (slip, pair) in enumerate(zip(table_slips, points, strict=True))
            ]
            yield duplicate.HandResults(middle, tuple(scores))

    patch.setattr(duplicate, "_hands", hands)


PLANTED = [
    ("individual", the_datum_is_not_rounded),
    ("pairs-swiss", an_equal_table_counts_as_beaten),
    ("individual", a_bye_is_the_worst_there_is),
    ("pairs-swiss", another_secret_is_told),
    ("pairs-swiss", all_rounds_have_the_deals_of_the_first),
    ("individual", a_defaulted_table_is_in_the_field),
]


@pytest.mark.by_chance
@pytest.mark.parametrize(("format", "plant"), PLANTED, ids=lambda one: getattr(one, "__name__", None))
def test_a_planted_fault_is_found(format: str, plant: Any, monkeypatch: pytest.MonkeyPatch):
    seeds = [f"duplicate-{format}{number}" for number in range(40)]
    with monkeypatch.context() as patch:
        plant(patch)
        found = next(seed for seed in seeds if Examined(seed, format).wrong)
    assert Examined(found, format).wrong == []


@pytest.mark.by_chance
def test_a_mean_that_keeps_its_extremes_is_found(monkeypatch: pytest.MonkeyPatch):
    """Of eight tables: more than a random event has."""

    def wrong() -> list[str]:
        one = published(event(16))
        slips(one, *([[number * number, 0], [0, number], [41, 0]] for number in range(1, 9)))
        lines = rows(one)
        return list(differences(one.object()["standings"], second_object(lines)["standings"]))

    with monkeypatch.context() as patch:
        the_datum_keeps_its_extremes(patch)
        assert wrong() != []
    assert wrong() == []
