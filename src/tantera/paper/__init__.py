"""Papers of a tournament: what hangs on the wall, lies on the tables and is signed."""

from tantera.paper.press import press as press
from tantera.paper.printing import PAPERS as PAPERS
from tantera.paper.printing import Paper as Paper
from tantera.paper.printing import PaperProblem as PaperProblem
from tantera.paper.printing import laid_out as laid_out
from tantera.paper.printing import printable as printable
