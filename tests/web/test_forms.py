"""Steps put together on a seat's own device: nobody hears of them before they are done, and then all are, in order."""

from random import Random

import pytest
from glowtable import games
from glowtable.game import OWN_HAND, Form
from glowtable.terminal.translator import Translator
from glowtable.web.companion import STALE
from glowtable.web.drafts import draft_of, form_of, next_actions
from glowtable.web.followers import ReceivedTap, Tap
from glowtable.web.seat_steps import LOST_MS

from tests.support.adversary import play_match, seats_of
from tests.support.matches import Match
from tests.web.company import Company

SPIEL = games.find("spiel_des_jahres")
FORMED = [game for game in map(games.find, games.names()) if game.forms]


@pytest.fixture
def month(tmp_path):
    """Spiel des Jahres with two people and trades, in the first month that asks for something."""
    company = Company(Match(tmp_path, ("Ann", "Ben"), game=SPIEL, seed=3, knowledge="full"))
    company.taps("key", key="confirm", seat=0)
    for _ in range(60):
        company.until_quiet(ms=2500)
        if any(each["kind"] == "trade" for each in company.shown.own[0]["choices"]):
            return company
        seat, page = next((seat, page) for seat, page in company.shown.own.items() if page["choices"])
        company.taps("choose", by=seat, id=page["choices"][0]["id"])
    raise AssertionError("no month has come")


def own(company, seat=0):
    return company.shown.own[seat]


def choices(company, kind, seat=0):
    return [each for each in own(company, seat)["choices"] if each["kind"] == kind]


def rows(company):
    return [row.text for row in company.match.journal.good_rows(company.match.pump.recorder.match)]


def trading(company):
    company.taps("choose", by=0, id=choices(company, "trade")[0]["id"])
    company.until_quiet()


def steps_of(company, seat=0):
    return [each["id"] for each in own(company, seat)["draft"]]


def test_a_trade_is_put_together_and_done_at_once(month):
    trading(month)
    before = rows(month)
    card = choices(month, "give")[0]["id"]
    month.taps("step", by=0, id=card)
    month.taps("step", by=0, id="0 pay 20")
    assert steps_of(month) == [card, "0 pay 20"] and rows(month) == before
    assert {each["kind"] for each in own(month)["choices"]} == {"give", "pay", "ask", "hand"}
    (hand,) = choices(month, "hand")
    assert "You give {mine}. {seat} gives {theirs}." in str(hand["comes"][0])
    month.taps("choose", by=0, id=hand["id"])
    month.until_quiet()
    done = [text for text in rows(month)[len(before) :] if text in (card, "0 pay 20", "0 hand")]
    assert done == [card, "0 pay 20", "0 hand"] and steps_of(month) == [] and month.notes == []


def test_steps_not_done_are_on_no_other_page_and_make_none_older(month):
    trading(month)
    public, bens, number = month.shown.public, own(month, 1), month.shown.number
    month.taps("step", by=0, id=choices(month, "give")[0]["id"])
    assert (month.shown.public, own(month, 1), month.shown.number) == (public, bens, number) and steps_of(month)


def test_a_step_goes_out_again_and_all_of_them_at_once(month):
    trading(month)
    one, other = (each["id"] for each in choices(month, "give")[:2])
    for step in (one, other, one):
        month.taps("step", by=0, id=step)
    assert steps_of(month) == [other]
    month.taps("step", by=0, id="")
    assert steps_of(month) == [] and choices(month, "pass")


def test_only_steps_of_a_form_that_are_possible_are_put_together(month):
    trading(month)
    for step in ("0 hand", "0 pay 9999", "1 pay 20"):
        month.taps("step", by=0, id=step)
    month.taps("step", by=1, id="0 pay 20")
    assert month.notes == [STALE] * 4 and steps_of(month) == []


def test_steps_that_have_become_impossible_are_dropped(month):
    trading(month)
    month.taps("step", by=0, id="0 pay 20")
    month.taps("key", key="pass", seat=0)
    month.until_quiet()
    assert steps_of(month) == [] and choices(month, "brainstorm")


def test_steps_stay_while_others_act(month):
    idea = choices(month, "tap")[0]["id"]
    month.taps("step", by=0, id=idea)
    month.taps("choose", by=1, id=choices(month, "brainstorm", 1)[0]["id"])
    month.until_quiet()
    assert steps_of(month) == [idea]


def test_what_follows_a_step_that_cannot_be_done_is_not_done(month):
    """While the idea is on its way to its reader, the table is paused."""
    idea, other = (each["id"] for each in choices(month, "tap")[:2])
    for step in (idea, other):
        month.taps("step", by=0, id=step)
    before = rows(month)
    publish = choices(month, "publish")
    month.match.pump.simulated_players.make_gesture = lambda event, name: True  # the card never gets there
    month.taps("choose", by=0, id=publish[0]["id"])
    month.taps("key", key="pause")
    month.taps("key", key="pause")
    assert not {idea, other} & set(rows(month)[len(before) :]) and own(month)["choices"]


@pytest.mark.parametrize("gap_ms", [0, 5, 40, 100, 160])
def test_a_second_tap_on_the_button_that_closes_a_form_does_nothing(month, gap_ms):
    """Nothing of the steps is left out, and nothing is done twice."""
    trading(month)
    before, card, number = rows(month), choices(month, "give")[0]["id"], month.shown.number
    month.taps("step", by=0, id=card)
    month.taps("step", by=0, id="0 pay 20")
    for _ in range(2):
        month.server.taps.put(ReceivedTap(Tap("choose", number, id="0 hand"), 0, month.notes.append))
        month.wait(gap_ms)
    month.wait()
    month.until_quiet()
    done = [text for text in rows(month)[len(before) :] if text in (card, "0 pay 20", "0 hand")]
    assert done == [card, "0 pay 20", "0 hand"] and month.notes == []


