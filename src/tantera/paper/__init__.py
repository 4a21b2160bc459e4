"""Papers of a tournament: what hangs on the wall, lies on the tables and is signed."""

from tantera.paper.printing import PAPERS as PAPERS
from tantera.paper.printing import Paper as Paper
from tantera.paper.printing import PaperProblem as PaperProblem
from tantera.paper.printing import print_paper as print_paper
