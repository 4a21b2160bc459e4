"""The JSON Schema of a rule-book file, for editors that complete and check TOML."""

from __future__ import annotations

from typing import Any

import msgspec

from tantera.rules.basics import SPOKEN
from tantera.rules.descriptions import description
from tantera.rules.mistakes import ENTRIES
from tantera.rules.schema import Book
from tantera.words import translate


def json_schema(lang: str = "en") -> dict[str, Any]:
    """A whole book; or, with ``extends``, only what is different, where keys of tables and entries may be missing.

    Every key says in this language what it is for.
    """
    schema = msgspec.json.schema(Book)
    definitions = schema["$defs"]
    for kind, definition in definitions.items():
        definition.pop("description", None)  # docstrings are for whoever reads the source
        for key, value in definition.get("properties", {}).items():
            if (text := description(kind, key, lang)) is not None:
                value["description"] = text
    definitions["Words"]["minProperties"] = 1
    definitions["Article"]["anyOf"] = [{"required": [lang]} for lang in SPOKEN]
    changes = dict(definitions["Book"], title="BookChanges", required=["extends", "id"])
    changes["properties"] = {
        "extends": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": translate(
                lang, "The book this one changes: a built-in id, or a .toml file in the same folder."
            ),
        },
        "without": {
            "type": "array",
            "items": {"type": "string"},
            "description": translate(lang, "What is left out of it: clock, options.tiles, card.blue, TG-14.1…"),
        },
        **{key: _with_changes(key, value, definitions) for key, value in changes["properties"].items()},
    }
    definitions["BookChanges"] = changes
    whole = schema.pop("$ref")
    return {
        "if": {"type": "object", "required": ["extends"]},
        "then": {"$ref": "#/$defs/BookChanges"},
        "else": {"$ref": whole},
        **schema,
    }


def _with_changes(key: str, value: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """A key of a book, where tables and entries need not be whole."""
    if "items" in value:
        return value | {"items": _with_changes(key, value["items"], definitions)}
    if "anyOf" in value:
        return value | {"anyOf": [_with_changes(key, option, definitions) for option in value["anyOf"]]}
    if "$ref" not in value:
        return value
    name = value["$ref"].removeprefix("#/$defs/")
    if name == "Words":
        return value
    definitions[f"{name}Changes"] = changes = dict(
        definitions[name], title=f"{name}Changes", required=[ENTRIES[key]] if key in ENTRIES else []
    )
    changes.pop("anyOf", None)  # an article may change without its text
    return value | {"$ref": f"#/$defs/{name}Changes"}
