"""Chance, as everybody at a table and around it: players, referee, director, and people who order nonsense."""

from __future__ import annotations

from random import Random

from tantera.play import (
    DIRECTOR,
    REFEREE,
    TABLE,
    AgreeCount,
    AgreeOpener,
    CallTime,
    ChooseSeat,
    DealHand,
    DrawForOpening,
    DrawTile,
    GiveRuling,
    MoveOrder,
    NameCounter,
    NameScorer,
    Order,
    PassTurn,
    Phase,
    PlaceDoubles,
    PlaceTile,
    RecordInfraction,
    ResumeClock,
    ShuffleAgain,
    SignSheet,
    TakeDecision,
    hand_seed,
    options,
)
from tantera.play.deal import commitment
from tantera.play.orders import CommitSeed
from tantera.referee import FREE_RULING
from tantera.referee.catalogue import severity
from tantera.rules import Book, Infraction
from tantera.rules.sanctions import decision_of
from tantera.tiles import ALL_TILES, End, Tile, tiles_in
from tests.builders import decider
from tests.referee.live import LiveTable


class Somebody:
    """Chance, as everybody at a table and around it."""

    def __init__(self, table: LiveTable, rng: Random, seed: int) -> None:
        self.table, self.rng, self.seed = table, rng, seed
        self.dealt = 0

    def goes_on(self) -> None:
        """Whatever takes the match a step further, by whoever may."""
        table, rng, match = self.table, self.rng, self.table.match
        free = [(order, seat) for seat in table.seats for order in options(match, seat)]
        if match.clock.paused is not None:
            table.give(ResumeClock(), rng.choice((REFEREE, DIRECTOR, TABLE)))
        elif match.awaiting is not None:
            self.decides()
        elif free and (match.phase is not Phase.DEALING or match.unnamed or rng.random() < 0.3):
            assert table.give(*rng.choice(free))
        elif match.phase is Phase.SEATING and not match.drawn:
            self.chance(DrawForOpening)
        elif match.phase is Phase.DEALING:
            self.chance(DealHand)

    def chance(self, kind: type[DealHand] | type[DrawForOpening]) -> None:
        """The table draws lots or deals, now and then bound to its seed before."""
        table, rng, match = self.table, self.rng, self.table.match
        self.dealt += 1
        seed = hand_seed(self.seed, self.dealt)
        if match.commitment is None and rng.random() < 0.5:
            assert table.give(CommitSeed(commitment(seed)), TABLE)
            assert not table.give(kind(b"another seed altogether"), TABLE)
        elif match.commitment is not None:  # bound before a correction or by somebody trying: to a seed of ours
            known = [hand_seed(self.seed, number) for number in range(self.dealt + 1)]
            seed = next(one for one in known if commitment(one) == match.commitment)
        entropy = tuple((seat, f"salt {rng.random()}") for seat in match.seats if rng.random() < 0.3)
        assert table.give(DealHand(seed, entropy) if kind is DealHand else DrawForOpening(seed), TABLE)

    def decides(self) -> None:
        table, match = self.table, self.table.match
        actor = decider(match)
        assert table.give(self.rng.choice(options(match, actor)), actor)

    def record(self) -> RecordInfraction:
        """Any article that could be recorded, by a seat that could have done it; now and then with nonsense in it."""
        rng, match = self.rng, self.table.match
        catalogue = [one for one in match.book.catalogue if rng.random() < 0.1 or not _ends_the_match(one)]
        asking = [one for one in catalogue if asks(match.book, one)]
        found = rng.choice(asking if asking and rng.random() < 0.6 else catalogue) if catalogue else None
        article = FREE_RULING if found is None or rng.random() < 0.05 else found.article
        unknown = found is not None and (found.unknown is not None or found.ruling)
        seat = None if unknown and rng.random() < 0.5 else rng.choice(match.seats)
        details = self.details(seat)
        if article == FREE_RULING or (found is not None and found.ruling):
            details = {"text": "so it is", "points": rng.choice(["1:+20", "2:-15", "2:+400"])}
        hand = match.hand if match.hand_in_play else None
        turn = rng.randint(1, hand.turns) if hand is not None and hand.turns and rng.random() < 0.2 else None
        if rng.random() < 0.15:
            details |= {key: rng.choice(values) for key, values in NONSENSE.items() if rng.random() < 0.3}
            turn = rng.choice([None, -1, 0, 99])
        if turn is not None:
            details["turn"] = str(turn)
        return RecordInfraction(article, seat, tuple(details.items()), turn)

    def details(self, seat: int | None) -> dict[str, str]:
        """A tile of that seat, or two, and perhaps what was chosen at once."""
        rng, match = self.rng, self.table.match
        details: dict[str, str] = {}
        if seat is not None and match.hand is not None and match.hand_in_play and rng.random() < 0.7:
            held = list(tiles_in(match.hand.racks[seat - 1]))
            some = rng.sample(held, min(len(held), rng.choice([1, 1, 2])))
            details["tile"] = ".".join(tile.code for tile in some)
        if rng.random() < 0.2:
            details["chose"] = rng.choice(ANSWERS)
        if rng.random() < 0.1:
            details["confirm"] = rng.choice(["yes", "no"])
        return details

    def rubbish(self) -> Order:
        rng = self.rng
        seat, tile = rng.randint(-1, 6), rng.choice(ALL_TILES)
        sides: tuple[tuple[int, ...] | None, ...] = (None, (1, 3), (2, 4), (1,), (3,), (1, 2), ())
        return rng.choice(
            (
                PlaceTile(seat, tile, rng.choice([None, *End])),
                PlaceDoubles(seat, tile, rng.choice(ALL_TILES)),
                PassTurn(seat),
                DrawTile(seat),
                DrawForOpening(b"x"),
                ChooseSeat(seat),
                AgreeOpener(seat),
                NameScorer(seat),
                NameCounter(seat),
                ShuffleAgain(seat, rng.random() < 0.5),
                AgreeCount(seat),
                SignSheet(seat),
                CallTime(),
                GiveRuling(rng.choice(sides), "somebody"),
                CommitSeed(rng.choice(["", "0" * 63, "G" * 64])),
                DealHand(b"x", ((seat, "y"), (seat, "y"))),
                DealHand(b"x", ((1, "y" * 65),)),
                RecordInfraction("TG-99.9", seat),
                RecordInfraction("", None),
                RecordInfraction(self.record().article, rng.choice([0, -1, 5, 9])),
                TakeDecision(rng.choice(["continue", "annul", "yes", "no", "", "accept", "opening"])),
                ResumeClock(),
            )
        )

    def move(self) -> MoveOrder:
        rng = self.rng
        seat, tile = rng.choice(self.table.seats), rng.choice(ALL_TILES)
        return rng.choice(
            (
                PlaceTile(seat, tile, rng.choice([None, *End])),
                PlaceDoubles(seat, Tile.of(tile.low, tile.low), Tile.of(tile.high, tile.high)),
                PassTurn(seat),
                DrawTile(seat),
            )
        )


ANSWERS = ("continue", "annul", "rebuild", "accept", "opening", "yes", "no")
NONSENSE = {
    "chose": ("", "nonsense"),
    "confirm": ("maybe",),
    "noticed": ("own", "others"),
    "touched": ("yes",),
    "tile": ("99", "xx", "64", "64.65", ""),
    "points": ("1:+20", "5:+20", "1:20"),
    "by": ("Vidal",),
}


def _ends_the_match(infraction: Infraction) -> bool:
    return infraction.severity == "muy_grave" or any(one.kind == "match_lost" for one in infraction.consequences)


def asks(book: Book, infraction: Infraction) -> bool:
    """Whether somebody has to decide what follows."""
    level = severity(book, infraction.severity) if infraction.severity is not None else None
    return infraction.while_right_waits or decision_of(infraction, level) is not None
