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
    PlaceTile,
    legal_moves,
    settle,
)
from tantera.play.snapshot import Offered, offered
from tantera.play.wire import follow, frames, joined
from tantera.referee import step
from tantera.rules import BOOKS, load_book, with_options
from tantera.rules.schema import Customs
from tantera.tiles import Chain, End, Tile
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


@pytest.mark.parametrize(
    ("book", "laid", "held", "same"),
    [
        ("clasico", "66", 5, "<"),
        ("tarragona", "66", 5, ""),  # there it matters on whose right a tile is laid (TG-9.2)
        ("clasico", "53", 5, ""),
        ("clasico", "53", 1, "<"),  # whichever it is, the hand ends
        ("fives-and-threes", "53", 1, ""),
        ("clasico", "56 <54 >64", 5, "<"),
        ("clasico", "56 <54 >62 >21 >14", 5, ">"),
        ("clasico", "56 <54 <44 >64", 5, "<"),
        ("fives-and-threes", "56 <54 >64", 5, "<"),
        ("fives-and-threes", "56 <54 <44 >64", 5, ""),  # a double counts for more where points are made of the ends
    ],
)
def test_an_option_says_where_it_comes_to_the_same_as_the_shorter_end(book: str, laid: str, held: int, same: str):
    opening, *others = laid.split()
    chain = Chain.opened(Tile.parse(opening))
    for token in others:
        chain = chain.placed(Tile.parse(token[1:]), End(token[0]))
    tile = Tile.of(chain.left, chain.right if chain.left != chain.right else 3)
    orders = tuple(PlaceTile(1, tile, end) for end in End)
    options = offered(orders, chain, load_book(book), (held,))
    assert [option.end for option in options if isinstance(option, Offered) and option.same] == [*map(End, same)]


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
