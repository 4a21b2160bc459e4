"""Who may do what at which stage of a round: one table. A test tries every cell of it over the pages of a real server.

A column is the stage of the round that an order is about; of one that is about no round, of the round in play. Letters
are roles: **D**irector of refereeing, **O**rganiser, table **J**udge, control des**K**, **P**layer (at their own table
only), a live **T**able itself, an office that nobody holds; the public orders nothing. Where a letter stands the order
may still be refused for what it says: a score that cannot be, a table that has its slip.
"""

from __future__ import annotations

from typing import Final, Literal, assert_never, get_args

from tantera.tournament import orders as o
from tantera.tournament.decided import books_of, cited
from tantera.tournament.hall.state import HallClock
from tantera.tournament.orders import AnyOrder, Given, Order, Refused
from tantera.tournament.state import Round, TournamentState
from tantera.words import Phrase

Stage = Literal["new", "none", "draft", "ready", "running", "time", "all_in", "closed", "over"]
"""Nothing is there; no round yet; drawn and not published; published, its clock stands; the clock runs; time was called
and the last hands are played; every result is in; the round is closed; the event is."""
STAGES: Final[tuple[Stage, ...]] = get_args(Stage)

LETTERS: Final = {"D": "director", "O": "organiser", "J": "judge", "K": "desk", "P": "player", "T": "table"}

_GRID: Final = """
                   new   none  draft  ready  running  time   all_in  closed  over
  create           DO    -     -      -      -        -      -       -       -
  commit           -     DO    -      -      -        -      -       -       -
  lot              -     DO    -      -      -        -      -       -       -
  enter            -     DOK   DOK    DOK    DOK      DOK    DOK     DOK     -
  pay              -     DOK   DOK    DOK    DOK      DOK    DOK     DOK     -
  check_in         -     DOK   DOK    DOK    DOK      DOK    DOK     DOK     -
  check_out        -     DOK   DOK    DOK    DOK      DOK    DOK     DOK     -
  withdraw         -     DOK   DOK    DOK    DOK      DOK    DOK     DOK     -
  return           -     DOK   DOK    DOK    DOK      DOK    DOK     DOK     -
  edit_player      -     DOK   DOK    DOK    DOK      DOK    DOK     DOK     -
  edit_event       -     DO    DO     DO     DO       DO     DO      DO      -
  keep_apart       -     DO    DO     DO     DO       DO     DO      DO      -
  seed             -     DO    -      -      -        -      -       -       -
  draw             -     DO    DO     DO     DO       DO     DO      DO      -
  swap             -     -     DO     -      -        -      -       -       -
  publish          -     -     DO     -      -        -      -       -       -
  repair           -     -     -      DO     DO       DO     DO      -       -
  postpone         -     -     -      DO     DO       DO     -       -       -
  result           -     -     -      DOJKP  DOJKP    DOJKP  DOK     DOJK    -
  confirm          -     -     -      DOKP   DOKP     DOKP   -       DOK     -
  dispute          -     -     -      DOKP   DOKP     DOKP   DOKP    DOK     -
  late             -     -     -      DOJ    DOJ      DOJ    DOJ     DOJ     -
  default          -     -     -      DOJ    DOJ      DOJ    DOJ     DOJ     -
  stand_in         -     -     -      DOJ    DOJ      DOJ    DOJ     DOJ     -
  penalty          -     -     DJ     DJ     DJ       DJ     DJ      DJ      -
  card             -     -     DJ     DJ     DJ       DJ     DJ      DJ      -
  expel            -     -     DO     DO     DO       DO     DO      DO      -
  close_round      -     -     -      -      -        -      DO      -       -
  undo             -     DO    DO     DO     DO       DO     DO      DO      DO
  close            -     DO    DO     -      -        -      DO      DO      -

  set_clock        -     -     DO     DO     -        DO     DO      -       -
  start_clock      -     -     -      DO     -        -      DO      -       -
  pause_clock      -     -     -      -      DO       -      DO      -       -
  resume_clock     -     -     -      -      DO       -      DO      -       -
  call_time        -     -     -      -      DO       -      DO      -       -
  lengthen_clock   -     -     -      DO     DO       DO     DO      -       -
  give_time        -     -     -      DOJ    DOJ      DOJ    DOJ     -       -
  call_judge       -     -     -      DOJKP  DOJKP    DOJKP  DOJKP   -       -
  take_call        -     -     DOJ    DOJ    DOJ      DOJ    DOJ     DOJ     DOJ
  close_call       -     -     DOJ    DOJ    DOJ      DOJ    DOJ     DOJ     DOJ
  write_hand       -     -     -      DOJKP  DOJKP    DOJKP  DOJKP   -       -
  erase_hand       -     -     -      DOJKP  DOJKP    DOJKP  DOJKP   -       -
  keep_photo       -     -     -      DOJKP  DOJKP    DOJKP  DOJKP   DOJKP   DOJK
  object           -     -     -      P      P        P      P       P       -
  answer_objection -     -     DOK    DOK    DOK      DOK    DOK     DOK     DOK
  close_window     -     -     -      -      -        -      -       D       D
  announce         -     DO    DO     DO     DO       DO     DO      DO      DO
  archive          -     DO    DO     DO     DO       DO     DO      DO      DO
  take_out         -     DO    DO     DO     DO       DO     DO      DO      DO
  play_online      -     -     -      DO     DO       DO     -       -       -
  play_on_paper    -     -     -      DO     DO       DO     -       -       -
  begin_online     -     -     -      T      T        -      -       -       -
  ask_erasure      -     P     P      P      P        P      P       P       P
  erase_person     -     DO    DO     DO     DO       DO     DO      DO      DO
"""

