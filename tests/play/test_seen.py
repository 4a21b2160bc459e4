"""The one gate: what is left out of an event until the hand is over, for whom."""

from __future__ import annotations

import pytest

from tantera.play import REFEREE, SPECTATOR, DrawTile, Eyes, Match, seen, view
from tantera.play.events import Corrected, Event, HandDealt, TileDrawn
from tests.builders import Table


def tarragona() -> Table:
    """Dealt from a seed; No. 1 and No. 2 have lifted."""
    table = Table("tarragona", opener=1)
    table.do("deal a-long-secret")
    return table


def told(match: Match, event: Event, eyes: Eyes) -> HandDealt:
    shown = seen(match, event, eyes)
    assert isinstance(shown, HandDealt)
    return shown


@pytest.mark.article("TG-8.5")
def test_of_a_deal_everybody_sees_backs_and_their_own_tiles_once_lifted():
    table = tarragona()
    (deal,) = table.told(HandDealt)
    backs = (None,) * 7
    for eyes, own in ((1, True), (2, True), (3, False), (4, False), (SPECTATOR, False)):
        shown = told(table.match, deal, eyes)
        for seat, rack in enumerate(shown.racks, start=1):
            assert rack == (deal.racks[seat - 1] if own and seat == eyes else backs)
        assert shown.seed == ""
    assert told(table.match, deal, REFEREE) == deal


def test_of_a_deal_nobody_sees_what_sleeps_until_the_hand_is_over():
    table = Table("ueh", opener=1, play="alone", players=2)
    table.do("deal a-long-secret")
    (deal,) = table.told(HandDealt)
    assert deal.boneyard
    assert told(table.match, deal, 1).boneyard == (None,) * len(deal.boneyard)
    table.finish()
    for eyes in (1, 2, SPECTATOR):
        assert told(table.match, deal, eyes) == deal


def test_a_correction_hides_what_its_events_hide():
    table = tarragona()
    (deal,) = table.told(HandDealt)
    corrected = Corrected(1, (deal,), "", at=0)
    for eyes in (1, 3, SPECTATOR):
        shown = seen(table.match, corrected, eyes)
        assert shown.instead == (told(table.match, deal, eyes),)
    assert seen(table.match, corrected, REFEREE) == corrected


@pytest.mark.article("UEH-robar")
def test_what_was_drawn_is_the_drawers_until_the_hand_is_over_and_everybodys_then():
    table = Table("ueh", opener=1, play="alone", players=2)
    table.do("deal 7")
    while not table.told(TileDrawn):
        plays = view(table.match, table.turn).plays
        table.give(next((play for play in plays if isinstance(play, DrawTile)), plays[0]))
    (drawn,) = table.told(TileDrawn)
    other = 3 - drawn.seat
    assert table.match.phase == "playing"
    for eyes, sees in ((drawn.seat, True), (REFEREE, True), (other, False), (SPECTATOR, False)):
        assert (drawn in view(table.match, eyes).moves) == sees
    table.finish()
    for eyes in (1, 2, SPECTATOR):
        assert drawn in view(table.match, eyes).moves
