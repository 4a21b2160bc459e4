"""What a referee may put right, in words."""

from tantera.play import REFEREE
from tantera.play.orders import ChangeDecision, RecordInfraction, TakeDecision, Undo
from tantera.referee import correct
from tantera.tables import orders as o
from tantera.telling import corrections
from tests.tables.rooms import PEOPLE, Room


def with_referee(book: str) -> Room:
    room = Room(book).begun().comes("eva")
    room.do(o.Propose("referee"), "eva")
    for person in PEOPLE:
        room.do(o.Agree("referee"), person)
    return room


def test_the_last_move_is_told_and_undone():
    room = with_referee("clasico").plays(3)
    ledger = room.table.ledger
    assert ledger is not None
    told = corrections(ledger, "es")
    assert len(told.undone) == 1
    moves = len(room.match.hand.moves) if room.match.hand is not None else 0
    room.do(Undo(told.keep, "se cayó"), "eva")
    assert room.match.hand is not None
    assert len(room.match.hand.moves) == moves - 1


def test_what_happened_at_once_is_undone_at_once():
    room = with_referee("clasico").hand_over()
    ledger = room.table.ledger
    assert ledger is not None
    told = corrections(ledger, "es")
    assert len(told.undone) >= 2
    assert correct(ledger, Undo(told.keep, "no"), REFEREE, room.now).after.hand_in_play


def test_after_a_correction_the_next_thing_is_what_was_before_it():
    room = with_referee("clasico").plays(3)
    assert room.table.ledger is not None
    first = corrections(room.table.ledger, "es")
    room.do(Undo(first.keep, "una"), "eva")
    second = corrections(room.table.ledger, "es")
    assert second.keep == first.keep - 1


def test_a_decision_may_be_another_one():
    room = with_referee("tarragona").plays(5)
    room.do(RecordInfraction("TG-14.1", 2), "eva")
    decider = room.whose(3)
    room.do(TakeDecision("continue"), decider)
    assert room.table.ledger is not None
    (decided,) = corrections(room.table.ledger, "es").decisions
    assert (decided.taken, [one.answer for one in decided.others]) == ("seguir", ["annul"])
    room.do(ChangeDecision(decided.infraction, "annul", "se arrepintió"), "eva")
    assert room.match.lines[-1].how == "void"


def test_at_the_beginning_there_is_nothing_to_undo():
    room = Room("clasico").settle()
    assert room.table.ledger is not None
    told = corrections(room.table.ledger, "es")
    assert (told.undone, told.decisions) == ((), ())
