"""The wire: a snapshot on joining, then frames; every pair of eyes rebuilds its own screen from what it was sent."""

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from tantera.play import (
    DIRECTOR,
    REFEREE,
    SPECTATOR,
    TABLE,
    AskRedeal,
    ChooseSeat,
    DealHand,
    Eyes,
    Phase,
    legal_moves,
    settle,
)
from tantera.play.wire import follow, frames, joined
from tantera.referee import step
from tantera.rules import BOOKS, load_book, with_options
from tantera.rules.schema import Customs
from tests.builders import Dealt, Table, by_whom
from tests.golden.hands import BLOCK_AC
from tests.play.tables import next_command, proof, random_table, started


def decoded(frame: bytes):
    return msgspec.json.decode(frame)


@pytest.mark.parametrize("seed", range(proof(20, 1000)))
def test_every_pair_of_eyes_rebuilds_its_own_view_from_its_first_one_and_the_frames_it_was_sent(seed):
    rng = Random(seed)
    name, chosen = random_table(rng, BOOKS[seed % len(BOOKS)])
    match, events = started(with_options(load_book(name), chosen))
    version, now = len(events), 0
    audience: tuple[Eyes, ...] = (*range(1, len(match.names) + 1), SPECTATOR, REFEREE, DIRECTOR)
    shown = {eyes: decoded(joined(match, eyes, version))["view"] for eyes in audience}
    for _ in range(400):
        if match.phase is Phase.ENDED:
            break
        now += rng.choice((0, 700, 21_000))
        order = next_command(match, rng, seed)
        progress = settle(match, now)
        if not progress.events:
            progress = step(match, order, by_whom(match, order), now)
        match, version = progress.after, version + len(progress.events)
        sent = frames(progress, version, audience)
        for eyes in audience:
            frame = decoded(sent.to(eyes))
            assert frame["version"] == version
            shown[eyes] = follow(shown[eyes], frame)
            assert shown[eyes] == decoded(joined(match, eyes, version))["view"]


@pytest.mark.article("TG-6.3")
def test_when_seats_are_taken_everybody_gets_a_whole_view_because_their_own_place_is_another():
    table = Table("tarragona")
    table.do("draw x")
    winner = table.match.draw_winner
    assert winner is not None
    progress = step(table.match, ChooseSeat(winner % 4 + 1), winner, 0)
    sent = frames(progress, 4, (1, 2, 3, 4, SPECTATOR))
    for eyes in (1, 2, 3, 4, SPECTATOR):
        assert sent.to(eyes) == joined(progress.after, eyes, 4)


def test_tiles_that_are_thrown_in_are_gone_from_every_screen_and_the_next_ones_come():
    book = replace(load_book("clasico"), customs=Customs(may_redeal_from=2))
    table, audience = Table(with_options(book, {"tiles": 2}), opener=1), (1, 2, 3, 4, SPECTATOR, REFEREE)
    table.deal(Dealt(("66.55", "16.13", "01.22", "34.12")))
    shown = {eyes: decoded(joined(table.match, eyes, 1))["view"] for eyes in audience}
    match = table.match
    for order, by in ((AskRedeal(1), 1), (DealHand(b"x"), TABLE)):
        progress = step(match, order, by, table.now)
        match, sent = progress.after, frames(progress, 2, audience)
        shown = {eyes: follow(shown[eyes], decoded(sent.to(eyes))) for eyes in audience}
        assert shown == {eyes: decoded(joined(match, eyes, 2))["view"] for eyes in audience}


@pytest.mark.parametrize("book", ["san-juan", "tarragona", "clasico"])
def test_an_option_has_the_place_where_its_tile_lies_once_it_is_laid(book):
    table, placed = Table(book, opener=1), 0
    table.deal(BLOCK_AC)
    while table.match.phase is Phase.PLAYING:
        assert table.match.hand is not None
        seat = table.match.hand.turn
        shown = decoded(joined(table.match, seat, 1))["view"]
        for option, order in zip(shown["options"], legal_moves(table.match.hand), strict=True):
            laid = decoded(joined(step(table.match, order, seat, table.now).after, seat, 1))["view"]["chain"]
            placed += "place" in option
            assert option.get("place") in (None, *laid[len(shown["chain"]) :])
            assert ("place" in option) == (option["order"] == "place_tile" and option["end"] is not None)
        table.give(legal_moves(table.match.hand)[0], seat)
    assert placed > 20
