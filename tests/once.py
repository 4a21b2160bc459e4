"""What every worker of the tests needs is made once, beside the checks of ``run.py test``: else each of them would make
it for itself, all at the same time. Kernels are compiled; each file of tests is read, rewritten by pytest for its
assertions and kept as byte code. A file that cannot be imported is found here, too."""

from __future__ import annotations

import sys
from importlib import import_module
from pkgutil import iter_modules

import pytest

for package in ("tantera.solver.kernels", "tantera.bots.learned"):
    for module in iter_modules(import_module(package).__path__, f"{package}."):
        import_module(module.name)

sys.exit(pytest.main(["--collect-only", "-qq", "--no-summary", "-p", "no:cacheprovider"]))
