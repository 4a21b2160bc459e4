"""Puzzles: positions from bots' matches in which one move is clearly the best by what its player could know."""

from tantera.puzzles.puzzle import LEVELS as LEVELS
from tantera.puzzles.puzzle import THEMES as THEMES
from tantera.puzzles.puzzle import Puzzle as Puzzle
from tantera.puzzles.puzzle import Worth as Worth
from tantera.puzzles.puzzle import of_the_day as of_the_day
from tantera.puzzles.puzzle import shipped as shipped
from tantera.puzzles.solving import Answer as Answer
from tantera.puzzles.solving import answered as answered
from tantera.puzzles.solving import streak as streak
