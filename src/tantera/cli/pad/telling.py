"""What the pad says: consequences and decisions in words, and the sheet itself."""

from __future__ import annotations

from typing import Final, NamedTuple

from rich.table import Table
from rich.text import Text

from tantera.cli.pad.pad import Pad
from tantera.play import Event, Match, Side, evolve, side_name, start_match
from tantera.play.events import (
    BonusGiven,
    ConsequenceFollowed,
    DecisionAwaited,
    HandScored,
    InfractionRecorded,
    MatchStarted,
    PlayerEliminated,
    PlayerReEntered,
)
from tantera.referee import entry
from tantera.rules import Infraction, Seat
from tantera.words import translate

CHOICES: Final = {
    "continue": "go on",
    "annul": "annul the hand",
    "rebuild": "put the hand back to that turn",
    "accept": "accept the penalty",
    "opening": "take the opening",
    "yes": "confirm it",
    "no": "leave it",
    "=": "level",
}
"""What may be chosen, as it is asked; a club's own choice is asked by its name in the book."""

DECIDERS: Final = {"referee": "The referee", "judges": "The judges", "director": "The director of refereeing"}

_FOLLOWS: Final = {
    "hand_lost": "{side} loses the hand",
    "hand_void": "the hand is void",
    "opening": "{name} opens",
    "warning": "a warning for {name}",
    "card": "{card} for {name}",
    "exposed": "{name}: {what} lies open",
    "must_play": "{name} must play {what}",
    "taken_back": "{name} takes {what} back",
    "hand_won": "{name} wins the hand",
    "rebuild": "the hand goes back to turn {turn}",
    "expulsion": "{name} is expelled",
    "match_lost": "{side} loses the match",
    "difference": "{points} on {name}'s own difference",
    "points": "{points} for {side}",
}
"""Every kind of consequence as a sentence."""

_SHORT: Final = {
    "warning": "warning",
    "card": "{card}",
    "difference": "{points} of difference",
    "exposed": "{what} open",
    "expulsion": "expelled",
}
"""The same on the sheet, where the line says who, and its figures and the line of the hand say the rest."""


class Row(NamedTuple):
    """A line of the sheet."""

    number: str
    what: str
    points: tuple[str, ...] = ()
    """By side; nothing where the line is about no points."""


def consequence(event: ConsequenceFollowed, match: Match, lang: str) -> str:
    """What follows from an infraction, in words."""
    return translate(lang, _FOLLOWS[event.kind], **_facts(event, match, lang))


def _facts(event: ConsequenceFollowed, match: Match, lang: str) -> dict[str, object]:
    """The gaps of the sentence, from the fields that this kind of consequence has."""
    facts: dict[str, object] = {}
    for field in event.__struct_fields__:
        match field, getattr(event, field):
            case "side", side:
                facts["side"] = names_of(side, match)
            case "seat", seat:
                facts["name"] = match.names[seat - 1]
            case "tile", tile:
                facts["what"] = tile.spoken
            case "points", points:
                facts["points"] = f"{points:+}" if points is not None else ""
            case "card", shown:
                facts["card"] = next((card.name.text(lang) for card in match.book.card if card.id == shown), shown)
            case other, value:
                facts[other] = value
    return facts


def names_of(side: Side, match: Match) -> str:
    """A side by the names of its players."""
    return " + ".join(match.names[seat - 1] for seat in side)


def decider(awaited: DecisionAwaited, match: Match, lang: str) -> str:
    """Who is asked, by name or by office."""
    who = awaited.who
    return translate(lang, DECIDERS[who]) if isinstance(who, str) else names_of(who, match)


def choice(key: str, lang: str) -> str:
    return translate(lang, CHOICES[key]) if key in CHOICES else key


def infraction_name(found: Infraction, match: Match, lang: str) -> str:
    """As the catalogue calls it, with how grave it is where the book has grades."""
    grade = next((one.name.text(lang) for one in match.book.severity if one.id == found.severity), None)
    name = found.name.text(lang)
    return f"{name} ({grade.lower()})" if grade else name


