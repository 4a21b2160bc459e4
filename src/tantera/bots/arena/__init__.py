"""Where bots meet: duplicate deals, matches, teams with a stranger, and the ladder."""

from tantera.bots.arena.contest import ArenaError as ArenaError
from tantera.bots.arena.contest import Contest as Contest
from tantera.bots.arena.contest import Unit as Unit
from tantera.bots.arena.contest import duel as duel
from tantera.bots.arena.contest import mixed_teams as mixed_teams
from tantera.bots.arena.players import check_known as check_known
from tantera.bots.arena.report import REFERENCE as REFERENCE
from tantera.bots.arena.report import contest_report as contest_report
from tantera.bots.arena.report import ladder_contests as ladder_contests
from tantera.bots.arena.report import ladder_names as ladder_names
from tantera.bots.arena.report import rung_report as rung_report
from tantera.bots.arena.report import rungs as rungs
from tantera.bots.arena.report import styles_of as styles_of
from tantera.bots.arena.running import Arena as Arena
from tantera.bots.arena.running import Results as Results
from tantera.bots.arena.running import cluster as cluster
from tantera.bots.arena.running import pool as pool
from tantera.bots.arena.running import results_folder as results_folder
from tantera.bots.arena.tally import Thinking as Thinking
from tantera.bots.arena.tally import joined as joined
from tantera.solver.threads import usual_workers as usual_workers
