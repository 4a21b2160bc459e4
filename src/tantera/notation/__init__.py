"""DGN: domino game notation."""

from tantera.notation.document import Document
from tantera.notation.errors import DgnError
from tantera.notation.export import export
from tantera.notation.judge import Judged, judge
from tantera.notation.position import parse_position
from tantera.notation.reader import judge_file, read
from tantera.notation.report import report
from tantera.notation.verify import verify
from tantera.notation.writer import write

__all__ = [
    "DgnError",
    "Document",
    "Judged",
    "export",
    "judge",
    "judge_file",
    "parse_position",
    "read",
    "report",
    "verify",
    "write",
]
