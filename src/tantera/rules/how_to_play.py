"""A book told to somebody who has never played: who opens, how one plays and passes, what ends a hand, what it brings
and how the match is won. Two minutes to read, and nothing that a newcomer can do without.

Every sentence is chosen by what the book sets, so that a club's own book is told as truly as ours. A value that nobody
has written a sentence for raises: it is never told as if it were another.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from tantera.rules.counting import BLOCKS, SCORINGS, TIED_BLOCKS
from tantera.rules.functions import HandFacts
from tantera.rules.glossary import bonus_points
from tantera.rules.schema import Book
from tantera.tiles import Tile
from tantera.words import Phrase

Subject = Literal["players", "opening", "placing", "passing", "ending", "counting", "winning"]


class Statement(NamedTuple):
    """One sentence of the page."""

    says: str
    """What it is about: the setting that chose it, and its value. A test holds each of them against the engine."""
    words: Phrase
    article: str
    """Where the book itself says so."""


class Chapter(NamedTuple):
    """What belongs together."""

    subject: Subject
    title: Phrase
    statements: tuple[Statement, ...]


TITLES: Final[dict[Subject, str]] = {
    "players": "Players and tiles",
    "opening": "Opening",
    "placing": "Laying a tile",
    "passing": "Passing",
    "ending": "How a hand ends",
    "counting": "Counting",
    "winning": "Winning",
}


def how_to_play(book: Book) -> tuple[Chapter, ...]:
    """The page of a book.

    >>> from tantera.rules import load_book
    >>> chapters = how_to_play(load_book("clasico"))
    >>> [str(one.words) for one in chapters[-1].statements]
    ['Whoever gets to 100 points first wins the match.']
    """
    chapters = {
        "players": _players(book),
        "opening": _opening(book),
        "placing": _placing(book),
        "passing": _passing(book),
        "ending": _ending(book),
        "counting": _counting(book),
        "winning": _winning(book),
    }
    return tuple(Chapter(subject, Phrase(title), tuple(chapters[subject])) for subject, title in TITLES.items())


# --- players and tiles ------------------------------------------------------------------------------------------------

_PLAY: Final = {
    "pairs": "Four play, two against two: your partner sits opposite you.",
    "alone": "{players} play, everybody alone.",
}
_TURNS: Final = {
    "to_the_right": "Turns go round to the right.",
    "to_the_left": "Turns go round to the left, clockwise.",
}


def _players(book: Book) -> Iterator[Statement]:
    options, cites = book.options, book.cites
    yield Statement(f"play.{options.play}", Phrase(_PLAY[options.play], players=options.players), cites.seating)
    highest = options.set.highest_suit
    dealt = Phrase(
        "There are {count} tiles, from 0-0 to {highest}. You take {each}, and only you see them.",
        count=len(options.set.tiles),
        highest=Tile.of(highest, highest).spoken,
        each=options.tiles_each,
    )
    yield Statement("tiles", dealt, cites.deal)
    if asleep := _asleep(book):
        yield Statement("asleep", Phrase("The other {count} sleep: they stay face down.", count=asleep), cites.deal)
    yield Statement(f"turns.{options.turns}", Phrase(_TURNS[options.turns]), cites.turn)


def _asleep(book: Book) -> int:
    """How many tiles nobody takes, where everybody is in."""
    return len(book.options.set.tiles) - book.options.players * book.options.tiles_each


# --- opening ----------------------------------------------------------------------------------------------------------

_DRAWN: Final = {
    "sum": "For the first hand everybody turns up a tile: whoever has the most pips on it opens.",
    "number": "For the first hand everybody turns up a tile: whoever has the highest number on it opens.",
}
_FIRST_TILE: Final = {
    "any": "You may open with any tile.",
    "double": "The first hand is opened with a double, if the opener holds one.",
    "highest_double": "The first hand is opened with the highest double that the opener holds.",
}
_ANY_AFTER_DOUBLE: Final = "Whoever opens lays any tile, in the first hand too: it need not be that double."
_BY_DOUBLE: Final = "In a hand that the double opens, it is that double that is laid."
_NEXT_OF_PAIRS: Final = {
    "right": "The next hand is opened by the next player, and so it goes round.",
    "last_tile": "The next hand is opened by whoever laid the last tile.",
    "winner": "The next hand is opened by the winners: by whoever went out.",
    "loser": "The next hand is opened by the losers.",
    "winners_choose": "The next hand is opened by the winners, who choose which of the two.",
    "highest_double": "The next hand, too, is opened by whoever holds the highest double.",
}
_NEXT_ALONE: Final = _NEXT_OF_PAIRS | {
    "winner": "The next hand is opened by whoever won.",
    "loser": "The next hand is opened by whoever was left with the most pips.",
    "winners_choose": "The next hand is opened by whoever won.",
}
_CHOOSING: Final = {
    "before_dealing": "They say so before the tiles are dealt.",
    "after_lifting": "They say so when they have seen their tiles.",
}


def _opening(book: Book) -> Iterator[Statement]:
    options, cites, pairs = book.options, book.cites, book.options.play == "pairs"
    if options.first_opener == "draw":
        yield Statement(f"draw.{options.draw_order}", Phrase(_DRAWN[options.draw_order]), cites.seating)
        if book.customs.seating == "by_draw":
            yield Statement("seating.by_draw", Phrase("Whoever opens also chooses where to sit."), cites.seating)
    elif options.first_opener == "double":
        highest = Tile.of(options.set.highest_suit, options.set.highest_suit)
        first = Phrase("The first hand is opened by whoever holds the {tile}.", tile=highest.spoken)
        if _asleep(book):
            first = Phrase("The first hand is opened by whoever holds the highest double.")
        yield Statement("first_opener.double", first, cites.seating)
    else:
        agreed = {"agreed": "The table agrees who opens the first hand."}[options.first_opener]
        yield Statement("first_opener.agreed", Phrase(agreed), cites.seating)
    by_double = options.next_opener == "highest_double" and options.first_opener == "double"
    if options.first_tile == "highest_double" and by_double:
        yield Statement("first_tile.by_double", Phrase(_BY_DOUBLE), cites.opening_tile)
    elif options.first_tile == "any" and options.first_opener == "double":
        yield Statement("first_tile.any", Phrase(_ANY_AFTER_DOUBLE), cites.opening_tile)
    else:
        yield Statement(f"first_tile.{options.first_tile}", Phrase(_FIRST_TILE[options.first_tile]), cites.opening_tile)
    following = (_NEXT_OF_PAIRS if pairs else _NEXT_ALONE)[options.next_opener]
    yield Statement(f"next_opener.{options.next_opener}", Phrase(following), cites.opener)
    if options.next_opener == "winners_choose" and pairs:
        yield Statement(f"choose.{options.choose_opener}", Phrase(_CHOOSING[options.choose_opener]), cites.opener)
    if options.first_tile != "any" and options.next_opener != "highest_double":
        yield Statement("later_tile", Phrase("Later hands may be opened with any tile."), cites.opening_tile)


# --- laying a tile and passing ----------------------------------------------------------------------------------------


def _placing(book: Book) -> Iterator[Statement]:
    cites, customs = book.cites, book.customs
    fits = "In your turn you lay a tile on one of the two open ends: what touches shows the same number."
    yield Statement("fits", Phrase(fits), cites.fit)
    yield Statement("across", Phrase("A double lies across the line."), cites.fit)
    if customs.equal_ends == "right_hand":
        right = "Where both ends show the same number, you play on the one to your right."
        yield Statement("equal_ends.right_hand", Phrase(right), cites.equal_ends)
    if customs.two_doubles_from_hand is not None:
        two = "From hand {hand} on you may lay two doubles in one turn, one on each end."
        yield Statement("two_doubles", Phrase(two, hand=customs.two_doubles_from_hand), cites.two_doubles)


def _passing(book: Book) -> Iterator[Statement]:
    options, cites, asleep = book.options, book.cites, _asleep(book)
    yield Statement("must_play", Phrase("Whoever can play must play."), cites.must_play)
    draws = book.may_draw(options.players) and asleep > options.reserve
    if not draws:
        yield Statement("pass", Phrase("If none of your tiles fits, you pass: the next one plays."), cites.must_play)
        if options.boneyard != "none" and book.re_entry is not None:
            later = "Once {count} or fewer are in, you may first take a tile that sleeps."
            fewer = min(book.customs.draws_up_to, options.players - 1)
            yield Statement("boneyard.later", Phrase(later, count=fewer), cites.drawing)
    elif options.draws_until_it_fits:
        until = (
            "If none of your tiles fits, you draw from those that sleep until one does; if there are no more, you pass."
        )
        yield Statement("boneyard.until_fits", Phrase(until), cites.drawing)
    else:
        one = "If none of your tiles fits, you may take one that sleeps; if that does not fit either, you pass."
        yield Statement("boneyard.one", Phrase(one), cites.drawing)
    if draws and options.reserve:
        kept = Phrase("The last {count} that sleep are never drawn.", count=options.reserve)
        yield Statement("reserve", kept, cites.drawing)


# --- how a hand ends --------------------------------------------------------------------------------------------------

_BLOCK_OF_PAIRS: Final = {
    "pair": "A block is won by the pair that has fewer pips left, both partners' tiles together.",
    "lowest_player": "A block is won by the one player who has the fewest pips left, and with them by the partner.",
    "closer_against_next": "Whoever closed it and the next player compare tiles: fewer pips win it for the pair.",
    "closer_against_previous": "Whoever closed it and the player before compare tiles: fewer pips win it for the pair.",
    "nobody": "Nobody wins a block.",
}
_BLOCK_ALONE: Final = _BLOCK_OF_PAIRS | {
    "pair": "A block is won by whoever has the fewest pips left.",
    "lowest_player": "A block is won by whoever has the fewest pips left.",
    "closer_against_next": "Whoever closed it and the next player compare tiles: fewer pips win.",
    "closer_against_previous": "Whoever closed it and the player before compare tiles: fewer pips win.",
}
_UNWON: Final = {
    "nobody_same_opener": "Then the same player opens again.",
    "nobody_moves_on": "Then the opening moves on.",
    "nobody_highest_double": "Then the highest double opens the next hand.",
}


def _ending(book: Book) -> Iterator[Statement]:
    options, cites, pairs = book.options, book.cites, book.options.play == "pairs"
    if book.partners_play_on:
        out = "Whoever has laid their last tile waits: the hand ends when both partners of a pair have."
        yield Statement("out.partners_play_on", Phrase(out), cites.turn)
    else:
        out = "A hand ends when somebody lays their last tile: that is a dominó, and it wins the hand."
        yield Statement("out", Phrase(out), cites.count)
    yield Statement("block", Phrase("Or when nobody can play any more: that is a block, a tranque."), cites.count)
    article = cites.tied_block or cites.count
    if options.closing == "forced":
        only = Phrase("You may close a hand only if you have no other move.")
        yield Statement("closing.forced", only, cites.closing or article)
    won = (_BLOCK_OF_PAIRS if pairs else _BLOCK_ALONE)[options.block]
    yield Statement(f"block.{options.block}", Phrase(won), article)
    if options.block == "nobody":
        level = Phrase(_UNWON[options.tied_block])
    else:
        level = Phrase("If they are level, {law}.", law=Phrase(TIED_BLOCKS[options.tied_block].law))
    yield Statement(f"tied_block.{options.tied_block}", level, article)


# --- counting ---------------------------------------------------------------------------------------------------------

_SCORING: Final = {
    "all": "Whoever wins the hand scores all the pips that are left, their own too.",
    "opponents": "Whoever wins the hand scores the pips that the others have left.",
    "own_loss": "Everybody but the winner writes down the pips they have left: points are bad.",
    "fixed": "Pips are not counted: a hand is worth what it is worth.",
    "nothing": "What is left at the end of a hand counts for nobody.",
}
_PRIZES: Final = {
    "domino": "Going out is worth {points}.",
    "double": "Going out with a double is worth {points}.",
    "capicua": "Going out with a tile that fitted both ends is worth {points}.",
    "double_capicua": "Going out with a double that fitted both ends is worth {points}.",
}
_OPEN_ENDS: Final = "You score as you lay: add up the two open ends, a double with both its halves."
_IN_PLAY: Final = {
    "fives_and_threes": "If that divides by five you score a fifth of it, if by three a third: 15 brings 3 and 5.",
    "fives": "If that divides by five, you score it.",
}
_RAISED_AFTER: Final = {"tied_block": "After a level block", "block": "After any block"}


def _counting(book: Book) -> Iterator[Statement]:
    options, cites = book.options, book.cites
    if book.points_in_play is not None:
        in_play, article = book.points_in_play, cites.in_play or cites.count
        yield Statement("in_play", Phrase(_OPEN_ENDS), article)
        yield Statement(f"in_play.{in_play.count}", Phrase(_IN_PLAY[in_play.count]), article)
        if in_play.last_tile:
            last = Phrase("Going out brings {points} more.", points=in_play.last_tile)
            yield Statement("in_play.last_tile", last, article)
    yield Statement(f"scoring.{options.scoring}", Phrase(_SCORING[options.scoring]), cites.count)
    if book.prize is not None:
        for kind, points in book.prize.dominos.items():
            yield Statement(f"prize.{kind}", Phrase(_PRIZES[kind], points=points), cites.count)
    yield from _block_points(book)
    for bonus in book.bonuses:
        more = Phrase("On top of it: {what}, {points}.", what=bonus.rule.explained, points=bonus_points(bonus))
        yield Statement(f"bonus.{bonus.kind}", more, bonus.article or cites.count)
    yield from _raises(book)


def _block_points(book: Book) -> Iterator[Statement]:
    """What a block brings, where it is not what any hand does."""
    options, article = book.options, book.cites.tied_block or book.cites.count
    if options.block == "nobody":
        return
    if options.block_points == "nothing" or (book.prize is not None and not book.prize.block):
        yield Statement("block_points.nothing", Phrase("A block brings no points, whoever wins it."), article)
    elif book.prize is not None:
        worth = Phrase("Winning a block is worth {points}.", points=book.prize.block)
        yield Statement("prize.block", worth, article)


def _raises(book: Book) -> Iterator[Statement]:
    options, raises, article = book.options, book.raises, book.cites.tied_block or book.cites.count
    level = options.tied_block.startswith("nobody_")
    if raises is not None and (raises.after == "block" or level):
        after = Phrase(_RAISED_AFTER[raises.after])
        if raises.factor > 1:
            times = Phrase("{after} the next hand counts times {factor}.", after=after, factor=raises.factor)
            yield Statement("raises.factor", times, article)
        if raises.add == "worth":
            yield Statement("raises.worth", Phrase("{after} its points go to the next hand.", after=after), article)
        elif raises.add:
            more = Phrase("{after} the next hand brings {points} more.", after=after, points=raises.add)
            yield Statement("raises.add", more, article)
    if options.tied_worth > 1 and level:
        times = Phrase("After a level block the next hand counts times {factor}.", factor=options.tied_worth)
        yield Statement("tied_worth", times, article)


# --- a block, counted -------------------------------------------------------------------------------------------------

LEFT_OVER: Final = ("63", "65.21", "30", "42")
"""What four players have left in the example, by seat from one's own on."""
CLOSER: Final = 4
"""Who closed it: the player before oneself."""
_WON_BY_PAIR: Final = {1: "You two win it and score {points}.", 2: "The others win it and score {points}."}
_WON_ALONE: Final = {
    1: "You win it and score {points}.",
    2: "The next player wins it and scores {points}.",
    3: "The player opposite wins it and scores {points}.",
    4: "The player before you wins it and scores {points}.",
}


