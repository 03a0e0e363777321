"""Which tag is which card: enrolled card by card, spare cards, no tag for two cards, a file people may edit."""

import os

import pytest
from glowtable import games
from glowtable.device.tag_registry import TagRegistry, simulated_registry
from glowtable.messages import USAGE, Message, UserError
from glowtable.table import STRANGE, Card, Found, Lying, Press, Tag

PUNTO = games.find("punto")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "data" / "tags.csv"


@pytest.fixture
def registry(path):
    return TagRegistry(path)


def test_an_enrolled_tag_is_its_card_and_stays_so_in_the_file(path):
    TagRegistry(path).enrol_tag("04a1b2c3", PUNTO, "R5a")
    assert TagRegistry(path).name_event(Tag(2, "04a1b2c3"), "punto") == Card(2, "R5a")


def test_a_tag_found_on_a_cell_is_its_card_or_a_strange_one(registry):
    registry.enrol_tag("04a1b2c3", PUNTO, "R5a")
    assert registry.name_event(Found(7, "04a1b2c3"), "punto") == Lying(7, "R5a")
    assert registry.name_event(Found(7, "04a1b2c3"), "another game") == registry.name_event(
        Found(7, "0badcafe"), "punto"
    )
    assert registry.name_event(Found(7, "0badcafe"), "punto") == Lying(7, STRANGE)


def test_a_spare_card_is_one_more_tag_of_the_same_card_and_the_same_again_no_fault(registry, path):
    for uid in ("04a1b2c3", "04a1b2c3", "04a1b2c4"):
        registry.enrol_tag(uid, PUNTO, "R5a")
    assert registry.tags_of("punto", "R5a") == ["04a1b2c3", "04a1b2c4"]
    assert TagRegistry(path).cards == registry.cards


def test_two_cards_with_one_tag_are_refused_and_nothing_changes(registry, path):
    registry.enrol_tag("04a1b2c3", PUNTO, "R5a")
    with pytest.raises(UserError) as caught:
        registry.enrol_tag("04a1b2c3", PUNTO, "R6a")
    assert ("card", "R5a") in caught.value.message.fill
    assert TagRegistry(path).cards == {"04a1b2c3": ("punto", "R5a")}


def test_a_card_the_game_does_not_have_is_refused(path):
    with pytest.raises(UserError) as caught:
        TagRegistry(path).enrol_tag("04a1b2c3", PUNTO, "X1")
    assert caught.value.exit_code == USAGE


def test_missing_cards_are_told_in_the_order_of_the_deck(registry):
    registry.enrol_tag("04a1b2c3", PUNTO, PUNTO.deck[1])
    assert registry.missing_cards(PUNTO) == [PUNTO.deck[0], *PUNTO.deck[2:]]


def test_an_unknown_tag_and_a_card_of_another_game_are_sentences(registry):
    registry.cards["04a1b2c3"] = ("alter_ego", "hm-1")
    assert isinstance(registry.name_event(Tag(0, "ffffffff"), "punto"), Message)
    other = registry.name_event(Tag(0, "04a1b2c3"), "punto")
    assert isinstance(other, Message) and ("game", "alter_ego") in other.fill


def test_what_is_no_tag_stays_as_it_is():
    assert TagRegistry().name_event(Press(3), "punto") == Press(3)


def test_the_simulated_book_has_a_tag_for_every_card_and_no_file():
    registry = simulated_registry(PUNTO)
    assert registry.missing_cards(PUNTO) == [] and registry.path is None
    assert all(len(uid) == 8 for uid in registry.cards)


@pytest.mark.parametrize(
    "line",
    [
        "4a1b2c3,punto,R5a",
        "4a1b2c3d4e5f6,punto,R5a",
        "04a1b2c3,punto",
        "04a1,punto,R5a",
        "zzzzzzzz,punto,R5a",
        "04a1b2c3,,R5a",
        "04a1b2c3,punto,R5a,more",
    ],
)
def test_a_wrong_line_of_the_file_is_named(path, line):
    path.parent.mkdir()
    path.write_text(f"uid,game,card\n{line}\n")
    with pytest.raises(UserError) as caught:
        TagRegistry(path)
    assert ("n", 2) in caught.value.message.fill and "8, 14 or 20 hex digits" in caught.value.message.text


