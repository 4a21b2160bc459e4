"""What somebody is told in their first hand: every sentence at its moment, and none at another."""

from __future__ import annotations

import pytest

from tantera.telling.first_hand import STEPS, Hint, hints
from tantera.tiles import LEFT, RIGHT, Tile
from tests.builders import Dealt, Table
from tests.golden.hands import BLOCK_AC, DOMINO_A, TIED_BLOCK

ME, RIVAL, PARTNER, OTHER = 1, 2, 3, 4
PRACTICE = "Era una mano de práctica. Una partida son varias."
NAMES = ("Marta", "Biel", "Ona", "Cesc")


def played(dealt: Dealt, moves: int | None = None) -> Table:
    """So many moves of a hand that the player on my right opens: I play fourth, as in a first hand."""
    table = Table("clasico", opener=RIVAL, names=NAMES).deal(dealt)
    return table.play(" ".join(dealt.moves.split()[:moves]))


def told(table: Table, seat: int = ME, lang: str = "es") -> dict[str, Hint]:
    return {hint.key: hint for hint in hints(table.sees(seat), lang)}


def texts(table: Table, seat: int = ME) -> dict[str, str]:
    return {key: hint.text for key, hint in told(table, seat).items()}


def test_in_ones_first_turn_one_learns_which_the_ends_are_what_touches_and_last_that_a_tile_is_tapped():
    table = played(BLOCK_AC, 3)
    assert texts(table) == {
        "pairs": "Tú y Ona contra Biel y Cesc. Quien se queda antes sin fichas gana para los dos.",
        "ends": "Las dos puntas son 5 y 6. Brilla donde puedes poner.",
        "matching": "Se juntan números iguales. La mitad vacía es el 0.",
        "fits": "Te toca: esta punta pide un 5. Toca tu 5-4.",
    }


def test_a_sentence_points_at_the_tile_and_the_end_that_it_is_about():
    said = told(played(BLOCK_AC, 3))
    assert (said["ends"].tile, said["ends"].ends) == (None, (LEFT, RIGHT))
    assert (said["fits"].tile, said["fits"].ends) == (Tile.parse("45"), (RIGHT,))


def test_the_ends_are_named_from_the_left_as_each_sees_them():
    """To those who sit across from each other the same end is on the left and on the right."""
    mine, theirs = played(BLOCK_AC, 3), played(BLOCK_AC, 5)
    assert [(chain.left, chain.right) for table in (mine, theirs) if (chain := table.sees(ME).chain)] == [
        (6, 5),
        (6, 0),
    ]
    assert texts(mine)["ends"] == "Las dos puntas son 5 y 6. Brilla donde puedes poner."
    assert texts(theirs, PARTNER)["ends"] == "Las dos puntas son 6 y 0. Brilla donde puedes poner."


def test_two_equal_ends_are_called_by_their_one_number():
    assert texts(played(BLOCK_AC, 1), PARTNER)["ends"] == "Las dos puntas son un 0. Brilla donde puedes poner."


def test_while_the_others_begin_one_learns_who_is_with_whom_who_opens_and_in_which_order():
    assert texts(played(BLOCK_AC, 0)) == {
        "pairs": "Tú y Ona contra Biel y Cesc. Quien se queda antes sin fichas gana para los dos."
    }
    waiting = {
        "pairs": "Tú y Ona contra Biel y Cesc. Quien se queda antes sin fichas gana para los dos.",
        "opening": "Sale Biel: pone la primera ficha.",
        "order": "Se juega por turno: Biel, Ona, Cesc y tú.",
    }
    assert texts(played(BLOCK_AC, 1)) == texts(played(BLOCK_AC, 2)) == waiting


def test_whoever_has_played_and_is_not_in_turn_is_told_nothing():
    table = played(BLOCK_AC, 3)
    assert [told(table, seat) for seat in (RIVAL, PARTNER, OTHER)] == [{}, {}, {}]


