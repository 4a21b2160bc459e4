"""Every scene there is."""

from types import ModuleType

from tests.golden import (
    clasico,
    competencia,
    fives_and_threes,
    referee_competencia,
    referee_san_juan,
    referee_tarragona,
    referee_tarragona_grave,
    san_juan,
    tarragona,
    tarragona_faults,
    ueh,
)
from tests.golden.scene import Scene


def _scenes(module: ModuleType) -> list[Scene]:
    return [value for value in vars(module).values() if isinstance(value, Scene)]


OF_PLAY = [
    scene
    for module in (san_juan, tarragona, tarragona_faults, ueh, competencia, clasico, fives_and_threes)
    for scene in _scenes(module)
]

OF_THE_REFEREE = [
    scene
    for module in (referee_san_juan, referee_tarragona, referee_tarragona_grave, referee_competencia)
    for scene in _scenes(module)
]

SCENES = OF_PLAY + OF_THE_REFEREE
