"""People one has played with: who they are follows from the matches, nobody keeps a list. One is invited again by a
table that waits for them, and anybody by its link. And one's own page for others, where somebody wants one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from litestar import get, post
from litestar.params import FromPath
from litestar.response import Redirect, Template
from msgspec import Struct
from msgspec.structs import replace

from tantera.rules import Books, RuleBookError
from tantera.tables import Settings
from tantera.web.access.people import Person
from tantera.web.access.visitors import Ask, Form, Sessions, Visitor
from tantera.web.books.shelf import Shelf, game_in_words
from tantera.web.clock import month
from tantera.web.me.figures import Tally, figures
from tantera.web.me.told import MyMatch, ToldFigures, matches_of, told_figures, told_match
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page
from tantera.web.pages.times import recently
from tantera.web.problems import NotFound
from tantera.web.tables.api import opened_by
from tantera.web.tables.directory import MatchPlayed
from tantera.web.tables.hub import Hub
from tantera.web.tables.opening import Opening
from tantera.words import Phrase
from tantera.words.alike import ERASED

MOST: Final = 12
"""On the page; whom one plays with most."""
ON_PROFILE: Final = 10


class Friend(Struct, frozen=True):
    """Somebody with whom one has played."""

    person: str
    name: str
    """What they were called when they last did."""
    matches: int
    last: int
    last_match: MatchPlayed


class ToldFriend(Struct, frozen=True):
    person: str
    name: str
    matches: int
    last: str
    profile: bool
    """Whether they have a page for others."""
    game: Phrase
    """What one last played with them."""
    book: str
    """The book of it."""


class Profile(Struct, frozen=True):
    """What others may read of somebody who wants them to."""

    name: str
    matches: Tally
    figures: ToldFigures
    last: tuple[MyMatch, ...]
    """Of public tables."""


def friends_of(matches: Iterable[MatchPlayed], person: str) -> list[Friend]:
    """Everybody who sat at a table with this person, whoever they played for; those with whom they played most first.
    `matches` come the newest first."""
    friends: dict[str, Friend] = {}
    for match in matches:
        if person not in match.players:
            continue
        for player, name in zip(match.players, match.names, strict=True):
            if player in ("", person) or name == ERASED:
                continue
            known = friends.get(player, Friend(player, name, 0, match.at, match))
            friends[player] = replace(known, matches=known.matches + 1)
    return sorted(friends.values(), key=lambda one: (-one.matches, -one.last))


async def told_friends(
    sessions: Sessions, shelf: Shelf, matches: Iterable[MatchPlayed], person: str, lang: str
) -> tuple[ToldFriend, ...]:
    known = [(one, await sessions.about(one.person)) for one in friends_of(matches, person)[:MOST]]
    return tuple(_told(one, who, shelf, lang) for one, who in known if not who.erased)


def _told(friend: Friend, known: Person, shelf: Shelf, lang: str) -> ToldFriend:
    book = _again(friend, shelf).the_book(shelf.find)
    return ToldFriend(
        friend.person,
        known.name or friend.name,
        friend.matches,
        recently(friend.last, lang),
        known.profile,
        game_in_words(book, book.options.limit),
        book.id,
    )


def _again(friend: Friend, shelf: Shelf) -> Opening:
    """The table of what was last played together; where the book is gone, of the game as it is played at home."""
    match, settings = friend.last_match, Settings(invited=(friend.person,), manner="home")
    try:
        match.the_book(shelf.find)
    except RuleBookError:
        return Opening("-", "clasico", settings=settings)
    return Opening("-", match.book, dict(match.options), match.limit or None, settings)


@post("/me/invite", include_in_schema=False)
async def invite(request: Ask, data: Form) -> Redirect:
    """A table that waits for somebody one has played with, for what was last played together: they come in without a
    code, and see it on their pages."""
    hub: Hub = request.app.state.hub
    shelf: Shelf = request.app.state.shelf
    visitor: Visitor = request.user
    known = friends_of(await matches_of(hub, visitor.person), visitor.person)
    friend = next((one for one in known if one.person == data.get("person", "")), None)
    if friend is None:
        raise NotFound
    table = await opened_by(hub, visitor, replace(_again(friend, shelf), name=visitor.name))
    return Redirect(f"/tables/{table.id}?asked={friend.person}", status_code=303)


# --- one's page for others


@post("/me/profile", include_in_schema=False)
async def show_profile(request: Ask, data: Form) -> Redirect:
    sessions: Sessions = request.app.state.sessions
    await sessions.shows_profile(request.user, data.get("shown") == "yes")
    return Redirect("/me#profile", status_code=303)


@get("/people/{person:str}", include_in_schema=False)
async def profile(request: Ask, person: FromPath[str]) -> Template:
    """Somebody who wants to be read of; nobody is found here who does not."""
    sessions: Sessions = request.app.state.sessions
    hub: Hub = request.app.state.hub
    known = await sessions.about(person[:64])
    if not known.profile or known.erased:
        raise NotFound
    played, lang = await matches_of(hub, person), language_of(request)
    public = [match for match in played if match.public][:ON_PROFILE]
    about = told_profile(known.name, played, public, person, hub.books, lang)
    return page(request, "me/profile.html", profile=about)


def told_profile(
    name: str, played: list[MatchPlayed], public: list[MatchPlayed], person: str, books: Books, lang: str
) -> Profile:
    """How much and by which books; with whom is for themselves to read."""
    of_friend = figures(played, person, month)
    return Profile(
        name,
        of_friend.matches,
        told_figures(of_friend, books, lang, private=False),
        tuple(told_match(match, person, books, lang) for match in public),
    )


handlers = [invite, show_profile, profile]