def test_in_a_later_turn_one_new_thing_at_a_time_is_told():
    later = [texts(played(dealt, moves)) for dealt in (BLOCK_AC, DOMINO_A) for moves in range(4, 28)]
    of_a_choice = [said.keys() & {"double", "both", "choice"} for said in later]
    assert all(len(one) <= 1 for one in of_a_choice)
    assert set().union(*of_a_choice) >= {"choice"}
    assert not any(said.keys() & {"pairs", "opening", "order"} for said in later)


def test_what_a_pass_of_somebody_else_says_is_told_in_the_next_turn_of_ones_own():
    assert texts(played(DOMINO_A, 7))["they_passed"] == "Cesc ha pasado: no tenía ni 6 ni 1."
    assert "they_passed" not in told(played(DOMINO_A, 3)), "nobody had passed"


def test_a_pass_on_two_equal_ends_names_the_number_once():
    assert texts(played(DOMINO_A, 11))["they_passed"] == "Cesc ha pasado: no tenía ningún 6."


def test_a_pass_from_before_ones_last_move_is_no_news():
    """Moves 18, 19 and 20 are passes, the last of them Marta's own; then everybody plays until it is her turn again."""
    assert "they_passed" in told(played(DOMINO_A, 19))
    assert "they_passed" not in told(played(DOMINO_A, 23))


def test_who_can_play_nothing_is_told_to_pass_and_the_button_does_it():
    said = told(played(DOMINO_A, 15))
    assert said["pass"].text == "Nada tuyo entra: pasas, y juega el siguiente."
    assert said["pass"].does == "pass"
    assert "fits" not in said


def test_a_block_is_told_and_counted_and_why_it_was_lost_or_won():
    table = played(BLOCK_AC)
    assert texts(table) == {
        "block": "Tranque: las dos puntas son 0 y las siete blancas ya están en la mesa.",
        "count": "Gana quien suma menos, y se apunta los 126.",
        "why": "Ganan ellos: suman 50, y vosotros 76.",
        "practice": PRACTICE,
    }
    assert texts(table, RIVAL)["why"] == "Ganáis: sumáis 50, y ellos 76."
    assert told(table)["practice"].does == "play"
    assert told(table)["block"].ends == (LEFT, RIGHT), "both are marked"


def test_a_tied_block_is_nobodys():
    assert texts(played(TIED_BLOCK)) == {
        "block": "Tranque: las dos puntas son 0 y las siete blancas ya están en la mesa.",
        "why": "No gana nadie: las dos parejas suman 63.",
        "practice": PRACTICE,
    }


def test_a_domino_is_told_to_who_made_it_to_the_partner_and_to_the_others():
    table = played(DOMINO_A)
    assert texts(table, RIVAL) == {
        "domino": "Acabas: ¡dominó! Si nadie puede jugar, es tranque.",
        "count": "Puntos que quedan: 18 + 22 + 31 = 71 para quien gana.",
        "why": "Ganáis: has acabado antes que nadie.",
        "practice": PRACTICE,
    }
    assert texts(table, OTHER)["domino"] == "Biel acaba: dominó. Si nadie puede jugar, es tranque."
    assert texts(table, OTHER)["why"] == "Ganáis: Biel ha acabado antes que nadie."
    assert texts(table)["why"] == "Ganan ellos: Biel ha acabado antes que nadie."


def test_when_the_next_hand_is_due_there_is_nothing_more_to_tell():
    assert texts(played(DOMINO_A).agree()) == {}


@pytest.mark.parametrize("lang", ["es", "ca", "en"])
def test_every_sentence_is_short_enough_for_two_lines_of_a_phone(lang: str):
    hands = (BLOCK_AC, DOMINO_A)
    tables = [played(dealt, moves) for dealt in hands for moves in range(1, len(dealt.moves.split()) + 1)]
    said = [hint for table in tables for seat in (ME, RIVAL, PARTNER, OTHER) for hint in hints(table.sees(seat), lang)]
    assert {hint.key for hint in said} == {key for moments in STEPS for key in moments}
    assert [hint.text for hint in said if len(hint.text) > (84 if hint.key in ("pairs", "block") else 56)] == []
    assert {(hint.step, hint.steps) for hint in said} == {(step, len(STEPS)) for step in range(1, len(STEPS) + 1)}
