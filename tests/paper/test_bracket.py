"""A bracket as a value and as a picture."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from tantera.paper.bracket import bracket_svg
from tantera.paper.printing import laid_out
from tantera.tournament.bracket import Bracket, bracket_of, down_the_page
from tantera.tournament.presentation import Presentation
from tests.tournament.story import Story


def cup(pairs: int, *, rounds: int, open_tables: int = 0, format: str = "pairs-knock-out", **options: int) -> Story:
    """Who entered first wins 100-60; of the last round so many tables, the first, are still being played."""
    story = Story("tarragona", format=format, options={"limit": "100p", **options})
    story.enter(pairs)
    for number in range(1, rounds + 1):
        story.begin_round()
        playing = open_tables if number == rounds else 0
        assert story.state.open is not None
        for table in range(playing + 1, len(story.state.open.tables) + 1):
            home, guest = (int(seat[1:]) for seat in story.seats(number)[table - 1][:2])
            story.give("result", round=number, table=table, score=[100, 60] if home < guest else [60, 100])
        if not playing:
            story.give("close_round")
    return story


def bracket(story: Story) -> Bracket:
    found = bracket_of(Presentation(story.state))
    assert found is not None
    return found


def names(one: Bracket) -> list[list[tuple[str | None, ...]]]:
    return [[tuple(side.entry for side in match.sides) for match in column] for column in one.columns]


@pytest.mark.parametrize("size", [1, 2, 4, 8, 16, 32])
def test_two_that_stand_together_meet_next(size):
    order = down_the_page(size)
    assert sorted(order) == list(range(size))
    assert all(order[at] + order[at + 1] == size - 1 for at in range(0, size - 1, 2))


def test_six_pairs_from_the_first_round_to_the_final():
    one = bracket(cup(6, rounds=3))
    assert names(one) == [
        [("e1", None), ("e4", "e5"), ("e2", None), ("e3", "e6")],
        [("e1", "e4"), ("e2", "e3")],
        [("e1", "e2")],
    ]
    assert one.final.through == "e1"
    assert one.third is not None
    assert {side.entry for side in one.third.sides} == {"e3", "e4"}
    assert one.third.through == "e3"


def test_what_is_not_drawn_yet_says_who_is_through_and_who_may_come():
    one = bracket(cup(8, rounds=1, open_tables=1))
    semi = one.columns[1]
    assert [[side.entry for side in match.sides] for match in semi] == [[None, "e4"], ["e2", "e3"]]
    assert semi[0].sides[0].may_come == ("e1", "e8")
    assert one.columns[0][0].playing
    assert one.now == 0
    assert bracket_of(Presentation(Story("tarragona", format="pairs-knock-out").state)) is None


def test_who_wins_a_column_stands_in_the_next_one_whatever_the_number():
    for pairs in range(2, 18):
        story = cup(pairs, rounds=(pairs - 1).bit_length())
        story.check()
        one = bracket(story)
        for column, following in zip(one.columns, one.columns[1:], strict=False):
            through = [match.through for match in column]
            assert [side.entry for match in following for side in match.sides] == through
        assert one.final.through == story.standing()[0]


def test_the_picture_says_every_name_and_every_score_and_can_be_read_as_xml():
    story = cup(8, rounds=2, open_tables=1)
    one = bracket(story)
    svg = bracket_svg(one, lambda entry: f"<{entry}>", "en")
    texts = ["".join(text.itertext()) for text in ElementTree.fromstring(svg).iter() if text.tag.endswith("text")]
    assert {f"<e{n}>" for n in range(1, 9)} <= set(texts)
    assert texts.count("100") == 5
    assert {"Quarter-finals", "Semi-finals", "Final", "1", "<e1> or <e4>"} <= set(texts)
    assert "style=" not in svg
    assert re.search(r'viewBox="0 0 \d+ \d+"', svg)


def test_the_same_tournament_gives_the_same_picture():
    one, other = (bracket_svg(bracket(cup(8, rounds=3)), str, "es") for _ in range(2))
    assert one == other


# --- groups, then knock-out


def test_once_the_knock_out_has_begun_the_standings_are_the_final_order_and_keep_the_group_and_the_place_in_it():
    story = cup(8, rounds=5, format="pairs-groups", groups=2, advance=2)
    story.check()
    rows = story.object()["standings"]
    assert [row["place"] for row in rows] == list(range(1, 9))
    assert all({"group", "group_place"} <= row.keys() for row in rows)
    assert [row["group_place"] for row in rows][4:] == [3, 3, 4, 4]
    assert sorted(row["group_place"] for row in rows[:4]) == [1, 1, 2, 2]
    told = bracket(story)
    assert rows[0]["entry"] == told.final.through
    assert told.third is not None
    assert rows[2]["entry"] == told.third.through


def test_somebody_third_in_a_group_stands_before_every_fourth_whatever_their_points():
    story = cup(8, rounds=3, format="pairs-groups", groups=2, advance=2)
    third = {row["entry"] for row in story.object()["standings"][2::4]}
    story.give("draw")
    story.give("publish")
    rows = story.object()["standings"]
    assert {row["entry"] for row in rows[4:6]} == third
    story.check()


def test_the_final_order_is_told_first_and_below_it_the_groups_as_they_ended():
    story = cup(8, rounds=5, format="pairs-groups", groups=2, advance=2)
    titles = [
        part["text"]
        for part in laid_out(Presentation(story.state), "standings", "en").content["sheets"][0]["blocks"]
        if part["kind"] == "title"
    ]
    assert titles[:3] == ["Final order", "Group 1, as it ended", "Group 2, as it ended"]
    before = Presentation(story.state).after(3)
    assert [section.heading.told("en") for section in before.sections if section.heading] == ["Group 1", "Group 2"]
    assert all(
        "group_place" not in row for row in cup(8, rounds=3, format="pairs-groups", groups=2).object()["standings"]
    )
