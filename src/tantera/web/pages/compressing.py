"""Pages go compressed (gzip), whoever can read that.

Compression tells by the length of an answer whether a text that somebody can choose, a search say, occurs in it again
(BREACH). So what a page has to keep secret looks different in every answer (`masked`: the token of its forms), and a
page that is nothing but codes goes as it is: its route says ``uncompressed``. Sockets are not compressed at all.
"""

from __future__ import annotations

from secrets import token_bytes
from typing import Any, Final

from litestar.config.compression import CompressionConfig
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import MutableScopeHeaders
from litestar.middleware import DefineMiddleware
from litestar.middleware.compression import CompressionMiddleware
from litestar.middleware.csrf import CSRFMiddleware
from litestar.types import Message, Scope, Send

LEVEL: Final = 5
"""Of nine: more costs twice the time for a hundredth of the bytes."""
UNCOMPRESSED: Final = {"uncompressed": True}
"""For a route: its pages are made of secrets."""


class _Texts(CompressionMiddleware):
    """Pictures, papers and what is packed already are sent as they are."""

    def create_compression_send_wrapper(self, send: Send, compression_encoding: Any, scope: Scope) -> Send:
        packing = super().create_compression_send_wrapper(send, compression_encoding, scope)
        chosen = send

        async def sent(message: Message) -> None:
            nonlocal chosen
            if message["type"] == "http.response.start":
                headers = MutableScopeHeaders.from_message(message)
                kind = headers.get("content-type", "")
                text = kind.startswith("text/") or kind.startswith(("application/json", "image/svg"))
                chosen = packing if text and "content-encoding" not in headers else send
            await chosen(message)

        return sent


def compression() -> CompressionConfig:
    return CompressionConfig(
        "gzip", gzip_compress_level=LEVEL, middleware_class=_Texts, exclude_opt_key=next(iter(UNCOMPRESSED))
    )


class _Forms(CSRFMiddleware):
    """A form brings its token masked; a program, which has it from its cookie, plain."""

    def _csrf_tokens_match(self, request_csrf_token: str, cookie_csrf_token: str) -> bool:
        return super()._csrf_tokens_match(unmasked(request_csrf_token), cookie_csrf_token)


def forms(config: CSRFConfig) -> DefineMiddleware:
    return DefineMiddleware(_Forms, config=config)


_TOKEN: Final = 64
"""Bytes of a token; it is written in hex."""


def masked(token: str) -> str:
    """A token as a page shows it: one-time pad and token under it, so that no two pages show the same. Whatever is none
    (a cookie may say anything) stays as it is.

    >>> token = "0f" * 64
    >>> masked(token) != masked(token), unmasked(masked(token)) == unmasked(token) == token
    (True, True)
    >>> masked("y"), unmasked("y")
    ('y', 'y')
    """
    pad, plain = token_bytes(_TOKEN), _bytes(token)
    return (pad + _crossed(pad, plain)).hex() if len(plain) == _TOKEN else token


def unmasked(text: str) -> str:
    both = _bytes(text)
    return _crossed(both[:_TOKEN], both[_TOKEN:]).hex() if len(both) == 2 * _TOKEN else text


def _bytes(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return b""


def _crossed(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=True))
