"""What a rule book may say: the types behind the TOML files, and so behind ``tantera rules check`` and ``rules
schema``.

What types cannot say is checked in ``__post_init__``, which names the field, what was found and what was expected.

A book has options (the keys a club or a table can set: their names are a contract with DGN files and other programs),
the customs of its table, its clocks, its tournament, and its articles. Unknown keys are mistakes, numbers are bounded:
a book is somebody else's file.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Annotated, Any, Final, Literal, assert_never

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import force_setattr, replace

from tantera.rules.articles import Article, article_mistakes
from tantera.rules.basics import (
    ArticleId,
    BookRecord,
    Identifier,
    Mistake,
    Mistakes,
    Points,
    Seconds,
    SmallCount,
    Words,
    refuse,
)
from tantera.rules.counting import SCORINGS
from tantera.rules.functions import AT_TIMES
from tantera.rules.sanctions import (
    AWARDS,
    Award,
    Card,
    Consequence,
    Infraction,
    Severity,
    an_article,
    sanction_mistakes,
    twice,
)
from tantera.rules.scores import Bonus as Bonus
from tantera.rules.scores import BonusKind as BonusKind
from tantera.rules.scores import PointsInPlay as PointsInPlay
from tantera.rules.scores import Prize as Prize
from tantera.rules.scores import Raise as Raise
from tantera.rules.scores import ReEntry as ReEntry
from tantera.rules.tournament import Limit, Tournament
from tantera.tiles import TileSet
from tantera.words import Phrase

AtTime = Literal["stop", "finish_hand", "extra_hands", "finish_and_extra"]
LevelAtEnd = Literal["ruling", "one_more_hand", "half_point"]
DrawOrder = Literal["sum", "number"]
FirstOpener = Literal["draw", "double", "agreed"]
NextOpener = Literal["right", "last_tile", "winner", "loser", "winners_choose", "highest_double"]
NextMatchOpener = Literal["same_method", "loser", "winner"]
TiedBlockRule = Literal[
    "nobody_same_opener", "nobody_moves_on", "mano_wins", "nobody_highest_double", "closer_wins", "closer_loses"
]
BlockRule = Literal["pair", "lowest_player", "closer_against_next", "closer_against_previous", "nobody"]
Reset = Literal["never", "others", "everybody", "one_all"]
ScoringRule = Literal["all", "opponents", "own_loss", "fixed", "nothing"]
Seating = Literal["as_entered", "by_draw"]
Shuffle = Literal["losing_side", "left_then_opener", "left_of_opener", "previous_opener", "anybody"]
Taking = Literal["opener_first", "opener_last", "shuffler_last"]
Lifting = Literal["at_once", "staged"]
"""Names of lists: nobody waits; as Tarragona has it."""
OptionKey = Literal[
    "at_time", "level_at_end", "draw_order", "first_tile", "boneyard", "false_pass_award", "first_opener",
    "next_opener", "tied_block", "set", "tiles", "play", "players", "scoring", "false_thinking", "next_match_opener",
    "block", "block_points", "reset", "turns", "reserve", "closing",
    "tied_worth", "tied_worth_until", "choose_opener",
]  # fmt: skip
"""The options that matter at one table; the limit is always asked for, and the others are a tournament's."""