class BlockOutcome(NamedTuple):
    """What a block comes to, before anything on top of it."""

    winners: tuple[int, ...]
    written: tuple[int, ...]
    """By side."""


class CountedBlock(NamedTuple):
    """A block with everything told: what everybody has left, and what it comes to under a book."""

    told: Phrase
    outcome: Phrase
    racks: tuple[tuple[Tile, ...], ...]
    """By seat from one's own on."""


def counted_block(book: Book) -> CountedBlock | None:
    """The example of a book; None where four do not play, or where a block brings nobody anything.

    >>> from tantera.rules import load_book
    >>> str(counted_block(load_book("clasico")).outcome)
    'You two win it and score 32.'
    """
    options = book.options
    if options.players != 4 or options.scoring == "nothing" or options.block == "nobody":
        return None
    racks = tuple(tuple(map(Tile.parse, rack.split("."))) for rack in LEFT_OVER)
    left = tuple(sum(tile.pips for tile in rack) for rack in racks)
    sides = ((1, 3), (2, 4)) if options.play == "pairs" else ((1,), (2,), (3,), (4,))
    outcome = outcome_of_block(book, HandFacts(1, sides, left, CLOSER))
    sentence = _LEFT_OVER_OF_PAIRS if options.play == "pairs" else _LEFT_OVER_ALONE
    facts = {"own": left[0], "opposite": left[2], "next": left[1], "before": left[3]}
    return CountedBlock(Phrase(sentence, **facts), _told_outcome(book, sides, outcome), racks)


