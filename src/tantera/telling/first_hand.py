"""Somebody's first hand: the few sentences that teach it, each at its moment.

A sentence is a pure function of what the player's own screen shows, so it can tell nothing that they may not know.
`hints` says which belong to this moment, in the order in which one learns; whoever shows them remembers which ones have
been read and shows each once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from tantera.play import PassTurn, PlaceTile, View
from tantera.play.events import HandScored, TilePlaced, TurnPassed
from tantera.play.match import COUNTING, ENDED, PLAYING
from tantera.play.moves import ends_as_seen
from tantera.telling.blocks import why_nobody_plays
from tantera.tiles import Chain, End, Tile
from tantera.words import Phrase

Does = Literal["read", "tap", "pass", "play"]
"""What is done under a sentence: it is read; a tile is tapped, and there is no button; the button passes the turn, or
leads from the hand to a match."""


class PointedSentence(NamedTuple):
    """A sentence and what it points at."""

    words: Phrase
    tile: Tile | None = None
    ends: tuple[End, ...] = ()
    does: Does = "read"


class Hint(Struct, frozen=True):
    """A sentence of a first hand, as a page shows it."""

    key: str
    """By which a page remembers that it has been read."""
    text: str
    step: int
    """Which of the things there are to learn it is about, from 1."""
    steps: int
    """How many there are."""
    tile: Tile | None
    """The tile of the rack that it is about."""
    ends: tuple[End, ...]
    """The ends of the carro that it is about."""
    does: Does


def hints(view: View, lang: str) -> tuple[Hint, ...]:
    """What somebody who plays for the first time may be told now, the first thing first."""
    given = []
    for step, moments in enumerate(STEPS, start=1):
        for key, moment in moments.items():
            if (hint := moment(view)) is not None:
                given.append(Hint(key, hint.words.told(lang), step, len(STEPS), hint.tile, hint.ends, hint.does))
    return tuple(given)


# --- before one's first turn ------------------------------------------------------------------------------------------


def _pairs(view: View) -> PointedSentence | None:
    """Who is with whom, and what for."""
    ours, theirs = _us_and_them(view)
    partners = [view.names[seat - 1] for seat in ours if seat != view.seat]
    rivals = [view.names[seat - 1] for seat in theirs]
    if view.phase is not PLAYING or _has_moved(view) or len(partners) != 1 or len(rivals) != 2:
        return None
    words = "You and {partner} against {one} and {other}. Who runs out of tiles first wins for both."
    return PointedSentence(Phrase(words, partner=partners[0], one=rivals[0], other=rivals[1]))


def _opening(view: View) -> PointedSentence | None:
    """Who has laid the first tile, while one waits for one's own turn."""
    if view.chain is None or view.opener is None or not _waits_to_begin(view):
        return None
    return PointedSentence(Phrase("{name} opens: that is the first tile.", name=view.names[view.opener - 1]))


def _order(view: View) -> PointedSentence | None:
    """In which order one plays; the others in turn, and oneself."""
    if view.chain is None or view.opener is None or not _waits_to_begin(view):
        return None
    seats = [*range(1, len(view.names) + 1)]
    if view.book.options.turns == "to_the_left":
        seats.reverse()
    at = seats.index(view.seat or 0)
    others = [view.names[seat - 1] for seat in seats[at + 1 :] + seats[:at]]
    if len(others) != 3:
        return None
    one, other, third = others
    return PointedSentence(Phrase("You play in turn: {one}, {other}, {third}, you.", one=one, other=other, third=third))


def _waits_to_begin(view: View) -> bool:
    return view.phase is PLAYING and not view.plays and not _has_moved(view)


def _has_moved(view: View) -> bool:
    return any(getattr(move, "seat", None) == view.seat for move in view.moves)


# --- in one's turn ----------------------------------------------------------------------------------------------------


def _ends(view: View) -> PointedSentence | None:
    if view.chain is None or not _may_lay(view):
        return None
    left, right = map(view.chain.end, _from_the_left(view, view.chain))
    if left == right:
        words = Phrase("Both ends are a {number}. Where it glows you can play.", number=left)
    else:
        words = Phrase("The two ends are {left} and {right}. Where it glows you can play.", left=left, right=right)
    return PointedSentence(words, ends=(End.LEFT, End.RIGHT))


