"""What is right in a club's book and can hardly be meant: a warning, an article to paste, and nothing refused."""

import re

import pytest

from tantera.rules import BOOKS, RuleBookError, load_book, parse_book
from tantera.rules.advice import Advice, advice_on
from tantera.rules.articles import SETTLED
from tantera.rules.basics import SPOKEN
from tantera.rules.loader import FAMILY_BOOKS, read_layers
from tantera.rules.template import new_book

NAMED = '[name]\nes = "Peña"\n[about]\nes = "La peña."\n'


@pytest.fixture
def advised(tmp_path):
    def advised(text: str, extends: str = "clasico") -> list[Advice]:
        file = tmp_path / "club.toml"
        file.write_text(f'id = "club"\nextends = "{extends}"\n{text}', "utf-8")
        return advice_on(*read_layers(str(file)))

    return advised


@pytest.mark.parametrize("book_id", BOOKS)
def test_no_built_in_book_is_warned_of(book_id):
    assert advice_on(*read_layers(book_id)) == []


@pytest.mark.article("CL-siguientes")
def test_an_option_changed_under_an_article_that_lays_it_down_is_warned_of_with_an_article_to_paste(advised, tmp_path):
    text = NAMED + '[options]\nnext_opener = "winner"\n'
    [one] = advised(text)
    assert one.told("es").endswith(
        "club.toml, línea 8: aviso: options.next_opener: lo has cambiado (quién sale después: los que ganan), pero "
        "CL-siguientes sigue diciendo: «En las manos siguientes la salida pasa cada vez al jugador de la derecha, que "
        "sale con la…»"
    )
    assert one.paste is not None
    pasted = one.paste.text("es")
    assert pasted.splitlines()[1:] == [
        "[[article]]",
        'id = "CL-siguientes"',
        'title = { es = "Quién sale después" }',
        'es = "Quién sale después: los que ganan."',
    ]
    assert pasted.startswith("## Decía: En las manos siguientes la salida pasa cada vez al jugador de la derecha")
    assert advised(text + pasted) == []


@pytest.mark.parametrize("lang", SPOKEN)
@pytest.mark.parametrize("book_id", BOOKS)
def test_a_book_with_everything_pasted_is_warned_of_no_more_in_any_language(advised, book_id, lang):
    text = NAMED + '[options]\nlimit = { hands = 9 }\nnext_opener = "loser"\n'
    text += '[table]\nshuffle = "anybody"\nequal_ends = "right_hand"\n'
    found = advised(text, book_id)
    assert found
    pastes = "".join(one.paste.text(lang) for one in found if one.paste is not None)
    assert advised(text + pastes, book_id) == []


@pytest.mark.article("CL-final")
def test_an_article_that_says_more_than_was_changed_keeps_the_rest_of_its_words(advised):
    [one] = advised(NAMED + '[options]\ntied_block = "mano_wins"\n')
    assert one.paste is not None
    assert 'es = "Tranque empatado: gana el salidor. En lo demás: La mano sigue hasta que' in one.paste.text("es")


def test_what_an_article_offers_itself_contradicts_nothing(advised):
    assert advised(NAMED + '[options]\nscoring = "opponents"\nfirst_opener = "draw"\n') == []
    [one] = advised(NAMED + '[options]\nscoring = "fixed"\n[prize]\ndomino = 50\nblock = 20\n')
    assert "CL-objetivo" in str(one.told("en"))


@pytest.mark.article("PR-capicu", "DO-pase-corrido")
@pytest.mark.parametrize(
    ("base", "kind", "article"),
    [("puerto-rico-500", "capicua", "PR-capicu"), ("dominicano-200", "round_pass", "DO-pase-corrido")],
)
def test_a_bonus_that_an_article_names_contradicts_that_one_and_no_other(advised, base, kind, article):
    [one] = advised(NAMED + f'[[bonus]]\nkind = "{kind}"\npoints = 50\n', base)
    assert (one.field, one.line, one.paste.article.id) == (f"bonus.{kind}", 7, article)
    assert one.paste.text("es").endswith(': 50 puntos."\n')


@pytest.mark.article("DO-tranque", "DO-puntos")
def test_what_is_pasted_is_called_what_the_article_is_mainly_about(advised):
    found = advised(NAMED + '[options]\nscoring = "opponents"\n', "dominicano-200")
    titles = [one.paste.text("es").partition("title = { es = ")[2].partition(" }")[0] for one in found]
    assert titles == ['"Qué se apunta quien gana la mano"', '"Quién gana el tranque"']


@pytest.mark.parametrize("book_id", FAMILY_BOOKS)
def test_what_is_pasted_over_a_family_no_longer_says_what_was_changed(advised, book_id):
    """«Limit: 150 points. In all else: the first pair to reach 7 points wins» would be no rule."""
    found = advised(NAMED + '[options]\nlimit = { points = 9 }\nnext_opener = "loser"\n', book_id)
    pasted = [one.paste.text("en") for one in found]
    assert len(pasted) == 2
    assert not any("In all else" in one for one in pasted)


