"""What a book says of its tournament: what cannot run is refused, and the law of a match keeps its name."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from tantera.rules import BOOKS, RuleBookError, book_under, event_hash, kept_book, law_hash, load_book, parse_book
from tantera.rules.glossary import KEYS
from tantera.rules.law import Law, law_names
from tantera.rules.template import new_book
from tantera.rules.tournament import Tournament

KEPT = Path(__file__).parent / "kept" / "club-norte-before-tournaments.json"
"""A book as an earlier version kept it, whole: it extends competencia-individual with a limit of 250."""
NAMED_THEN = "2d4acc0a7f4780a2d5c58812702945a7250c7d051b8356debd1860a69a6c9888"

CLUB = """
id = "club-norte"
extends = "{base}"
[options]
limit = {{ points = 250 }}
[tournament]
{says}
"""


def club(says: str, base: str = "tarragona") -> str:
    return CLUB.format(base=base, says=says)


@pytest.mark.parametrize(
    ("says", "base", "field"),
    [
        ('format = "alone-one-round"', "tarragona", "tournament.format"),
        ('format = "pairs-swiss"', "ueh", "tournament.format"),
        ('ranked_by = ["re_entries"]', "tarragona", "tournament.ranked_by[1]"),
        ('ranked_by = ["points_for", "head_to_head"]', "ueh", "tournament.ranked_by[2]"),
        ('ranked_by = ["difference", "difference"]', "tarragona", "tournament.ranked_by"),
        ("prizes = [60, 50]", "tarragona", "tournament.prizes"),
        ("rounds = 0", "tarragona", "tournament.rounds"),
        ("rounds = 101", "tarragona", "tournament.rounds"),
        ("legs = 3", "tarragona", "tournament.legs"),
        ('registration = { opens = "mañana" }', "tarragona", "tournament.registration.opens"),
        ("grace_minutes = 10", "competencia-individual", "tournament.grace_minutes"),
        ('entry = "pair"', "tarragona", "tournament.entry"),
    ],
)
def test_a_tournament_that_cannot_run_is_refused_with_its_field(says, base, field):
    with pytest.raises(RuleBookError) as found:
        parse_book(club(says, base))
    assert found.value.field == field


def test_a_whole_tournament_can_be_written_in_a_book():
    book = parse_book(
        club(
            'format = "pairs-groups"\nrounds = 9\nranked_by = ["wins", "head_to_head", "efectividad", "lot"]\n'
            "groups = 3\nadvance = 2\nlimit_final = { points = 400 }\nprizes = [45, 27, 18, 10]\nteams = 4\n"
            'bye = [300, 0]\ndefault_score = [300, 0, 0, 300]\nfee = 15\nclubs = ["Norte", "Sur"]\nlegs = 2\n'
            'registration = { opens = "2026-05-31T10:30", closes = "2026-05-31T11:00" }'
        )
    )
    assert book.tournament is not None
    assert (book.tournament.groups, book.tournament.advance, str(book.tournament.limit_final)) == (3, 2, "400p")


def test_every_key_of_the_tournament_has_words():
    assert {f"tournament.{field}" for field in Tournament.__struct_fields__} == {
        key for key in KEYS if key.startswith("tournament.")
    }


@pytest.mark.parametrize("base", [None, *BOOKS])
def test_a_new_book_shows_how_its_tournament_is_written_and_can_be_used(base):
    text = new_book("club", "Club", "es", base, load_book(base) if base else None)
    assert "[tournament]" in text
    assert parse_book(text).id == "club"
    says = base is None or getattr(load_book(base).tournament, "ranked_by", ()) != ()
    assert ("\n# ranked_by = [" in text) == says
    assert ("\n##   por ejemplo: ranked_by = [" in text) != says


@pytest.mark.parametrize("book_id", BOOKS)
def test_what_a_book_says_of_its_tournament_is_no_part_of_the_law_of_a_match(book_id):
    book = load_book(book_id)
    other = replace(book, tournament=Tournament(rounds=7))
    assert law_hash(other) == law_hash(book)
    assert event_hash(other) != event_hash(book)


def test_a_book_kept_before_tournaments_were_complete_opens_under_the_name_its_law_had():
    book = kept_book(KEPT.read_bytes())
    assert law_hash(book) == NAMED_THEN
    assert book.tournament is not None
    assert (book.tournament.format, book.tournament.default_score) == ("individual", (100, 70, 0, 100))
    assert book_under(Law("club-norte", NAMED_THEN), {"club-norte": book}.__getitem__) is book


def test_a_log_of_a_club_that_extends_a_book_still_finds_its_law():
    now = parse_book('id = "club-norte"\nextends = "competencia-individual"\n[options]\nlimit = { points = 250 }\n')
    assert NAMED_THEN in law_names(now)
    assert book_under(Law("club-norte", NAMED_THEN), {"club-norte": now}.__getitem__) is now


def test_a_book_of_this_version_is_kept_and_read_as_it_is():
    import msgspec

    for book_id in BOOKS:
        assert kept_book(msgspec.json.encode(load_book(book_id))) == load_book(book_id)