_LEFT_OVER_OF_PAIRS: Final = (
    "For example: the player before you has closed the hand. You have {own} pips left, your partner {opposite}, "
    "the next player {next}, the one before you {before}."
)
_LEFT_OVER_ALONE: Final = (
    "For example: the player before you has closed the hand. You have {own} pips left, the player opposite {opposite}, "
    "the next player {next}, the one before you {before}."
)


def outcome_of_block(book: Book, facts: HandFacts) -> BlockOutcome:
    """Who wins a block, and what each side writes for it."""
    options = book.options
    best = BLOCKS[options.block].best(facts)
    winners = best[0] if len(best) == 1 else TIED_BLOCKS[options.tied_block](facts, best).winners
    if not winners or options.block_points == "nothing":
        return BlockOutcome(winners, (0,) * len(facts.sides))
    prize = 0 if book.prize is None else book.prize.block
    return BlockOutcome(winners, SCORINGS[options.scoring](facts._replace(winners=winners, prize=prize)))


def _told_outcome(book: Book, sides: tuple[tuple[int, ...], ...], outcome: BlockOutcome) -> Phrase:
    if book.options.points_hurt:
        written = zip(sides, outcome.written, strict=True)
        others = ", ".join(str(points) for side, points in written if side != outcome.winners)
        return Phrase("Whoever has fewest writes nothing, the others {points}.", points=others)
    won = (_WON_BY_PAIR if len(sides) == 2 else _WON_ALONE)[outcome.winners[0]]
    return Phrase(won, points=outcome.written[sides.index(outcome.winners)])