@pytest.mark.article("SJ-adicionales")
def test_bonuses_contradict_an_article_that_knows_none(advised):
    [one] = advised(NAMED + '[[bonus]]\nkind = "capicua"\npoints = 25\n', "san-juan")
    assert (one.field, one.line) == ("bonus", 7)
    assert re.search(r"premios: capicúa \(.*\): 25 puntos\), pero SJ-adicionales sigue diciendo", one.told("es"))


@pytest.mark.article("TG-7.9")
def test_what_is_left_out_contradicts_an_article_as_well(advised):
    found = advised('without = ["comment_seconds"]\n' + NAMED, "tarragona")
    assert {(one.field, one.line) for one in found} == {("comment_seconds", 3)}
    assert len([one for one in found if one.paste and one.paste.article.id in ("TG-7.9", "TG-13.6")]) == 2


def test_an_article_rewritten_in_the_same_file_is_taken_at_its_word(advised):
    own = '[[article]]\nid = "CL-siguientes"\nes = "Salen los que ganan."\n'
    assert advised(NAMED + '[options]\nnext_opener = "winner"\n' + own) == []


def test_a_file_is_not_warned_of_what_the_file_below_it_changed(tmp_path):
    options = '[options]\nnext_opener = "winner"\n'
    (tmp_path / "below.toml").write_text('id = "below"\nextends = "clasico"\n' + NAMED + options, "utf-8")
    (tmp_path / "club.toml").write_text('id = "club"\nextends = "below.toml"\n' + NAMED, "utf-8")
    assert advice_on(*read_layers(str(tmp_path / "club.toml"))) == []
    assert len(advice_on(*read_layers(str(tmp_path / "below.toml")))) == 1


def test_a_name_and_a_description_that_came_along_are_warned_of(advised):
    name, about = advised("")
    assert name.told("es").endswith("name: el reglamento lleva el nombre de clasico: ponle el suyo, [name] es = …")
    assert about.told("en").endswith("say in a sentence what it is, [about] en = …")
    assert (name.line, about.line) == (2, 2)


@pytest.mark.parametrize(
    ("text", "field", "needed"),
    [
        ("extra_hands = 3\n" + NAMED, "extra_hands", 'options.at_time = "extra_hands"'),
        (NAMED + "[table]\ndraws_up_to = 3\n", "table.draws_up_to", 'options.boneyard = "one"'),
        (NAMED + '[options]\ndraw_order = "number"\n', "options.draw_order", 'options.first_opener = "draw"'),
        (NAMED + '[options]\nchampionship = "one_round"\n', "options.championship", 'options.play = "alone"'),
        (NAMED + "[options]\navoid_partners = 2\n", "options.avoid_partners", 'tournament.format = "individual"'),
        (NAMED + "[options]\nfalse_pass_award = 20\n", "options.false_pass_award", "[[infraction]]"),
        (NAMED + '[options]\ncard_span = "tournament"\n', "options.card_span", "[[infraction]]"),
        (NAMED + '[options]\nplay = "alone"\n[sheet]\ndifference_cap = 50\n', "sheet.difference_cap", "pairs"),
    ],
)
def test_a_part_that_changes_nothing_is_warned_of(advised, text, field, needed):
    [one] = advised(text)
    assert one.field == field
    assert re.search(rf"no cambia nada sin .*{re.escape(needed)}", one.told("es"))


def test_a_raise_after_tied_blocks_where_none_is_ever_tied_is_warned_of(advised):
    found = advised(NAMED + '[raises]\nfactor = 2\n[options]\ntied_block = "mano_wins"\n')
    assert 'raises.factor: no cambia nada sin raises.after = "block"' in "\n".join(one.told("es") for one in found)


def test_a_card_and_a_severity_that_nothing_brings_are_warned_of(advised):
    text = NAMED + '[[card]]\nid = "green"\nname = { es = "Verde" }\n[[severity]]\nid = "s"\nname = { es = "S" }\n'
    assert [(one.field, one.line) for one in advised(text)] == [("card.green", 7), ("severity.s", 10)]


def test_a_book_that_stands_alone_is_warned_of_what_it_says_in_vain(tmp_path):
    file = tmp_path / "club.toml"
    file.write_text("extra_hands = 5\n" + new_book("club", "Club", "es"), "utf-8")
    assert [one.field for one in advice_on(*read_layers(str(file)))] == ["extra_hands"]


@pytest.mark.parametrize("book_id", BOOKS)
def test_every_book_says_which_articles_lay_down_its_main_rules(book_id):
    settled = {key for article in load_book(book_id).articles for key in article.settles}
    assert {"options.limit", "options.scoring", "options.first_opener", "options.next_opener"} <= settled
    assert "options.tied_block" in settled
    assert settled <= set(SETTLED)


def test_an_article_that_settles_what_there_is_not_is_a_mistake():
    own = 'id = "x"\nextends = "clasico"\n[[article]]\nid = "CL-final"\nsettles = ["options.next_openner"]\n'
    with pytest.raises(RuleBookError) as error:
        parse_book(own, "club.toml")
    assert error.value.told("es").startswith(
        "club.toml, línea 5: article[1].settles[1]: se encontró 'options.next_openner', se esperaba options.next_opener"
    )
