"""Nobody at a table is told in words what they may not see."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tantera.play import DIRECTOR, REFEREE, SPECTATOR, Phase, legal_moves
from tantera.play.events import TileDrawn
from tantera.play.ledger import Happened, Progress
from tantera.play.orders import DrawTile
from tantera.tables import Reader, Settings, TableProgress, TableState, Times, messages
from tantera.tables import orders as o
from tantera.tables.seen import eyes_of_all, eyes_on_the_match
from tantera.telling import Sentence
from tests.play.invariants import with_unseen_tiles_changed
from tests.tables.rooms import PEOPLE, Room
from tests.tables.test_talk import with_referee
from tests.tables.test_telling import EVERYBODY, hears, texts


@pytest.mark.article("UEH-robar")
def test_what_somebody_draws_is_told_to_nobody_else():
    room = Room("ueh", people=3, players=3, settings=Settings(public=True)).begun()
    drawn = 0
    for _ in range(400):
        if room.match.phase is not Phase.PLAYING:
            room.wait(5)
            continue
        hand = room.match.hand
        assert hand is not None
        options = legal_moves(hand)
        draw = next((one for one in options if isinstance(one, DrawTile)), options[0])
        room.do(draw, room.whose(hand.turn))
        for event in room.done.events:
            if isinstance(event, TileDrawn) and room.match.hand_in_play:
                assert event.tile is not None
                drawn += 1
                drawer = str(room.whose(event.seat))
                assert f"robas el {event.tile.spoken}" in texts(room, drawer)
                for reader in {*EVERYBODY} - {drawer, "dan"}:
                    assert f"{drawer.title()} roba una ficha" in texts(room, reader)
                    assert f"el {event.tile.spoken}" not in _until_it_is_played(room, reader)
    assert drawn > 5


def _until_it_is_played(room: Room, reader: Reader) -> str:
    """What they are told of draws: a tile that is drawn and then played lies on the table."""
    return " ".join(text for text in texts(room, reader) if "roba" in text)


@pytest.mark.article("TG-7.9")
def test_why_the_referee_is_called_is_told_to_the_referee_and_the_caller_alone():
    room = with_referee(Room("tarragona", settings=Settings(public=True)).begun()).comes("fred")
    room.do(o.CallReferee("bea hace señas"), "ana")
    assert texts(room, "ana") == ["Llamas al árbitro: bea hace señas"]
    for reader in ("eva", REFEREE, DIRECTOR):
        assert texts(room, reader) == ["Ana llama al árbitro: bea hace señas"]
    for reader in ("bea", "cai", "dan", "fred", SPECTATOR):
        assert hears(room, reader) == [Sentence("Ana llama al árbitro", "urgent")]
    room.do(o.AnswerCall("ana"), "eva")
    assert (texts(room, "bea"), texts(room, "ana")) == (["Atendida la llamada de Ana"], ["Atendida tu llamada"])


@pytest.mark.article("TG-7.9")
def test_talk_is_in_nobodys_sentences_whoever_it_is_for():
    room = with_referee(Room("tarragona").begun()).comes("fred").hand_over()
    room.do(o.Say("partner", "tengo seises"), "ana")
    assert not any(hears(room, reader) for reader in EVERYBODY)
    room.do(o.Say("watchers", "ana tiene seises"), "fred")
    assert not any(hears(room, reader) for reader in EVERYBODY)


def test_seeds_codes_and_what_players_add_are_in_nobodys_sentences():
    room = Room("tarragona", settings=Settings(public=True, times=Times(entropy=60_000)))
    heard, seeds = "", set[str]()
    for _ in range(100):
        if room.table.seed is not None and room.match.phase is Phase.DEALING and not room.table.entropy:
            seeds.add(room.table.seed)
            room.do(o.AddEntropy("un secreto"), "ana")
            assert not any(hears(room, reader) for reader in EVERYBODY)
        elif room.table.match is not None and room.match.phase is Phase.PLAYING:
            room.plays()
        else:
            room.wait(5)
        heard += str([hears(room, reader) for reader in EVERYBODY])
    assert len(seeds) > 2
    assert not [secret for secret in (*seeds, "secreto", room.table.code) if secret in heard]


def test_who_may_not_look_on_is_told_nothing_of_the_match():
    room = Room(settings=Settings(public=True, watching="nobody")).begun()
    room.plays(3)
    assert hears(room, SPECTATOR) == hears(room, "zoe") == []
    assert len(hears(room, "ana")) == len(room.done.events)
    private = Room()
    private.settle()
    assert hears(private, "zoe") == []
    assert texts(private, "ana")[0] == "Empieza la partida"
    private.begun().plays()
    assert eyes_on_the_match(private.table, "zoe") is None
    assert hears(private, "zoe") == []


@pytest.mark.parametrize("book", ["san-juan", "clasico", "ueh"])
def test_two_steps_that_differ_in_tiles_somebody_has_not_seen_say_the_same_to_them(book: str):
    """A forced turn is told as one where the book has it played at once before everybody's eyes, and nowhere else."""
    room, rng = Room(book, settings=Settings(public=True), false_thinking="allowed").begun(), Random(3)
    readers: tuple[Reader, ...] = (*PEOPLE, SPECTATOR)
    for _ in range(60):
        if room.match.phase is not Phase.PLAYING:
            room.wait(5)
            continue
        room.plays()
        for reader in readers:
            assert hears(_with_other_tiles(room.done, reader, rng), reader) == hears(room, reader)


def _with_other_tiles(done: TableProgress, reader: Reader, rng: Random) -> TableProgress:
    """The same step where everything this reader has not seen is somewhere else."""
    eyes = eyes_on_the_match(done.after, reader)

    def elsewhere(table: TableState) -> TableState:
        ledger = table.ledger
        assert ledger is not None
        assert eyes is not None
        match = ledger.match
        if match.hand is not None and match.hand_in_play:
            match = replace(match, hand=with_unseen_tiles_changed(match.hand, eyes, rng))
        return replace(table, ledger=ledger._replace(match=match), seed="00")

    moments = tuple(Happened(event, elsewhere(before), elsewhere(after)) for event, before, after in done.moments)
    return Progress(elsewhere(done.before), moments, elsewhere(done.after))


def test_whoever_is_told_of_a_move_is_sent_it_too():
    room = Room("tarragona", settings=Settings(watching="nobody")).begun()
    for _ in range(30):
        if room.match.phase is Phase.PLAYING:
            room.plays()
        else:
            room.wait(5)
        for reader, message in messages(room.done, eyes_of_all(room.table, EVERYBODY)).items():
            if hears(room, reader):
                assert any(name in message for name in (b'"events"', b'"around"', b'"view"'))
