"""The answer to an order as other programs read it: one JSON object."""

from __future__ import annotations

from typing import Any

from tantera.tournament.decide import Applied
from tantera.tournament.orders import OrderProblem, Publish
from tantera.tournament_file.copies import Copied
from tantera.words import Problem


def answered(answer: Applied | Problem, lang: str, copied: Copied | None = None) -> dict[str, Any]:
    """``{"ok": true, "event": 17, …}`` or ``{"ok": false, "code": …, "article": …, "message": …}``.

    A preview has no tournament. A publish says what became of its copy, where a folder for copies is set.
    """
    if isinstance(answer, Problem):
        said = {"ok": False, "code": answer.code, "article": answer.article or None, "message": answer.told(lang)}
        return said | (answer.more if isinstance(answer, OrderProblem) else {})
    said = answer.printed(lang)
    if copied is not None and not answer.again and isinstance(getattr(answer.recorded, "order", None), Publish):
        said["copy"] = copy_answered(copied, lang)
    return said


def copy_answered(copied: Copied, lang: str) -> dict[str, Any]:
    """Where the copy is and how old, in seconds; null: there is none."""
    if copied.problem is None:
        return {"ok": True, "to": str(copied.to), "age": 0}
    age = None if copied.before is None else round(copied.before)
    return {"ok": False, "to": str(copied.to), "age": age, "message": copied.problem.told(lang)}