def test_a_gesture_of_which_nothing_came_is_given_up(month, monkeypatch):
    """Then the seat chooses again, and what followed the lost one is not done."""
    one, other, third = (each["id"] for each in choices(month, "tap")[:3])
    month.taps("step", by=0, id=one)
    with monkeypatch.context() as lost:
        lost.setattr(month.match.pump.simulated_players, "make_gesture", lambda event, game: True)
        month.taps("choose", by=0, id=other)
    month.wait(2 * LOST_MS)
    before = rows(month)
    month.taps("choose", by=0, id=third)
    month.until_quiet()
    assert [text for text in rows(month)[len(before) :] if text in (one, other, third)] == [third]


def test_the_steps_of_a_seat_that_is_freed_are_dropped(month):
    trading(month)
    month.taps("step", by=0, id=choices(month, "give")[0]["id"])
    seats = month.server.seats
    seats.free_seat(0)
    month.wait()
    seats.claim_seat(seats.claims[0].code)
    month.wait()
    assert steps_of(month) == []


def test_one_idea_alone_is_not_offered_but_can_be_shown_at_the_table():
    rules, offered = SPIEL.rules, set()
    for state, seat, action in after_a_step(SPIEL, rules):
        if action.kind == "tap":
            ideas = [each for each in rules.legal(state, seat) if each.kind == "tap"]
            is_offered = action in next_actions(SPIEL, draft_of(SPIEL, state, ()), seat)
            assert is_offered is (len(ideas) + len(state.trays[seat]) > 1)
            offered.add(is_offered)
    assert offered == {True, False}


@pytest.mark.parametrize("game", FORMED, ids=lambda game: game.name)
def test_the_steps_of_a_form_are_kinds_of_their_game(game):
    for form in game.forms:
        assert {*form.kinds, *form.closes} <= game.kinds.keys()
        assert not any(game.kinds[kind].by_chance for kind in (*form.kinds, *form.closes))


def after_a_step(game, rules):
    """Every state of some matches after a step of a form, tried from the view of its seat alone."""
    for seed in range(6):
        rng = Random(f"forms {seed}")
        for state in play_match(game, seats_of(game, rng), rng, 200).states:
            for seat in [seat for seat in rules.to_act(state) if seat >= 0]:
                for action in rules.legal(state, seat):
                    if form_of(game, action.kind):
                        yield state, seat, action


@pytest.mark.slow
@pytest.mark.parametrize("game", FORMED, ids=lambda game: game.name)
def test_what_a_step_leads_to_depends_on_nothing_that_others_hide(game):
    """In another state that the seat cannot tell apart the same can follow, and the same is said of it."""
    looked_at = 0
    for state, seat, action in after_a_step(game, game.rules):
        other = game.rules.determinize(state, seat, Random(looked_at))
        one, two = (draft_of(game, each, (action,)) for each in (state, other))
        assert (one.labels, next_actions(game, one, seat)) == (two.labels, next_actions(game, two, seat))
        assert game.rules.view(one.state, seat) == game.rules.view(two.state, seat)
        looked_at += 1
    assert looked_at > 20


@pytest.mark.slow
def test_control_a_step_that_tells_what_others_hide_is_seen():
    """If to ask a player for a card were a step, its answer would be told beforehand."""
    alex = games.find("alex_and_co")._replace(forms=(Form(("name", "prove"), ()),))
    told = 0
    for state, seat, action in after_a_step(alex, alex.rules):
        other = alex.rules.determinize(state, seat, Random(told))
        views = [alex.rules.view(draft_of(alex, each, (action,)).state, seat) for each in (state, other)]
        told += views[0] != views[1]
    assert told


def foretold(game, seeds):
    """Every action of some matches of which something is said beforehand: what is said, and what is told of it then."""
    rules, surface = game.rules, game.surface
    for seed in range(seeds):
        rng = Random(f"foretold {seed}")
        for state in play_match(game, seats_of(game, rng), rng, 300).states:
            for seat in [seat for seat in rules.to_act(state) if seat >= 0]:
                view = rules.view(state, seat)
                for action in rules.legal(state, seat):
                    if said := surface.consequences(view, action):
                        yield action, said, surface.description(action, state, rules.apply(state, action))


@pytest.mark.slow
def test_what_is_said_before_an_action_is_told_in_every_language():
    told = Translator("de", ("Ann", "Ben", "Cal", "Dot", "Eve", "Fay"), game=SPIEL.name).text
    kinds = set()
    for action, said, after in foretold(SPIEL, 14):
        kinds.add(action.kind)
        assert all("{" not in told(each) for each in said)
        if action.kind == "publish":
            assert told(said[0]) in "; ".join(map(told, after)), "the same sentence before and after"
    assert {"publish", "hand", "accept", "raise", "call", "claim", "hire"} <= kinds


def test_what_a_call_risks_and_what_a_set_is_worth_is_said_before():
    alex = games.find("alex_and_co")
    told = Translator("en", ("Ann", "Ben", "Cal", "Dot", "Eve", "Fay"), game=alex.name).text
    said = {action.kind: told(said[0]) for action, said, _ in foretold(alex, 12)}
    assert said["name"].startswith("If ") and said["done"].endswith("points")
    assert {"prove", "point"} & said.keys()


def test_a_hand_that_is_drawn_is_not_said_in_words_too(month):
    state, own_page = month.match.session.state, own(month)
    said = SPIEL.surface.private(SPIEL.rules.view(state, 0))
    assert own_page["hand"] and said[0].text == OWN_HAND
    assert own_page["private"] == said[1:]
