"""Training: ``python3 run.py train [KIND…]``, a policy by its kind of table or `foresight`; without any, all of it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from tantera.bots.learned import foresight_school, school

FORESIGHT: Final = "foresight"
KINDS: Final = (*school.COURSES, FORESIGHT)
"""What there is to be trained: the value network last, for it learns among players by the policy."""


def main(kinds: list[str], folder: Path) -> int:
    unknown = [kind for kind in kinds if kind not in KINDS]
    if unknown:
        print(f"train: found {unknown[0]!r}, expected one of {', '.join(KINDS)}", file=sys.stderr)
        return 2
    for kind in kinds or KINDS:
        if kind == FORESIGHT:
            foresight_school.teach(folder)
        else:
            school.teach(kind, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], Path(__file__).parent / "weights"))
