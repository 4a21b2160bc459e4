"""Fair deals at a live table: bound to a seed first, players add theirs, dealt in time, checked after the hand."""

import pytest

from tantera.play import TABLE, DealHand, NameScorer, Phase, ShuffleAgain, deal
from tantera.play.deal import MOST_ENTROPY, commitment, deal_seed
from tantera.play.events import HandDealt, SeedCommitted, ShuffleWished
from tantera.play.orders import CommitSeed
from tantera.play.view import view
from tantera.tables import Settings, Times, joined, messages
from tantera.tables import orders as o
from tantera.tables.events import EntropyAdded, SeedKept, TimeRanOut
from tantera.tables.seen import eyes_of_all, seen
from tests.tables.rooms import PEOPLE, SEED, Room, quick


def dealing(book: str = "san-juan", **how: object) -> Room:
    """A table that has bound itself to a seed and waits for what players add."""
    room = Room(book, **how).settle()  # type: ignore[arg-type]
    assert room.match.phase is Phase.DEALING
    assert room.match.commitment is not None
    return room


def test_the_table_is_bound_to_its_seed_before_anybody_adds_to_it():
    room = dealing()
    assert isinstance(room.events[-2], SeedCommitted)
    kept = room.events[-1]
    assert isinstance(kept, SeedKept)
    assert commitment(bytes.fromhex(kept.seed)) == room.match.commitment


def test_the_deal_comes_as_soon_as_everybody_who_is_here_has_added():
    room = dealing("jamaica-six-love")  # nothing is drawn there that everybody has to see first
    for person in PEOPLE:
        assert room.match.phase is Phase.DEALING
        room.do(o.AddEntropy(f"{person} was here"), person)
        room.settle()
    (dealt,) = room.told(HandDealt)
    assert dict(dealt.entropy) == {room.seat(person): f"{person} was here" for person in PEOPLE}


def test_the_deal_waits_for_entropy_a_bounded_time_and_then_does_without():
    room = dealing()
    room.do(o.AddEntropy("mine"), "cai")
    room.wait(2.9)
    assert room.match.phase is Phase.DEALING
    room.wait(0.2)
    (dealt,) = room.told(HandDealt)
    assert dealt.entropy == ((room.seat("cai"), "mine"),)


def test_who_is_away_is_not_waited_for_and_bots_add_nothing():
    room = Room(people=1)
    room.do(o.Start(), "ana")
    room.settle()
    room.do(o.Disconnect(), "ana")
    room.settle()
    assert room.match.phase is Phase.PLAYING


def test_everybody_can_check_the_deal_when_the_hand_is_over():
    room = dealing()
    room.do(o.AddEntropy("mine"), "bea")
    room.wait(5)
    published = room.match.commitment
    assert view(room.match, room.seat("ana")).seed is None
    room.hand_over()
    seen_after = view(room.match, room.seat("ana"))
    assert seen_after.seed is not None
    assert commitment(bytes.fromhex(seen_after.seed)) == published
    (dealt,) = room.told(HandDealt)
    assert deal(room.book, deal_seed(bytes.fromhex(seen_after.seed), dealt.entropy), dealt.taking).racks == dealt.racks


def test_what_is_added_is_taken_once_bounded_and_from_players_alone():
    room = dealing()
    room.comes("eva")
    assert "not for you" in room.refused(o.AddEntropy("x"), "eva")
    assert "65 letters" in room.refused(o.AddEntropy("x" * (MOST_ENTROPY + 1)), "ana")
    assert "0 letters" in room.refused(o.AddEntropy(""), "ana")
    assert "letters that everybody can see" in room.refused(o.AddEntropy("x\n2:1:y"), "ana")
    room.do(o.AddEntropy("x"), "ana")
    assert "cannot add" in room.refused(o.AddEntropy("y"), "ana")
    room.wait(4)
    assert "not the moment" in room.refused(o.AddEntropy("z"), "bea")


def test_what_a_player_added_is_theirs_until_the_deal():
    room = dealing()
    (added,) = room.do(o.AddEntropy("secret"), "ana")
    assert isinstance(added, EntropyAdded)
    assert seen(room.table, added, "ana") == added
    hidden = seen(room.table, added, "bea")
    assert isinstance(hidden, EntropyAdded)
    assert hidden.text == ""
    assert room.sees("bea").seats[room.seat("ana") - 1].added


def test_nobody_is_ever_sent_the_seed_that_is_kept():
    room = dealing()
    kept = room.events[-1]
    assert isinstance(kept, SeedKept)
    everybody = (*PEOPLE, "eva", *map(type(TABLE), ("table", "director", "judges", "referee", "spectator")))
    assert all(seen(room.table, kept, reader) is None for reader in everybody)
    sent = messages(room.done, eyes_of_all(room.table, everybody)).values()
    whole = [joined(room.table, reader) for reader in everybody]
    assert not any(kept.seed.encode() in message for message in (*sent, *whole))


def test_no_hand_but_the_tables_reaches_the_deal():
    room = dealing()
    for order in (DealHand(SEED), CommitSeed("0" * 64), o.Deal(), o.BindSeed(SEED)):
        assert "not for" in room.refused(order, "ana")
    assert "not for you" in room.refused(DealHand(SEED), TABLE)
    assert "does not owe" in room.refused(o.Deal(), TABLE)
    assert "does not owe" in room.refused(o.BindSeed(SEED), TABLE)


def test_a_server_that_comes_back_deals_from_the_seed_it_was_bound_to():
    room = dealing()
    bound = room.match.commitment
    room.table = room.replayed()
    room.wait(4)
    (dealt,) = room.told(HandDealt)
    assert commitment(bytes.fromhex(dealt.seed)) == bound


def test_every_hand_has_a_seed_of_its_own():
    room = Room(limit="3h").begun().match_over()
    seeds = [dealt.seed for dealt in room.told(HandDealt)]
    assert len(seeds) == len(set(seeds)) >= 3


@pytest.mark.article("CI-5")
def test_the_openers_wish_to_shuffle_again_is_waited_for_and_then_taken_as_a_no():
    room = Room("competencia-individual").settle()
    opener = room.match.opener
    assert opener is not None
    room.wait(14)
    assert not room.told(HandDealt)
    room.wait(2)
    assert [(wish.seat, wish.again) for wish in room.told(ShuffleWished)] == [(opener, False)]
    assert room.told(TimeRanOut)[0].order == "shuffle_again"
    assert room.match.phase is Phase.PLAYING


@pytest.mark.article("CI-5")
def test_an_opener_who_shuffles_again_takes_last():
    room = Room("competencia-individual", settings=Settings(times=Times(entropy=0))).settle()
    opener = room.match.opener
    assert opener is not None
    room.do(ShuffleAgain(opener, again=True), room.whose(opener))
    room.settle()
    (dealt,) = room.told(HandDealt)
    assert dealt.taking[-1] == opener


@pytest.mark.article("TG-6.2")
def test_who_keeps_the_sheet_is_named_in_a_bounded_time():
    room = Room("tarragona", settings=quick(seat=10_000)).settle()
    room.wait(11)
    home = room.match.home
    room.do(NameScorer(home[1]), room.whose(home[0]))
    room.wait(11)
    assert (room.match.scorer, room.match.counter) == (home[1], room.match.visitors[0])
    assert room.match.phase is Phase.PLAYING
