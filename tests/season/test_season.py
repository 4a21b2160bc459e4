"""The table of a season: points, the nights that count, ties, people, clubs. Worked out by hand beside it."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

import pytest
from msgspec.structs import replace

from tantera.season.form import ByPlace, ByValues, ByWins, SeasonForm, read_form, write_form
from tantera.season.night import Attendant, Night, NightMatch, Row
from tantera.season.people import people_of
from tantera.season.table import as_object, season
from tantera.tournament.check import check_season
from tantera.tournament.export import export
from tantera.tournament.presentation import Presentation
from tantera.words import Problem
from tests.season.nights import Evening, Somebody, a_season, crowd

PLACES = (25, 18, 15, 12, 10, 8, 6, 4, 2)


def a_night(places: str, wins: dict[str, int] | None = None, **words: Any) -> Night:
    """Ana, Bel, …, by their first letters, the winner first."""
    people = {one: Attendant(one, f"Name {one}", key=one) for one in places}
    rows = tuple(
        Row(place, (one,), wins=(wins or {}).get(one, 0), halves=0, values={"difference": -place})
        for place, one in enumerate(places, 1)
    )
    night = Night("Noche", "2026-01-01", "0" * 64, "closed", people, rows, ())
    return replace(night, **words)


def standing(form: SeasonForm, *nights: Night) -> list[tuple[int, str, float]]:
    return [(row.place, row.person.key, row.points) for row in season(form, nights).standings]


def form(points: Any = None, **words: Any) -> SeasonForm:
    return SeasonForm("Liga", points=points or ByPlace((5, 3, 2), 1), **words)


def test_points_by_place_are_those_of_the_list_and_the_rest_for_everybody_further_down():
    assert standing(form(), a_night("ABCDE")) == [(1, "A", 5), (2, "B", 3), (3, "C", 2), (4, "D", 1), (5, "E", 1)]


def test_the_best_nights_count_and_the_others_are_dropped():
    row = season(form(best=2), [a_night("AB"), a_night("BA"), a_night("AB")]).standings[0]
    assert (row.person.key, row.points, row.counted, row.dropped) == ("A", 10, [1, 3], [2])


def test_a_night_on_which_one_was_away_is_neither_counted_nor_dropped():
    rows = {row.person.key: row for row in season(form(best=2), [a_night("AB"), a_night("B"), a_night("AB")]).standings}
    assert (rows["A"].counted, rows["A"].dropped) == ([1, 3], [])
    assert (rows["B"].points, rows["B"].counted, rows["B"].dropped) == (8, [1, 2], [3])


def test_of_equal_nights_the_earlier_counts():
    row = season(form(best=1), [a_night("AB"), a_night("AB")]).standings[0]
    assert (row.counted, row.dropped) == ([1], [2])


def test_level_in_points_more_wins_in_all_events_then_the_best_place_then_more_events_then_the_same_place():
    wins = standing(form(), a_night("AB", {"B": 1}), a_night("BA"))
    assert wins == [(1, "B", 8), (2, "A", 8)]
    best = standing(form(ByPlace((4, 3, 2), 1)), a_night("AB"), a_night("CBA"), a_night("XYB"))
    assert [one for one in best if one[1] in "AB"] == [(1, "B", 8), (2, "A", 6)]
    place = standing(form(ByPlace((4, 2, 2), 0)), a_night("AB"), a_night("XB"))
    assert [one for one in place if one[1] in "AB"] == [(1, "A", 4), (3, "B", 4)]
    events = standing(form(ByPlace((4,), 0)), a_night("A"), a_night("B"), a_night("XB"))
    assert events == [(1, "B", 4), (2, "A", 4), (2, "X", 4)]


def test_the_place_after_two_equals_is_skipped():
    assert [place for place, _, _ in standing(form(ByPlace((1,), 0)), a_night("AC"), a_night("BC"))] == [1, 1, 3]


def test_points_by_wins_are_for_wins_halves_and_matches_played():
    match = NightMatch(1, 1, (("A",), ("B",)), (100, 50), (1, 2), True)
    night = a_night("AB", {"A": 2}, matches=(match,))
    assert standing(form(ByWins(3, 1, 1)), night) == [(1, "A", 7), (2, "B", 1)]


def test_points_by_value_are_the_standings_own():
    assert standing(form(ByValues("difference")), a_night("AB")) == [(1, "A", -1), (2, "B", -2)]
    with pytest.raises(Problem) as found:
        standing(form(ByValues("style")), a_night("AB"))
    assert found.value.told("en") == "Noche: found no value style, expected one of difference"


def test_a_night_counts_for_the_club_that_one_played_for_on_it():
    there = a_night("AB")
    before = replace(there, people={one: replace(whose, club="Reus") for one, whose in there.people.items()})
    after = replace(there, people={one: replace(whose, club="Valls") for one, whose in there.people.items()})
    table = season(form(teams=1), [before, after, after])
    assert [(row.place, row.club, row.points) for row in table.teams or ()] == [(1, "Valls", 10), (2, "Reus", 5)]
    assert {row.person.club for row in table.standings} == {"Valls"}


def test_a_category_has_a_table_of_its_own_with_places_of_its_own():
    night = a_night("ABC")
    people = {one: replace(who, categories=("senior",) if one in "BC" else ()) for one, who in night.people.items()}
    table = as_object(season(form(categories=("senior",)), [replace(night, people=people)]))
    assert [(row["place"], row["key"]) for row in table["categories"]["senior"]] == [(1, "B"), (2, "C")]


def test_somebody_without_a_key_is_the_same_under_the_same_name_and_two_of_one_night_are_told_apart_by_their_clubs():
    def night(*people: tuple[str, str]) -> Night:
        known = {str(at): Attendant(str(at), name, club=club) for at, (name, club) in enumerate(people)}
        return a_night("", people=known)

    keys = people_of([night(("Núria Pons", "Reus")), night(("NURIA PONS", "Valls"))]).keys
    assert keys == ({"0": "~nuria-pons"}, {"0": "~nuria-pons"})
    two = people_of([night(("Pau", "Reus"), ("Pau", "Valls")), night(("Pau", "Valls"))]).keys
    assert two == ({"0": "~pau.reus", "1": "~pau.valls"}, {"0": "~pau.valls"})
    with pytest.raises(Problem) as found:
        people_of([night(("Pau", ""), ("Pau", ""))])
    assert "two called Pau" in found.value.told("en")


def test_a_file_says_what_it_says_and_nothing_else():
    whole = form(ByWins(3, 1), best=4, categories=("lady",), teams=2, events=("a.tantera",))
    assert read_form(write_form(whole), "x") == whole
    with pytest.raises(Problem) as found:
        read_form(b'{"name": "x", "bests": 3}', "liga.json")
    assert "liga.json" in found.value.told("en")
    assert "bests" in found.value.told("en")


# --- twelve nights with sixty people


def by_hand(evenings: list[Evening], best: int) -> dict[str, tuple[float, list[int], list[int]]]:
    """The season on paper: for each night the exported standings, 25-18-15-…-1, and the best of them."""
    brought: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, made in enumerate(evenings, 1):
        assert made.state is not None
        people = {player.id: player for entry in made.state.entries.values() for player in entry.players}
        told = export(Presentation(made.state))
        players = {entry["entry"]: entry["players"] for entry in told["entries"]}
        for row in told["standings"]:
            for player in players[row["entry"]]:
                points = PLACES[row["place"] - 1] if row["place"] <= 9 else 1
                brought[str(people[player].key)].append((points, number))
    table: dict[str, tuple[float, list[int], list[int]]] = {}
    for key, nights in brought.items():
        nights.sort(key=lambda night: (-night[0], night[1]))
        kept, rest = nights[:best], nights[best:]
        table[key] = (sum(points for points, _ in kept), sorted(n for _, n in kept), sorted(n for _, n in rest))
    return table


@pytest.fixture(scope="module")
def twelve() -> list[Evening]:
    people = crowd(60)
    people[7] = people[7]._replace(name=people[3].name)  # two of one name, in one club
    evenings = a_season(people, 6)
    people[8] = people[8]._replace(club="Reus")  # and one who changes the club in the middle
    return evenings + list(a_season(people, 12)[6:])


def test_twelve_nights_with_sixty_people_come_to_what_a_hand_comes_to(twelve):
    whole = form(ByPlace(PLACES, 1), best=8, teams=3)
    table = season(whole, [made.night for made in twelve])
    wanted = by_hand(twelve, 8)
    assert {row.person.key: (row.points, row.counted, row.dropped) for row in table.standings} == wanted
    assert len(wanted) == 60
    in_order = [points for points, _, _ in sorted(wanted.values(), reverse=True)]
    assert [row.points for row in table.standings] == in_order
    moved = next(row for row in table.standings if row.person.name == "Jugador 9")
    assert {one.club for one in moved.evenings} == {"Reus", "Caparra"}
    assert moved.person.club == "Reus"
    named = [row.person.key for row in table.standings if row.person.name == "Jugador 4"]
    assert sorted(named) == ["K4", "K8"]


@pytest.mark.parametrize("points", [ByPlace(PLACES, 1), ByWins(3, 1, 1), ByValues("points_for")])
def test_the_second_program_comes_to_the_same_season(twelve, points):
    some = [twelve[at] for at in (0, 2, 3)] if isinstance(points, ByValues) else twelve[:4]
    whole = form(points, best=2)
    told = as_object(season(whole, [made.night for made in some]))
    report = check_season(json.loads(write_form(whole)), [made.log for made in some], told)
    assert [one.told("en") for one in report.violations] == []
    assert report.checked["places of a season computed again"] == len(told["standings"])


@pytest.mark.parametrize(
    "fault",
    [
        lambda rows: rows[0].update(points=rows[0]["points"] + 1),
        lambda rows: rows[3].update(place=rows[3]["place"] + 1),
        lambda rows: rows[5].update(counted=rows[5]["counted"][:-1]),
        lambda rows: rows.pop(2),
        lambda rows: rows.append(rows[0] | {"key": "stranger", "name": "Stranger"}),
        lambda rows: rows[1].update(name="Somebody else"),
    ],
    ids=["points", "place", "counted", "missing", "stranger", "name"],
)
def test_the_second_program_finds_a_fault_that_was_planted_in_a_season(twelve, fault):
    whole = form(ByPlace(PLACES, 1), best=2)
    told = as_object(season(whole, [made.night for made in twelve[:3]]))
    fault(told["standings"])
    assert check_season(json.loads(write_form(whole)), [made.log for made in twelve[:3]], told).violations


def test_who_comes_for_one_night_is_in_the_season_from_then_on():
    made = Evening(1, "tarragona", "pairs-swiss", limit="100p")
    made.enter([Somebody(name) for name in ("Ana", "Bel", "Carla", "Dora")], ["p1", "p2", "p3", "p4"])
    assert season(form(), [made.night]).standings == ()
    made.give("draw")
    made.give("publish")
    made.give("result", round=1, table=1, score=[101, 40])
    first, second, third, fourth = season(form(), [made.night]).standings
    assert (first.place, second.place, third.place, fourth.place) == (1, 1, 3, 3)
    assert {first.points, second.points} == {5}


def test_whose_club_is_put_right_keeps_the_name_for_both_programs():
    made = Evening(1, "tarragona", "pairs-swiss", limit="100p")
    made.enter([Somebody(name) for name in ("Ana", "Bel", "Carla", "Dora")], ["p1", "p2", "p3", "p4"])
    made.give("edit_player", player="p1", club="Reus")
    made.give("edit_player", player="p2", name="Berta")
    made.give("draw")
    made.give("publish")
    made.give("result", round=1, table=1, score=[101, 40])
    told = as_object(season(form(), [made.night]))
    assert {row["name"] for row in told["standings"]} == {"Ana", "Berta", "Carla", "Dora"}
    assert check_season(json.loads(write_form(form())), [made.log], told).violations == []
