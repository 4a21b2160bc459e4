"""`rules check` refuses a tournament that could not be run or in which a line would do nothing: line, field, reason."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from tantera.cli.app import app
from tantera.rules import RuleBookError, load_book, parse_book
from tantera.rules.loader import SOURCE_BOOKS
from tantera.tournament.options import settled

CLUB = 'id = "club"\nextends = "{base}"\n[tournament]\n{says}\n'
"""What the club says stands from line 4 on."""

# what the club says, of which book, line, field, and what is told
# fmt: off
CANNOT_RUN = [
    ('format = "pairs-swiss"', "ueh", 4, "format",
     "found 'pairs-swiss', expected everybody alone where play is alone, and only there"),
    ('ranked_by = ["wins", "re_entries"]', "clasico", 4, "ranked_by[2]",
     "found 're_entries', expected something that the book counts"),
    ('ranked_by = ["re_entries", "difference"]', "ueh", 4, "ranked_by[2]",
     "found 'difference', expected something that is counted where everybody plays alone"),
    ('ranked_by = ["wins", "lot", "difference"]', "clasico", 4, "ranked_by[2]",
     "found 'lot', expected the lot at the end: it leaves nobody level"),
    ('ranked_by = ["difference", "efectividad"]', "clasico", 4, "ranked_by[2]",
     "found 'efectividad', expected one name of the difference"),
    ('format = "pairs-knock-out"\npairing = "folded"', "clasico", 5, "pairing",
     "found 'folded', expected no pairing except in pairs-swiss"),
    ('pairing = "folded"', "competencia-individual", 4, "pairing",
     "found 'folded', expected no pairing except in pairs-swiss"),
    ("legs = 2", "tarragona", 4, "legs",
     "found 2, expected 1 except in pairs-round-robin and pairs-groups"),
    ("groups = 4", "tarragona", 4, "groups",
     "found 4, expected no groups except in pairs-groups"),
    ("advance = 1", "san-juan", 4, "advance",
     "found 1, expected no groups except in pairs-groups"),
    ("avoid_opponents = 2", "clasico", 4, "avoid_opponents",
     "found 2, expected 0 except in individual"),
    ("limit_final = { points = 400 }", "tarragona", 4, "limit_final",
     "found 400p, expected no limit of a final where there is none"),
    ('format = "pairs-round-robin"\nbye = [100, 0]', "clasico", 5, "bye",
     "found [100, 0], expected none: a bye is worth nothing in a round robin"),
    ('format = "alone-one-round"\nrounds = 2', "ueh", 5, "rounds",
     "found 2, expected 1: there is one round"),
    ('format = "pairs-groups"\ngroups = 1\nadvance = 1', "clasico", 6, "advance",
     "found 1, expected two or more pairs in the knock-out"),
    ('format = "pairs-groups"\ngroups = 4\nrounds = 3', "clasico", 6, "rounds",
     "found 3, expected 4 or more: 8 pairs go on"),
    ('format = "pairs-groups"\nadvance = 4\nrounds = 6', "clasico", 5, "advance",
     "found 4, expected fewer than the 4 of a group that so many rounds allow"),
    ("grace_minutes = 5", "clasico", 4, "grace_minutes",
     "found 5, expected 0 where lateness costs nothing"),
    ("grace_minutes = 10", "competencia-individual", 4, "grace_minutes",
     "found 10, expected less than the minutes of a default"),
    ('late = { points = 5, every_minutes = 5, default_minutes = 20, article = "CI-88" }', "competencia-individual", 4,
     "late.article", "found 'CI-88', expected the id of an article of this book, CI-8 perhaps"),
    ("late = { points = 5, every_minutes = 20, default_minutes = 15 }", "clasico", 4, "late.every_minutes",
     "found 20, expected less than the minutes of a default"),
    ('prizes = [60, 50]', "clasico", 4, "prizes", "found 110, expected 100 per cent or less together"),
    ('registration = { opens = "2026-05-31T11:00", closes = "2026-05-31T10:30" }', "san-juan", 4,
     "registration.closes", "found '2026-05-31T10:30', expected a time after 2026-05-31T11:00"),
]
# fmt: on


@pytest.mark.parametrize(("says", "base", "line", "field", "told"), CANNOT_RUN)
def test_what_cannot_run_is_told_with_its_line_and_its_field(says, base, line, field, told, tmp_path: Path):
    file = tmp_path / "club.toml"
    file.write_text(CLUB.format(base=base, says=says), "utf-8")
    done = CliRunner().invoke(app, ["rules", "check", str(file), "--lang", "en"], env={"COLUMNS": "300"})
    assert done.exit_code == 2
    assert f", line {line}: tournament.{field}: {told}" in done.output.replace("\n", " ")


def test_half_points_are_refused_where_losers_are_out():
    with pytest.raises(RuleBookError, match=r"line 4: options.level_at_end: .* a winner of every match"):
        parse_book('id = "club"\nextends = "clasico"\n[options]\nlevel_at_end = "half_point"\n[tournament]\n'
                   'format = "pairs-knock-out"')  # fmt: skip


@pytest.mark.article("UEH-campeonato")
def test_a_format_against_the_championship_of_the_same_book_is_refused():
    one_round = 'id = "club"\nextends = "ueh"\n[options]\nchampionship = "one_round"\n'
    assert settled(parse_book(one_round), None, None, {}).format == "alone-one-round"
    with pytest.raises(RuleBookError, match=r"tournament.format: found 'alone-winners-on'"):
        parse_book(one_round + '[tournament]\nformat = "alone-winners-on"')


@pytest.mark.parametrize(
    ("says", "base"),
    [
        ('pairing = "folded"', "san-juan"),
        ('format = "pairs-round-robin"\nlegs = 2\nranked_by = ["wins", "head_to_head", "lot"]', "clasico"),
        ('format = "pairs-groups"\ngroups = 4\nrounds = 6\nlimit_final = { points = 400 }', "tarragona"),
        ('format = "pairs-knock-out"\nlimit_final = { hands = 12 }', "clasico"),
        ('format = "alone-winners-on"\nlimit_final = { points = 500 }', "ueh"),
        ("avoid_opponents = 2\ngrace_minutes = 4\nrounds = 8\nprizes = [45, 27, 18, 10]", "competencia-individual"),
    ],
)
def test_what_can_run_is_accepted_and_settles_the_options_of_an_event(says, base):
    book = parse_book(CLUB.format(base=base, says=says))
    law, below = settled(book, None, None, {}), settled(load_book(base), None, None, {})
    assert book.tournament is not None
    assert law.format == (book.tournament.format or below.format)
    assert law.rounds == book.tournament.rounds


# What the five books say of their tournament, copied by hand from REGLAMENTOS.md and TOURNAMENT.md.
# fmt: off
FIVE = {
    "san-juan": {"format": "pairs-swiss", "limit": "200p 40m", "level": "ruling", "fee": 40, "members_only": True,
                 "bye": (0, 0), "default": (200, 0, 0, 200), "most": 168, "below_zero": True, "capped": None},
    "tarragona": {"format": "pairs-swiss", "limit": "300p", "level": "one_more_hand", "fee": 0, "members_only": False,
                  "bye": (0, 0), "default": (300, 0, 0, 300), "most": 168, "below_zero": False, "capped": None},
    "ueh": {"format": "alone-winners-on", "limit": "300p", "level": "one_more_hand", "fee": 0, "members_only": False,
            "bye": (0, 0), "default": (0, 300, 300, 0), "most": 168, "below_zero": False, "capped": None},
    "competencia-individual": {
        "format": "individual", "limit": "100p 25m", "level": "one_more_hand", "fee": 0, "members_only": False,
        "bye": (100, 70), "default": (100, 70, 0, 100), "most": 168, "below_zero": False, "capped": 100},
    "clasico": {"format": "pairs-swiss", "limit": "100p", "level": "one_more_hand", "fee": 0, "members_only": False,
                "bye": (0, 0), "default": (100, 0, 0, 100), "most": 168, "below_zero": False, "capped": None},
}
# fmt: on


@pytest.mark.parametrize("book", SOURCE_BOOKS)
def test_what_the_five_books_say_of_their_tournament_is_what_the_contract_says(book):
    law = settled(load_book(book), None, None, {})
    own = law.options
    told = {
        "format": law.format, "limit": str(own.limit), "level": own.level_at_end, "fee": own.fee,
        "members_only": own.members_only, "bye": own.bye, "default": own.default_score, "most": own.most_in_a_hand,
        "below_zero": own.below_zero, "capped": own.capped,
    }  # fmt: skip
    assert told == FIVE[book]
    alone = book == "ueh"
    assert own.ranked_by == (("re_entries", "points_for") if alone else ("points_won", "difference", "points_for"))
    late = own.late
    assert (late is not None) == (book == "competencia-individual")
    if late is not None:
        assert (late.points, late.every_minutes, late.default_minutes, late.article) == (25, 5, 10, "CI-8")