Row = dict[Stage, frozenset[str]]


def _read(text: str) -> dict[str, Row]:
    head, *lines = [line.split() for line in text.splitlines() if line.strip()]
    assert tuple(head) == STAGES
    return {
        name: {
            stage: frozenset(LETTERS[letter] for letter in cell if cell != "-")
            for stage, cell in zip(STAGES, cells, strict=True)
        }
        for name, *cells in lines
    }


GRID: Final[dict[str, Row]] = _read(_GRID)
"""By the name of an order, of the tournament or of the hall."""


def ever(order: str) -> frozenset[str]:
    """The roles that may give this order at some stage."""
    return frozenset[str]().union(*GRID[order].values())


def round_of(tournament: TournamentState, number: int | None) -> Round | None:
    """The round that an order is about: the one that it names, else the one in play, a draft, the last."""
    named = next((round for round in tournament.played if round.number == number), None)
    return named or tournament.open or tournament.draft or (tournament.played[-1] if tournament.played else None)


def stage_of(
    tournament: TournamentState | None, number: int | None = None, clock: HallClock | None = None, now: int = 0
) -> Stage:
    """At which stage a round is. Without the hall's clock a round in play is `ready` until every result is in."""
    if tournament is None:
        return "new"
    if tournament.closed:
        return "over"
    round = round_of(tournament, number)
    if round is None:
        return "none"
    if round.stage != "published":
        return round.stage
    if all(tournament.is_settled(round, table) for table in round.tables):
        return "all_in"
    if clock is None or clock.round != round.number:
        return "ready"
    return _PHASES[clock.phase(now)]


_PHASES: Final[dict[str, Stage]] = {"ready": "ready", "running": "running", "paused": "running", "time": "time"}


def stage_told(tournament: TournamentState | None, number: int | None, stage: Stage) -> Phrase:
    """How things stand, in words."""
    round = round_of(tournament, number) if tournament is not None else None
    facts = {"round": round.number if round is not None else 0}
    match stage:
        case "new":
            return Phrase("there is no tournament yet")
        case "none":
            return Phrase("no round has been drawn")
        case "draft":
            return Phrase("round {round} is a draft", **facts)
        case "ready":
            return Phrase("round {round} is published and its clock stands", **facts)
        case "running":
            return Phrase("the clock of round {round} runs", **facts)
        case "time":
            return Phrase("time was called in round {round}", **facts)
        case "all_in":
            return Phrase("every result of round {round} is in", **facts)
        case "closed":
            return Phrase("round {round} is closed", **facts)
        case "over":
            return Phrase("the tournament is closed")
        case unknown:
            assert_never(unknown)


def name_of(kind: type[Order]) -> str:
    """What an order is called in the log and in the grid."""
    return str(kind.__struct_config__.tag)


Kind = type[Order]
SANCTIONS: Final[frozenset[Kind]] = frozenset({o.Penalty, o.ShowCard, o.Expel})
"""Only judges sanction; organisers expel with the article that lets them suspend a player (`Cites.suspension`)."""

ROLES: Final[dict[str, frozenset[Kind]]] = {
    role: frozenset(kind for kind in get_args(AnyOrder) if role in ever(name_of(kind)))
    for role in (*LETTERS.values(), "public")
}
"""By role, at whatever stage. A player is bound to their own table besides (`slips`)."""

RESULT_BY: Final = "desk:mesa en línea"
SANCTIONS_BY: Final = "judge:mesa en línea"
"""The offices in whose name a live table tells the event how it ended: the program refereed, and nobody has to confirm
it."""


def role_of(by: str) -> tuple[str, str | None]:
    """The role and the name.

    >>> role_of("judge:Mora"), role_of("desk")
    (('judge', 'Mora'), ('desk', None))
    """
    role, colon, name = by.partition(":")
    return role, name if colon else None


def check_permission(tournament: TournamentState | None, given: Given) -> None:
    """A `Refused` unless this role may order this."""
    role, name = role_of(given.by)
    if role not in ROLES or name == "":
        raise Refused("not_yours", "{by} is nobody here", by=given.by)
    if type(given.order) not in ROLES[role]:
        raise _not_yours(tournament, given)
    if role == "organiser" and isinstance(given.order, o.Expel) and tournament is not None:
        suspensions = [book.cites.suspension for book in books_of(tournament) if book.cites.suspension is not None]
        if given.order.article not in suspensions:
            raise Refused("not_yours", "only judges sanction; organisers suspend a player by {article}",
                          cited(tournament, "sanctions"), article=suspensions[0])  # fmt: skip
    if role == "player" and name is None:
        raise Refused("not_yours", "a player who is not named has no table")


def check_stage(tournament: TournamentState | None, given: Given) -> None:
    """A `Refused` unless this role may order this now: the last word on an order that nothing else is wrong with.

    What judges an order says in its own words why it is too early or too late; here nothing is left to chance.
    """
    order, number = name_of(type(given.order)), getattr(given.order, "round", None)
    if isinstance(given.order, o.Publish) and tournament is not None and tournament.draft is not None:
        number = tournament.draft.number
    stage = stage_of(tournament, number)
    if role_of(given.by)[0] not in GRID[order][stage]:
        raise not_now(given.by, order, stage_told(tournament, number, stage))


def not_now(by: str, order: str, how: Phrase) -> Refused:
    return Refused("not_now", "{by} may not order {order} now: {how}", by=by, order=order, how=how)


def _not_yours(tournament: TournamentState | None, given: Given) -> Refused:
    article = cited(tournament, "sanctions") if tournament is not None and type(given.order) in SANCTIONS else ""
    order = name_of(type(given.order))
    return Refused("not_yours", "{by} may not order {order}", article, by=given.by, order=order)
