"""What not everybody needs comes as an extra of the package, and where it is missing one sentence says how to get it.

A room asks at the one door behind which such a library is; everything that needs none of it goes on.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import Final, NamedTuple

from tantera.words.phrases import Phrase, Problem


class Extra(NamedTuple):
    """Libraries that only some need, by the name that `pip` knows them under: ``tantera[bots]``."""

    does: Phrase
    modules: tuple[str, ...]
    not_on: str = ""
    """The system (``sys.platform``) that nobody has made it for."""


EXTRAS: Final[dict[str, Extra]] = {
    "bots": Extra(Phrase("to think ahead, to solve and to study"), ("numba", "numpy")),
    "paper": Extra(Phrase("to print"), ("typst",)),
    "hall": Extra(Phrase("to draw by strength and to keep photos of slips"), ("rustworkx", "PIL")),
    "sheets": Extra(Phrase("to write Excel files"), ("xlsxwriter",)),
    "push": Extra(Phrase("to call a phone that is away"), ("cryptography",)),
    "postgres": Extra(Phrase("to keep everything in PostgreSQL"), ("psycopg",)),
    "fast": Extra(Phrase("to serve many people quicker"), ("uvloop",), "win32"),
    "cluster": Extra(Phrase("to share out work among machines"), ("distributed",)),
}
"""As the table of optional dependencies in pyproject.toml has them; a test holds the two together."""


class Missing(Problem):
    """Something that this installation does without."""

    code = "missing_extra"

    def __init__(self, extra: str) -> None:
        self.extra = extra
        message = "{does} it takes {modules}, and that is not installed here; {command} brings it"
        modules = ", ".join(EXTRAS[extra].modules)
        super().__init__(Phrase(message, does=EXTRAS[extra].does, modules=modules, command=command(extra)))

    def told(self, lang: str) -> str:
        sentence = super().told(lang)
        return sentence[:1].upper() + sentence[1:]


def command(extra: str) -> str:
    """What brings it, as it is typed in any shell."""
    return f'pip install "tantera[{extra}]"'


@cache
def has(extra: str) -> bool:
    """Whether it is installed. Nothing is loaded for that."""
    return all(find_spec(module) is not None for module in EXTRAS[extra].modules)


def needs(extra: str) -> None:
    """Nothing, or `Missing`: to be asked before one of its modules is imported."""
    if not has(extra):
        raise Missing(extra)


def missing_behind(error: ImportError) -> Missing | None:
    """The extra that brings a module which an import did not find; None where it is none of theirs."""
    module = (error.name or "").partition(".")[0]
    extra = next((name for name, extra in EXTRAS.items() if module in extra.modules), None)
    return None if extra is None else Missing(extra)
