"""Scenes of the referee: match sheets of a real table, as somebody wrote them down."""

from tests.golden.scene import Scene
from tests.referee.papers import hand, paper


def sheet(article: str, sentence: str, book: str, *hands: str, variant: str = "", **tags: str) -> Scene:
    """A scene of these hands; one without a header is opened by seat 1 with the racks of `papers.py`."""
    whole = [text if text.startswith("#") else hand(text) for text in hands]
    return Scene(article, "dgn", sentence, lambda: paper(book, *whole, **tags), variant=variant)
