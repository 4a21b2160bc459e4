"""What an order comes to: events, or a `Refusal` that cites the article. The door of a table is `referee.step`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from tantera.play import events as e
from tantera.play import orders as o
from tantera.play.actors import TABLE, Actor
from tantera.play.deal import MOST_ENTROPY, commitment, deal, deal_seed, draw_for_opening
from tantera.play.hand import begin_hand
from tantera.play.ledger import Progress, Unfolding
from tantera.play.match import CHOOSING, COUNTING, DEALING, ENDED, PLAYING, SEATING, Match
from tantera.play.moves import decide_move, first_lifting, legal_moves
from tantera.play.scoring import score_move, write_move
from tantera.play.timing import (
    decide_call_time,
    decide_pause_clock,
    decide_resume_clock,
    decide_set_end,
    decide_warn_time,
    is_late,
    time_is_up,
)
from tantera.play.why import why_not
from tantera.rules import Book, Refusal, Seat, Seated
from tantera.rules.functions import DRAW_ORDERS, SHUFFLES, TAKINGS, DealFacts, holder_of_highest_double, starting_at
from tantera.tiles import Tile


def decide(match: Match, order: o.Order, now: int, by: Actor = TABLE) -> Progress[Match]:
    """What comes of an order given at `now`, or a `Refusal`.

    Whether this actor may order it at all has been asked before (`permission.py`). Records and decisions are the
    referee's to decide. `now` is never before the last event.
    """
    done = Unfolding(match)
    decide_into(done, order, now, by)
    return done.progress


def decide_into(done: Unfolding, order: o.Order, now: int, by: Actor = TABLE) -> None:
    """The same, after what has happened already."""
    match = done.match
    now = max(now, match.at)
    if match.phase is ENDED and not isinstance(order, o.SignSheet):
        raise Refusal(match.book.cites.limit, "the match is over")
    timed = match.clock.ends is not None
    if timed and time_is_up(match, now) and not isinstance(order, o.CallTime | o.PauseClock | o.SetEnd):
        raise Refusal(match.book.cites.time, "time is up")
    if match.clock.paused is not None and not isinstance(order, _WHILE_PAUSED):
        raise Refusal(match.book.cites.time, "the clock stands still: wait until the match goes on")
    unfold = _UNFOLD.get(type(order))
    if unfold is not None:
        unfold(done, order, now, by)
    else:
        done.extend(_DECIDE[type(order)](match, order, now, by))


# --- before the first hand ------------------------------------------------------------------------------------------


def _draw_for_opening(match: Match, order: o.DrawForOpening, now: int, by: Actor) -> tuple[e.Event, ...]:
    if match.book.options.first_opener != "draw" or match.phase is not SEATING or match.drawn:
        raise Refusal(match.book.cites.seating, "there is nothing to draw for now")
    _keeps_its_word(match, order.seed)
    tiles = draw_for_opening(match.book, order.seed)
    ranked = DRAW_ORDERS[match.book.options.draw_order]
    winner = tiles.index(max(tiles, key=ranked)) + 1
    return (e.OpeningDrawn(tiles, winner, order.seed.hex(), at=now),)


def _choose_seat(match: Match, order: o.ChooseSeat, now: int, by: Actor) -> tuple[e.Event, ...]:
    """The winner sits where they like and opens; the partner opposite, on the right the opponent who drew higher."""
    if match.draw_winner is None or match.phase is not SEATING:
        raise Refusal(match.book.cites.seating, "there is no seat to choose now")
    players = len(match.names)
    if not 1 <= order.seat <= players:
        raise Refusal(match.book.cites.seating, "there is no seat {seat}", seat=order.seat)
    ranked = DRAW_ORDERS[match.book.options.draw_order]
    everybody = tuple(range(1, players + 1))
    winner, *others = starting_at(match.draw_winner, everybody)
    by_draw = sorted(others, key=lambda seat: ranked(match.drawn[seat - 1]), reverse=True)
    if match.book.options.play == "pairs":
        partner = next(seat for seat in match.side_of(winner) if seat != winner)
        right, left = (seat for seat in by_draw if seat != partner)
        sitting: tuple[Seat, ...] = (winner, right, partner, left)
    else:
        sitting = (winner, *by_draw)
    first = order.seat - 1
    seats = tuple(sitting[(place - first) % players] for place in range(players))
    return (e.SeatsTaken(seats, order.seat, at=now),)


def _agree_opener(match: Match, order: o.AgreeOpener, now: int, by: Actor) -> tuple[e.Event, ...]:
    if match.phase is DEALING and match.chooses_after_lifting:
        raise Refusal(match.book.cites.opener, "the winners say who opens when they have seen their tiles")
    if match.opener_choosers:
        if order.seat not in match.opener_choosers:
            raise Refusal(match.book.cites.opener, "one of the pair that won the last hand opens")
        return (e.OpenerAgreed(order.seat, at=now),)
    if match.book.options.first_opener != "agreed" or match.phase is not SEATING:
        raise Refusal(match.book.cites.seating, "the opener is not agreed here")
    if order.seat not in match.seats:
        raise Refusal(match.book.cites.seating, "there is no seat {seat}", seat=order.seat)
    return (e.OpenerAgreed(order.seat, at=now),)


def _name_one(match: Match, order: o.NameScorer | o.NameCounter, now: int, by: Actor) -> tuple[e.Event, ...]:
    article, home = match.book.cites.scorer, isinstance(order, o.NameScorer)
    if match.book.sheet.scorer != "named":
        raise Refusal(article, "nobody is named to keep the sheet in this book")
    if match.lines or match.hand is not None:
        raise Refusal(article, "who keeps the sheet is named before the first hand")
    side = match.home if home else match.visitors
    if order.seat not in side:
        raise _to_be_named(match, side)
    return ((e.ScorerNamed if home else e.CounterNamed)(order.seat, at=now),)


def _to_be_named(match: Match, side: e.Side) -> Refusal:
    home = "the home pair names one of {players} to keep the sheet"
    other = "the visiting pair names one of {players} to do the count"
    return Refusal(match.book.cites.scorer, home if side == match.home else other, players=Seated(*side))


def _commit_seed(match: Match, order: o.CommitSeed, now: int, by: Actor) -> tuple[e.Event, ...]:
    drawing = match.phase is SEATING and match.book.options.first_opener == "draw" and not match.drawn
    if match.commitment is not None or not (drawing or match.phase is DEALING):
        raise Refusal(match.book.cites.deal, "this is not the moment to bind the table to a seed")
    if not re.fullmatch("[0-9a-f]{64}", order.commitment):
        raise Refusal(match.book.cites.deal, "a commitment is a SHA-256 in hex")
    return (e.SeedCommitted(order.commitment, at=now),)


# --- the deal -------------------------------------------------------------------------------------------------------


def _shuffle_again(match: Match, order: o.ShuffleAgain, now: int, by: Actor) -> tuple[e.Event, ...]:
    article = match.book.cites.deal
    if not match.book.customs.opener_may_shuffle_again:
        raise Refusal(article, "the opener does not shuffle again in this book")
    if match.phase is not DEALING or match.shuffle_wish is not None:
        raise Refusal(article, "this is not the moment to shuffle")
    if order.seat != match.opener:
        raise Refusal(article, "only the opener may shuffle again")
    return (e.ShuffleWished(order.seat, order.again, at=now),)


def _ask_redeal(match: Match, order: o.AskRedeal, now: int, by: Actor) -> tuple[e.Event, ...]:
    article, least, hand = match.book.cites.deal, match.book.customs.may_redeal_from, match.hand
    if least is None:
        raise Refusal(article, "nobody may ask for a new deal in this book")
    if hand is None or match.phase not in (CHOOSING, PLAYING) or hand.moves or order.seat not in hand.seats:
        raise Refusal(article, "a new deal is asked for before the hand is opened")
    doubles = hand.doubles(order.seat)
    if doubles < least:
        raise Refusal(
            article, "a new deal takes {least} doubles or more, you hold {doubles}", least=least, doubles=doubles
        )
    return (e.DealRefused(order.seat, doubles, at=now),)


def _replace_player(match: Match, order: o.ReplacePlayer, now: int, by: Actor) -> tuple[e.Event, ...]:
    article = match.book.cites.seating
    if order.seat not in match.seats:
        raise Refusal(article, "there is no seat {seat}", seat=order.seat)
    if match.phase not in (SEATING, DEALING, COUNTING):
        raise Refusal(article, "a reserve sits down between two hands")
    name = " ".join(order.name.split())
    if not name or name in match.names or (order.player and order.player in match.players):
        raise Refusal(article, "a reserve needs a name that nobody else at the table has")
    return (e.PlayerReplaced(order.seat, name, order.player, at=now),)


def _deal_hand(match: Match, order: o.DealHand, now: int, by: Actor) -> tuple[e.Event, ...]:
    book = match.book
    _may_deal(match)
    _keeps_its_word(match, order.seed)
    _bounded(match, order.entropy)
    again = match.shuffle_wish is True
    takes_from = match.opener or match.seats[0]
    rule = TAKINGS["opener_last" if again else book.customs.taking]
    taking = rule(takes_from, match.seats, shufflers(match, takes_from, again))
    dealt = deal(book, deal_seed(order.seed, order.entropy), taking)
    repeated = [e.DealRepeated(seat, doubles, at=now) for seat, doubles in dealt.repeated]
    hand = replace(
        _dealt(match, dealt.racks, dealt.boneyard, now), taking=taking, seed=order.seed.hex(), entropy=order.entropy
    )
    return (*shuffling(match, now), *repeated, *dealing(book, hand))


def _deal_racks(match: Match, order: o.DealRacks, now: int, by: Actor) -> tuple[e.Event, ...]:
    book = match.book
    _may_deal(match)
    if match.commitment is not None:
        raise Refusal(book.cites.deal, "the table is bound to a seed: nobody chooses the tiles here")
    if len(order.racks) != len(match.names):
        message = "{found} racks, expected {expected}"
        raise Refusal(book.cites.deal, message, found=len(order.racks), expected=len(match.names))
    dealt = {tile for rack in order.racks for tile in rack}
    boneyard = order.boneyard or tuple(tile for tile in book.options.set.tiles if tile not in dealt)
    check_deal(match, order.racks, boneyard)
    hand = replace(_dealt(match, order.racks, boneyard, now), known=True)
    if order.opener is not None:
        if order.opener not in match.seats:
            raise Refusal(book.cites.seating, "there is no seat {seat}", seat=order.opener)
        hand = replace(hand, opener=order.opener, by_double=UNSET, choosing=UNSET)
    return dealing(book, hand)


def _may_deal(match: Match) -> None:
    book = match.book
    if match.phase is COUNTING:
        waiting = Seated(*(seat for seat in match.seats if seat not in match.agreed))
        raise Refusal(book.cites.count, "the count is not agreed yet by {players}", players=waiting)
    if match.phase is not DEALING:
        raise Refusal(book.cites.deal, "this is not the moment to deal")
    if match.unnamed:
        raise _to_be_named(match, match.unnamed[0])


def _dealt(match: Match, racks: tuple[tuple[Tile, ...], ...], boneyard: tuple[Tile, ...], now: int) -> e.HandDealt:
    """The next hand with these tiles, opened by whoever the book or the highest double says."""
    by_double = match.opener is None and bool(match.lines)
    return e.HandDealt(
        number=match.hand_number,
        opener=match.opener or holder_of_highest_double(racks) + 1,
        taking=(),
        racks=racks,
        boneyard=boneyard,
        by_double=True if by_double else UNSET,
        choosing=True if match.chooses_after_lifting else UNSET,
        at=now,
    )


def check_deal(match: Match, racks: tuple[tuple[Tile | None, ...], ...], boneyard: tuple[Tile | None, ...]) -> None:
    """Whether the book can have dealt this; None is a tile that nobody knows."""
    article, each = match.book.cites.deal, match.book.options.tiles_each
    whole_set = match.book.options.set.tiles
    seen: set[Tile] = set()
    for seat, rack in enumerate(racks, start=1):
        if len(rack) != (each if seat in match.seats else 0):
            message = "{player} has {found} tiles, expected {expected}"
            raise Refusal(article, message, player=Seated(seat), found=len(rack), expected=each)
    for tile in (tile for rack in (*racks, boneyard) for tile in rack if tile is not None):
        if tile not in whole_set:
            raise Refusal(article, "{tile} is not in the {set} set", tile=tile, set=match.book.options.set)
        if tile in seen:
            raise Refusal(article, "{tile} is dealt twice", tile=tile)
        seen.add(tile)
    asleep = len(whole_set) - sum(map(len, racks))
    if boneyard and len(boneyard) != asleep:
        raise Refusal(article, "{found} tiles sleep, expected {expected}", found=len(boneyard), expected=asleep)
    most = match.book.customs.most_doubles
    for seat, rack in enumerate(racks, start=1):
        doubles = sum(tile is not None and tile.is_double for tile in rack)
        if most is not None and doubles > most:
            message = "{player} has {doubles} doubles: the tiles are dealt again"
            raise Refusal(article, message, player=Seated(seat), doubles=doubles)


def _keeps_its_word(match: Match, seed: bytes) -> None:
    """A table that published the hash of its seed deals from that seed and no other."""
    if match.commitment is not None and commitment(seed) != match.commitment:
        raise Refusal(match.book.cites.deal, "this is not the seed that the table is bound to")


def _bounded(match: Match, entropy: tuple[tuple[Seat, str], ...]) -> None:
    """Each player who sits here adds to the seed at most once, and not too much."""
    seats = [seat for seat, _ in entropy]
    for seat, text in entropy:
        if seat not in match.seats or seats.count(seat) > 1:
            raise Refusal(match.book.cites.deal, "{player} cannot add to the seed", player=Seated(seat))
        if len(text) > MOST_ENTROPY:
            message = "{player} adds {found} letters to the seed, at most {most} are taken"
            raise Refusal(match.book.cites.deal, message, player=Seated(seat), found=len(text), most=MOST_ENTROPY)


def dealing(book: Book, dealt: e.HandDealt) -> tuple[e.Event, ...]:
    """A deal and who lifts at once."""
    return (dealt, *first_lifting(begin_hand(book, dealt), dealt.at)) if book.customs.waiting else (dealt,)


def shuffling(match: Match, now: int) -> tuple[e.Event, ...]:
    """Who shuffles for the next deal: as the book has it, then the opener who wishes to."""
    seats = shufflers(match, match.opener or match.seats[0], match.shuffle_wish is True)
    return (e.TilesShuffled(seats, at=now),) if seats else ()


def shufflers(match: Match, opener: Seat, again: bool = False) -> tuple[Seat, ...]:
    """Their seats, one after the other; nobody where the book does not say."""
    last = match.lines[-1] if match.lines else None
    lost = tuple(seat for seat in match.seats if last and last.side and seat not in last.side)
    previous = match.hand.opener if match.hand is not None else None
    customs = match.book.customs
    rule = customs.shuffle if match.lines or customs.first_shuffle is None else customs.first_shuffle
    seats = SHUFFLES[rule](DealFacts(opener, match.seats, previous, lost))
    return (*seats, opener) if again else seats


# --- moves ----------------------------------------------------------------------------------------------------------


def _move(done: Unfolding, order: o.MoveOrder, now: int, by: Actor) -> None:
    match, hand = done.match, done.match.hand
    if match.phase is CHOOSING:
        raise Refusal(match.book.cites.opener, "the winners have still to say which of the two opens")
    if hand is None or match.phase is not PLAYING:
        raise Refusal(match.book.cites.turn, "no hand is being played")
    options = legal_moves(hand)
    if order not in options:
        raise why_not(hand, order)
    if match.book.clock is not None and is_late(match, now) and order != options[0]:
        raise Refusal(match.book.cites.clock, "the time for this move is over")
    write_move(done, decide_move(hand, order, now, now - hand.turn_began))
    if len(done.moments) > 1:  # as a rule there is the move alone
        score_move(done)


# --- count, time, rulings, signatures -------------------------------------------------------------------------------


def _agree_count(match: Match, order: o.AgreeCount, now: int, by: Actor) -> tuple[e.Event, ...]:
    if match.phase is not COUNTING:
        raise Refusal(match.book.cites.count, "there is no count to agree with")
    if order.seat not in match.seats:
        raise Refusal(match.book.cites.count, "there is no seat {seat}", seat=order.seat)
    if order.seat in match.agreed:
        raise Refusal(match.book.cites.count, "{player} has agreed already", player=Seated(order.seat))
    return (e.CountAgreed(order.seat, at=now),)


def _give_ruling(match: Match, order: o.GiveRuling, now: int, by: Actor) -> tuple[e.Event, ...]:
    if match.awaiting is None or match.awaiting.infraction is not None:
        raise Refusal(match.book.cites.limit, "nothing awaits a ruling")
    if order.winner is not None and order.winner not in match.sides:
        raise Refusal(match.book.cites.limit, "there is no such side")
    return (e.MatchEnded(order.winner, "ruling", order.text, order.by, at=now),)


def _sign_sheet(match: Match, order: o.SignSheet, now: int, by: Actor) -> tuple[e.Event, ...]:
    article = match.book.cites.sheet
    if match.phase is not ENDED:
        raise Refusal(article, "the sheet is signed when the match is over")
    if order.seat not in match.signers:
        raise Refusal(article, "{player} does not sign the sheet in this book", player=Seated(order.seat))
    if order.seat in match.signatures:
        raise Refusal(article, "{player} has signed already", player=Seated(order.seat))
    return (e.SheetSigned(order.seat, at=now),)


_WHILE_PAUSED: Final = (o.ResumeClock, o.SetEnd, o.CallTime, o.GiveRuling, o.SignSheet)
"""What may be ordered while nobody's time runs; what the referee records and decides comes through another function."""

