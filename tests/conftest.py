"""What every test may ask of pytest."""

import os
import tempfile

import pytest

for machine in ("LC_ALL", "LC_MESSAGES", "TANTERA_LANG"):
    os.environ.pop(machine, None)
os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp(prefix="tantera-tests-")  # nobody's own matches
os.environ["LANG"] = "C.UTF-8"  # the language of whoever runs the tests is not the tests'


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-goldens",
        action="store_true",
        help="write the golden play-throughs of tests/golden anew; read the diff, they change only on purpose",
    )
