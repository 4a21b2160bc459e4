"""Where bots meet: duplicate deals, matches, teams with a stranger, and the ladder."""

from tantera.bots.arena.contest import ArenaError, Contest, Seating, Unit, duel, mixed_teams
from tantera.bots.arena.executors import Here, cluster, pool, usual_workers
from tantera.bots.arena.ladder import LADDER, REFERENCE, Rung, ladder_contests, ladder_names, rungs
from tantera.bots.arena.players import check_known
from tantera.bots.arena.playing import play_deal
from tantera.bots.arena.report import contest_report, rung_report, styles_of
from tantera.bots.arena.results import Results, results_folder
from tantera.bots.arena.running import Arena
from tantera.bots.arena.tally import Played, Tally, Thinking, joined

__all__ = [
    "LADDER",
    "REFERENCE",
    "Arena",
    "ArenaError",
    "Contest",
    "Here",
    "Played",
    "Results",
    "Rung",
    "Seating",
    "Tally",
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
    "play_deal",
    "pool",
    "results_folder",
    "rung_report",
    "rungs",
    "styles_of",
    "usual_workers",
]
