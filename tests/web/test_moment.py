"""What a seat's phone says of a moment: the game's own words, else its prompts; and pictures of the seat's own view."""

from functools import cache

import pytest
from glowtable import games
from glowtable.game import Action, Surface
from glowtable.match.players import Player
from glowtable.match.session import Question
from glowtable.messages import PHONE, say
from glowtable.terminal.translator import Translator
from glowtable.web.outgoing import public_page, seat_page

from tests.browser.test_tv import positions_of
from tests.games.shipped import SHIPPED
from tests.match.test_choices import sessions
from tests.match.test_readability import WORDS, as_word, sentences_of
from tests.support.adversary import NAMES

PEOPLE = 3
HEAD_WORDS = 5
DRAWINGS = {"alex_and_co": {"sets", "facts"}, "spiel_des_jahres": {"stack", "sides", "facts"}, "alter_ego": {"facts"}}


def positions(name, **options):
    """Of matches that bots play at random, for people at phones of the simulated table."""
    game = games.find(name)
    bots = tuple(Player(each, list(game.bots)[-1]) for each in NAMES[:PEOPLE])
    for seed in range(2):
        for session, _ in positions_of(game, bots, {**_all_options(game), **options}, seed):
            for seat in sorted(session.people):
                yield session, seat


def _all_options(game):
    return {option.name: game.test_options.get(option.name, option.default) for option in game.options}


def told(session, message):
    """A sentence in English; a plain text is one already."""
    tell = Translator("en", NAMES, game=session.game.name).text
    return message if isinstance(message, str) else tell(message)


@cache
def moments(name, **options):
    return [(session, seat, seat_page(session, seat)) for session, seat in positions(name, **options)]


def test_who_waits_is_told_for_whom():
    heads = {told(session, page["moment"]["head"]) for session, seat, page in moments("punto") if not page["acts"]}
    assert heads >= {"It's Ann's turn.", "It's Cal's turn."}


def test_who_acts_is_told_what_to_do():
    heads = {told(session, page["moment"]["head"]) for session, seat, page in moments("punto") if page["acts"]}
    assert "Place red 9." in heads and not any("turn" in head for head in heads)


def test_a_game_without_words_for_phones_shows_its_prompts(monkeypatch):
    """A new game has none: what is asked on the phone is then the headline."""
    surface = type(games.find("punto").surface)
    monkeypatch.setattr(surface, "moment", Surface.moment)
    heads = {
        told(session, page["moment"]["head"]) for session, seat, page in moments.__wrapped__("punto") if page["acts"]
    }
    assert any(head.startswith("Tap a lit cell for ") for head in heads)


@pytest.mark.parametrize("name", DRAWINGS)
def test_each_game_fills_its_pictures(name):
    options = {"trades": "open"} if name == "spiel_des_jahres" else {"knowledge": "full"}
    kinds = {picture["kind"] for _, _, page in moments(name, **options) for picture in page["moment"]["pictures"]}
    assert kinds == DRAWINGS[name]


@pytest.mark.parametrize("name", SHIPPED)
def test_a_headline_has_five_words_and_a_sentence_of_help_twelve(name):
    """Each name counted as one."""
    texts = Translator("en", ["Name"] * 6, game=name, device=PHONE).text
    found = {
        part: {texts(say("{it}", it=as_word(getattr(moment, part)))) for moment in own_moments(name)}
        for part in ("head", "help")
    }
    assert len(found["head"]) > 2 and not {head for head in found["head"] if len(head.split()) > HEAD_WORDS}
    assert not {words for words in found["help"] if max(map(len, sentences_of(words)), default=0) > WORDS}


def own_moments(name):
    """What the game itself says to phones in seeded matches."""
    for session in sessions(games.find(name)):
        for seat in session.people:
            moment = session.game.surface.moment(session.game.rules.view(session.state, seat), seat)
            if moment and session.is_open:
                yield moment


def test_the_house_asks_in_its_own_words():
    session, seat = next(positions("alex_and_co", knowledge="full"))
    session.paused = True
    assert told(session, seat_page(session, seat)["moment"]["head"]).startswith("Paused.")


