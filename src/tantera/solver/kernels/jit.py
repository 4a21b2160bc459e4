"""Just-in-time compilation by numba, and the bit intrinsics that LLVM has and Python has not."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.core.errors import TypingError
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., Any])


def kernel(*signatures: Any, inline: bool = False, fastmath: bool = False) -> Callable[[F], F]:
    """Compile eagerly, for these signatures only, without the interpreter's lock (nogil), and cache the code on disk.

    An inline kernel becomes a part of those that call it, and needs no signature unless Python calls it too.
    Where no folder can be written numba refuses to cache at all: then it compiles at every start instead.
    """
    options: dict[str, Any] = {"nogil": True, "boundscheck": False, "error_model": "numpy", "fastmath": fastmath}
    if inline:
        options["inline"] = "always"

    def compiled(function: F) -> F:
        dispatcher: Any = numba.njit(**options)(function)
        try:
            dispatcher.enable_caching()
        except RuntimeError:
            pass
        else:
            # By itself numba asks whether the function's own file has changed, and would go on with the old code of
            # kernels that it calls in other files.
            folder = Path(function.__code__.co_filename).parent
            dispatcher._cache._cache_file._source_stamp = _content_hash(folder), _content_hash(Path(__file__).parent)
        for signature in signatures:
            dispatcher.compile(signature)
        if signatures:
            dispatcher.disable_compile()
        return cast(F, dispatcher)

    return compiled


@cache
def _content_hash(folder: Path) -> str:
    """The SHA-256 of all the code of a folder."""
    return sha256(b"".join(path.read_bytes() for path in sorted(folder.glob("*.py")))).hexdigest()


@intrinsic
def _popcount(_typing: Any, word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return word(word), generate


@intrinsic
def _trailing_zeros(_typing: Any, word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return word(word), generate


# Only kernels can call these; numba makes the call of what each generates.
popcount = cast(Callable[[int], int], _popcount)
"""Population count: how many bits are set."""
trailing_zeros = cast(Callable[[int], int], _trailing_zeros)
"""Count trailing zeros: the index of the lowest bit that is set; the word's width if none is."""


Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Weights = npt.NDArray[np.float32]
"""Of a network, and what goes through it."""
Bools = npt.NDArray[np.bool_]


def layer(width: int) -> Callable[[Weights, Weights, Weights], None]:
    """A dense layer of so many units: ``sums += inputs @ weights``, the weights input by input.

    Only kernels can call it. There may be more weights than are needed, and like all that kernels do this is not
    checked for bounds. The sums stay in vector registers all the while, which compiled loops over arrays do not
    achieve. Skipping inputs that are nought would take longer than to multiply by them.
    """

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        inputs, weights, sums = (
            context.make_array(kind)(context, builder, value) for kind, value in zip(signature.args, args, strict=True)
        )
        word, vector = ir.IntType(64), ir.VectorType(ir.FloatType(), width)
        row = vector.as_pointer()
        place = builder.bitcast(sums.data, row)
        count = builder.extract_value(inputs.shape, 0)
        before = builder.block
        first = builder.load(place, align=4)
        head = builder.append_basic_block("input")
        after = builder.append_basic_block("done")
        builder.cbranch(builder.icmp_signed(">", count, word(0)), head, after)
        builder.position_at_end(head)
        number, sum_ = builder.phi(word), builder.phi(vector)
        number.add_incoming(word(0), before)
        sum_.add_incoming(first, before)
        one = builder.load(builder.gep(inputs.data, [number]), align=4)
        lanes = ir.Constant(ir.VectorType(ir.IntType(32), width), [0] * width)
        every = builder.insert_element(ir.Constant(vector, ir.Undefined), one, ir.IntType(32)(0))
        every = builder.shuffle_vector(every, ir.Constant(vector, ir.Undefined), lanes)
        from_here = builder.bitcast(builder.gep(weights.data, [builder.mul(number, word(width))]), row)
        product = builder.fmul(every, builder.load(from_here, align=4), flags=["fast"])
        more = builder.fadd(sum_, product, flags=["fast"])
        following = builder.add(number, word(1))
        number.add_incoming(following, head)
        sum_.add_incoming(more, head)
        builder.cbranch(builder.icmp_signed("<", following, count), head, after)
        builder.position_at_end(after)
        total = builder.phi(vector)
        total.add_incoming(first, before)
        total.add_incoming(more, head)
        builder.store(total, place, align=4)
        return context.get_dummy_value()

    def typed(_typing: Any, inputs: Any, weights: Any, sums: Any) -> Any:
        row = types.Array(types.float32, 1, "C")
        if (inputs, weights, sums) != (row, row, row):
            message = f"layer: found {inputs}, {weights} and {sums}, expected {row} three times"
            raise TypingError(message)
        return types.void(inputs, weights, sums), generate

    return cast("Callable[[Weights, Weights, Weights], None]", intrinsic(typed))
