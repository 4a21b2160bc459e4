"""A table's stream without somebody's name: every event where it was, every hash as it was."""

from __future__ import annotations

from tantera.notation import export, judge_file, write
from tantera.play import events as e
from tantera.play.events import Event
from tantera.play.log import write_log
from tantera.tables import events as t
from tantera.tables import opened
from tantera.tables import orders as o
from tantera.tables.erasing import erased
from tantera.tables.past import past_matches
from tests.tables.rooms import Room


def without(events: list[Event], *people: str) -> list[Event]:
    after = list(events)
    for version, event in erased(events, people).changed:
        after[version - 1] = event
    return after


def evening() -> Room:
    room = Room(limit="1h").comes("eva")
    room.do(o.Say("table", "soy Ana, de Valls"), "ana")
    room.do(o.Say("table", "hola"), "bea")
    return room.begun().match_over()


def test_the_name_is_nowhere_in_the_stream_and_the_others_are():
    events = evening().events
    after = write_log(without(list(events), "ana"))
    assert b"Ana" in write_log(events)
    assert b"Ana" not in after
    assert b"Valls" not in after
    assert all(name in after for name in (b"Bea", b"Cai", b"Dan", b"Eva", b"hola"))


def test_every_event_keeps_its_place_and_what_does_not_name_them_is_as_it_was():
    events = list(evening().events)
    after = without(events, "ana")
    assert [type(event) for event in after] == [type(event) for event in events]
    changed = {type(old) for old, new in zip(events, after, strict=True) if old != new}
    assert changed == {t.TableOpened, t.Said, e.MatchStarted}


def test_the_match_comes_out_the_same_and_its_deals_and_its_law_still_verify():
    room = evening()
    (before,), (after,) = past_matches(room.events), past_matches(without(list(room.events), "ana"))
    assert after.ledger.match.names == ("—", "Bea", "Cai", "Dan")
    assert (after.ledger.match.score, after.ledger.match.law) == (before.ledger.match.score, before.ledger.match.law)
    deals = [
        [one for one in past.ledger.effective if isinstance(one, e.SeedCommitted | e.HandDealt)]
        for past in (before, after)
    ]
    assert deals[0] == deals[1] != []


def test_a_match_of_two_who_were_erased_is_downloaded_and_read_again():
    room = evening()
    (past,) = past_matches(without(list(room.events), "ana", "cai"))
    text = write(export(past.ledger))
    assert "Ana" not in text
    assert "Cai" not in text
    judged = judge_file(text.encode())
    assert judged.ledger.match.names == ("—", "Bea", "—", "Dan")
    assert judged.ledger.match.score == past.ledger.match.score


def test_a_reserve_who_sat_down_and_a_correction_name_nobody_either():
    room = Room(limit="1h")
    corrected = e.Corrected(1, (e.PlayerReplaced(2, "Eva", "eva", at=5),), "why", at=5)
    events: list[Event] = [*room.events, e.PlayerReplaced(2, "Eva", "eva", at=5), corrected]
    after = without(events, "eva")[-2:]
    assert b"Eva" not in write_log(after)
    assert write_log(after).count("—".encode()) == 2


def test_at_a_table_of_a_tournament_the_reserved_seat_loses_its_name_too():
    first = Room().events[0]
    assert isinstance(first, t.TableOpened)
    reserved = t.TableOpened(first.law, "event-x", "Copa", first.settings, reserved=("Ana", "Bea", "Cai", "Dan"), at=1)
    events: list[Event] = [
        reserved,
        t.PersonEntered("p1", "Ana", at=2),
        t.SeatTaken("p1", 1, at=2),
        e.MatchStarted(first.law, ("Ana", "Bea", "Cai", "Dan"), ("", "", "", ""), at=3),
    ]
    after = without(events, "p1")
    assert b"Ana" not in write_log(after)
    assert opened(after).reserved == ("—", "Bea", "Cai", "Dan")


def test_somebody_else_of_the_same_name_keeps_it():
    room = Room(limit="1h").begun().match_over()
    events: list[Event] = [*room.events, t.PersonLeft("ana", at=room.now), t.PersonEntered("other", "Ana", at=room.now)]
    after = without(events, "ana")
    assert after[-1] == events[-1]
    assert erased(after, ("ana",)).changed == ()
