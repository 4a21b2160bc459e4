"""Compiles the kernels that have changed, once and beside the checks of ``run.py test``: else every worker would."""

from importlib import import_module
from pkgutil import iter_modules

for package in ("tantera.solver.kernels", "tantera.bots.learned"):
    for module in iter_modules(import_module(package).__path__, f"{package}."):
        import_module(module.name)