class Options(BookRecord, frozen=True):
    """The keys a club or a table can set. A DGN file overrides any of them with ``[Option "key=value"]``."""

    limit: Limit
    at_time: AtTime = "finish_hand"
    level_at_end: LevelAtEnd = "one_more_hand"
    draw_order: DrawOrder = "sum"
    first_tile: Literal["any", "double", "highest_double"] = "any"
    """What opens the first hand, and any later one whose opener was found by the highest double: that double."""
    boneyard: Literal["none", "one", "until_fits"] = "none"
    """What whoever cannot play may do about it: nothing, take one sleeping tile or pass, or draw until one fits."""
    reserve: Annotated[int, Meta(ge=0, le=40)] = 0
    """Sleeping tiles that are never drawn: the last so many stay asleep."""
    false_pass_award: Literal[20, "remaining_plus_20"] = 20
    first_opener: FirstOpener = "draw"
    next_opener: NextOpener = "right"
    tied_block: TiedBlockRule = "nobody_moves_on"
    set: TileSet = TileSet.DOUBLE_SIX
    tiles: Annotated[int, Meta(ge=1, le=14)] | UnsetType = UNSET
    """Tiles each. Left out: seven of the double-six set, ten of the double-nine."""
    play: Literal["pairs", "alone"] = "pairs"
    players: Annotated[int, Meta(ge=2, le=4)] = 4
    scoring: ScoringRule = "all"
    false_thinking: Literal["allowed", "forbidden"] = "forbidden"
    """Where it is forbidden, a program-run table plays forced turns at once (TG-14.12, UEH-obligada, CI-9)."""
    next_match_opener: NextMatchOpener = "same_method"
    block: BlockRule = "pair"
    """Who wins a block: the side with the fewest pips, the side of the one player who has fewest, whoever closed it
    against the next player or the one before, or nobody."""
    block_points: Literal["as_won", "nothing"] = "as_won"
    """What whoever wins a block writes down."""
    tied_worth: Annotated[int, Meta(ge=1, le=10)] = 1
    """Times so much the hand after a tied one counts, however many were tied before it; 1: as any other."""
    tied_worth_until: Annotated[int, Meta(ge=0, le=100_000)] = 0
    """From so many points of anybody on it counts once again; 0: it never does."""
    choose_opener: Literal["before_dealing", "after_lifting"] = "before_dealing"
    """When the winners say which of the two opens, where they choose: before they have tiles, or having seen them."""
    closing: Literal["free", "forced"] = "free"
    """Whether anybody may close the hand, or only who has no other move."""
    reset: Reset = "never"
    """Whose points are gone when a side wins a hand: six love."""
    turns: Literal["to_the_right", "to_the_left"] = "to_the_right"
    """Counter-clockwise or clockwise: where the next player sits. Seats are numbered in turn order either way."""
    fault_count: Literal["player", "pair"] = "player"
    """Whose infractions of an article are counted together: the second one of the pair may be the partner's."""
    card_span: Literal["match", "tournament"] = "match"
    table_seating: Literal["1+4v2+3", "1+3v2+4"] = "1+4v2+3"
    avoid_partners: Annotated[int, Meta(ge=0, le=100)] = 0
    championship: Literal["winners_on", "one_round"] = "winners_on"

    def __post_init__(self) -> None:
        if self.play == "pairs" and self.players != 4:
            refuse("players", self.players, Phrase("4 where play is pairs"))
        whole_set = len(self.set.tiles)
        if self.tiles_each * self.players > whole_set:
            most = whole_set // self.players
            expected = Phrase("at most {most} for {players} players", most=most, players=self.players)
            refuse("tiles", self.tiles_each, expected)

    @property
    def tiles_each(self) -> int:
        if isinstance(self.tiles, int):
            return self.tiles
        return 7 if self.set is TileSet.DOUBLE_SIX else 10

    @property
    def draws_until_it_fits(self) -> bool:
        """Whether one tile after the other is drawn, and nobody passes while there is one to draw."""
        return self.boneyard == "until_fits"

    @property
    def points_hurt(self) -> bool:
        """Whether points are bad, so that fewest win (UEH-objetivo)."""
        return SCORINGS[self.scoring].points_hurt

    @property
    def stops_at_time(self) -> bool:
        """Whether a hand in progress no longer counts when time is called (SJ-estructura)."""
        return not AT_TIMES[self.at_time](True, 1).hand_counts


class Waiting(BookRecord, frozen=True):
    """Somebody who lifts the tiles only when somebody else has played or passed; players are numbered from the opener,
    who is No. 1 (TG-6.5)."""

    seat: Annotated[int, Meta(ge=2, le=4)]
    after: Annotated[int, Meta(ge=1, le=3)]
    """After 1: once the opening tile is down."""

    def __post_init__(self) -> None:
        if self.after >= self.seat:
            expected = Phrase("less than {seat}: everybody has lifted when their turn comes", seat=self.seat)
            refuse("after", self.after, expected)


