"""Nobody in an event is taken for somebody else: what people are called, whatever they are named."""

from __future__ import annotations

from collections import Counter

from hypothesis import example, given
from hypothesis import strategies as st

from tantera.tournament.names import BETWEEN, told_apart

_GIVEN = st.sampled_from(["Ana", "Àna", "ANA", "Joan", "Jordi", "María José", "María del Mar", "J.", ""])
_SURNAMES = st.sampled_from(["Vidal", "Vidal Pons", "Pons Vidal", "de la Torre", "de la Torre Gil", "VIDAL", "—", ""])
_WORDS = st.text(st.sampled_from("aAáñ.,·() -\u200b\u202e1"), max_size=8)
_NAMES = st.one_of(
    st.builds("{} {}".format, _GIVEN, _SURNAMES), st.builds("{}, {}".format, _SURNAMES, _GIVEN), _WORDS, st.text()
)
_IDS = st.text(st.sampled_from("pP1é-_."), min_size=1, max_size=3)
_CLUBS = st.one_of(st.sampled_from(["", "Reus", "reus", "Valls", "p1", "· Reus)"]), _WORDS)
_PEOPLE = st.lists(st.tuples(_IDS, _NAMES, _CLUBS), max_size=12, unique_by=lambda one: one[0])


@given(_PEOPLE)
@example([("p1", "Ana Vidal", ""), ("p2", "Ana Vidal", ""), ("p3", "Ana Vidal (p1)", "")])
@example([("p1", "José Gil", "Reus"), ("p2", "Jose Gil", "Reus"), ("P2", "JOSÉ GIL", "Reus")])
@example([("p", "\u200b", ""), ("q", "\u202e", "")])
def test_no_two_people_of_an_event_are_called_the_same(people: list[tuple[str, str, str]]):
    found = told_apart(people)
    assert set(found) == {who for who, _, _ in people}
    for names in ([one.short for one in found.values()], [one.full for one in found.values()]):
        assert max(Counter(names).values(), default=1) == 1
        assert all(name.strip() for name in names)


@given(_PEOPLE)
@example([("p1", "X · Y", ""), ("p2", "Z", ""), ("p3", "X", ""), ("p4", "Y · Z", "")])
def test_no_two_pairs_of_an_event_are_called_the_same(people: list[tuple[str, str, str]]):
    found = told_apart(people)
    pairs = list(zip(list(found)[0::2], list(found)[1::2], strict=False))
    for form in ("short", "full"):
        names = [BETWEEN.join(getattr(found[who], form) for who in pair) for pair in pairs]
        assert max(Counter(names).values(), default=1) == 1


@given(_PEOPLE)
def test_lists_by_surname_tell_people_apart_too(people: list[tuple[str, str, str]]):
    texts = [one.listed.text for one in told_apart(people).values()]
    assert max(Counter(texts).values(), default=1) == 1


def short(*names: str) -> list[str]:
    return [one.short for one in told_apart((f"p{place}", name, "") for place, name in enumerate(names, 1)).values()]


def test_siblings_have_a_letter_and_everybody_else_the_surname():
    assert short("Julio Cárdenas", "Marta Cárdenas", "Pere Vidal") == ["J. Cárdenas", "M. Cárdenas", "Vidal"]


def test_only_those_who_need_it_are_called_by_more():
    found = short("Joan Vidal Mas", "Joan Vidal Pla", "Jordi Vidal", "Pere Vidal", "Ana Gil Mas", "Ana Gil")
    assert found == ["Joan Vidal M.", "Joan Vidal P.", "Jordi Vidal", "P. Vidal", "Ana Gil M.", "Ana Gil"]


def test_namesakes_are_told_apart_by_their_club_and_at_last_by_their_number():
    people = [("p1", "Ana Gil", "Reus"), ("p2", "Gil, Ana", "Valls"), ("p3", "ANA GIL", ""), ("p4", "Ana Gil", "Reus")]
    found = told_apart(people)
    assert [one.full for one in found.values()] == [
        "Ana Gil (Reus p1)", "Ana Gil (Valls)", "ANA GIL (p3)", "Ana Gil (Reus p4)",
    ]  # fmt: skip
    assert found["p2"].listed.text == "Gil, Ana (Valls)"
    assert found["p2"].apart == "Valls"


def test_somebody_without_a_name_is_called_by_their_number():
    assert told_apart([("p1", " \u202e", ""), ("p2", "—", ""), ("p3", "—", "")])["p3"].short == "— (p3)"
