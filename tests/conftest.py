"""What every test may ask of pytest."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-goldens",
        action="store_true",
        help="write the golden play-throughs of tests/golden anew; read the diff, they change only on purpose",
    )
