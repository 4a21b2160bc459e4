"""Events as sentences: what just happened, said once, as players say it."""

from __future__ import annotations

from typing import NamedTuple

from tantera.play import Match, side_name
from tantera.play import events as e
from tantera.rules import Seat
from tantera.tiles import End, Tile, tile_name
from tantera.words import translate

MARKS = {End.LEFT: "◂", End.RIGHT: "▸"}


class Sentence(NamedTuple):
    """A message with its gaps filled, and how it is printed."""

    text: str
    style: str = ""


class Narrator:
    """Speaks one language, to one player (or to nobody in particular: seat 0)."""

    def __init__(self, lang: str, me: Seat = 0, tile_names: str | None = None) -> None:
        self.lang, self.me, self.tile_names = lang, me, tile_names

    def said(self, tile: Tile) -> str:
        """A tile in figures, or in the words of a region (CL-nombres)."""
        return tile.spoken if self.tile_names is None else tile_name(tile, self.tile_names)

    def words(self, message: str, **facts: object) -> str:
        return translate(self.lang, message, **facts)

    def sentence(self, event: e.Event, before: Match, after: Match) -> Sentence | None:
        """What an event says; None for those that need no word."""
        return self.preparing(event, before, after) or self.playing(event, before) or self.ending(event, before, after)

    def preparing(self, event: e.Event, before: Match, after: Match) -> Sentence | None:
        match event:
            case e.OpeningDrawn(tiles=tiles):
                drawn = ", ".join(f"{name} {self.said(tile)}" for name, tile in zip(before.names, tiles, strict=True))
                return Sentence(self.words("Draw for the opening: {drawn}", drawn=drawn))
            case e.SeatsTaken():
                seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(after.names, start=1))
                return Sentence(self.words("Seats: {seats}", seats=seats))
            case e.TilesShuffled(seats=seats):
                names = ", ".join(before.names[seat - 1] for seat in seats)
                return Sentence(self.words("Shuffling: {names}", names=names), "dim")
            case e.DealRepeated(seat=seat, doubles=doubles):
                message = "{name} has {doubles} doubles: the tiles are dealt again"
                return Sentence(self.words(message, name=before.names[seat - 1], doubles=doubles))
            case e.HandDealt(number=number, opener=opener):
                return Sentence("\n" + self._who(opener, after, "you open", "{name} opens", number), "bold")
        return None

    def playing(self, event: e.Event, before: Match) -> Sentence | None:
        match event:
            case e.TilePlaced(seat=seat, tile=tile, end=None, took=took):
                text = self._does(seat, before, "you open with {what}", "{name} opens with {what}", tile, took)
                return Sentence(text)
            case e.TilePlaced(seat=seat, tile=tile, end=end, took=took) if end is not None:
                text = self._does(seat, before, "you play {what}", "{name} plays {what}", tile, took)
                return Sentence(f"{MARKS[end]}{text[1:]}")
            case e.DoublesPlaced(seat=seat, left=left, right=right, took=took):
                both = f"{self.said(left)} + {self.said(right)}"
                text = self._does(seat, before, "you play {what}", "{name} plays {what}", both, took)
                return Sentence(f"◂▸{text[2:]}")
            case e.TurnPassed(seat=seat, took=took):
                return Sentence(self._does(seat, before, "you pass", "{name} passes", "", took), "bold")
            case e.TileDrawn(seat=seat, tile=tile):
                shown = self.said(tile) if tile is not None else "?"
                return Sentence(self._does(seat, before, "you draw {what}", "{name} draws a tile", shown, None))
            case e.TileExposed(seat=seat, tile=tile):
                text = self._does(seat, before, "your {what} lies open", "{name}: {what} lies open", tile, None)
                return Sentence(text)
            case e.MoveSeen(seat=seat, tile=tile):
                what = self.said(tile) if tile is not None else self.words("pass")
                text = self.words("{name}: {what}, not legal or out of turn", name=before.names[seat - 1], what=what)
                return Sentence("  " + text, "yellow")
            case e.InfractionRecorded(article=article, seat=seat, details=details):
                name = before.names[seat - 1] if seat else "—"
                rest = " ".join(f"{key}={value}" for key, value in details)
                return Sentence(f"  {article}  {name}  {rest}".rstrip(), "yellow")
        return None

    def ending(self, event: e.Event, before: Match, after: Match) -> Sentence | None:
        match event:
            case e.WentOut(seat=seat):
                return Sentence(self._who(seat, before, "Dominó! You are out", "Dominó! {name} is out"), "bold green")
            case e.HandBlocked():
                return Sentence(self.words("Blocked"), "bold green")
            case e.TimeCalled():
                return Sentence(self.words("Time! Hands still to play: {hands}", hands=after.hands_left), "bold yellow")
            case e.HandScored(side=None):
                return Sentence(self.words("Nobody scores"), "bold")
            case e.HandScored(side=side, points=points) if side is not None:
                hurts = before.book.options.points_hurt
                if side == (self.me,):
                    message = "you win the hand; the others write {points} in all" if hurts else "you score {points}"
                else:
                    message = "{side} wins the hand; the others write {points} in all"
                    message = message if hurts else "{side} scores {points}"
                return Sentence(self.words(message, side=names_of(side, before), points=points), "bold")
            case e.PlayerReEntered(seat=seat, score=score):
                message = "{name} is over the limit and re-enters with {score}"
                return Sentence(self.words(message, name=before.names[seat - 1], score=score), "yellow")
            case e.PlayerEliminated(seat=seat):
                return Sentence(self.words("{name} is out of the match", name=before.names[seat - 1]), "yellow")
            case e.DecisionAwaited(article=article):
                message = "Level at the end: the judges rule ({article})"
                return Sentence(self.words(message, article=article), "bold yellow")
            case e.MatchEnded(winner=None):
                return Sentence("\n" + self.words("The match ends level"), "bold green")
            case e.MatchEnded(winner=winner) if winner is not None:
                message = "You win the match" if winner == (self.me,) else "{side} wins the match"
                return Sentence("\n" + self.words(message, side=names_of(winner, before)), "bold green")
        return None

    def _who(self, seat: Seat, match: Match, you: str, they: str, number: int | None = None) -> str:
        text = self.words(you) if seat == self.me else self.words(they, name=match.names[seat - 1])
        return text if number is None else f"{self.words('Hand {number}', number=number)}: {text}"

    def _does(self, seat: Seat, match: Match, you: str, they: str, what: Tile | str, took: int | None) -> str:
        """A move, with the time it took where that is worth a word: thinking is public (CL-pensada)."""
        facts = {"what": self.said(what) if isinstance(what, Tile) else what, "name": match.names[seat - 1]}
        pauses_speak = match.book.options.false_thinking == "allowed"
        thought = f"  ({took / 1000:.1f} s)" if took is not None and (took >= 1000 or pauses_speak) else ""
        return f"  {self.words(you if seat == self.me else they, **facts)}{thought}"


def names_of(side: e.Side, match: Match) -> str:
    """A side by name: the players, and the seats where they are two."""
    names = " + ".join(match.names[seat - 1] for seat in side)
    return names if len(side) == 1 else f"{side_name(side)} ({names})"
