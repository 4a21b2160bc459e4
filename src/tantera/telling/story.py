"""A match from a document, told from beginning to end: every hand under its heading."""

from __future__ import annotations

from collections.abc import Iterator

from tantera.notation import Judged
from tantera.play import Event, Match
from tantera.play.events import BonusGiven, HandDealt, HandScored, InfractionRecorded
from tantera.telling.hands import how_it_ended
from tantera.telling.narrator import Narrator
from tantera.telling.sentences import Sentence
from tantera.tiles import Chain

_OF_A_HAND = (HandDealt, InfractionRecorded, BonusGiven, HandScored)
"""What happens in a hand even where nobody wrote its moves down."""


def story(judged: Judged, narrator: Narrator) -> Iterator[Sentence | Chain]:
    """The sentences in order, and after each hand that has moves its chain."""
    openers = {hand.text.number: hand.text.opener for hand in judged.hands}
    begun = 0
    for event, before, match in judged.ledger.happenings():
        if isinstance(event, _OF_A_HAND) and before.hand_number > begun:
            begun = before.hand_number
            yield narrator.hand(begun, openers.get(begun), match)
        ending = _ending(event, before, narrator.lang)
        if ending is not None:
            yield ending
        sentence = narrator.sentence(event, before, match)
        if sentence is not None and not isinstance(event, HandDealt):
            yield sentence
        chain = _chain_of(event, before)
        if chain is not None:
            yield chain
    for hand in judged.hands[begun:]:
        if not hand.text.items:  # only its heading is written
            yield narrator.hand(hand.text.number, hand.text.opener, judged.match)


def _ending(event: Event, before: Match, lang: str) -> Sentence | None:
    """How a hand ended of which nobody wrote the moves down: elsewhere the last move says it."""
    if not isinstance(event, HandScored) or before.hand_in_play or event.how not in ("domino", "block", "limit"):
        return None
    told = how_it_ended(event, before, lang)
    return Sentence(told[:1].upper() + told[1:])


def _chain_of(event: Event, before: Match) -> Chain | None:
    """The tiles on the table when a hand is over, where it was played before our eyes."""
    if not isinstance(event, HandScored) or before.hand is None or not before.hand_in_play:
        return None
    return before.hand.chain