_DECIDE: Final[dict[type, Callable[[Match, Any, int, Actor], tuple[e.Event, ...]]]] = {
    o.CommitSeed: _commit_seed,
    o.DrawForOpening: _draw_for_opening,
    o.ChooseSeat: _choose_seat,
    o.AgreeOpener: _agree_opener,
    o.NameScorer: _name_one,
    o.NameCounter: _name_one,
    o.ShuffleAgain: _shuffle_again,
    o.DealHand: _deal_hand,
    o.DealRacks: _deal_racks,
    o.AskRedeal: _ask_redeal,
    o.ReplacePlayer: _replace_player,
    o.WarnTime: decide_warn_time,
    o.AgreeCount: _agree_count,
    o.SetEnd: decide_set_end,
    o.PauseClock: decide_pause_clock,
    o.ResumeClock: decide_resume_clock,
    o.GiveRuling: _give_ruling,
    o.SignSheet: _sign_sheet,
}
_UNFOLD: Final[dict[type, Callable[[Unfolding, Any, int, Actor], None]]] = {
    o.PlaceTile: _move,
    o.PlaceDoubles: _move,
    o.PassTurn: _move,
    o.DrawTile: _move,
    o.CallTime: decide_call_time,
}
"""Those that may end a hand: what follows depends on what came before."""
