"""The JSON Schema of the object that `export` gives, kept beside the code that makes it."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from tantera.formats import FORMATS


def schema_text() -> str:
    text = (files("tantera.tournament") / "object.schema.json").read_text("utf-8")
    return text.replace('["FORMATS"]', json.dumps(list(FORMATS)))


def object_schema() -> dict[str, Any]:
    """
    >>> object_schema()["title"]
    'A tournament, as `tantera tournament export FILE --json` prints it'
    """
    schema: dict[str, Any] = json.loads(schema_text())
    return schema
