"""Whether this machine has the kernels' machine code already. Whoever asks need not load the compiler to know."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

_KERNELS: Final = Path(__file__).parent / "kernels"


def is_compiled() -> bool:
    """Whether there is code in numba's cache that is newer than the kernels. Where numba keeps it elsewhere, for want
    of a folder that can be written, this says no."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    kept = Path(chosen).rglob("*.nbi") if chosen else (_KERNELS / "__pycache__").glob("*.nbi")
    newest = max((path.stat().st_mtime for path in kept), default=0.0)
    return newest > max(path.stat().st_mtime for path in _KERNELS.glob("*.py"))