# --- winning ----------------------------------------------------------------------------------------------------------

_RESETS: Final = {
    "others": "When a side wins a hand, all the others lose their points: they have to be won in a row.",
    "everybody": "When every side has points, everybody begins again at nothing.",
    "one_all": "When every side has points, everybody begins again at nothing; only at one all the next hand decides.",
}
_AT_TIME: Final = {
    "stop": "After {minutes} minutes the match stops at once, and the hand in play does not count.",
    "finish_hand": "After {minutes} minutes the hand in play is the last one.",
    "extra_hands": "After {minutes} minutes {hands} more hands are played, the one in play included.",
    "finish_and_extra": "After {minutes} minutes the hand in play is finished and {hands} more are played.",
}
_AHEAD: Final = {False: "Whoever has more points then wins.", True: "Whoever has fewer points then wins."}
_LEVEL_AT_END: Final = {
    "ruling": "If they are level then, the judges say who wins.",
    "one_more_hand": "If they are level then, one more hand is played.",
    "half_point": "If they are level then, nobody wins.",
}


def _winning(book: Book) -> Iterator[Statement]:
    options, cites, limit = book.options, book.cites, book.options.limit
    if limit.points is not None:
        yield from _to_points(book, limit.points)
    if options.reset != "never":
        yield Statement(f"reset.{options.reset}", Phrase(_RESETS[options.reset]), cites.limit)
    if limit.hands is not None:
        ends = Phrase("After {hands} hands the match is over.", hands=limit.hands)
        yield Statement("limit.hands", ends, cites.limit)
    if limit.minutes is not None:
        sentence = Phrase(_AT_TIME[options.at_time], minutes=limit.minutes, hands=book.extra_hands)
        yield Statement(f"at_time.{options.at_time}", sentence, cites.time)
    if limit.hands is not None or limit.minutes is not None:
        yield Statement("ahead", Phrase(_AHEAD[options.points_hurt]), cites.limit)
        level = Phrase(_LEVEL_AT_END[options.level_at_end])
        yield Statement(f"level_at_end.{options.level_at_end}", level, cites.level or cites.time)
    if book.best_of > 1:
        most = Phrase("The best of {count} matches wins the series.", count=book.best_of)
        yield Statement("best_of", most, cites.limit)


