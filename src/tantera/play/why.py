"""Why a move is refused: the sentence and the article."""

from __future__ import annotations

from tantera.play.hand import Hand
from tantera.play.moves import closes, legal_moves
from tantera.play.orders import DrawTile, MoveOrder, PassTurn, PlaceDoubles, PlaceTile
from tantera.rules import Refusal, Seated
from tantera.tiles import Tile, tiles_in


def why_not(hand: Hand, command: MoveOrder) -> Refusal:
    """What is wrong with a move that is not among the legal ones, said to the player who tried it."""
    cites = hand.book.cites
    if hand.ended:
        return Refusal(cites.turn, "the hand is over")
    if command.seat != hand.turn:
        article = cites.opener if hand.chain is None else cites.turn
        return Refusal(article, "it is the turn of {player}", player=Seated(hand.turn))
    match command:
        case PlaceTile():
            return _why_not_place(hand, command)
        case PlaceDoubles():
            return _why_not_doubles(hand, command)
        case PassTurn() if DrawTile(command.seat) in legal_moves(hand):
            return Refusal(cites.drawing, "draw until a tile fits: nobody passes while there is one to draw")
        case PassTurn():
            return Refusal(
                cites.must_play, "you can play {tile}: nobody passes with a tile that fits", tile=_playable(hand)
            )
        case DrawTile():
            return _why_not_draw(hand)


def _why_not_place(hand: Hand, command: PlaceTile) -> Refusal:
    cites, chain, tile = hand.book.cites, hand.chain, command.tile
    rack = hand.racks[command.seat - 1]
    if not tile.bit & rack and not hand.hidden[command.seat - 1]:
        return Refusal(cites.fit, "you do not hold {tile}", tile=tile)
    if chain is None:
        if command.end is not None:
            return Refusal(cites.opening_tile, "the opening tile goes in the centre, not on an end")
        if not tile.bit & (rack | hand.unseen):
            return Refusal(cites.fit, "{tile} cannot be among the unknown tiles", tile=tile)
        instead = _playable(hand)
        if instead.bit & (hand.owed | hand.exposed[command.seat - 1]):
            return Refusal(cites.exposed, "the open tile {tile} must be played as soon as it fits", tile=instead)
        if hand.book.options.first_tile == "highest_double":
            return Refusal(cites.opening_tile, "this hand is opened with the highest double, {tile}", tile=instead)
        return Refusal(cites.opening_tile, "the first hand is opened with a double, like {tile}", tile=instead)
    if command.end is None:
        return Refusal(cites.fit, "say on which end {tile} goes", tile=tile)
    number = chain.end(command.end)
    if not tile.bit & chain.fitting:
        return Refusal(
            cites.fit,
            "{tile} does not fit: the ends are {left} and {right}",
            tile=tile,
            left=chain.left,
            right=chain.right,
        )
    if not tile.has(number):
        return Refusal(cites.fit, "{tile} does not fit the {number} at that end", tile=tile, number=number)
    if not tile.bit & (rack | hand.unseen):
        return Refusal(cites.fit, "{tile} cannot be among the unknown tiles", tile=tile)
    exposed = hand.exposed[command.seat - 1] if hand.book.customs.exposed_tiles == "must_play" else 0
    owed = (hand.owed & chain.fitting) or (exposed & chain.fitting)
    if owed and not owed & tile.bit:
        return Refusal(
            cites.exposed, "the open tile {tile} must be played as soon as it fits", tile=next(tiles_in(owed))
        )
    if refusal := _why_not_close(hand, command):
        return refusal
    if owed:
        higher = max(chain.left, chain.right)
        return Refusal(
            cites.exposed, "the open tile {tile} goes on the higher number, the {number}", tile=tile, number=higher
        )
    return Refusal(
        cites.equal_ends,
        "both ends are {number}: play on your right, or on the near end when the line points at you",
        number=number,
    )


def _why_not_doubles(hand: Hand, command: PlaceDoubles) -> Refusal:
    article, chain = hand.book.cites.two_doubles, hand.chain
    first = hand.book.customs.two_doubles_from_hand
    if first is None:
        return Refusal(article, "only one tile is played in a turn")
    if hand.number < first:
        return Refusal(article, "two doubles in a turn are played from hand {number} on", number=first)
    if refusal := _why_not_close(hand, command):
        return refusal
    if chain is None or chain.left == chain.right:
        return Refusal(article, "two doubles in a turn need two different ends")
    return Refusal(
        article,
        "two doubles in a turn are the {one} and the {other} here",
        one=f"{chain.left}{chain.left}",
        other=f"{chain.right}{chain.right}",
    )


def _why_not_close(hand: Hand, command: PlaceTile | PlaceDoubles) -> Refusal | None:
    """The refusal of a move that would close the hand, where that is only for who can do nothing else."""
    if hand.book.options.closing != "forced" or not closes(hand, command):
        return None
    cites = hand.book.cites
    message = "that closes the hand, and you can play {tile}: only who can do nothing else closes it"
    return Refusal(cites.closing or cites.must_play, message, tile=_playable(hand))


def _why_not_draw(hand: Hand) -> Refusal:
    article = hand.book.cites.drawing
    if not hand.book.may_draw(2):
        return Refusal(article, "tiles are not drawn in this book")
    if not hand.boneyard:
        return Refusal(article, "no tile is asleep")
    if not hand.book.may_draw(len(hand.seats)):
        return Refusal(article, "tiles are not drawn with {players} players", players=len(hand.seats))
    if not hand.may_draw:
        return Refusal(article, "the last {count} tiles stay asleep", count=hand.book.options.reserve)
    if hand.drew and not hand.book.options.draws_until_it_fits:
        return Refusal(article, "only one tile is drawn in a turn")
    return Refusal(article, "you can play {tile}: only a player who cannot may draw", tile=_playable(hand))


def _playable(hand: Hand) -> Tile:
    return next(command.tile for command in legal_moves(hand) if isinstance(command, PlaceTile))