AS_WRITTEN = {
    "colons, as phone apps have them": "uid,game,card\n04:A1:B2:C3,punto,R5a\n",
    "hyphens": "04-a1-b2-c3,punto,R5a\n",
    "spaces": "04 A1 B2 C3,punto,R5a\n",
    "capitals": "04A1B2C3,punto,R5a\n",
    "semicolons": "uid;game;card\r\n04:a1:b2:c3;punto;R5a\r\n",
    "tabs": "uid\tgame\tcard\n04a1b2c3\tpunto\tR5a\n",
    "the mark of Windows": "\ufeffuid,game,card\n04a1b2c3,punto,R5a\n",
    "that mark alone": "\ufeff04a1b2c3,punto,R5a\n",
    "a header in capitals": "UID, Game, Card\n04a1b2c3, punto, R5a\n",
    "two lists in one file": "uid,game,card\nuid,game,card\n04a1b2c3,punto,R5a\n",
    "quotes": '"04:A1:B2:C3";"punto";"R5a"\n',
    "the same tag twice": "04:A1:B2:C3,punto,R5a\n04a1b2c3,punto,R5a\n",
}


@pytest.mark.parametrize("text", AS_WRITTEN.values(), ids=AS_WRITTEN)
def test_a_file_is_read_as_people_and_programs_write_it(path, text):
    path.parent.mkdir()
    path.write_text(text, "utf-8", newline="")
    registry = TagRegistry(path)
    assert registry.cards == {"04a1b2c3": ("punto", "R5a")}
    registry.enrol_tag("04a1b2c4", PUNTO, "R5b")
    assert path.read_text("utf-8").splitlines() == ["uid,game,card", "04a1b2c3,punto,R5a", "04a1b2c4,punto,R5b"]


def test_every_card_of_every_game_is_read_back(registry, path):
    path.parent.mkdir()
    for game in map(games.find, games.names()):
        cards = {f"{len(registry.cards) + n:014x}": (game.name, card) for n, card in enumerate(game.deck)}
        path.write_text("".join(f'{uid};{name};"{card}"\n' for uid, (name, card) in cards.items()), "utf-8")
        assert TagRegistry(path).cards == cards


def test_a_file_that_gives_one_tag_to_two_cards_is_refused(path):
    path.parent.mkdir()
    path.write_text("uid,game,card\n04a1b2c3,punto,R5a\n04:A1:B2:C3,punto,R6a\n")
    with pytest.raises(UserError) as caught:
        TagRegistry(path)
    assert ("n", 3) in caught.value.message.fill


def test_a_file_that_cannot_be_read_is_one_sentence(path):
    path.mkdir(parents=True)
    with pytest.raises(UserError, match=r"Can't read .*tags\.csv \(Is a directory\)\."):
        TagRegistry(path)


def test_a_folder_that_may_not_be_searched_is_one_sentence(path, monkeypatch):
    def forbidden(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", forbidden)
    with pytest.raises(UserError, match=r"Can't read .*tags\.csv \(Permission denied\)\."):
        TagRegistry(path)


def test_a_tag_that_cannot_be_kept_is_not_enrolled(registry, path):
    registry.enrol_tag("04a1b2c3", PUNTO, "R5a")
    path.with_name("tags.csv.new").mkdir()
    with pytest.raises(UserError, match=r"Can't write .*tags\.csv \(Is a directory\)\."):
        registry.enrol_tag("04a1b2c4", PUNTO, "R5b")
    assert registry.tags_of("punto", "R5b") == [] and TagRegistry(path).cards == registry.cards