STAGED: Final = (Waiting(seat=3, after=1), Waiting(seat=4, after=2))
"""What ``lifting = "staged"`` stands for: 3 waits for the opening tile, 4 until 2 has played or passed (TG-8.5…8.9)."""


class Customs(BookRecord, frozen=True):
    """The customs of the table: how a hand comes about and what a turn may hold."""

    seating: Seating = "as_entered"
    shuffle: Shuffle = "anybody"
    first_shuffle: Shuffle | None = None
    """Who shuffles for the first hand of a match, where that is somebody else."""
    opener_may_shuffle_again: bool = False
    """CI-5: and then takes last."""
    taking: Taking = "opener_first"
    lifting: Lifting | Annotated[tuple[Waiting, ...], Meta(max_length=3)] = "at_once"
    """Who waits for what; whoever is not named lifts at once. A name is read as the list that it stands for."""
    most_doubles: Annotated[int, Meta(ge=0, le=10)] | None = None
    """Somebody with more doubles than this: the tiles are dealt again (UEH-reparto)."""
    may_redeal_from: Annotated[int, Meta(ge=2, le=10)] | None = None
    """Whoever holds so many doubles or more may ask for a new deal before the hand is opened."""
    two_doubles_from_hand: SmallCount | None = None
    """From this hand on, a double for each of two different ends may be played in one turn (UEH-dobles)."""
    draws_up_to: Annotated[int, Meta(ge=2, le=4)] = 4
    """Sleeping tiles are drawn only where at most so many players are in (UEH-robar)."""
    equal_ends: Literal["either", "right_hand"] = "either"
    """Where a player must play when both ends show the same suit (TG-9.2)."""
    exposed_tiles: Literal["shown", "must_play"] = "shown"
    """What an exposed tile owes: nothing (SJ-flujo-1), or to be played as soon as it fits (CI-11)."""
    fewer_play_alone: bool = False
    """Where fewer than four sit, each plays alone without saying so (CL-jugadores)."""

    def __post_init__(self) -> None:
        waiting = self.waiting
        if len({wait.seat for wait in waiting}) != len(waiting):
            refuse("lifting", ", ".join(str(wait.seat) for wait in waiting), Phrase("each of them once"))
        in_order = tuple(sorted(waiting, key=lambda wait: wait.seat))
        force_setattr(self, "lifting", in_order or "at_once")

    @property
    def waiting(self) -> tuple[Waiting, ...]:
        """Who waits for what before lifting, by the number from the opener."""
        return LIFTINGS[self.lifting] if isinstance(self.lifting, str) else self.lifting


LIFTINGS: Final[dict[str, tuple[Waiting, ...]]] = {"at_once": (), "staged": STAGED}
"""The lists that have a name."""


class MoveClock(BookRecord, frozen=True):
    """Time for a move, and for a move when a block is possible (CI-9)."""

    move_seconds: Seconds
    block_seconds: Seconds
    at_end: Literal["first_tile", "nothing"] = "first_tile"
    """When it runs out: a program-run table plays the first legal tile in the order lifted, or the referee rules."""


class SheetCustoms(BookRecord, frozen=True):
    """The score sheet and who answers for it."""

    scorer: Literal["named", "anybody"] = "anybody"
    """TG-6.2: the home pair names who keeps the sheet, the other pair who does the count."""
    signed_by: Literal["nobody", "scorer_and_counter", "one_of_each_side", "everybody"] = "nobody"
    difference_cap: Points | None = None
    """CI-4: points over this, or over the match's own limit in points where it has one, do not count for the
    difference. None: the book keeps no differences."""


