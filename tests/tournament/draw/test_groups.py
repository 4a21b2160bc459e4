"""Pairs, groups and then knock-out."""

from __future__ import annotations

from tantera.formats import draw
from tantera.formats.drawing.field import Past
from tantera.formats.pairs_groups import dealt, levels
from tests.tournament.draw.fields import field, meetings, met, notes, pairs, told


class Event:
    """Seven pairs in two groups, of which two each go on."""

    def __init__(self) -> None:
        self.past: list[Past] = []
        self.byes: list[tuple[int, tuple[str, ...]]] = []

    def draws(
        self, round: int, ranked: str = "ABCDEFG", best: tuple[str, ...] = ()
    ) -> tuple[list[str], tuple[str, ...]]:
        given = field(
            "pairs-groups", pairs(ranked), round, self.past, pairs("ABCDEFG"), self.byes, best=best, groups=2, advance=2
        )
        drawing = draw(given)
        self.byes.append((round, drawing.byes))
        return meetings(drawing), drawing.byes

    def plays(self, round: int, *tables: str) -> None:
        """Home, guest, winner."""
        self.past += [met(round, number, *table) for number, table in enumerate(tables, 1)]


def test_seven_pairs_in_two_groups_by_hand_to_the_final():
    event = Event()
    # Dealt one by one: A C E G and B D F.
    assert event.draws(1) == (["AC", "EG", "BD"], ("F",))
    event.plays(1, "ACA", "EGE", "BDB")
    assert event.draws(2) == (["AE", "CG", "BF"], ("D",))
    event.plays(2, "AEA", "CGC", "BFF")
    assert event.draws(3) == (["AG", "CE", "DF"], ("B",))
    event.plays(3, "AGA", "CEC", "DFF")
    # Group 1: A 3, C 2, E 1, G 0. Group 2: F 2, B 1, D 0. The winners A, F are seeds 1, 2; C and B are 3 and 4.
    assert event.draws(4, "AFCBEDG", ("ACEG", "FBD")) == (["AB", "FC"], ())
    event.plays(4, "ABB", "FCF")
    assert event.draws(5, "AFCBEDG") == (["FB", "AC"], ())
    event.plays(5, "FBF", "ACC")
    given = field("pairs-groups", pairs("ABCDEFG"), 6, event.past, byes=event.byes, groups=2, advance=2)
    assert levels(given) == [("F",), ("B",), ("C",), ("A",)]
    assert levels(field("pairs-groups", pairs("ABCDEFG"), 2, event.past[:3], byes=event.byes[:1], groups=2)) == []
    assert draw(given).tables == ()


def test_the_groups_stay_as_round_1_sat_and_a_smaller_one_rests_when_it_has_played():
    past = [met(1, 1, "A", "C"), met(1, 2, "B", "D")]
    given = field("pairs-groups", pairs("ABCDE"), 3, past, byes=[(1, ("E",))], groups=2)
    assert dealt(given) == (("A", "C", "E"), ("B", "D"))
    drawing = draw(given)
    assert meetings(drawing) == ["CE"]
    assert {"B", "D"} < set(drawing.byes)
    assert "Group 2 has played everything and rests" in notes(drawing)
    assert told(drawing, 1, "es") == ["grupo 1, ronda 3 de 3: números 2 y 3 de su liga"]


def test_who_comes_late_joins_the_first_group_with_an_odd_number():
    past = [met(1, 1, "A", "C"), met(1, 2, "B", "D")]
    given = field("pairs-groups", pairs("ABCDEXY"), 2, past, byes=[(1, ("E",))], groups=2)
    assert dealt(given) == (("A", "C", "E", "X"), ("B", "D"))
    assert "Y" in draw(given).byes


def test_winner_and_second_of_a_group_do_not_meet_at_once():
    # Three groups, two of each: A and B go on without playing, C would meet its own group's second.
    past = [met(1, 1, "A", "D"), met(1, 2, "B", "E"), met(1, 3, "C", "F")]
    given = field("pairs-groups", pairs("ABCDEF"), 2, past, best=("AD", "BE", "CF"), groups=3, advance=2)
    drawing = draw(given)
    assert drawing.byes == ("A", "B")
    assert meetings(drawing) == ["CE", "DF"]


def test_where_one_who_would_go_on_has_gone_the_next_does():
    past = [met(1, 1, "A", "C"), met(1, 2, "B", "D")]
    given = field("pairs-groups", pairs("BCD"), 2, past, pairs("ABCD"), best=("AC", "BD"), groups=2, advance=1)
    assert meetings(draw(given)) == ["BC"]