def test_a_hand_is_sorted_into_sets_and_stays_whole():
    for _, _, page in moments("alex_and_co", knowledge="full"):
        sets = [each for each in page["moment"]["pictures"] if each["kind"] == "sets"]
        cards = [card for each in sets for group in each["groups"] for card in group["cards"]]
        assert sorted(cards) == sorted(page["hand"])


def test_missing_icons_are_what_a_team_lacks():
    """Of every foe that is ready all icons are there: then it may be fought."""
    ready = 0
    for session, _, page in moments("alter_ego", knowledge="full"):
        tiles = [choice["tile"] for choice in page["choices"] if choice["kind"] == "engage"]
        assert all(not tile["signs"] and told(session, tile["note"]) == "can be beaten" for tile in tiles)
        ready += len(tiles)
    assert ready


def test_a_coin_is_a_tile_and_other_sums_are_not():
    tiles = {
        choice["id"].split()[-1]: choice["tile"]
        for _, _, page in moments("spiel_des_jahres", trades="open")
        for choice in page["choices"]
        if choice["kind"] == "pay"
    }
    assert tiles["10"]["icon"] == tiles["20"]["icon"] == "coins" and tiles["30"] is None


def test_who_is_asked_to_agree_is_asked_in_a_few_words_and_others_wait():
    """Ann would give up her month; then Ben wishes to undo."""
    session = next(session for session, _ in positions("spiel_des_jahres") if session.is_open and session.history)
    for question, head in (
        (Question(1, frozenset({0}), actions=(Action(0, "pass"),), losses=(say("It's gone."),)), "Ann, are you sure?"),
        (Question(1, frozenset({0})), "Ben wants to undo."),
    ):
        session.question = question
        mine, other = (seat_page(session, seat)["moment"] for seat in (0, 2))
        assert told(session, mine["head"]) == head and mine["help"]
        assert [player["acts"] for player in public_page(session)["players"]] == [True, False, False]
        assert (told(session, other["head"]), other["help"]) == ("Ann decides.", "")
    session.question = Question(0, frozenset({1, 2}))
    assert told(session, seat_page(session, 0)["moment"]["head"]) == "Waiting for 2 players."
    session.question = None


def test_while_the_house_asks_a_head_tells_nothing_of_a_hand():
    """Then the phone shows it though the hand is covered and something is put together."""
    session = next(session for session, _ in positions("spiel_des_jahres") if session.is_open and session.history)
    open_page = next(page for _, _, page in moments("spiel_des_jahres") if page["choices"])
    session.question = Question(0, frozenset({0}), actions=(Action(0, "pass"),))
    assert open_page["moment"]["of_hand"] and not seat_page(session, 2)["moment"]["of_hand"]
    session.question = None


def test_a_headline_offers_a_display_only_where_a_card_can_be_displayed():
    can = set()
    for session, seat, page in moments("alex_and_co"):
        lays = any(choice["kind"] == "lay" for choice in page["choices"])
        if page["choices"] and session.view.phase in ("turn", "final"):
            head, line = (told(session, page["moment"][part]) for part in ("head", "help"))
            offers = "display" in head.lower().replace("nothing more to display", "") or "displayed" in line
            assert offers is lays or "played" in line
            can.add(lays)
        assert session.game.rules.view(session.state, seat).can_display <= lays
    assert can == {True, False}


def test_the_second_question_of_a_saz_card_says_for_whom_it_is_about_what():
    notes = set()
    for session, _, page in moments("alex_and_co"):
        if page["acts"] and session.view.act == "saz" and session.view.phase == "whom" and session.view.asks:
            assert told(session, page["moment"]["head"]) == "Who do you ask next?"
            assert session.game.surface.card_asked(session.view) == ""
            notes |= {told(session, choice["tile"]["note"]).partition(" for ")[0] for choice in page["choices"]}
    assert notes == {"another designer", "also"}


def test_ideas_that_are_shown_are_no_longer_counted_as_held():
    shown = 0
    for session, seat, page in moments("spiel_des_jahres"):
        view = session.game.rules.view(session.state, seat)
        assert page["hand_size"] + len(view.trays[seat].cards) == view.sizes[seat]
        shown += bool(view.trays[seat].cards)
    assert shown