class Cites(BookRecord, frozen=True):
    """Which article a refusal cites, by what was wrong; and, where no refusal does, a line of the sheet."""

    seating: ArticleId
    opener: ArticleId
    deal: ArticleId
    turn: ArticleId
    opening_tile: ArticleId
    fit: ArticleId
    must_play: ArticleId
    equal_ends: ArticleId
    two_doubles: ArticleId
    drawing: ArticleId
    exposed: ArticleId
    clock: ArticleId
    """The time for a move, and none at all where only one is possible (TG-14.12, UEH-obligada, CI-9)."""
    count: ArticleId
    limit: ArticleId
    time: ArticleId
    scorer: ArticleId
    sheet: ArticleId
    talk: ArticleId | None = None
    """Where the book says who may talk to whom, and when (TG-7.9)."""
    closing: ArticleId | None = None
    """Where it says who may close a hand."""
    rack: ArticleId | None = None
    """Where it says that tiles stay as they were lifted: nobody sorts them (TG-8.6, SJ-flujo-1)."""
    tied_block: ArticleId | None = None
    """Where it says what a block with equal counts brings (TG-10, SJ-tranque). Only the sheet cites it."""
    silence: ArticleId | None = None
    """Where it says that nobody says anything while a hand is played (TG-7.10, SJ-irreg-5); where no article does, a
    phrase that tells nothing of the hand may always be said."""
    draw: ArticleId | None = None
    """In a tournament: who plays whom, and how long (CI-1, UEH-campeonato)."""
    entries: ArticleId | None = None
    """Who may enter (SJ-jugadores)."""
    registration: ArticleId | None = None
    """From when to when (SJ-registro)."""
    slip: ArticleId | None = None
    """What a signed slip is, and that it is brought to the desk (CI-2, TG-12)."""
    level: ArticleId | None = None
    """Who wins where the score is level (CI-4, SJ-estructura)."""
    default: ArticleId | None = None
    """Who does not come, and stand-ins (CI-8)."""
    in_play: ArticleId | None = None
    """What the open ends bring after every tile, and a limit that must be hit."""
    re_entries: ArticleId | None = None
    """How often somebody over the limit comes back (UEH-reenganche)."""
    sanctions: ArticleId | None = None
    """Who may sanction (CI-17)."""
    suspension: ArticleId | None = None
    """With which the organisers may expel a player (CI-19)."""


HANDS_IN_A_ROW: Final = 12
"""Where the others' win takes points away, a limit of more hands than this would hardly ever be reached."""

SINGULAR: Final = {
    "articles": "article",
    "severities": "severity",
    "cards": "card",
    "infractions": "infraction",
    "bonuses": "bonus",
    "customs": "table",
}
"""What a file calls some of a book's fields: ``[[article]]``, ``[[bonus]]``, ``[table]``."""


