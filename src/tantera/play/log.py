"""Events as JSON lines, with stable names and versions, so that old logs open in new programs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from tantera.play import events as e
from tantera.tiles import Tile
from tantera.words import Problem

AnyEvent = (
    e.MatchStarted
    | e.OpeningDrawn
    | e.SeatsTaken
    | e.OpenerAgreed
    | e.ScorerNamed
    | e.CounterNamed
    | e.TilesShuffled
    | e.DealRepeated
    | e.HandDealt
    | e.RacksLifted
    | e.TilePlaced
    | e.DoublesPlaced
    | e.TurnPassed
    | e.TileDrawn
    | e.TileExposed
    | e.WentOut
    | e.HandBlocked
    | e.TimeCalled
    | e.HandScored
    | e.BonusGiven
    | e.CountAgreed
    | e.PlayerReEntered
    | e.PlayerEliminated
    | e.DecisionAwaited
    | e.DecisionTaken
    | e.ConsequenceFollowed
    | e.MatchEnded
    | e.SheetSigned
    | e.MoveSeen
    | e.InfractionRecorded
    | e.Corrected
    | e.ScoreTaken
)


def _tile_to_text(value: Any) -> str:
    if isinstance(value, Tile):
        return value.code
    raise NotImplementedError(f"cannot write a {type(value).__name__} to a log")


def _tile_from_text(kind: type, value: Any) -> Any:
    if kind is not Tile:
        raise NotImplementedError(f"cannot read a {kind.__name__} from a log")
    if not isinstance(value, str):
        raise ValueError(f"found {value!r}, expected a tile of two digits like 64")
    return Tile.parse(value)


_encoder = msgspec.json.Encoder(enc_hook=_tile_to_text)
_decoder = msgspec.json.Decoder(AnyEvent, dec_hook=_tile_from_text)


class LogError(Problem, ValueError):
    """A line that is no event of ours."""

    code = "log"


def write_event(event: e.Event) -> bytes:
    """One event as one line of JSON, without the line break.

    >>> from tantera.tiles import End
    >>> write_event(e.TilePlaced(2, Tile.of(6, 4), End.RIGHT, at=1500)).decode()
    '{"event":"tile_placed.1","seat":2,"tile":"46","end":">","took":null,"at":1500}'
    """
    return _encoder.encode(event)


def read_event(line: bytes | str) -> AnyEvent:
    try:
        event: AnyEvent = _decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise LogError(f"found {line[:60]!r}, expected an event: {error}") from None
    return event


def write_log(events: Iterable[e.Event]) -> bytes:
    return b"".join(write_event(event) + b"\n" for event in events)


def read_log(data: bytes) -> tuple[AnyEvent, ...]:
    return tuple(read_event(line) for line in data.splitlines() if line.strip())