def _to_points(book: Book, points: int) -> Iterator[Statement]:
    cites, in_play = book.cites, book.points_in_play
    if book.re_entry is not None:
        over = "Whoever goes over {points} points comes back with the worst score under it, {most} times at most."
        article = cites.re_entries or cites.limit
        yield Statement("re_entry", Phrase(over, points=points, most=book.re_entry.most), article)
        if len(set(book.re_entry.factors)) > 1:
            factors = " · ".join(f"×{factor}" for factor in book.re_entry.factors[1:])
            dearer = Phrase("Each time back, points count more: {factors}.", factors=factors)
            yield Statement("re_entry.factors", dearer, article)
        yield Statement("last_one_in", Phrase("Whoever is the last one in wins."), cites.limit)
    elif book.options.points_hurt:
        fewest = Phrase("When somebody gets to {points} points, whoever has fewest wins.", points=points)
        yield Statement("limit.fewest", fewest, cites.limit)
    elif in_play is not None and in_play.exact:
        exact = "Whoever gets to exactly {points} points wins; a score that would go past it is not written."
        yield Statement("limit.exact", Phrase(exact, points=points), cites.limit)
    else:
        first = Phrase("Whoever gets to {points} points first wins the match.", points=points)
        yield Statement("limit.points", first, cites.limit)
