"""What somebody is shown of a table: fails closed, leaks no tile, and a client can follow it."""

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from tantera.play import DIRECTOR, JUDGES, REFEREE, SPECTATOR, TABLE, Phase
from tantera.play.events import HandDealt, HandScored
from tantera.play.log import LogError, write_log
from tantera.play.wire import follow
from tantera.rules import Refusal
from tantera.tables import Reader, Settings, TableState, joined, messages, opened
from tantera.tables import orders as o
from tantera.tables.events import AnyTableEvent, TableEvent, read_event
from tantera.tables.seen import SECRETIVE, all_racks, eyes_of_all, eyes_on_the_match, seen
from tantera.tables.view import table_view
from tests.play.invariants import with_unseen_tiles_changed
from tests.tables.rooms import PEOPLE, Room


def test_every_event_of_a_table_has_its_place_in_what_is_seen_and_in_only_one():
    kinds = set(AnyTableEvent.__args__)
    assert {kind for kind in kinds if not kind.open} == set(SECRETIVE)


def test_a_kind_of_event_without_a_place_is_shown_to_nobody():
    class Unheard(TableEvent, frozen=True, tag="unheard.1"):
        pass

    with pytest.raises(KeyError):
        seen(Room().table, Unheard(at=0), "ana")


def test_nobody_is_sent_the_hash_of_the_code():
    room = Room()
    shown = seen(room.table, room.events[0], "ana")
    assert room.table.code not in str(shown)
    assert room.table.code.encode() not in joined(room.table, "ana")


def test_a_joining_client_gets_the_table_and_the_match_and_then_follows_messages():
    room = Room("tarragona")
    readers: tuple[Reader, ...] = (*PEOPLE, SPECTATOR, DIRECTOR)
    shown = {reader: first(room.table, reader) for reader in readers}
    for _ in range(60):
        if room.table.match is None or room.match.phase is not Phase.PLAYING:
            room.wait(3)
        else:
            room.plays()
        for reader, message in messages(room.done, eyes_of_all(room.table, readers)).items():
            heard = msgspec.json.decode(message)
            assert heard["version"] == room.table.version
            table, match = shown[reader]
            table = heard.get("table", table | ({"waits": heard["waits"]} if "waits" in heard else {}))
            match = follow(match or {}, heard) if {"view", "events"} & heard.keys() else match
            shown[reader] = (table | {"version": heard["version"]}, match)
    assert shown == {reader: first(room.table, reader) for reader in readers}


def first(table: TableState, reader: Reader) -> tuple[dict[str, object], dict[str, object] | None]:
    heard = msgspec.json.decode(joined(table, reader))
    return heard["table"], heard.get("view")


def test_a_new_referee_is_sent_every_rack_and_one_who_stands_up_no_longer():
    room = Room("san-juan").begun().comes("eva")
    room.do(o.Propose("referee"), "eva")
    for person in PEOPLE:
        room.do(o.Agree("referee"), person)
    sat = msgspec.json.decode(messages(room.done, eyes_of_all(room.table, ("eva", "ana")))["eva"])
    assert all(sat["view"]["racks"])
    room.do(o.StandUp(), "eva")
    sent = messages(room.done, eyes_of_all(room.table, ("eva", "ana")))
    assert msgspec.json.decode(sent["eva"])["view"]["racks"] == [None] * 4
    assert not {"view", "events"} & msgspec.json.decode(sent["ana"]).keys()


def test_who_may_not_look_on_is_sent_nothing_of_the_match():
    room = Room(settings=Settings(public=True, watching="nobody"), people=4).begun()
    assert eyes_on_the_match(room.table, SPECTATOR) is None
    assert "view" not in msgspec.json.decode(joined(room.table, "eva"))
    room.plays()
    sent = messages(room.done, eyes_of_all(room.table, ("eva", "ana")))
    assert {reader for reader, message in sent.items() if b'"events"' in message} == {"ana"}
    assert not any(seen(room.table, event, "eva") for event in room.done.events)
    assert "nobody looks on" in room.refused(o.Enter("Eva"), "eva")


def test_a_stranger_looks_on_at_a_public_table_only():
    assert eyes_on_the_match(Room().table, SPECTATOR) is None
    assert eyes_on_the_match(Room(settings=Settings(public=True)).table, "zoe") is SPECTATOR


@pytest.mark.parametrize("delay", [1, 2])
def test_watchers_see_every_rack_by_whole_hands_later(delay: int):
    settings = Settings(watching="all_racks", delay=delay)
    room = Room(limit="4h", settings=settings).begun().comes("eva")
    assert all_racks(room.table, "eva") == ()
    for hands in range(1, 4):
        room.hand_over().agree().begun()
        shown = all_racks(room.table, "eva")
        assert sum(isinstance(event, HandDealt) for event in shown) == max(0, hands + 1 - delay)
        assert not shown or isinstance(shown[-1], HandScored)
    assert eyes_on_the_match(room.table, "eva") is SPECTATOR
    room.match_over()
    assert sum(isinstance(event, HandDealt) for event in all_racks(room.table, "eva")) == 4


def test_a_table_that_shows_no_racks_shows_none_later_either():
    room = Room().begun().comes("eva")
    with pytest.raises(Refusal, match="not shown"):
        all_racks(room.table, "eva")


def no_tile_leaks(table: TableState, rng: Random) -> None:
    """Two tables that differ only in tiles a reader has not seen, and in the seed, are the same to that reader."""
    ledger = table.ledger
    if ledger is None or ledger.match.hand is None or not ledger.match.hand_in_play:
        return
    readers: tuple[Reader, ...] = (*table.players, "zoe", SPECTATOR)
    for reader in readers:
        eyes = eyes_on_the_match(table, reader)
        if eyes is REFEREE:
            continue
        hand = with_unseen_tiles_changed(ledger.match.hand, SPECTATOR if eyes is None else eyes, rng)
        other = replace(table, ledger=ledger._replace(match=replace(ledger.match, hand=hand)), seed="00")
        assert msgspec.json.encode(table_view(other, reader)) == msgspec.json.encode(table_view(table, reader))
        assert joined(other, reader) == joined(table, reader)


@pytest.mark.parametrize("book", ["tarragona", "ueh", "competencia-individual"])
def test_nobodys_view_of_a_table_tells_a_tile_they_have_not_seen(book: str):
    room = Room(book).begun()
    rng = Random(7)
    for _ in range(12):
        no_tile_leaks(room.table, rng)
        if room.match.phase is Phase.PLAYING:
            room.plays()


def test_offices_see_the_match_as_their_office():
    room = Room().begun()
    assert [eyes_on_the_match(room.table, office) for office in (TABLE, JUDGES, REFEREE)] == [TABLE, JUDGES, REFEREE]


def test_a_stream_reads_back_and_folds_to_the_same_table():
    room = Room("tarragona", limit="1h").begun().match_over()
    room.do(o.Say("table", "ñ, ça va?"), "ana")
    written = write_log(room.events)
    assert tuple(map(read_event, written.splitlines())) == tuple(room.events)
    assert opened(tuple(map(read_event, written.splitlines())), lambda name: room.book.base) == room.table
    assert room.table.version == len(room.events)


def test_a_stream_begins_with_a_table_that_opens():
    for events in ([], Room().events[1:]):
        with pytest.raises(LogError, match="a table that opens"):
            opened(events)
    with pytest.raises(LogError):
        tuple(map(read_event, b'{"event":"unheard.1"}'.splitlines()))
