"""The bonuses: points on top of a hand, by what was special about it. A book says ``kind = "capicua"``; the module that
has a bonus of that kind says everything else about it.

Whatever module of this folder has a `BONUS` is one: there is no list of them to keep.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from tantera.rules.bonuses.rule import BonusRule

_MODULES: Final = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]

BONUSES: Final[dict[str, BonusRule]] = {
    module.BONUS.kind: module.BONUS for module in _MODULES if hasattr(module, "BONUS")
}
"""Every kind of bonus by its name."""
