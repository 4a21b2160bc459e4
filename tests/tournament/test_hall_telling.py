"""What the hall's clock says, as the book of the event has it; and the public lot."""

from __future__ import annotations

import pytest

from tantera.tournament.evolve import commitments, public_lot
from tantera.tournament.hall.log import at_time, minutes_of
from tantera.tournament.structure import commitment
from tests.tournament.hall import Hall


def tournament_of(book: str, **options: object) -> Hall:
    hall = Hall()
    hall("create", name="Open", book=book, seed="1", options=options)
    return hall


@pytest.mark.article("CI-3")
def test_after_time_two_more_hands_are_played_with_the_lifted_one_among_them():
    said = at_time(tournament_of("competencia-individual").tournament)
    assert said.what.told("es") == "la mano levantada y una más; si no la hay, dos"
    assert (said.article, said.last_hands) == ("CI-3", True)
    assert minutes_of(tournament_of("competencia-individual").tournament) == 25


@pytest.mark.article("SJ-estructura")
def test_in_san_juan_the_match_stops_at_time_unless_the_event_says_otherwise():
    said = at_time(tournament_of("san-juan").tournament)
    assert not said.last_hands
    assert said.what.told("en") == "the match stops and the hand in play does not count"
    other = at_time(tournament_of("san-juan", at_time="finish_hand").tournament)
    assert other.last_hands
    assert other.what.told("en") == "the hand in play is finished and counts"


def test_warnings_are_data_of_the_event():
    assert tournament_of("competencia-individual").tournament.options.warn_minutes == (5,)
    assert tournament_of("competencia-individual", warn_minutes=[10, 1]).tournament.options.warn_minutes == (10, 1)


def test_a_public_lot_is_a_hash_then_a_secret_and_what_was_drawn():
    hall = tournament_of("competencia-individual")
    assert public_lot(hall.tournament) is None
    hall("commit", hash=commitment("mustard"))
    lot = public_lot(hall.tournament)
    assert lot is not None
    assert (lot.hash, lot.secret, lot.seed) == (commitment("mustard"), "", "")
    hall("lot", secret="mustard", drawn="6-5 2-2")
    lot = public_lot(hall.tournament)
    assert lot is not None
    assert lot.seed == "mustard:6-5 2-2" == hall.tournament.seed


def test_a_commitment_that_was_undone_does_not_count_but_is_not_forgotten():
    hall = tournament_of("competencia-individual")
    hall("commit", hash=commitment("mustard"))
    hall("undo", event=2)
    assert public_lot(hall.tournament) is None
    assert commitments(hall.tournament) == 1
