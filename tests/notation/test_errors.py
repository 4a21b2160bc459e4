"""What is wrong with a text, in three languages: found, expected and the refusal inside; the article stays."""

import pytest

from tantera.bots.arena import ArenaError
from tantera.bots.own import BotError
from tantera.cli.match.session import SessionError
from tantera.cli.pad.terminal import PadError
from tantera.notation import DgnError, judge, parse_position, read
from tantera.play.log import LogError, read_event
from tantera.rules import Refusal, RuleBookError, load_book
from tantera.words import Phrase, Problem
from tests.notation.broken import BROKEN, SJD


def refused(text: str) -> DgnError:
    with pytest.raises(DgnError) as error:
        judge(read(text))
    return error.value


@pytest.mark.parametrize("name", BROKEN)
def test_every_broken_file_is_told_in_every_language_in_one_line_with_its_place(name: str):
    error = refused(BROKEN[name][0]).in_file("final.dgn")
    place = f"final.dgn:{error.where.line}:{error.where.column}: "
    for lang, words in (("es", ("se encontró ", "se esperaba ")), ("ca", ("s'ha trobat ", "s'esperava "))):
        said = error.cited(lang)
        assert said.startswith(place + words[0])
        assert words[1] in said
        assert said.isprintable()
        assert error.article in said
    assert error.told("en") == str(error).removesuffix(f" ({error.article})")


def test_a_refusal_inside_is_told_in_the_same_language():
    error = refused(SJD + "46 -")
    assert error.told("es").endswith("con ficha no se pasa")
    assert "nobody passes with a tile that fits" in error.told("en")
    assert " o >63" in error.told("es")


def test_ends_are_named_as_in_the_file_in_every_language():
    error = refused(SJD + "64 <36")
    assert "se encontró <36, se esperaba <63: primero el número que toca" in error.told("es")


def test_a_position_is_answered_in_every_language():
    with pytest.raises(DgnError) as error:
        parse_position("ends=- turn=1 1:00 2:00", load_book("san-juan"))
    assert error.value.told("ca") == "dgn:1:22: s'ha trobat 00 dues vegades, s'esperava cada fitxa una vegada"


def test_every_error_is_a_problem_with_a_code():
    codes = {kind.code for kind in (DgnError, Refusal, RuleBookError, LogError, BotError, ArenaError)}
    assert codes == {"notation", "refused", "rule_book", "log", "bot", "arena"}
    assert (SessionError.code, PadError.code) == ("session", "sheet")
    assert all(issubclass(kind, Problem) for kind in (SessionError, PadError, BotError, ArenaError, LogError))
    with pytest.raises(Problem, match="expected an event"):
        read_event(b"{}")


def test_a_problem_made_of_another_one_tells_that_one_and_its_article():
    inner = Refusal("TG-9.3", "it is the turn of {player}", player="Mas")
    assert PadError(inner).told("es") == "juega Mas"
    assert PadError(inner).cited("es") == "juega Mas (TG-9.3)"
    assert SessionError(Phrase("every tile once")).cited("ca") == "cada fitxa una vegada"
    assert BotError("bot: found 'x'").told("es") == "bot: found 'x'"
    assert Problem().told("en") == ""