def _matching(view: View) -> PointedSentence | None:
    if view.chain is None or not _may_lay(view):
        return None
    return PointedSentence(Phrase("Equal numbers go together. The empty half is the 0."))


def _from_the_left(view: View, chain: Chain) -> tuple[End, End]:
    """The ends as they lie on the player's screen."""
    assert view.seat is not None
    assert view.opener is not None
    return ends_as_seen(chain, view.book, view.opener, view.seat)


def _fits(view: View) -> PointedSentence | None:
    """Why a tile fits: one that goes to one end only, where there is one, so that there is one reason."""
    plays = _may_lay(view)
    tiles = [play.tile for play in plays]
    play = next((play for play in plays if tiles.count(play.tile) == 1), plays[0] if plays else None)
    if play is None or play.end is None or view.chain is None:
        return None
    number = view.chain.end(play.end)
    words = Phrase("Your turn: this end asks for a {number}. Tap your {tile}.", number=number, tile=play.tile.spoken)
    return PointedSentence(words, play.tile, (play.end,), does="tap")


def _tools(view: View) -> PointedSentence | None:
    """What stands under one's tiles."""
    if not _may_lay(view) or not _has_moved(view):
        return None
    return PointedSentence(Phrase("The bulb gives a hint; the arrow takes your move back."))


def _double(view: View) -> PointedSentence | None:
    """What is new in a later turn, one thing at a time: a double can be laid; or a tile fits both ends; or there is a
    choice."""
    tile = next((play.tile for play in _may_lay(view) if play.tile.is_double), None)
    if tile is None or not _has_moved(view):
        return None
    return PointedSentence(Phrase("A double, like your {tile}, lies across the line.", tile=tile.spoken))


def _both(view: View) -> PointedSentence | None:
    tiles = [play.tile for play in _may_lay(view)]
    tile = next((tile for tile in tiles if tiles.count(tile) > 1), None)
    if tile is None or not _has_moved(view) or _double(view) is not None:
        return None
    return PointedSentence(Phrase("Your {tile} fits both ends: tap it, then an end.", tile=tile.spoken), does="tap")


def _choice(view: View) -> PointedSentence | None:
    tiles = {play.tile for play in _may_lay(view)}
    if len(tiles) < 2 or not _has_moved(view) or _double(view) is not None or _both(view) is not None:
        return None
    return PointedSentence(Phrase("{count} of your tiles fit: lay the one you like.", count=len(tiles)), does="tap")


def _my_last(view: View) -> PointedSentence | None:
    if not _may_lay(view) or view.counts[(view.seat or 0) - 1] != 1:
        return None
    return PointedSentence(Phrase("One tile left: if you lay it, you two win."), does="tap")


def _their_last(view: View) -> PointedSentence | None:
    """Somebody else is about to go out."""
    last = [seat for seat, count in enumerate(view.counts, start=1) if count == 1 and seat != view.seat]
    if not last or not view.plays:
        return None
    return PointedSentence(Phrase("{name} has one tile left: whoever runs out wins.", name=view.names[last[0] - 1]))


def _they_passed(view: View) -> PointedSentence | None:
    """Somebody else has passed since one's own last move."""
    if not view.plays:
        return None
    chain: Chain | None = None
    said: Phrase | None = None
    for move in view.moves:
        match move:
            case TilePlaced(tile=tile, end=end):
                chain = Chain.opened(tile) if chain is None or end is None else chain.placed(tile, end)
            case TurnPassed(seat=seat) if chain is not None and seat != view.seat:
                said = _lacked(view.names[seat - 1], chain.left, chain.right)
        if getattr(move, "seat", None) == view.seat:
            said = None
    return None if said is None else PointedSentence(said)


def _lacked(name: str, left: int, right: int) -> Phrase:
    if left == right:
        return Phrase("{name} passed: not one {number} to lay.", name=name, number=left)
    return Phrase("{name} passed: neither a {left} nor a {right} to lay.", name=name, left=left, right=right)


