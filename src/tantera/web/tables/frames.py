"""What goes over the socket of a table. docs/protocol.md tells it to others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from tantera.play.log import tile_from_text, tile_to_text
from tantera.play.orders import AnyOrder
from tantera.tables import AnyTableOrder
from tantera.telling import Sentence
from tantera.words import Problem

PROTOCOL: Final = 3
"""The version of what is told here; docs/protocol.md says what each one changed."""

# --- from a client --------------------------------------------------------------------------------------------------


class FromClient(Struct, frozen=True, tag_field="type", tag=str.lower, forbid_unknown_fields=True):
    """A message of a client's."""


class Order(FromClient, frozen=True):
    id: Annotated[str, Meta(min_length=1, max_length=40)]
    """The client's own: the same id is applied once."""
    order: AnyOrder | AnyTableOrder


class Again(FromClient, frozen=True):
    """The whole screen, please."""


class Beat(FromClient, frozen=True):
    n: int


_decoder: Final = msgspec.json.Decoder(Order | Again | Beat, dec_hook=tile_from_text)


def read(text: str | bytes) -> Order | Again | Beat:
    """A message of a client's; `msgspec.DecodeError` or `ValueError` where it is none."""
    frame: Order | Again | Beat = _decoder.decode(text)
    return frame


# --- from the server ------------------------------------------------------------------------------------------------

_encode: Final = msgspec.json.Encoder(enc_hook=tile_to_text).encode


def encode(**fields: Any) -> bytes:
    return _encode(fields)


def refused(order_id: str, problem: Problem, lang: str) -> bytes:
    """Why an order was refused."""
    return encode(type="refused", id=order_id, code=problem.code, article=problem.article, text=problem.told(lang))


def error(code: str, text: str) -> bytes:
    return encode(type="error", code=code, text=text)


class _Said(Struct, frozen=True, gc=False, omit_defaults=True):
    """A `Sentence` as a page shows it; what is empty is left out."""

    text: str
    tone: str
    part: str
    mark: str = ""
    article: str = ""


def said(sentences: Sequence[Sentence]) -> bytes:
    """Sentences as a page shows them."""
    return _encode([_Said(*one) for one in sentences])


def step(now: int, told: bytes, message: bytes, **more: Any) -> bytes:
    """A message of the table (`tantera.tables.messages`), with the words for it. Most of it is encoded already, once
    for everybody it is the same for."""
    fields = message[1:] if not more else b"%b,%b" % (message[1:-1], _encode(more)[1:])
    return b'{"type":"step","now":%d,"said":%b,%b' % (now, told, fields)


def joined(now: int, you: str | None, message: bytes, **more: Any) -> bytes:
    return b"%b,%b" % (encode(type="joined", now=now, you=you, **more)[:-1], message[1:])
