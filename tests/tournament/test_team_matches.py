"""Clubs against clubs: who meets, board by board, what a meeting is worth, and where it is shown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from tantera.cli.app import app
from tantera.formats import draw as right
from tantera.formats.drawing.field import Drawing, Field
from tantera.paper import results
from tantera.paper.printing import OF_DUPLICATE, PAPERS, laid_out
from tantera.rules import load_book
from tantera.tournament import decide_rounds, standings
from tantera.tournament.check import check
from tantera.tournament.presentation import Presentation
from tantera.web.desk.opening import ordered
from tantera.web.hall.wall_pages import shown
from tests.tournament.agreement import Examined
from tests.tournament.story import Story

FORMAT = "pairs-team-matches"


def league(clubs: str, seed: str = "2", **options: Any) -> Story:
    """A pair for each letter, N, S, E, O: the clubs Norte, Sur, Este, Oeste. The lot of seed 2: Norte, Sur, Este, Oeste
    in some order that the tests do not rest on."""
    story = Story("tarragona", format=FORMAT, seed=seed, options={"limit": "200p", "team_pairs": 2} | options)
    named = {"N": "Norte", "S": "Sur", "E": "Este", "O": "Oeste"}
    for number, letter in enumerate(clubs, 1):
        players = [{"id": f"{one}{number}", "name": f"{one} {number}", "club": named[letter]} for one in "ab"]
        story.give("enter", entry=f"{letter.lower()}{number}", players=players)
    return story


def played(story: Story, *scores: tuple[int, int]) -> None:
    """A round, with these slips for the tables that are played, in their order."""
    story.begin_round()
    at, slips = story.state.played[-1], iter(scores)
    for number, table in enumerate(at.tables, 1):
        if not story.state.is_default(at, table):
            story.give("result", round=at.number, table=number, score=list(next(slips)))
    story.give("close_round")


def meetings(story: Story, round: int) -> dict[tuple[str, ...], list[str]]:
    """Home and guest, and the pairs board by board: entries, a dash where there is nobody."""
    of = story.state.players
    found: dict[tuple[str, ...], list[str]] = {}
    for table in story.state.played[round - 1].tables:
        assert table.meeting
        pairs = " v ".join(of.get(seat, seat) for seat in table.seats[:2])
        found.setdefault(table.meeting.clubs, []).append(pairs)
    return found


def clubs(story: Story) -> dict[str, tuple[float, ...]]:
    return {one["club"]: tuple(one["values"].values()) for one in story.object()["teams"]}


def test_three_clubs_by_hand():
    story = league("NNNSSE")
    played(story, (200, 150), (120, 210))
    assert meetings(story, 1) == {("Norte", "Sur"): ["n1 v s4", "n2 v s5"]}
    assert set(story.state.played[0].byes) == {"n3", "e6"}, "the reserve and the club that rests"
    # A board each, 320 points against 360: Sur's.
    assert clubs(story) == {"Sur": (1, 1, 40), "Norte": (0, 1, -40), "Este": (0, 0, 0)}
    played(story, (180, 200))
    assert meetings(story, 2) == {("Este", "Norte"): ["e6 v n1", "— v n2"]}
    played(story, (200, 90))
    assert meetings(story, 3) == {("Sur", "Este"): ["s4 v e6", "s5 v —"]}
    assert clubs(story) == {"Sur": (2, 3, 350), "Norte": (1, 3, 180), "Este": (0, 0, -530)}
    assert story.values("points_won", "difference")["s5"] == (2, 290), "the pairs keep a standing of their own"
    story.refuse("no_more_rounds", "draw")
    story.check()


def test_a_board_without_a_pair_is_a_default_and_carries_its_meeting():
    story = league("NNS")
    story.begin_round()
    table = story.object()["rounds"][0]["tables"][1]
    assert (table["winner"], table["status"], table["default"]) in (
        ("1+3", "confirmed", ["—", "—"]),
        ("2+4", "confirmed", ["—", "—"]),
    )
    assert (table["meeting"]["number"], table["meeting"]["board"], sorted(table["meeting"]["clubs"])) == (
        1,
        2,
        ["Norte", "Sur"],
    )
    story.refuse("defaulted", "result", round=1, table=2, score=[200, 10])
    story.check()


def test_with_stand_ins_the_board_is_played():
    story = league("NNS", stand_ins=True)
    played(story, (200, 10), (200, 30))
    assert list(story.object()["rounds"][0]["stand_ins"].values()) == ["Comodín", "Comodín"]
    story.check()


def test_who_is_not_there_leaves_the_board_to_the_next_pair():
    story = league("NNNSS")
    story.give("check_in", entries=["n1", "n3", "s4", "s5"])
    story.begin_round()
    assert meetings(story, 1) == {("Norte", "Sur"): ["n1 v s4", "n3 v s5"]}
    story.check()


def test_the_captain_puts_the_reserve_in_and_nobody_plays_for_another_club():
    story = league("NNNSS")
    story.give("draw")
    assert story.give("swap", round=1, a="n1", b="n3", reason="el capitán")["breaks"] == []
    assert meetings(story, 1) == {("Norte", "Sur"): ["n3 v s4", "n2 v s5"]}
    assert len(story.give("swap", round=1, a="n2", b="s5", reason="por error")["breaks"]) == 2
    story.refuse("hard_rules_broken", "publish")
    story.check()


def test_a_level_meeting_is_half_each_where_the_event_says_so_or_nothing_parts_them():
    story = league("NNSS", level_meeting="half")
    played(story, (200, 150), (120, 210))
    assert {club: one[0] for club, one in clubs(story).items()} == {"Norte": 0.5, "Sur": 0.5}
    story.check()
    level = league("NNSS")
    played(level, (200, 150), (150, 200))
    assert {club: one[0] for club, one in clubs(level).items()} == {"Norte": 0.5, "Sur": 0.5}
    level.check()


def test_a_meeting_counts_once_all_its_boards_do():
    story = league("NNSS")
    story.begin_round()
    story.give("result", round=1, table=1, score=[200, 150])
    assert clubs(story) == {"Norte": (0, 1, 50), "Sur": (0, 0, -50)}


def test_in_a_swiss_system_the_club_that_rests_has_won_its_meeting():
    story = league("NNSSE", teams_meet="swiss")
    played(story, (200, 100), (200, 100))
    assert clubs(story) == {"Norte": (1, 2, 200), "Este": (1, 0, 0), "Sur": (0, 0, -200)}
    played(story, (200, 100))
    assert set(meetings(story, 2)) == {("Este", "Norte")}, "those with one meeting each"
    story.check()


def test_in_the_second_leg_the_other_club_is_at_home():
    story = league("NNSS", legs=2)
    played(story, (200, 100), (200, 100))
    played(story, (200, 100), (200, 100))
    assert [*meetings(story, 1), *meetings(story, 2)] == [("Norte", "Sur"), ("Sur", "Norte")]
    story.check()


def test_a_pair_without_one_club_cannot_enter():
    story = league("NS")
    two = [{"id": "x", "name": "X", "club": "Norte"}, {"id": "y", "name": "Y", "club": "Sur"}]
    story.refuse("no_club", "enter", entry="xy", players=two)
    two[0].pop("club")
    story.refuse("no_club", "enter", entry="xy", players=two)
    story.refuse("no_club", "enter", entry="xy", players=[{"id": "x", "name": "X"}, {"id": "y", "name": "Y"}])


# --- what the second program finds


def boards_exchanged(field: Field) -> Drawing:
    drawing = right(field)
    if len(drawing.tables) < 2 or not drawing.tables[1].meeting or drawing.tables[1].meeting.board == 1:
        return drawing
    first, second, *others = drawing.tables
    return replace(
        drawing, tables=(replace(first, seats=second.seats), replace(second, seats=first.seats), *others)
    )  # fmt: skip


def clubs_meet_again(field: Field) -> Drawing:
    """As in round 1 again and again: by name."""
    teams = tuple(sorted(field.teams or (), key=lambda team: team.club))
    return right(replace(field, round=1, past=(), byes=(), teams=teams))


@pytest.mark.parametrize(("plant", "code"), [(boards_exchanged, "boards"), (clubs_meet_again, "met_before")])
def test_a_fault_in_the_draw_is_found(plant: Any, code: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(decide_rounds, "draw", plant)
    story = league("NNSSEEOO")
    played(story, (200, 100), (200, 100), (200, 100), (200, 100))
    story.begin_round()
    report = check([recorded.row for recorded in story.state.log.history])
    assert code in {violation.code for violation in report.violations}


def test_a_fault_in_the_sums_of_clubs_is_found(monkeypatch: pytest.MonkeyPatch):
    was = standings._boards
    monkeypatch.setattr(standings, "_boards", lambda event, round: list(was(event, round))[1:])
    wrong = [one for number in range(3) for one in Examined(f"{FORMAT}{number}", FORMAT).wrong]
    assert any("boards_won" in one or "match_points" in one or ".teams" in one for one in wrong)


# --- where it is shown


def test_the_command_line_makes_it_and_tells_clubs_and_meetings(tmp_path: Path):
    file = str(tmp_path / "liga.tantera")
    words = ["--book", "tarragona", "--format", FORMAT, "--option", "team_pairs=1", "--seed", "2", "--lang", "es"]
    run = CliRunner()
    assert run.invoke(app, ["tournament", "new", file, "Liga", *words]).exit_code == 0
    story = league("NS", team_pairs=1)
    played(story, (300, 100))
    given = "\n".join(json.dumps(order) for order in story.orders[1:])
    done = run.invoke(app, ["tournament", "apply", file, "-"], input=given)
    assert done.exit_code == 0, done.output
    told = run.invoke(app, ["tournament", "standings", file, "--lang", "es"], env={"COLUMNS": "120"}).output
    assert "Norte" in told
    assert "encuentros" in told
    found = json.loads(run.invoke(app, ["tournament", "export", file, "--json"]).output)
    assert [one["club"] for one in found["teams"]] == ["Norte", "Sur"]
    assert found["rounds"][0]["tables"][0]["meeting"] == {"number": 1, "board": 1, "clubs": ["Norte", "Sur"]}
    assert run.invoke(app, ["tournament", "check", file]).exit_code == 0


def test_wall_and_papers_show_the_clubs_first():
    story = league("NNSSE")
    played(story, (200, 100), (200, 100))
    tournament = Presentation(story.state)
    wall = shown(tournament, "es")
    assert wall.standings[0].full == ("Norte",)
    assert wall.heads == ("encuentros", "mesas", "dif.")
    first, table, *_ = results.standing_blocks(tournament, "es")
    assert "Por clubes" in str(first)
    assert "Norte" in str(table)
    meeting = standings.meeting_told(tournament.rounds[0].tables[1])
    assert meeting is not None
    assert meeting.told("es") == "Norte contra Sur, pareja 2"


@pytest.mark.parametrize("what", [what for what in PAPERS if what not in OF_DUPLICATE])
def test_every_paper_can_be_printed_with_an_empty_board_in_the_round(what: str):
    story = league("NNSSE")
    played(story, (200, 100), (200, 100))
    story.begin_round()
    said = str(laid_out(Presentation(story.state), what, "es").content)
    expected = {"slips": "Este contra Norte, pareja 2", "standings": "Por clubes", "prizes": "Norte"}
    assert expected.get(what, "Torneo") in said


def test_the_desk_asks_how_many_pairs_meet():
    given = {"name": "Liga", "format": FORMAT, "team_pairs": "4", "teams_meet": "swiss", "level_meeting": "half"}
    order = ordered(given, load_book("tarragona"), "seed", "en")
    assert (order.format, order.options) == (FORMAT, {"team_pairs": 4, "teams_meet": "swiss", "level_meeting": "half"})