def rows(events: tuple[Event, ...], match: Match, lang: str) -> list[Row]:
    """The sheet line by line: hands, infractions with what followed, bonuses, re-entries."""
    first, *rest = events
    assert isinstance(first, MatchStarted)
    match = start_match(match.book, first)
    lines: list[Row] = []
    places: list[int] = []
    deltas: list[int] = [0] * len(match.sides)
    for event in rest:
        before, match = match, evolve(match, event)
        more = [now - had for had, now in zip(before.score, match.score, strict=True)]
        match event:
            case HandScored():
                how = "tied block" if event.how == "block" and event.side is None else event.how
                what = " ".join(filter(None, (translate(lang, how), event.article, event.text)))
                lines.append(Row(str(len(match.lines)), what, _figures(more, "—")))
            case InfractionRecorded():
                places.append(len(lines))
                deltas = [0] * len(match.sides)
                lines.append(Row("", infraction(event, match, lang)))
            case ConsequenceFollowed():
                deltas = [had + now for had, now in zip(deltas, more, strict=True)]
                row = lines[places[event.infraction]]
                short = _SHORT.get(event.kind)
                what = f"{row.what} · {translate(lang, short, **_facts(event, match, lang))}" if short else row.what
                lines[places[event.infraction]] = Row("", what, _figures(deltas, ""))
            case PlayerReEntered(seat=seat, score=score):
                message = "{name} is over the limit and re-enters with {score}"
                words = translate(lang, message, name=match.names[seat - 1], score=score)
                lines.append(Row("", words, _figures(more, "")))
            case PlayerEliminated(seat=seat):
                lines.append(Row("", translate(lang, "{name} is out of the match", name=match.names[seat - 1])))
            case BonusGiven(kind=kind):
                lines.append(Row("", kind, _figures(more, "")))
            case _:
                pass
    return lines


def infraction(event: InfractionRecorded, match: Match, lang: str) -> str:
    """An infraction as the sheet has it: article, name, who; a ruling: its text and who gave it."""
    details = dict(event.details)
    found = entry(match.book, event.article)
    if "text" in details:
        by = f" ({details['by']})" if "by" in details else ""
        return f"{event.article} «{details['text']}»{by}"
    name = found.name.text(lang) if found is not None else ""
    who = match.names[event.seat - 1] if event.seat else "?"
    return f"{event.article} {name}: {who}"


def sheet(pad: Pad, lang: str) -> Table:
    """The *tantera*: every line, and the totals."""
    match = pad.match
    table = Table(title=translate(lang, "Score sheet"), title_justify="left", box=None, header_style="dim")
    table.add_column("#", justify="right")
    table.add_column("")
    for side in match.sides:
        table.add_column(names_of(side, match), justify="right")
    blank = ("",) * len(match.sides)
    for row in rows(pad.events, match, lang):
        table.add_row(row.number, Text(row.what), *(row.points or blank), style="" if row.number else "yellow")
    table.add_row("", translate(lang, "total"), *map(str, match.score), style="bold")
    return table


def cards(match: Match, lang: str) -> str:
    """The cards shown so far, player by player; empty where there are none."""
    shown = []
    for seat, counted in sorted(match.cards.items()):
        each = [f"{card.name.text(lang)} {counted[card.id]}" for card in match.book.card if counted[card.id]]
        shown.append(f"{match.names[seat - 1]}: {', '.join(each)}")
    return " · ".join(shown)


def seat_called(match: Match, text: str) -> Seat | None:
    """The seat somebody means: its number, the player's name, or the start of it if nobody else's starts so.

    Only seats that exist; whether the player is still in is for the caller to ask.
    """
    if text.isdecimal():
        return int(text) if len(text) == 1 and 1 <= int(text) <= len(match.names) else None
    from tantera.referee.catalogue import plain

    names = {seat: plain(name) for seat, name in enumerate(match.names, start=1)}
    exact = [seat for seat, name in names.items() if name == plain(text)]
    starting = [seat for seat, name in names.items() if len(text) > 1 and name.startswith(plain(text))]
    found = exact or starting
    return found[0] if len(found) == 1 else None


def side_called(match: Match, text: str) -> Side | None:
    """The side somebody means: ``1+3``, or one of its players."""
    by_name = next((side for side in match.sides if side_name(side) == text.replace(" ", "")), None)
    seat = seat_called(match, text)
    return by_name or (match.side_of(seat) if seat is not None else None)


def _figures(points: list[int], nothing: str) -> tuple[str, ...]:
    return tuple(f"{more:+}" if more else nothing for more in points)
