"""Every sentence of every book's page on how it is played is held against matches that the engine plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tantera.play import events as e
from tantera.play import evolve, legal_moves, start_match
from tantera.play.match import CHOOSING, DEALING, Match
from tantera.play.moves import closes
from tantera.play.orders import PlaceTile
from tantera.rules import BOOKS, Book, load_book, read_book, with_options
from tantera.rules.functions import HandFacts
from tantera.rules.how_to_play import Statement, how_to_play, outcome_of_block
from tantera.tiles import Tile, tiles_in
from tests.play.tables import play_match

CLUBS = sorted(path.stem for path in (Path(__file__).parents[2] / "examples" / "books").glob("*.toml"))
OPTIONS: dict[str, dict[str, Any]] = {
    "alone, one drawn": {"play": "alone", "players": 3, "boneyard": "one", "next_opener": "loser"},
    "alone, drawn until it fits": {"play": "alone", "players": 2, "boneyard": "until_fits", "reserve": 2},
    "double nine, agreed": {"set": "double-nine", "first_opener": "agreed", "first_tile": "double"},
    "by number": {"first_opener": "draw", "draw_order": "number", "next_opener": "loser", "tied_block": "closer_loses"},
    "fewest points": {"scoring": "own_loss", "play": "alone", "limit": "60p", "next_opener": "winner"},
    "the next compared": {"block": "closer_against_next", "tied_block": "mano_wins", "block_points": "nothing"},
    "in a row": {"reset": "others", "limit": "3p"},
    "short": {"limit": "200p 3h", "level_at_end": "half_point", "tied_worth": 2},
}
"""Tables of the classic book that set what no book does."""
NAMES = (*BOOKS, *CLUBS, *OPTIONS)


def book_called(name: str) -> Book:
    if name in CLUBS:
        return read_book(Path(__file__).parents[2] / "examples" / "books" / f"{name}.toml")
    if name not in OPTIONS:
        return load_book(name)
    base = load_book("jamaica-six-love") if "reset" in OPTIONS[name] else load_book("clasico")
    return with_options(base, OPTIONS[name])


class Step(NamedTuple):
    before: Match
    event: e.Event
    after: Match


@cache
def steps(name: str) -> tuple[Step, ...]:
    """Some matches of a book by chance, event by event."""
    book, found = book_called(name), list[Step]()
    for seed in range(3):
        _, events = play_match(book, seed, most=3000)
        assert isinstance(events[0], e.MatchStarted)
        match = start_match(book, events[0])
        for event in events[1:]:
            after = evolve(match, event)
            found.append(Step(match, event, after))
            match = after
    return tuple(found)


def lines(name: str) -> Iterator[tuple[Match, e.HandScored]]:
    """Every hand that was played to its end: the match before its line was written, and the line."""
    for before, event, _ in steps(name):
        if isinstance(event, e.HandScored) and event.how in ("domino", "block"):
            yield before, event


def opened(name: str) -> Iterator[tuple[Match, e.TilePlaced]]:
    """Every opening tile, with the match before it."""
    for before, event, _ in steps(name):
        if isinstance(event, e.TilePlaced) and event.end is None:
            yield before, event


def hand(match: Match) -> Any:
    assert match.hand is not None
    return match.hand


def side_pips(match: Match, line: e.HandScored, side: tuple[int, ...]) -> int:
    return sum(line.left[seat - 1] or 0 for seat in side)


def after_of(match: Match, seat: int) -> int:
    seats = match.seats
    return seats[(seats.index(seat) + 1) % len(seats)]


def before_of(match: Match, seat: int) -> int:
    seats = match.seats
    return seats[seats.index(seat) - 1]


def both_out(match: Match, seat: int) -> bool:
    """Whether this seat and its partner have laid all their tiles."""
    return not any(hand(match).racks[one - 1] for one in match.side_of(seat))


def highest_double(tiles: int) -> Tile | None:
    return max((tile for tile in tiles_in(tiles) if tile.is_double), default=None, key=lambda tile: tile.high)


Check = Callable[[str, Book, Statement], Iterator[bool]]
"""What was seen where the sentence says something: each has to be as it says, and some has to be seen."""
CHECKS: dict[str, Check] = {}
RARE = {"draw.number", "reserve", "first_tile.double", "raises.worth", "closing.forced", "double_capicua"}
"""What chance need not bring about in a few matches: it is looked at where it does."""
TOLD = {"across", "turns", "seating", "level_at_end", "at_time", "best_of", "ahead", "block"}
"""Nothing that happens in a match of chance shows these: how tiles lie (`tests/layout`), who sits where, what minutes
do and what is level then (`tests/articles`)."""


def check(*about: str) -> Callable[[Check], Check]:
    def keep(function: Check) -> Check:
        CHECKS.update(dict.fromkeys(about, function))
        return function

    return keep


@check("play.pairs", "play.alone")
def _(name: str, book: Book, told: Statement) -> Iterator[bool]:
    pairs = told.says == "play.pairs"
    for match, _ in lines(name):
        yield match.sides == (((1, 3), (2, 4)) if pairs else tuple((seat,) for seat in range(1, len(match.names) + 1)))
        yield pairs or len(match.names) == told.words.facts["players"]


@check("tiles", "asleep")
def _(name: str, book: Book, told: Statement) -> Iterator[bool]:
    facts: dict[str, Any] = told.words.facts
    for match, _ in opened(name):
        dealt = hand(match)
        if len(match.seats) < len(match.names):
            continue
        if told.says == "asleep":
            yield len(dealt.boneyard) == facts["count"]
        else:
            yield {len(rack) for rack in dealt.dealt} == {facts["each"]}
            yield facts["count"] == facts["each"] * len(match.names) + len(dealt.boneyard)
            yield facts["highest"] == max(tile.spoken for tile in book.options.set.tiles)


@check("draw.sum", "draw.number")
def _(name: str, book: Book, told: Statement) -> Iterator[bool]:
    for _, event, _ in steps(name):
        if isinstance(event, e.OpeningDrawn):
            worth = [tile.pips if told.says == "draw.sum" else tile.high for tile in event.tiles]
            yield worth[event.winner - 1] == max(worth)
    for match, _ in opened(name):
        yield match.hand_number != 1 or match.draw_winner in (None, hand(match).opener)


@check("first_opener.double")
def _(name: str, book: Book, told: Statement) -> Iterator[bool]:
    for match, _ in opened(name):
        if hand(match).number == 1:
            racks = hand(match).racks
            held = {seat: highest_double(racks[seat - 1]) for seat in match.seats}
            highest = max((tile.high for tile in held.values() if tile is not None), default=None)
            own = held[hand(match).opener]
            yield highest is None or (own is not None and own.high == highest)
            tile = told.words.facts.get("tile")
            yield tile is None or highest == int(str(tile)[0])


@check("first_opener.agreed")
def _(name: str, book: Book, told: Statement) -> Iterator[bool]:
    yield any(isinstance(event, e.OpenerAgreed) for _, event, _ in steps(name))


@check("first_tile.any", "first_tile.double", "first_tile.highest_double", "first_tile.by_double", "later_tile")
def _(name: str, book: Book, told: Statement) -> Iterator[bool]:
    for match, event in opened(name):
        rack = hand(match).racks[event.seat - 1]
        highest = highest_double(rack)
        free = len(legal_moves(hand(match))) == rack.bit_count()
        if told.says == "first_tile.any" or (told.says == "later_tile" and hand(match).number > 1):
            yield free or hand(match).by_double
        elif told.says == "first_tile.double" and hand(match).number == 1:
            yield highest is None or event.tile.is_double
        elif (told.says == "first_tile.highest_double" and hand(match).number == 1) or told.says.endswith("by_double"):
            yield event.tile == highest or highest is None


@check(*(f"next_opener.{rule}" for rule in ("right", "last_tile", "winner", "loser", "winners_choose")))
def _(name: str, book: Book, told: Statement) -> Iterator[bool]:
    for match, line in lines(name):
        if line.side is None or line.by_double is True or match.out:
            continue
        opener, following, last = hand(match).opener, line.next_opener, hand(match).last_placer
        match told.says.partition(".")[2]:
            case "right":
                yield following == after_of(match, opener)
            case "last_tile":
                yield following == last
            case "winner" | "winners_choose":
                yield following in line.side
                yield line.went_out in (None, following)
            case "loser":
                yield following not in line.side
                alone = len(match.sides) == len(match.names)
                yield not alone or line.left[(following or 1) - 1] == max(left or 0 for left in line.left)


@check("next_opener.highest_double")
def _(name: str, book: Book, told: Statement) -> Iterator[bool]:
    for match, event in opened(name):
        doubles = [highest_double(hand(match).racks[seat - 1]) for seat in match.seats]
        highest = max((tile.high for tile in doubles if tile is not None), default=-1)
        own = highest_double(hand(match).racks[event.seat - 1])
        yield highest < 0 or (own is not None and own.high == highest)


@check("choose.before_dealing", "choose.after_lifting")
def _(name: str, book: Book, told: Statement) -> Iterator[bool]:
    for before, event, _ in steps(name):
        if isinstance(event, e.OpenerAgreed) and before.lines:
            yield before.phase is (CHOOSING if told.says.endswith("after_lifting") else DEALING)


@check("fits")
def _(name: str, book: Book, told: Statement) -> Iterator[bool]:
    for before, event, after in steps(name):
        if isinstance(event, e.TilePlaced) and event.end is not None:
            number = hand(before).chain.end(event.end)
            yield event.tile.has(number)
            yield hand(after).chain.placements[-1].touching == number


@check("equal_ends.right_hand")
def _(name: str, book: Book, told: Statement) -> Iterator[bool]:
    seen = Counter[int]()
    for before, event, _ in steps(name):
        if isinstance(event, e.TilePlaced) and event.end is not None and len(set(hand(before).chain[:2])) == 1:
            ends = {order.end for order in legal_moves(hand(before)) if isinstance(order, PlaceTile)}
            seen[len(ends)] += 1
    yield seen[1] > 0
    yield seen[2] < seen[1]


@check("two_doubles")
def _(name: str, book: Book, told: Statement) -> Iterator[bool]:
    for before, event, _ in steps(name):
        if isinstance(event, e.DoublesPlaced):
            yield hand(before).number >= int(str(told.words.facts["hand"]))


@check("must_play", "pass", "boneyard.one", "boneyard.until_fits", "boneyard.later", "reserve")
def _(name: str, book: Book, told: Statement) -> Iterator[bool]:
    facts = told.words.facts
    for before, event, _ in steps(name):
        if not isinstance(event, e.TurnPassed | e.TileDrawn):
            continue
        match, drew = hand(before), isinstance(event, e.TileDrawn)
        fits = bool(match.racks[event.seat - 1] & match.chain.fitting)
        match told.says:
            case "must_play":
                yield not fits
            case "pass":
                yield not drew or len(before.seats) < len(before.names)
            case "boneyard.one":
                yield not fits and (not drew or not match.drew)
            case "boneyard.until_fits" if not drew:
                yield len(match.boneyard) <= book.options.reserve
            case "boneyard.later" if drew:
                yield len(before.seats) <= int(str(facts["count"]))
            case "reserve":
                yield len(match.boneyard) > int(str(facts["count"])) or not drew


@check("out", "out.partners_play_on")
def _(name: str, book: Book, told: Statement) -> Iterator[bool]:
    for match, line in lines(name):
        if line.how != "domino":
            continue
        assert line.side is not None
        assert line.went_out is not None
        yield line.went_out in line.side
        empty = {seat for seat in match.seats if not hand(match).racks[seat - 1]}
        yield empty == {line.went_out} if told.says == "out" else set(line.side) <= empty


@check("closing.forced")
def _(name: str, book: Book, told: Statement) -> Iterator[bool]:
    for (one, move, _), (_, event, _) in pairwise(steps(name)):
        if isinstance(event, e.HandBlocked) and isinstance(move, e.TilePlaced):
            yield all(closes(hand(one), order) for order in legal_moves(hand(one)))


@check(*(f"block.{rule}" for rule in ("pair", "lowest_player", "closer_against_next", "closer_against_previous")))
def _(name: str, book: Book, told: Statement) -> Iterator[bool]:
    for match, line in lines(name):
        if line.how != "block":
            continue
        yield not any(hand(match).racks[seat - 1] & hand(match).chain.fitting for seat in match.seats)
        closer = hand(match).last_placer
        compared = {
            "pair": [(side_pips(match, line, side), side) for side in match.sides if side[0] not in match.out],
            "lowest_player": [(line.left[seat - 1] or 0, match.side_of(seat)) for seat in match.seats],
            "closer_against_next": [
                (line.left[seat - 1] or 0, match.side_of(seat)) for seat in (closer, after_of(match, closer))
            ],
            "closer_against_previous": [
                (line.left[seat - 1] or 0, match.side_of(seat)) for seat in (closer, before_of(match, closer))
            ],
        }[told.says.partition(".")[2]]
        fewest = min(pips for pips, _ in compared)
        best = {side for pips, side in compared if pips == fewest}
        yield len(best) > 1 or line.side in best


@check("block.nobody")
def _(name: str, book: Book, told: Statement) -> Iterator[bool]:
    for _, line in lines(name):
        if line.how == "block":
            yield line.side is None


@check(*(f"tied_block.{rule}" for rule in ("nobody_same_opener", "nobody_moves_on", "nobody_highest_double")))
def _(name: str, book: Book, told: Statement) -> Iterator[bool]:
    for match, line in lines(name):
        if line.how == "block" and line.side is None and not match.out:
            following = {
                "nobody_same_opener": hand(match).opener,
                "nobody_moves_on": after_of(match, hand(match).opener),
                "nobody_highest_double": None,
            }[told.says.partition(".")[2]]
            yield line.next_opener == following and line.points == 0


@check("tied_block.mano_wins", "tied_block.closer_wins", "tied_block.closer_loses")
def _(name: str, book: Book, told: Statement) -> Iterator[bool]:
    for match, line in lines(name):
        if line.how != "block":
            continue
        yield line.side is not None
        sides = {side: side_pips(match, line, side) for side in match.sides if side[0] not in match.out}
        tied = [side for side, pips in sides.items() if pips == min(sides.values())]
        if book.options.block != "pair" or len(tied) < 2:
            continue
        if told.says.endswith("mano_wins"):
            order = sorted(match.seats, key=lambda seat: (seat - hand(match).opener) % len(match.names))
            yield line.side == match.side_of(next(seat for seat in order if any(seat in side for side in tied)))
        else:
            yield (hand(match).last_placer in (line.side or ())) == told.says.endswith("closer_wins")


@check(*(f"scoring.{rule}" for rule in ("all", "opponents", "own_loss", "fixed", "nothing")))
def _(name: str, book: Book, told: Statement) -> Iterator[bool]:
    rule = told.says.partition(".")[2]
    for match, line in lines(name):
        if line.side is None or match.worth > 1 or match.carried or (line.how == "block" and not line.points):
            continue
        everything = sum(left or 0 for left in line.left)
        if rule in ("all", "opponents"):
            yield line.points == everything - (side_pips(match, line, line.side) if rule == "opponents" else 0)
            yield line.written[match.sides.index(line.side)] == line.points
        elif rule == "own_loss":
            yield line.written[match.sides.index(line.side)] == 0
            factors = (1,) * 4 if book.re_entry is None else book.re_entry.factors
            yield all(
                written == side_pips(match, line, side) * factors[match.re_entries[side[0] - 1]]
                for side, written in zip(match.sides, line.written, strict=True)
                if side != line.side
            )
        elif rule == "fixed":
            assert book.prize is not None
            yield line.points in {book.prize.block, *book.prize.dominos.values()}
        else:
            yield line.points == 0


@check(*(f"prize.{kind}" for kind in ("domino", "double", "capicua", "double_capicua", "block")))
def _(name: str, book: Book, told: Statement) -> Iterator[bool]:
    kind, points = told.says.partition(".")[2], told.words.facts["points"]
    for match, line in lines(name):
        if line.side is None or match.worth > 1 or match.carried:
            continue
        if line.how == "block":
            yield kind != "block" or line.points == points
            continue
        last = hand(match).chain.placements[-1]
        ends = {last.touching, hand(match).chain.right if str(last.end) == "<" else hand(match).chain.left}
        both = last.tile.is_double and len(ends) == 1
        capicua = not last.tile.is_double and all(last.tile.has(number) for number in ends) and len(ends) == 2
        what = "double_capicua" if both else "double" if last.tile.is_double else "capicua" if capicua else "domino"
        kinds = () if book.prize is None else book.prize.dominos
        if kind == (what if what in kinds else "double" if both and "double" in kinds else "domino"):
            yield line.points == points


@check("block_points.nothing")
def _(name: str, book: Book, told: Statement) -> Iterator[bool]:
    for _, line in lines(name):
        if line.how == "block":
            yield line.points == 0


@check("raises.add", "raises.factor", "tied_worth", "raises.worth")
def _(name: str, book: Book, told: Statement) -> Iterator[bool]:
    for _, event, after in steps(name):
        if isinstance(event, e.HandScored) and event.how in ("domino", "block"):
            any_block = book.raises is not None and book.raises.after == "block"
            blocked = event.how == "block" and (any_block or event.side is None)
            if told.says == "raises.add":
                yield (after.carried > 0) == blocked
            elif told.says in ("raises.factor", "tied_worth"):
                yield (after.worth > 1) == blocked


@check("in_play", "in_play.fives_and_threes", "in_play.fives")
def _(name: str, book: Book, told: Statement) -> Iterator[bool]:
    for before, event, after in steps(name):
        if isinstance(event, e.TilePlaced) and event.end is not None and event.points:
            chain = hand(after).chain
            doubles = [
                next((one for one in reversed(chain.placements) if one.end == end), chain.placements[0]).tile.is_double
                for end in ("<", ">")
            ]
            pips = sum(number * (1 + double) for number, double in zip(chain[:2], doubles, strict=True))
            fifth, third = pips // 5 * (pips % 5 == 0), pips // 3 * (pips % 3 == 0)
            own = book.points_in_play.count if book.points_in_play is not None else ""
            out = 0 if book.points_in_play is None else book.points_in_play.last_tile * both_out(after, event.seat)
            yield event.points == (fifth + third if own == "fives_and_threes" else fifth * 5) + out
            yield before.score[0] + before.score[1] + event.points == after.score[0] + after.score[1]


@check("in_play.last_tile")
def _(name: str, book: Book, told: Statement) -> Iterator[bool]:
    yield book.points_in_play is not None and book.points_in_play.last_tile == told.words.facts["points"]


@check("reset.others", "reset.everybody", "reset.one_all")
def _(name: str, book: Book, told: Statement) -> Iterator[bool]:
    for _, event, after in steps(name):
        if isinstance(event, e.ScoreReset):
            won = after.lines[-1].side
            assert won is not None
            at = after.sides.index(won)
            yield all(points == 0 for place, points in enumerate(after.score) if place != at)
            yield told.says == "reset.others" or set(after.score) == {0} or after.score[at] == 2


@check("limit.points", "limit.exact", "limit.fewest")
def _(name: str, book: Book, told: Statement) -> Iterator[bool]:
    points = int(str(told.words.facts["points"]))
    for before, event, _ in steps(name):
        if not isinstance(event, e.MatchEnded):
            yield book.options.limit.points == points
        elif event.ended_by == "points":
            won = before.score[before.sides.index(event.winner or ())]
            if told.says == "limit.fewest":
                yield won == min(before.score) and max(before.score) >= points
            else:
                yield won == max(before.score)
                yield won == points if told.says == "limit.exact" else won >= points


@check("limit.hands")
def _(name: str, book: Book, told: Statement) -> Iterator[bool]:
    for before, event, _ in steps(name):
        if isinstance(event, e.MatchEnded) and event.ended_by == "hands":
            yield len(before.lines) == told.words.facts["hands"]


@check("re_entry", "re_entry.factors", "last_one_in")
def _(name: str, book: Book, told: Statement) -> Iterator[bool]:
    assert book.re_entry is not None
    for before, event, after in steps(name):
        if isinstance(event, e.PlayerReEntered) and told.says.startswith("re_entry"):
            limit = book.options.limit.points or 0
            yield event.score == max(points for points in before.score if points <= limit)
            yield after.re_entries[event.seat - 1] <= book.re_entry.most
            yield told.says != "re_entry.factors" or f"×{book.re_entry.factors[1]}" in str(told.words)
        elif isinstance(event, e.MatchEnded) and told.says == "last_one_in":
            yield event.ended_by == "elimination" and before.seats == event.winner


def bonus(name: str, book: Book, told: Statement) -> Iterator[bool]:
    kind = told.says.partition(".")[2]
    own = next(one for one in book.bonuses if one.kind == kind)
    for _, event, _ in steps(name):
        if isinstance(event, e.BonusGiven) and event.kind == kind:
            yield any(event.points % points == 0 for points in own.each if points)


def statements(name: str) -> list[Statement]:
    return [told for chapter in how_to_play(book_called(name)) for told in chapter.statements]


@pytest.mark.parametrize("name", NAMES)
def test_what_the_page_says_is_what_the_engine_does(name: str):
    book = book_called(name)
    for told in statements(name):
        if told.says not in CHECKS and told.says.partition(".")[0] in TOLD:
            continue
        function = bonus if told.says.startswith("bonus.") else CHECKS[told.says]
        seen = Counter(function(name, book, told))
        assert not seen[False], f"{told.says}: {told.words}"


def test_every_sentence_was_looked_at_in_some_match():
    """A check that has never had anything to look at would hold of anything."""
    looked_at = dict.fromkeys(CHECKS, 0)
    for name in NAMES:
        book = book_called(name)
        for told in statements(name):
            if told.says in CHECKS:
                looked_at[told.says] += sum(1 for _ in CHECKS[told.says](name, book, told))
    said = {told.says for name in NAMES for told in statements(name)}
    assert [says for says, times in looked_at.items() if says in said and not times and says not in RARE] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_page_takes_two_minutes_and_cites_an_article_for_every_sentence(name: str):
    book = book_called(name)
    for lang in ("es", "ca", "en"):
        words = " ".join(told.words.told(lang) for told in statements(name)).split()
        assert len(words) < 400, lang  # two minutes at two hundred words a minute
    assert all(book.find(told.article) is not None for told in statements(name))


@pytest.mark.parametrize("name", NAMES)
def test_the_block_that_the_page_counts_is_counted_as_the_engine_counts_blocks(name: str):
    book = book_called(name)
    for match, line in lines(name):
        if line.how == "block" and match.worth == 1 and not match.carried and not any(match.re_entries):
            sides = tuple(side for side in match.sides if side[0] not in match.out)
            left = tuple(pips or 0 for pips in line.left)
            found = outcome_of_block(book, HandFacts(hand(match).opener, sides, left, hand(match).last_placer))
            made = line.in_play if isinstance(line.in_play, tuple) else (0,) * len(match.sides)
            written = {side: points - own for side, points, own in zip(match.sides, line.written, made, strict=True)}
            assert (found.winners or None, found.written) == (line.side, tuple(written[side] for side in sides))


def test_a_page_that_told_another_book_would_be_found_out():
    """The sentences of one book, held against another that sets otherwise."""
    book = book_called("san-juan")
    wrong = {told.says: told for told in statements("tarragona")}
    for says in ("next_opener.right", "equal_ends.right_hand", "limit.points"):
        assert not all(CHECKS[says]("san-juan", book, wrong[says])), says
