"""Papers of a tournament: what hangs on the wall, lies on the tables and is signed."""

from tantera.paper.printing import PAPERS, Paper, PaperProblem, print_paper

__all__ = ["PAPERS", "Paper", "PaperProblem", "print_paper"]
