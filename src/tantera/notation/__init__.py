"""DGN: domino game notation."""

from tantera.notation.counting import MatchCounts as MatchCounts
from tantera.notation.counting import Wanted as Wanted
from tantera.notation.document import Document as Document
from tantera.notation.document import OpeningTurn as OpeningTurn
from tantera.notation.errors import DgnError as DgnError
from tantera.notation.export import export as export
from tantera.notation.judge import Judged as Judged
from tantera.notation.judge import judge as judge
from tantera.notation.many import MatchText as MatchText
from tantera.notation.many import matches_in as matches_in
from tantera.notation.position import parse_partial_position as parse_partial_position
from tantera.notation.position import parse_position as parse_position
from tantera.notation.reader import judge_file as judge_file
from tantera.notation.reader import read as read
from tantera.notation.report import report as report
from tantera.notation.verify import verify as verify
from tantera.notation.writer import write as write
from tantera.notation.writer import write_command as write_command
