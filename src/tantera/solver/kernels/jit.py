"""How kernels are compiled, and the bit tricks that LLVM has and Python has not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba
from llvmlite import ir
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., Any])


def kernel(*signatures: Any, inline: bool = False) -> Callable[[F], F]:
    """Compile now, for these signatures only, without the interpreter's lock, and keep the code on disk.

    Where no folder can be written numba refuses to cache at all: then it compiles at every start instead.
    """
    options: dict[str, Any] = {"nogil": True, "boundscheck": False, "error_model": "numpy"}
    if inline:
        options["inline"] = "always"

    def compiled(function: F) -> F:
        what = list(signatures) or None
        try:
            return numba.njit(what, cache=True, **options)(function)  # type: ignore[no-any-return]
        except RuntimeError:
            return numba.njit(what, **options)(function)  # type: ignore[no-any-return]

    return compiled


@intrinsic  # type: ignore[untyped-decorator]
def popcount(_typing: Any, word: Any) -> Any:
    """How many bits are set."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return word(word), generate


@intrinsic  # type: ignore[untyped-decorator]
def lowest(_typing: Any, word: Any) -> Any:
    """The place of the lowest bit that is set; the word's width if none is."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return word(word), generate
