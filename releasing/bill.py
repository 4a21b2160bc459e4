"""What is inside: every package that is pinned, its version, its licence and its hashes, as a CycloneDX 1.5 bill of
materials (SBOM), and as a text for people."""

from __future__ import annotations

import re
from email.message import Message
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[1]
TOOLS: Final = frozenset({"hatchling", "editables", "pathspec", "pluggy", "trove-classifiers", "packaging"})
"""Of the clone: they make the wheel and are in nothing that is handed out."""


class Package(NamedTuple):
    name: str
    version: str
    licence: str
    hashes: tuple[str, ...]


def packages(pins: Path = ROOT / "requirements" / "run.txt") -> list[Package]:
    """Those of requirements/run.txt, in its order. A licence is what the installed package says of itself."""
    blocks = re.split(r"\n(?=[a-z0-9])", pins.read_text("utf-8"))
    found = []
    for block in blocks:
        pin = re.match(r"([\w.\-]+)(?:\[[\w,]+\])?==([\w.]+)", block)
        if pin is not None and pin[1] not in TOOLS:
            found.append(Package(pin[1], pin[2], licence(pin[1]), tuple(re.findall(r"sha256:([0-9a-f]{64})", block))))
    return found


def licence(name: str) -> str:
    """As SPDX where the package says so, else by its classifiers, else the first line of what it says; empty where it
    is not installed, as what only another system needs."""
    try:
        said: Message = metadata(name)  # type: ignore[assignment]
    except PackageNotFoundError:
        return ""
    if expression := said.get("License-Expression"):
        return str(expression)
    classified = [
        line.rpartition(" :: ")[2] for line in said.get_all("Classifier", []) if line.startswith("License ::")
    ]
    told = str(said.get("License") or "").strip().split("\n")[0]
    return " AND ".join(classified) or told[:80]


def bill(version: str) -> dict[str, Any]:
    """No moment and no serial number of its own: the same of the same pins."""
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {"type": "application", "name": "tantera", "version": version, "licenses": _of("MIT")}
        },
        "components": [
            {
                "type": "library",
                "name": one.name,
                "version": one.version,
                "purl": f"pkg:pypi/{one.name}@{one.version}",
                **({"licenses": _of(one.licence)} if one.licence else {}),
                "hashes": [{"alg": "SHA-256", "content": digest} for digest in one.hashes],
            }
            for one in packages()
        ],
    }


def _of(licence: str) -> list[dict[str, Any]]:
    return [{"license": {"name": licence}}]


def licences() -> str:
    rows = [f"{one.name} {one.version}: {one.licence or 'not needed on this system'}" for one in packages()]
    return "\n".join(("Tantera: MIT", *rows, ""))
