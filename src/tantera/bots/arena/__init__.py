"""Where bots meet: duplicate deals, matches, teams with a stranger, and the ladder."""

from tantera.bots.arena.contest import ArenaError, Contest, Unit, duel, mixed_teams
from tantera.bots.arena.executors import cluster, pool, usual_workers
from tantera.bots.arena.players import check_known
from tantera.bots.arena.report import (
    REFERENCE,
    contest_report,
    ladder_contests,
    ladder_names,
    rung_report,
    rungs,
    styles_of,
)
from tantera.bots.arena.results import Results, results_folder
from tantera.bots.arena.running import Arena
from tantera.bots.arena.tally import Thinking, joined

__all__ = [
    "REFERENCE",
    "Arena",
    "ArenaError",
    "Contest",
    "Results",
    "Thinking",
    "Unit",
    "check_known",
    "cluster",
    "contest_report",
    "duel",
    "joined",
    "ladder_contests",
    "ladder_names",
    "mixed_teams",
    "pool",
    "results_folder",
    "rung_report",
    "rungs",
    "styles_of",
    "usual_workers",
]
