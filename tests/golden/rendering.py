"""A play-through as text: step by step what happened, and under it what changed for every pair of eyes.

A line that starts with `all` is what everybody sees; `1` to `4` are the seats, `s` is a spectator. Only what has
changed is written, and a dash stands for what is gone. `rack 3` under `1` would be a tile too many: racks stand under
their own seat until the hand is over. Times are seconds. A line `try` is an order that the table refused then.

A step is what one order or one fact brings about: a move, the racks that it lets be lifted, and the end of the hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tantera.layout import places
from tantera.play import (
    SPECTATOR,
    AgreeCount,
    AgreeOpener,
    ChooseSeat,
    DrawTile,
    Event,
    Eyes,
    Match,
    NameCounter,
    NameScorer,
    Order,
    PassTurn,
    PlaceDoubles,
    PlaceTile,
    ShuffleAgain,
    SignSheet,
    TakeDecision,
    View,
    evolve,
    start_match,
    view,
)
from tantera.play import events as e
from tantera.rules import Book, Refusal
from tantera.tiles import SUIT_NAMES, Chain, Tile, tile_name
from tests.builders import order, step, token


class Attempt(NamedTuple):
    """An order to try after a step of the play-through, to see it refused."""

    after: int
    now: int
    text: str


def render(book: Book, events: Sequence[Event], attempts: Iterable[Attempt] = (), shows: str = "") -> str:
    """The play-through of these events. `shows` adds `places` or `names` to what the tables of all books show."""
    lines = []
    tries = list(attempts)
    before: dict[str, dict[str, str]] = {}
    for number, (happened, match) in enumerate(steps(book, events), start=1):
        now = {name: _fields(view(match, eyes), shows) for name, eyes in _eyes(match).items()}
        lines.append(f"{number:>3} {_seconds(happened[0].at):>7}  {'; '.join(map(tell, happened))}")
        lines += _changes(before, now)
        lines += [_tried(match, attempt) for attempt in tries if attempt.after == number]
        before = now
    return "\n".join(lines) + "\n"


def steps(book: Book, events: Iterable[Event]) -> list[tuple[list[Event], Match]]:
    """The events that belong together, and the match after them."""
    first, *rest = events
    assert isinstance(first, e.MatchStarted), "a match begins with MatchStarted"
    match = start_match(book, first)
    found: list[tuple[list[Event], Match]] = [([first], match)]
    for event in rest:
        match = evolve(match, event)
        happened = found[-1][0]
        if _follows(event, happened[-1]):
            found[-1] = [*happened, event], match
        else:
            found.append(([event], match))
    return found


def _follows(event: Event, last: Event) -> bool:
    """Whether an event is a consequence of the one before it, and nobody had time to look in between."""
    match event:
        case e.HandScored():
            return isinstance(last, e.WentOut | e.HandBlocked | e.LimitReached | e.TimeCalled | e.BonusGiven)
        case e.BonusGiven():
            return isinstance(last, e.WentOut | e.HandBlocked | e.BonusGiven)
        case e.DecisionTaken():
            return not isinstance(last, e.DecisionAwaited)  # answered with the record, or later
        case e.MatchEnded(ended_by="ruling"):
            return False
        case e.HandDealt() | e.DealRepeated():
            return isinstance(last, e.TilesShuffled | e.DealRepeated)
        case e.RacksLifted() | e.WentOut() | e.HandBlocked() | e.LimitReached() | e.ConsequenceFollowed():
            return True
        case e.PlayerReEntered() | e.PlayerEliminated() | e.DecisionAwaited() | e.MatchEnded():
            return True
    return False


def attempts_in(text: str) -> list[Attempt]:
    """The orders tried in a rendered play-through."""
    found = []
    step_number = 0
    for line in text.splitlines():
        if begins := re.match(r" *(\d+) +[\d.]+  \S", line):
            step_number = int(begins[1])
        elif tried := re.match(r" +try +([\d.]+)  (.+?) → ", line):
            found.append(Attempt(step_number, round(float(tried[1]) * 1000), tried[2]))
    return found


def _tried(match: Match, attempt: Attempt) -> str:
    try:
        _, happened = step(match, order(attempt.text), attempt.now)
    except Refusal as refusal:
        answer = str(refusal)
    else:
        answer = "ACCEPTED: " + "; ".join(map(tell, happened))
    return f"    try {_seconds(attempt.now):>7}  {attempt.text} → {answer}"


# --- what changed ---------------------------------------------------------------------------------------------------


def _eyes(match: Match) -> dict[str, Eyes]:
    return {**{str(seat): seat for seat in range(1, len(match.names) + 1)}, "s": SPECTATOR}


def _changes(before: dict[str, dict[str, str]], now: dict[str, dict[str, str]]) -> list[str]:
    changed: dict[str, list[str]] = {name: [] for name in ("all", *now)}
    for field in dict.fromkeys(field for seen in (*before.values(), *now.values()) for field in seen):
        was = {name: before.get(name, {}).get(field) for name in now}
        is_now = {name: now[name].get(field) for name in now}
        if len(set(is_now.values())) == 1 and sum(was[name] != is_now[name] for name in now) > 1:
            changed["all"].append(_said(field, next(iter(is_now.values()))))
        else:
            for name in now:
                if was[name] != is_now[name]:
                    changed[name].append(_said(field, is_now[name]))
    return [f"    {name:>3} {'; '.join(said)}" for name, said in changed.items() if said]


def _said(field: str, value: str | None) -> str:
    return f"{field} {value if value is not None else '–'}"


def _fields(seen: View, shows: str) -> dict[str, str]:
    """What one pair of eyes sees, as short texts; what is empty is left out."""
    chain = seen.chain
    fields = {
        "phase": seen.phase.value,
        "made": " ".join(map(str, seen.made)) if any(seen.made) else "",
        "names": " ".join(seen.names),
        "score": " ".join(map(str, seen.score)),
        "hand": str(seen.number) if seen.phase != "seating" else "",
        "opener": str(seen.opener or ""),
        "turn": str(seen.turn or ""),
        "ends": f"{chain.left}:{chain.right}" if chain else "",
        "counts": " ".join(map(str, seen.counts)) if any(seen.counts) else "",
        "asleep": str(seen.boneyard or ""),
        "drawn": _tiles(seen.drawn),
        "shuffled by": _seats(seen.shuffled_by),
        "taken by": _seats(seen.taking),
        "lifted": _seats(seen.lifted),
        "saw": tell(seen.moves[-1]) if seen.moves else "",
        "killed": _tiles(seen.killed),
        "deadline": _seconds(seen.deadline),
        "comments until": _seconds(seen.comments_until),
        "time ends": _seconds(seen.clock.ends),
        "hands left": "" if seen.hands_left is None else str(seen.hands_left),
        "agreed": _seats(seen.agreed),
        "re-entries": " ".join(map(str, seen.re_entries)) if any(seen.re_entries) else "",
        "out": _seats(seen.out),
        "scorer": str(seen.scorer or ""),
        "counter": str(seen.counter or ""),
        "signatures": _seats(seen.signatures),
        "cards": ", ".join(f"{seat} {_cards(shown)}" for seat, shown in sorted(seen.cards.items())),
        "awaiting": f"{e.decider_name(seen.awaiting.who)} by {seen.awaiting.article}" if seen.awaiting else "",
        "winner": e.side_name(seen.winner) if seen.winner else "",
        "ended by": seen.ended_by or "",
    }
    for seat, (rack, open_tiles) in enumerate(
        zip(seen.racks, seen.exposed or ((),) * len(seen.racks), strict=True), start=1
    ):
        fields[f"rack {seat}"] = _tiles(rack) if rack is not None else ""
        fields[f"open before {seat}"] = _tiles(open_tiles)
    fields["may"] = " ".join(_may(order, chain) for order in seen.options)
    if shows == "places" and chain:
        fields["lies"] = _place(chain)
    if shows == "names" and chain:
        fields["said"] = ", ".join(f"{region} {tile_name(chain.placements[-1].tile, region)}" for region in SUIT_NAMES)
    return {field: value for field, value in fields.items() if value}


def _may(order: Order, chain: Chain | None) -> str:
    """An option in a word: a move as DGN writes it, anything else by what it is about."""
    match order:
        case PlaceTile() | PlaceDoubles() | PassTurn() | DrawTile():
            return token(order, chain)
        case ChooseSeat(seat=seat):
            return f"seat:{seat}"
        case AgreeOpener(seat=seat):
            return f"opener:{seat}"
        case NameScorer(seat=seat):
            return f"scorer:{seat}"
        case NameCounter(seat=seat):
            return f"counter:{seat}"
        case ShuffleAgain(again=again):
            return "again" if again else "not-again"
        case AgreeCount():
            return "agree"
        case SignSheet():
            return "sign"
        case TakeDecision(choice=choice):
            return f"decide:{choice}"
    raise AssertionError(f"{order} is an option without a word")


def _place(chain: Chain) -> str:
    """Where the last tile lies: the opening tile at 0 0, the opener below, the open number pointing that way."""
    last = places(chain)[-1]
    return f"{last.placement.code} at {last.x:g} {last.y:g} to {last.angle}°"


# --- what happened --------------------------------------------------------------------------------------------------


def tell(event: Event) -> str:
    """An event in a few words."""
    match event:
        case e.MatchStarted(opener=opener):
            return "the match starts" + (f", seat {opener} opens" if opener else "")
        case e.OpeningDrawn(tiles=drawn, winner=winner):
            return f"drawn for the opening: {_tiles(drawn)}; seat {winner} has the highest"
        case e.SeatsTaken(seats=seats, opener=opener):
            return f"seats are taken by who sat at {_seats(seats)}; seat {opener} opens"
        case e.OpenerAgreed(seat=seat):
            return f"seat {seat} opens, as agreed"
        case e.ScorerNamed(seat=seat):
            return f"seat {seat} keeps the sheet"
        case e.CounterNamed(seat=seat):
            return f"seat {seat} does the count"
        case e.ShuffleWished(seat=seat, again=again):
            return f"seat {seat} shuffles again" if again else f"seat {seat} does not shuffle again"
        case e.TilesShuffled(seats=seats):
            return f"shuffled by {_seats(seats)}"
        case e.DealRepeated(seat=seat, doubles=doubles):
            return f"seat {seat} has {doubles} doubles: dealt again"
        case e.HandDealt(racks=racks, boneyard=asleep, number=number, opener=opener):
            dealt = " ".join(f"{seat}:{_tiles(rack, '.')}" for seat, rack in enumerate(racks, start=1) if rack)
            sleeping = f" 0:{_tiles(asleep, '.')}" if asleep else ""
            return f"hand {number} dealt, seat {opener} opens: {dealt}{sleeping}"
        case e.RacksLifted(seats=seats):
            return f"lifted by {_seats(seats)}"
        case e.TilePlaced() | e.DoublesPlaced() | e.TurnPassed() | e.TileDrawn():
            made = f", {event.points} points" if isinstance(event, e.TilePlaced) and event.points else ""
            return f"{event.seat} {_moved(event)}{made}" + (
                "" if event.took is None else f" in {_seconds(event.took)} s"
            )
        case e.MoveSeen(seat=seat, tile=tile, end=end):
            where = f" on {end}" if end is not None else ""
            return f"{seat} is seen to {f'lay {tile.code}{where}' if tile is not None else 'pass'}"
        case e.TileExposed(seat=seat, tile=tile):
            return f"{tile.code} of seat {seat} lies open"
        case e.WentOut(seat=seat):
            return f"seat {seat} goes out"
        case e.HandBlocked():
            return "blocked"
        case e.LimitReached(side=side):
            return f"{e.side_name(side)} reach the limit"
        case e.TimeCalled():
            return "time is called"
        case e.HandScored():
            return _scored(event)
        case e.CountAgreed(seat=seat):
            return f"seat {seat} agrees with the count"
        case e.PlayerReEntered(seat=seat, score=score):
            return f"seat {seat} re-enters with {score}"
        case e.PlayerEliminated(seat=seat):
            return f"seat {seat} is out"
        case e.InfractionRecorded() | e.ConsequenceFollowed() | e.DecisionAwaited() | e.DecisionTaken() | e.Corrected():
            return _refereed(event)
        case e.BonusGiven(kind=kind, side=side, points=points):
            return f"{kind}: {points:+} to {e.side_name(side)}"
        case e.MatchEnded(winner=winner, ended_by=ended_by):
            return f"the match ends by {ended_by}, won by {e.side_name(winner) if winner else 'nobody'}"
        case e.SheetSigned(seat=seat):
            return f"seat {seat} signs the sheet"
        case e.ScoreTaken(score=score, opener=opener):
            return f"the sheet says {' '.join(map(str, score))}, seat {opener} opens"
    raise AssertionError(f"{event} is an event without words")


def _moved(event: e.TilePlaced | e.DoublesPlaced | e.TurnPassed | e.TileDrawn) -> str:
    match event:
        case e.TilePlaced(tile=tile, end=end):
            return f"opens with {tile.code}" if end is None else f"places {tile.code} on {end}"
        case e.DoublesPlaced(left=left, right=right):
            return f"places {left} on < and {right} on >"
        case e.TileDrawn(tile=drawn):
            return f"draws {'??' if drawn is None else drawn.code}"
        case _:
            return "passes"


def _refereed(
    event: e.InfractionRecorded | e.ConsequenceFollowed | e.DecisionAwaited | e.DecisionTaken | e.Corrected,
) -> str:
    """What the referee records, asks and rules."""
    match event:
        case e.InfractionRecorded(article=article, seat=seat, turn=turn, details=details):
            who = f"seat {seat}" if seat is not None else "nobody in particular"
            said = "".join(f", {key} {value}" for key, value in details if key != "turn")
            return f"recorded: {article}, {who}, turn {turn}{said}"
        case e.ConsequenceFollowed(kind=kind):
            fields = {name: getattr(event, name) for name in event.__struct_fields__}
            points = fields.get("points", fields.get("scored"))
            told = [
                e.side_name(fields["side"]) if "side" in fields else "",
                f"seat {fields['seat']}" if "seat" in fields else "",
                "" if points is None else f"{points:+}",
                fields.get("card", ""),
                fields["tile"].code if "tile" in fields else "",
                f"to turn {fields['turn']}" if "turn" in fields else "",
            ]
            return " ".join(["→", kind.replace("_", " "), *filter(None, told)])
        case e.DecisionAwaited(who=who, article=article, choices=choices, infraction=infraction):
            if infraction is None:
                return f"the {e.decider_name(who)} have to rule ({article})"
            asked = f"seat {who[0]}" if len(who) == 1 else e.decider_name(who)
            return f"{asked} has to decide ({article}): {' / '.join(choices) or 'freely'}"
        case e.DecisionTaken(article=article, choice=choice, by=by):
            return f"decided: {choice} ({article})" + (f", by {by}" if by else "")
        case e.Corrected(since=since, why=why):
            return f"corrected from event {since} on: {why}"


def _cards(shown: Mapping[str, int]) -> str:
    return " ".join(f"{card} {count}" for card, count in shown.items())


def _scored(line: e.HandScored) -> str:
    who = f"won by {e.side_name(line.side)}, {line.points} points" if line.side else "won by nobody"
    left = " ".join("-" if pips is None else str(pips) for pips in line.left)
    how = f"{line.how} by {line.article}" if line.article else line.how
    said = f"{how}, {who}; left {left}; written {' '.join(map(str, line.written))}"
    return said + (f"; next opener {line.next_opener}" if line.next_opener else "")


def _tiles(rack: Sequence[Tile | None], between: str = " ") -> str:
    return between.join("??" if tile is None else tile.code for tile in rack)


def _seats(seats: Sequence[int]) -> str:
    return " ".join(map(str, seats))


def _seconds(milliseconds: int | None) -> str:
    if milliseconds is None:
        return ""
    return f"{milliseconds / 1000:.{3 if milliseconds % 100 else 1}f}"