class Book(BookRecord, frozen=True, dict=True, rename=SINGULAR):
    """A rule book, read and checked. Nothing in the engine asks for its id: what it says is what happens.

    Beside its fields it keeps the book below a table's options (`base`), and what has been worked out about it once.
    """

    id: Identifier
    name: Words
    about: Words
    options: Options
    cites: Cites
    articles: Annotated[tuple[Article, ...], Meta(min_length=1, max_length=500)]
    customs: Customs = Customs()
    clock: MoveClock | None = None
    comment_seconds: Seconds | None = None
    """How long partners may comment on a finished hand (TG-7.9)."""
    extra_hands: SmallCount = 2
    """After time, with ``at_time = "extra_hands"``: how many more, the one whose tiles are lifted included (CI-3); with
    ``finish_and_extra``: how many more after it."""
    warn_minutes: Annotated[tuple[SmallCount, ...], Meta(max_length=10)] = ()
    """So many minutes before time the table is told."""
    prize: Prize | None = None
    points_in_play: PointsInPlay | None = None
    """Points that a tile itself brings, by what the open ends show after it."""
    bonuses: Annotated[tuple[Bonus, ...], Meta(max_length=10)] = ()
    raises: Raise | None = None
    best_of: Annotated[int, Meta(ge=1, le=99)] = 1
    """How many matches make a series; whoever has won more than half of them has won it."""
    re_entry: ReEntry | None = None
    sheet: SheetCustoms = SheetCustoms()
    tournament: Tournament | None = None
    severities: Annotated[tuple[Severity, ...], Meta(max_length=20)] = ()
    cards: Annotated[tuple[Card, ...], Meta(max_length=20)] = ()
    infractions: Annotated[tuple[Infraction, ...], Meta(max_length=300)] = ()
    asks: Annotated[tuple[OptionKey, ...], Meta(max_length=30)] = ("at_time", "level_at_end")
    """Which options people are asked about when they open a table. All others may be set as well; these are what the
    book itself leaves to the table. It binds nobody."""

    def __post_init__(self) -> None:
        mistakes = tuple(self._mistakes())
        if mistakes:
            raise Mistakes(mistakes)

    def __repr__(self) -> str:
        """Its name: who prints a match or a step does not want every article of it in three languages."""
        return f"<Book {self.id}>"

    def _mistakes(self) -> Iterator[Mistake]:
        """What does not go together, between the tables of the book."""
        ids = [article.id for article in self.articles]
        yield from twice("article", "id", ids)
        yield from article_mistakes(self.articles)
        for reason in self.cites.__struct_fields__:
            cited = getattr(self.cites, reason)
            if cited is not None and cited not in ids:
                yield Mistake(("cites", reason), repr(cited), an_article(cited, ids))
        if (self.options.scoring == "fixed") != (self.prize is not None):
            yield _prize_mistake(self.options.scoring)
        if self.re_entry is not None and (self.options.play, self.options.scoring) != ("alone", "own_loss"):
            expected = Phrase('play = "alone" and scoring = "own_loss" with re-entries')
            yield Mistake(("re_entry",), f"{self.options.play}, {self.options.scoring}", expected)
        if self.customs.most_doubles is not None and self.customs.most_doubles < self._fewest_doubles():
            expected = Phrase("{least} or more: no deal could have fewer", least=self._fewest_doubles())
            yield Mistake(("table", "most_doubles"), str(self.customs.most_doubles), expected)
        if self.options.block == "nobody" and not self.options.tied_block.startswith("nobody_"):
            expected = Phrase('a rule by which nobody wins, where block is "nobody"')
            yield Mistake(("options", "tied_block"), repr(self.options.tied_block), expected)
        if self.options.points_hurt and (self.options.reset != "never" or (self.raises and self.raises.add)):
            key = ("options", "reset") if self.options.reset != "never" else ("raises", "add")
            yield Mistake(key, Phrase("one"), Phrase('none where scoring is "own_loss"'))
        most = HANDS_IN_A_ROW * (self.prize.domino if self.prize is not None else 40)
        if self.options.reset != "never" and (self.options.limit.points or 0) > most:
            expected = Phrase("at most {most} points: nobody wins so many hands in a row", most=most)
            yield Mistake(("options", "limit"), str(self.options.limit), expected)
        yield from self._mistakes_in_play()
        if self.options.tied_worth > 1 and self.raises is not None:
            expected = Phrase("1 where [raises] says what a tied hand does to the next")
            yield Mistake(("options", "tied_worth"), str(self.options.tied_worth), expected)
        if self.options.choose_opener == "after_lifting" and self.customs.lifting != "at_once":
            expected = Phrase('"before_dealing", or lifting = "at_once": the winners choose having seen their tiles')
            yield Mistake(("options", "choose_opener"), repr("after_lifting"), expected)
        if self.best_of % 2 == 0:
            yield Mistake(("best_of",), str(self.best_of), Phrase("an odd number"))
        for place, bonus in enumerate(self.bonuses):
            if bonus.article is not None and bonus.article not in ids:
                yield Mistake(("bonus", place, "article"), repr(bonus.article), an_article(bonus.article, ids))
        yield from sanction_mistakes(self.severities, self.cards, self.infractions, ids)

    def _mistakes_in_play(self) -> Iterator[Mistake]:
        """Points in play go with points that are good and stay, one tile a turn; without them somebody has to score."""
        options = self.options
        if self.points_in_play is None:
            if options.scoring == "nothing" and not self.bonuses:
                expected = Phrase("a table [points_in_play], or a bonus: else nobody ever scores")
                yield Mistake(("options", "scoring"), repr(options.scoring), expected)
            return
        if options.points_hurt:
            yield Mistake(("points_in_play",), Phrase("points in play"), Phrase('none where scoring is "own_loss"'))
        if options.reset != "never":
            expected = Phrase('reset = "never" where points are made in play')
            yield Mistake(("options", "reset"), repr(options.reset), expected)
        if self.customs.two_doubles_from_hand is not None:
            expected = Phrase("one tile a turn where points are made in play")
            yield Mistake(("table", "two_doubles_from_hand"), str(self.customs.two_doubles_from_hand), expected)

    @cached_property
    def partners_play_on(self) -> bool:
        """Whether going out ends nothing until both of one pair are out."""
        rules = self.points_in_play
        return rules is not None and rules.partners_play_on and self.options.play == "pairs"

    @property
    def catalogue(self) -> tuple[Infraction, ...]:
        """The infractions that the options leave in force (CL-pensada)."""
        forbids = {key for key in ("false_thinking",) if getattr(self.options, key) == "forbidden"}
        return tuple([one for one in self.infractions if one.if_forbidden is None or one.if_forbidden in forbids])

    @property
    def base(self) -> Book:
        """The book before a table's options; a book without any is its own."""
        below: Book = self.__dict__.get("base", self)
        return below

    def under(self, options: Options) -> Book:
        """This book at a table with these options. Everything else is shared, and so is the book itself: the same
        options give the same object. Options that do not go with the book raise `Mistakes`."""
        base = self.base
        return base if options == base.options else _under(base, options)

    def __hash__(self) -> int:
        return hash((self.id, self.options))  # enough to tell books apart, and quick

    def __reduce__(self) -> Any:
        """A pickled book still knows its base."""
        return super().__reduce__() if self.base is self else (_under, (self.base, self.options))

    def may_draw(self, players: int) -> bool:
        """Whether a player without a fitting tile may take one that sleeps, where so many are in (UEH-robar)."""
        match self.options.boneyard:
            case "none":
                return False
            case "one" | "until_fits":
                return players <= self.customs.draws_up_to
            case unknown:
                assert_never(unknown)

    def points_of(self, consequence: Consequence) -> Award:
        """What a consequence in points comes to at this table: its own points, and what an option awards (SJ-pase)."""
        if consequence.award is None:
            return Award(consequence.points, consequence.remaining)
        award = AWARDS[getattr(self.options, consequence.award)]
        return Award(consequence.points + award.points, consequence.remaining or award.remaining)

    def _fewest_doubles(self) -> int:
        """How many doubles somebody must hold in the most even deal."""
        options = self.options
        asleep = len(options.set.tiles) - options.players * options.tiles_each
        return -(-max(0, options.set.highest_suit + 1 - asleep) // options.players)

    @property
    def abandonment(self) -> Infraction | None:
        """What the book calls leaving before the match is over, if it has an article for it."""
        return next((infraction for infraction in self.infractions if infraction.abandons), None)

    def find(self, article_id: str) -> Article | None:
        """The article with that id, whatever the capitals."""
        wanted = article_id.casefold()
        return next((article for article in self.articles if article.id.casefold() == wanted), None)


def _prize_mistake(scoring: str) -> Mistake:
    """A fixed prize that nobody has named, or one that nobody gets."""
    if scoring == "fixed":
        expected = Phrase("a table [prize] with domino = … and block = …")
        return Mistake(("options", "scoring"), Phrase('scoring = "fixed" without a prize'), expected)
    found = Phrase('a prize with scoring = "{scoring}"', scoring=scoring)
    return Mistake(("prize",), found, Phrase('scoring = "fixed" under [options], or no [prize]'))


@lru_cache(maxsize=256)
def _under(base: Book, options: Options) -> Book:
    book = replace(base, options=options)
    book.__dict__["base"] = base
    return book
