"""Seeds in place of the lot: by hand or by rating; and accelerated rounds."""

from __future__ import annotations

from tantera.season.seeding import by_rating
from tantera.tournament.presentation import Presentation
from tantera.tournament.telling import told_log
from tests.season.nights import Evening, Somebody
from tests.tournament.story import Story


def seeded(format: str, count: int, seeds: str, **options: object) -> Story:
    story = Story("tarragona", format=format, options={"limit": "100p", **options})
    story.enter(count)
    story.give("seed", entries=[f"e{number}" for number in seeds.split()])
    return story


def entries(story: Story, round: int) -> list[list[str]]:
    return [[f"e{seat[1:]}" for seat in table[:2]] for table in story.seats(round)]


def test_a_bracket_goes_by_the_seeds_and_who_has_none_by_lot():
    story = seeded("pairs-knock-out", 8, "5 3")
    story.begin_round()
    first = entries(story, 1)
    assert [pair[0] for pair in first[:2]] == ["e5", "e3"]
    assert first[0] == ["e5", "e8"]
    story.check()


def test_the_first_seeds_go_on_without_playing_where_the_number_is_odd():
    story = seeded("pairs-knock-out", 6, "6 5")
    story.begin_round()
    assert story.object()["rounds"][0]["byes"] == ["e6", "e5"]
    story.check()


def test_groups_are_dealt_one_by_one_in_the_order_of_the_seeds():
    story = seeded("pairs-groups", 8, "8 7 6 5 4 3 2 1", groups=2, advance=1)
    story.begin_round()
    for _ in range(2):
        story.results(*[(100, 40)] * 4)
        story.give("close_round")
        story.begin_round()
    group = {row["entry"]: row["group"] for row in story.object()["standings"]}
    assert {entry for entry, number in group.items() if number == 1} == {"e8", "e6", "e4", "e2"}
    story.check()


def test_the_lot_still_parts_those_who_are_level_at_the_end():
    story = seeded("pairs-swiss", 4, "4 3 2 1")
    story.begin_round()
    assert story.standing() == ["e1", "e2", "e3", "e4"]
    story.check()


def test_seeds_come_before_round_1_and_name_everybody_once():
    story = seeded("pairs-swiss", 4, "4 3")
    story.give("seed", entries=["e2"])
    story.refuse("seeded_twice", "seed", entries=["e2", "e2"])
    story.refuse("unknown_entry", "seed", entries=["e9"])
    story.begin_round()
    story.refuse("already_drawn", "seed", entries=["e1"])
    story.check()


def test_in_accelerated_rounds_the_upper_half_plays_among_itself_and_then_its_losers_meet_the_winners_below():
    story = seeded("pairs-swiss", 8, "1 2 3 4 5 6 7 8", accelerated=2)
    upper = {"e1", "e2", "e3", "e4"}
    story.begin_round()
    assert all(set(pair) <= upper or not set(pair) & upper for pair in entries(story, 1))
    story.results(*[(100, 60)] * 4)
    story.give("close_round")
    story.begin_round()
    won = {row["entry"] for row in story.object()["standings"] if row["values"]["points_won"]}
    assert set(entries(story, 2)[0]) == won & upper
    assert set(entries(story, 2)[3]) == {f"e{n}" for n in range(5, 9)} - won
    story.results(*[(100, 60)] * 4)
    story.give("close_round")
    story.begin_round()
    story.check()


def test_by_rating_a_pair_is_worth_its_two_and_who_has_never_played_nothing():
    before = Evening(1, "tarragona", "pairs-swiss", limit="100p")
    before.enter([Somebody(name) for name in ("Ana", "Bel", "Carla", "Dora")], ["p1", "p2", "p3", "p4"])
    before.give("draw")
    before.give("publish")
    before.give("result", round=1, table=1, score=[100, 40])
    assert before.state is not None
    won = [int(seat[1:]) for seat in before.state.played[0].tables[0].seats[0::2]]
    winners = ["Ana", "Bel"] if won == [1, 2] else ["Carla", "Dora"]
    losers = ["Carla", "Dora"] if won == [1, 2] else ["Ana", "Bel"]
    now = Evening(2, "tarragona", "pairs-swiss", limit="100p")
    now.enter([Somebody(name) for name in (*losers, "Elisa", "Fina", *winners)], [f"q{n}" for n in range(6)])
    assert now.state is not None
    offer = by_rating(Presentation(now.state), [before.night])
    assert offer.entries == ("e4", "e2", "e0")
    assert [(one.name, one.head) for one in offer.rated_by] == [(before.night.name, before.night.head)]


def test_the_log_says_whether_somebody_or_their_ratings_gave_the_order_and_after_which_tournaments():
    story = seeded("pairs-swiss", 4, "4 3")
    nights = [{"name": "Jueves 1", "head": "ab" * 32}, {"name": "Jueves 2", "head": "cd" * 32}]
    story.give("seed", entries=["e2", "e1"], rated_by=nights)
    by_hand, by_rating_ = [line.sentence.told("en") for line in told_log(story.state)][-2:]
    assert by_hand.startswith("seeded: ")
    assert by_rating_.startswith("seeded by their rating after Jueves 1, Jueves 2: ")
    story.refuse("wrong_value", "seed", entries=["e2"], rated_by=[{"name": "Jueves 1", "head": "x"}])
    story.begin_round()
    story.check()