def _i_pass(view: View) -> PointedSentence | None:
    if not any(isinstance(play, PassTurn) for play in view.plays):
        return None
    return PointedSentence(Phrase("None of your tiles fits: you pass, the next one plays."), does="pass")


def _may_lay(view: View) -> list[PlaceTile]:
    return [play for play in view.plays if isinstance(play, PlaceTile)]


# --- when the hand is over --------------------------------------------------------------------------------------------


def _block(view: View) -> PointedSentence | None:
    line = _counted(view)
    if line is None or line.how != "block" or view.chain is None:
        return None
    why = why_nobody_plays(view.chain, view.book.options.set)
    return PointedSentence(Phrase("Blocked: {why}.", why=why), ends=(End.LEFT, End.RIGHT))


def _domino(view: View) -> PointedSentence | None:
    line = _counted(view)
    if line is None or line.went_out is None:
        return None
    if line.went_out == view.seat:
        return PointedSentence(Phrase("You go out: domino! If nobody can, it is a block."))
    name = view.names[line.went_out - 1]
    return PointedSentence(Phrase("{name} goes out: domino. If nobody can, it is a block.", name=name))


def _count(view: View) -> PointedSentence | None:
    line = _counted(view)
    if line is None or line.side is None:
        return None
    if line.how == "block":
        return PointedSentence(Phrase("The lowest sum wins, and writes all {points}.", points=line.points))
    terms = " + ".join(str(pips) for pips in line.left if pips)
    whole = str(line.points) if terms == str(line.points) else f"{terms} = {line.points}"
    return PointedSentence(Phrase("Pips left: {sum} for whoever wins.", sum=whole))


def _why(view: View) -> PointedSentence | None:
    line = _counted(view)
    if line is None:
        return None
    ours, theirs = (sum(line.left[seat - 1] or 0 for seat in side) for side in _us_and_them(view))
    mine = line.side is not None and view.seat in line.side
    if line.side is None:
        words = Phrase("Nobody wins: both pairs have {points}.", points=ours)
    elif line.went_out is None and mine:
        words = Phrase("You two win: you have {ours}, they have {theirs}.", ours=ours, theirs=theirs)
    elif line.went_out is None:
        words = Phrase("They win: they have {theirs}, you two {ours}.", ours=ours, theirs=theirs)
    elif line.went_out == view.seat:
        words = Phrase("You two win: you were the first to finish.")
    elif mine:
        words = Phrase("You two win: {name} was the first to finish.", name=view.names[line.went_out - 1])
    else:
        words = Phrase("They win: {name} was the first to finish.", name=view.names[line.went_out - 1])
    return PointedSentence(words)


def _practice(view: View) -> PointedSentence | None:
    """That nothing of it counts, and what a match is."""
    if _counted(view) is None:
        return None
    return PointedSentence(Phrase("That was for practice. A match is several hands."), does="play")


def _counted(view: View) -> HandScored | None:
    """The line of the hand that has just been played to its end."""
    line = view.lines[-1] if view.lines and view.phase in (COUNTING, ENDED) else None
    return line if line is not None and line.how in ("domino", "block") else None


def _us_and_them(view: View) -> tuple[Iterable[int], Iterable[int]]:
    mine = next(side for side in view.sides if view.seat in side)
    return mine, [seat for side in view.sides if side != mine for seat in side]


Moment = Callable[[View], PointedSentence | None]

STEPS: Final[tuple[dict[str, Moment], ...]] = (
    {"pairs": _pairs, "opening": _opening, "order": _order},
    {"ends": _ends},
    {"matching": _matching},
    {"fits": _fits, "tools": _tools, "double": _double, "both": _both, "choice": _choice},
    {"they_passed": _they_passed, "pass": _i_pass},
    {"my_last": _my_last, "their_last": _their_last, "block": _block, "domino": _domino},
    {"count": _count},
    {"why": _why, "practice": _practice},
)
"""What there is to learn in a hand, each with the moments at which it is told."""
