"""``tantera verify``: every seed line of a file against its commitment and the deal that it gives."""

import json
from pathlib import Path
from random import Random

import pytest

from tantera.notation import export, judge, read, verify, write
from tantera.play import DealHand, Phase, ShuffleAgain
from tantera.play.deal import deal
from tantera.rules import BOOKS, load_book, with_options
from tests.builders import ledger_of, step
from tests.cli.test_commands import tantera
from tests.play.tables import next_command, play_match, started


def a_match(book_id: str, seed: int = 3, hands: int = 3) -> str:
    book = with_options(load_book(book_id), {"limit": f"{hands}h"})
    _, events = play_match(book, seed)
    return write(export(ledger_of(book, events)))


def one_hand(book_id: str, command: DealHand, again: bool = False) -> str:
    """The file of a hand dealt by that command and played out."""
    book, rng = load_book(book_id), Random(1)
    match, events = started(book)
    while match.phase is not Phase.DEALING:
        match, happened = step(match, next_command(match, rng), 0)
        events += happened
    if again:
        match, happened = step(match, ShuffleAgain(match.opener or 1, again=True), 0)
        events += happened
    match, happened = step(match, command, 0)
    events += happened
    while match.phase is Phase.PLAYING:
        match, happened = step(match, next_command(match, rng), 0)
        events += happened
    return write(export(ledger_of(book, events)))


@pytest.mark.parametrize("book_id", BOOKS)
def test_every_deal_of_a_program_run_match_is_the_one_its_seed_gives(book_id: str):
    text = a_match(book_id)
    hands = verify(judge(read(text)))
    assert all(hand.seed is not None and hand.dealt and not hand.errors for hand in hands)
    assert text.count("\nseed ") == len(hands) > 0


def test_what_players_added_is_part_of_the_seed():
    text = one_hand("san-juan", DealHand(b"server", ((1, "plain"), (3, 'a "b" ;'))))
    (hand,) = verify(judge(read(text)))
    assert not hand.errors
    (wrong,) = verify(judge(read(text.replace("1:plain", "1:plane"))))
    assert [error.expected.endswith("from the seed") for error in wrong.errors] == [True]


@pytest.mark.article("CI-5")
def test_an_opener_who_shuffles_again_takes_last_and_the_deal_still_holds():
    again = one_hand("competencia-individual", DealHand(b"x"), again=True)
    (hand,) = verify(judge(read(again)))
    assert (hand.errors, hand.shuffled_again) == ((), True)
    (usual,) = verify(judge(read(one_hand("competencia-individual", DealHand(b"x")))))
    assert (usual.errors, usual.shuffled_again) == ((), False)


@pytest.mark.article("SJ-inicio-2", "CI-5")
def test_where_nobody_may_shuffle_again_only_the_books_order_of_taking_is_right():
    text = one_hand("competencia-individual", DealHand(b"x"), again=True)
    (hand,) = verify(judge(read(text.replace("competencia-individual", "san-juan").replace("100p 25m", "200p 40m"))))
    assert len(hand.errors) == 1


@pytest.mark.article("UEH-reparto")
def test_a_deal_thrown_in_for_its_doubles_is_followed_by_the_next_one_of_the_same_seed():
    book = load_book("ueh")
    seed = next(number.to_bytes(4, "big") for number in range(10**6) if _deals_again(book, number))
    (hand,) = verify(judge(read(one_hand("ueh", DealHand(seed)))))
    assert hand.errors == ()
    assert len(hand.repeated) > 0


def _deals_again(book, number: int) -> bool:
    from tantera.play.deal import deal_seed

    return bool(deal(book, deal_seed(number.to_bytes(4, "big"))).repeated)


def test_unknown_tiles_hide_nothing_that_is_known():
    text = one_hand("san-juan", DealHand(b"server"))
    deal_line = next(line for line in text.splitlines() if line.startswith("deal"))
    hand_start = text[: text.index(deal_line)]
    seed_line = next(line for line in text.splitlines() if line.startswith("seed"))
    rack = deal_line.split()[1]
    some = ".".join(["??"] * 6 + [rack[-2:]])
    assert verify(judge(read(f"{hand_start}deal 1:{some}\n{seed_line}\n")))[0].errors == ()
    swapped = ".".join([rack[-2:]] + ["??"] * 6)
    (error,) = verify(judge(read(f"{hand_start}deal 1:{swapped}\n{seed_line}\n")))[0].errors
    assert (error.found, error.where.column) == (f"1:{swapped}", 1)


def test_a_hand_without_a_seed_or_without_a_deal_is_said_so():
    sheet = '[Book "san-juan"] #1 o1 0-0 = domino 1 +20 #2 o1 20-0 = domino 1 +20 seed {} 00'
    right = "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
    told = [hand.told.told("en") for hand in verify(judge(read(sheet.format(right))))]
    assert told == ["Hand 1: no seed, nothing to verify", "Hand 2: the commitment holds; no deal is written"]
    (_, wrong) = verify(judge(read(sheet.format("ab"))))
    assert wrong.told.told("es") == "Mano 2: la semilla no es correcta"


# --- the command ----------------------------------------------------------------------------------------------------


def test_verify_says_one_sentence_a_hand(tmp_path: Path):
    file = tmp_path / "m.dgn"
    file.write_text(a_match("san-juan"), "utf-8")
    done = tantera("verify", str(file), "--lang", "en")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [f"Hand {n}: the commitment and the deal hold" for n in (1, 2, 3)]
    assert tantera("verify", "-", stdin=file.read_text("utf-8")).stdout.startswith("Mano 1: el compromiso")
    data = json.loads(tantera("verify", str(file), "--json").stdout)
    assert data["right"] is True
    assert data["hands"][0] == {
        "n": 1,
        "seed": True,
        "deal": True,
        "right": True,
        "shuffled_again": False,
        "repeated": [],
    }


def test_a_wrong_seed_is_status_2_and_a_line_with_file_line_found_and_expected(tmp_path: Path):
    file = tmp_path / "m.dgn"
    text = a_match("san-juan")
    place = text.splitlines().index(next(line for line in text.splitlines() if line.startswith("seed"))) + 1
    commitment = text.split("\nseed ")[1].split()[0]
    file.write_text(text.replace(commitment, "ab" * 32), "utf-8")
    done = tantera("verify", str(file), "--lang", "en")
    assert done.returncode == 2
    assert done.stdout.splitlines()[0] == "Hand 1: the seed does not hold"
    assert done.stderr == (
        f"{file}:{place}:1: found the commitment {'ab' * 32}, expected {commitment}, the SHA-256 of the server's seed\n"
    )
    wrong = tantera("verify", str(file), "--json")
    assert (wrong.returncode, json.loads(wrong.stdout)["right"]) == (2, False)


def test_a_file_that_is_no_match_is_refused_as_anywhere(tmp_path: Path):
    file = tmp_path / "m.dgn"
    file.write_text("hello", "utf-8")
    done = tantera("verify", str(file), "--lang", "ca")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{file}:1:1: s'ha trobat hello, s'esperava una etiqueta")
