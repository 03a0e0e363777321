"""Spiel des Jahres at a simulated table: people and bots, hands that are read and not, and who sees what."""

import re
from functools import partial

import pytest
from glowtable.game import CHANCE, PUBLIC, YIELDS
from glowtable.games.spiel_des_jahres.state import Phase
from glowtable.games.spiel_des_jahres.worth import euros, name_of
from glowtable.match.presenter import current_picture
from glowtable.messages import say
from glowtable.table import (
    BLUE,
    BREATHE,
    CHOICE,
    DARK,
    DIM,
    GREEN,
    ORANGE,
    PICK,
    RED,
    SKY,
    WHITE,
    YELLOW,
    Card,
    Light,
    Press,
    Said,
)
from glowtable.terminal.translator import Translator

from tests.games import at_table
from tests.games.at_table import says
from tests.games.spiel_positions import GAME, action, all_ready, contract_of, do, ideas_of, position, rules, some

begun = partial(at_table.begun, GAME)
SURFACE = GAME.surface
SPEAK = Translator("en", ("Ann", "Ben", "Cid"), game=GAME.name)


def hand_of(match, seat):
    return rules.view(match.session.state, seat).known[seat]


@pytest.fixture
def match(tmp_path):
    return begun(tmp_path)


# -- a month, by hand


def test_a_game_is_tapped_read_back_and_published(match):
    ideas = [name for name in hand_of(match, 0) if name not in GAME.deck[110:]]
    says(match, f"Ann {ideas[0]}", f"Ann {ideas[1]}")
    view = match.session.view
    tray = view.trays[0]
    assert tray.cards == (ideas[0], ideas[1]) and len(tray.symbols) == 3
    assert tray.name in match.page().replace("\n", " ") and " earns " in match.page().replace("\n", " ")
    assert current_picture(match.session).cells[0] == Light(WHITE, PICK)  # where it will lie
    says(match, "ok Ann")
    assert len(match.session.state.games) == 1 and " earns " in match.page().replace("\n", " ")
    assert current_picture(match.session).cells[0].pattern not in CHOICE


def test_a_stack_laid_on_the_lit_cell_and_pressed_is_published_and_pass_still_takes_back(match):
    ideas = hand_of(match, 0)[:2]
    says(match, f"Ann {ideas[0]}", f"Ann {ideas[1]}", "pass Ann")
    assert match.session.cursor is None and match.session.view.trays[0].cards == (ideas[0],)
    says(match, f"Ann {ideas[1]}", "a1")
    (game,) = match.session.view.games
    assert game.cards == ideas and game.owner == 0 and match.session.view.trays[0].cards == ()


def test_tapped_again_it_is_taken_back_and_pass_takes_the_last(match):
    ideas = hand_of(match, 0)[:2]
    says(match, f"Ann {ideas[0]}", f"Ann {ideas[1]}", f"Ann {ideas[0]}")
    assert match.session.view.trays[0].cards == (ideas[1],)
    says(match, "pass Ann")
    assert match.session.view.trays[0].cards == () and not match.session.state.ready & 1
    match.types("pass Ann", "ok Ann")
    assert match.session.state.ready & 1


def test_brainstorming_deals_a_read_hand_and_lets_another_draw_for_itself(tmp_path):
    match = begun(tmp_path, ben=False)
    match.types("ok Ann")
    match.until(lambda: match.session.state.phase == "month")
    assert len(hand_of(match, 0)) == 4
    match.types("ok Ben")
    assert match.session.state.hidden_count[1] == 4 and "Cards to take: 1." in match.page()


def puts_back(match):
    """Hands put right what an undo asks for, one thing after the other."""
    while match.session.repairs:
        match.types("ok")


def test_an_idea_drawn_before_an_undo_is_drawn_again(match):
    match.types("ok Ann")
    match.until(lambda: match.session.state.phase == "month")
    first = hand_of(match, 0)
    match.types("undo Ann", "ok Ben")
    puts_back(match)
    match.until(lambda: match.session.is_open and match.session.state.phase == "month")
    if "brainstorm" not in match.session.state.did:
        match.types("ok Ann")
        match.until(lambda: match.session.state.phase == "month")
    assert hand_of(match, 0) == first


# -- nobody holds the game up


def test_next_goes_on_without_the_people_who_are_waited_for(match):
    match.types("pass Ann", "ok Ann", "next")
    done = [str(step.action) for step in match.session.history]
    assert done.count("0 ready") == 1 and done.count("1 ready") == 0
    lost = "Ben hasn't used this month's action. Ben is done. Are you sure? Enter: yes. pass: no."
    assert lost in " ".join(match.page().split())
    match.types("ok Ann")
    assert match.session.question, "Ann decides for nobody"
    match.types("ok Ben")
    assert [str(step.action) for step in match.session.history].count("1 ready") == 1
    match.until(lambda: match.session.state.phase == "offers" and not match.session.match_state.bots.wanted_action)
    for _ in range(4):  # the offers, and what a bot offers them meanwhile
        match.types("next", "ok Ann", "ok Ben")
    match.until(lambda: match.session.state.month == 2)
    assert "ready" in YIELDS


def test_next_goes_on_without_who_chooses_in_secret(tmp_path):
    match = begun(tmp_path, actions="secret")
    match.types("a1", "next")
    assert match.session.question.losses == (say("{seat} won't brainstorm or publish this month.", seat=1),)
    match.types("ok Ben")
    assert "1 pass" in [str(step.action) for step in match.session.history]
    match.until(lambda: match.session.state.phase == "month" and not match.session.match_state.bots.wanted_action)
    assert match.session.state.sealed[:2] == ("brainstorm", "nothing")


def test_nobody_acts_for_a_bot(tmp_path):
    match = begun(tmp_path, actions="secret")
    before, bot = match.session.state, match.players[2].name
    for line in ("c3", "3 pass", f"{bot} trade Ann"):
        match.types(line)
        assert match.session.state == before and f"That's {bot}'s choice." in match.console.said, line
        match.pump.news.said.clear()
    match.types("a3", "b3")
    match.until(lambda: match.session.state.phase == "month" and not match.session.match_state.bots.wanted_action)
    assert match.session.state.sealed[2] == "brainstorm"  # as it wants itself
    match.types(f"pass {bot}")
    assert match.session.state.ready == 0 and f"That's {bot}'s choice." in match.console.said


# -- trades, typed with names


def test_a_trade_between_people(match):
    card = hand_of(match, 0)[0]
    says(match, "Ann trade Ben", f"Ann {card}", "Ann pay 10", "ok Ann")
    assert match.session.state.phase == "trade" and "Ben: You give nothing. Ann gives" in match.page()
    says(match, "ok Ben")
    assert card in hand_of(match, 1) and match.session.state.money_k[:2] == (20, 40)


# -- lights and words of moments


def test_the_lights_of_games_tell_their_value():
    names = iter(GAME.deck)
    values = (10, 20, 30, 40, 50, 0)
    state = position(games=[(0, [next(names), next(names)], value_k) for value_k in values])
    lights = SURFACE.paint(rules.view(state, PUBLIC)).cells[:6]
    assert [light.colour for light in lights] == [BLUE, GREEN, YELLOW, ORANGE, RED, DARK]  # the sheet, section 9
    assert len({light.pattern for light in lights[:5]}) == 5  # never the colour alone
    assert not {light.pattern for light in lights} & CHOICE
    assert SURFACE.face(rules.view(state, PUBLIC)).cells[:6] == ("10", "20", "30", "40", "50", "0")
    high = position(games=[(0, ["The 1", "Game 1"], 90), (0, ["Goat", "Moon"], -20)])
    assert SURFACE.paint(rules.view(high, PUBLIC)).cells[:2] == lights[4:]


def test_in_the_ceremony_only_the_games_still_in_it_shine():
    names = iter(GAME.deck)
    games = [(seat, [next(names), next(names)], 10) for seat in (0, 1)]
    state = position(phase=Phase.CARD, month=12, games=games)
    before, after = state._replace(contenders=(0, 1)), state._replace(contenders=(1,), drawn=state.months[:1])
    dim = Light(BLUE, DIM)
    assert [SURFACE.paint(rules.view(before, PUBLIC)).cells[cell] for cell in (0, 6)] == [dim, dim]
    assert [SURFACE.paint(rules.view(after, PUBLIC)).cells[cell] for cell in (0, 6)] == [Light(), Light(SKY, BREATHE)]


def test_the_cell_of_a_game_to_come_is_lit_and_a_press_on_it_publishes():
    tapped = do(position([["Goat", "Moon"], ["Teapot"]]), "0 tap Goat")
    assert SURFACE.paint(rules.view(tapped, PUBLIC)).cells[0] == Light()
    assert SURFACE.read(Press(0), tapped).reason == "too few ideas"
    state = do(tapped, "0 tap Moon")
    assert SURFACE.paint(rules.view(state, PUBLIC)).cells[0] == Light(WHITE, PICK)
    assert SURFACE.read(Press(0), state) == action("0 publish")
    assert SURFACE.read(Press(1), state).reason == SURFACE.read(Press(6), state).reason == "not now"
    trading = do(state, "1 trade 2")
    assert SURFACE.paint(rules.view(trading, PUBLIC)).cells[0] == Light()  # not now


def test_games_behind_the_sixth_lie_beside_the_row():
    names = iter(name for name in GAME.deck[:110] if name not in ("Goat", "Moon"))
    games = [(0, [next(names), next(names)], 10) for _ in range(6)]
    state = do(position([["Goat", "Moon"]], games=games), "0 tap Goat", "0 tap Moon")
    assert not {light.pattern for light in SURFACE.paint(rules.view(state, PUBLIC)).cells} & CHOICE
    after = do(state, "0 publish")
    view = rules.view(after, PUBLIC)
    assert after.games[-1].place == 6 and "Goat Moon" in repr(SURFACE.face(view).lines)
    assert SURFACE.where_is(view, "Goat")[1] is None and "beside" in repr(SURFACE.where_is(view, "Goat"))


def test_all_see_games_staff_market_and_where_coins_are_counted_the_coins():
    role_family, puzzle_cards = contract_of("role", "family"), contract_of("puzzle", "cards")
    staff = [(role_family, 0, 40), (puzzle_cards, -1, 30)]
    state = position(games=[(0, ["The 1", "Game 1"], 20)], staff=staff, bank="limited", money_k=[70])
    told = [str(line) for line in SURFACE.face(rules.view(state, PUBLIC)).lines]
    ann = next(line for line in told if role_family in line)
    assert "'The Game'" in ann and "'1x50', '1x20'" in ann
    assert any(puzzle_cards in line for line in told if "market" in line)
    assert any("coins in the bank" in line and "10x100" in line for line in told)
    hidden = position(bank="limited", money="hidden")
    assert "x20" not in str(SURFACE.face(rules.view(hidden, PUBLIC)).lines)
    poor = hidden._replace(purses=((0, 0, 0, 0),) * 3)
    assert rules.view(poor, 0).purses == ((0, 0, 0, 0), (), ())


def test_who_is_ready_is_white_and_who_is_asked_breathes():
    state = do(position(), "1 ready")
    seats = SURFACE.paint(rules.view(state, PUBLIC)).seats
    assert seats[:3] == (Light(SKY, BREATHE), Light(WHITE), Light(SKY, BREATHE)) and seats[3] == Light()


@pytest.mark.parametrize(
    ("designers", "light"), [(0, Light(BLUE, DIM)), (1, Light(GREEN)), (2, Light(YELLOW, BREATHE))]
)
def test_the_light_of_a_seat_counts_the_ideas_it_takes(designers, light):
    """Rules, section 9: the seat LED shows how many cards, take them."""
    staff = [(contract, 0, 30) for contract in (contract_of("role", "family"), contract_of("puzzle", "cards"))]
    by_itself = do(position(hidden_count={0: 3}, knowledge="trust", staff=staff[:designers]), "0 brainstorm")
    assert seat_lights(by_itself)[:2] == [light, Light(SKY, BREATHE)]
    assert seat_lights(do(by_itself, "0 ready"))[0] == Light(WHITE)  # taken, and ready
    read = do(position(staff=staff[:designers]), "0 brainstorm")
    assert seat_lights(read)[0] == light
    for left, card in reversed([*enumerate(("Goat", "Moon", "Teapot")[: designers + 1])]):
        read = do(read, f"chance draw {card}")
        assert (read.draws, read.phase is Phase.DRAW) == (left, left > 0)
    assert seat_lights(read)[0] == Light(SKY, BREATHE)


def seat_lights(state):
    return list(SURFACE.paint(rules.view(state, PUBLIC)).seats)


def test_the_ideas_to_take_are_counted_for_their_month_only():
    state = do(position(hidden_count={0: 3}, knowledge="trust"), "0 brainstorm")
    assert rules.view(state, PUBLIC).to_take == (1, 0, 0)
    later = do(all_ready(all_ready(state)), "chance trend Goat")
    assert rules.view(later, PUBLIC).to_take == (0, 0, 0)


def test_a_secret_choice_is_made_on_the_own_row():
    state = position(phase=Phase.SEAL, actions="secret")
    picture = SURFACE.paint(rules.view(do(state, "0 seal nothing"), PUBLIC))
    lit = [cell for cell, light in enumerate(picture.cells) if light.pattern == PICK]
    assert lit == [6, 7, 8, 12, 13, 14]


def test_a_card_tells_where_it_belongs():
    role_family, puzzle_cards = contract_of("role", "family"), contract_of("puzzle", "cards")
    games = [(1, ["The 1", "Game 1"], 10)]
    state = position([["Goat", "Moon"]], games=games, staff=[(role_family, 1, 30), (puzzle_cards, -1, 30)])
    state = do(state, "0 tap Goat")
    view = rules.view(state._replace(gone=1 << GAME.deck.index("Teapot")), PUBLIC)

    def where_is(card):
        message, cell = SURFACE.where_is(view, card)
        return message.text, cell

    assert where_is("Game 1") == ("{card} is part of {name}, {place}.", 6)
    assert SURFACE.expected_at(view, 6) == say("From the bottom up: {cards}.", cards=view.games[0].cards)
    assert SURFACE.expected_at(view, 35) == say("{cell} should be empty.", cell="f6")
    assert where_is(role_family) == ("{card} works for {seat}.", None)
    assert where_is(puzzle_cards) == ("{card} is on the market.", None)
    assert where_is(view.companies[0]) == ("{card} is {seat}'s company card.", None)
    assert where_is(view.months[0]) == ("{card} is in the row of months, number {n}.", None)
    assert where_is("Goat") == ("{card} is in {seat}'s hand.", None)
    assert where_is("Teapot") == ("{card} is out of the game.", None)
    assert where_is("Moon") == where_is("Star 1") == ("That card is hidden. Put it back where it was, face down.", None)
    assert where_is("Monopoly") == ("That card isn't in {game}.", None)


def test_a_card_that_was_tapped_and_taken_back_is_not_told_apart():
    """Eyes cannot see it now, though all have seen it before."""
    view = rules.view(do(position([["Goat"]]), "0 tap Goat", "0 take Goat"), PUBLIC)
    assert SURFACE.where_is(view, "Goat") == SURFACE.where_is(view, "Star 1")


def test_a_designer_shown_means_what_makes_sense():
    role_family = contract_of("role", "family")

    def meant(reader, employer, hand=(), phase=Phase.OFFERS):
        staff = [] if employer is None else [(role_family, employer, 30)]
        return SURFACE.read(Card(reader, role_family), position([hand], phase=phase, staff=staff)).kind

    assert [meant(0, 0), meant(1, 0), meant(1, -1), meant(0, None, [role_family])] == ["fire", "call", "claim", "hire"]
    assert meant(0, None, [role_family], Phase.MONTH) == "hire"


def test_a_title_will_do_where_only_one_copy_makes_sense():
    state = position([["Quest 2", "The 1", "The 2"]])
    assert SURFACE.read(Card(0, "quest"), state).args == (GAME.deck.index("Quest 2"),)
    refusal = SURFACE.read(Card(0, "The"), state)
    assert refusal.reason == "unknown"
    assert all(name in repr(refusal.message) for name in GAME.deck if name.startswith("The "))  # also who lie elsewhere


@pytest.mark.parametrize("phase", [Phase.TREND, Phase.CARD])
def test_who_turns_up_a_card_of_all_is_told_whose_reader_takes_it(phase):
    """By name: seats are counted from one, readers are not counted at all."""
    (asked,) = SURFACE.prompts(rules.view(position(phase=phase), PUBLIC))
    assert SPEAK.text(asked.message).endswith("show it to Ann's reader.")


def test_a_month_card_may_be_shown_at_any_reader_an_idea_only_at_the_own():
    state = position()._replace(phase=Phase.TREND, month=2)
    card = ideas_of("cards", "cards")[0]
    assert SURFACE.read(Card(5, card), state) == SURFACE.read(Card(0, card), state)
    assert SURFACE.read(Card(0, card), state).seat == CHANCE
    drawing = do(position(), "1 brainstorm")
    assert SURFACE.read(Card(0, card), drawing).reason == "another player is asked"


def test_all_may_be_typed():
    state = position([["Goat"]])
    assert SURFACE.read(Said("1 tap goat"), state).kind == "tap"
    assert SURFACE.read(Said("1 brainstorm"), state).kind == "brainstorm"
    assert SURFACE.read(Said("1 trade 3"), state)[0::2] == (0, (2,))
    assert SURFACE.read(Said("pay 10"), do(state, "1 trade 2")) == action("1 pay 10"), "where only one may act"
    for nobody_said in ("trade 3", "ready"):
        assert "Put the name first" in SURFACE.read(Said(nobody_said), state).message.text
    drawing = do(state, "0 brainstorm")
    assert SURFACE.read(Said("ready"), drawing) == rules.refuse(drawing, action("0 ready"))
    unknown, shared = (SURFACE.read(Said(f"1 tap {name}"), state) for name in ("Monopoly", "The"))
    assert filled(unknown.message) == "That card isn't in Spiel des Jahres."
    assert shared.reason == "unknown" and "The 6" in repr(shared.message)
    for nonsense in ("hello", "goat", "1 dance", "1 trade Ben", "1 trade 0", "0 brainstorm", "0 tap goat", "1"):
        assert SURFACE.read(Said(nonsense), state) is None


def told(state, text):
    """The sentences told after this action but its own, filled in."""
    after = do(state, text)
    return [filled(message) for message in SURFACE.description(action(text), state, after)[1:]], after


def filled(message):
    def plain(value):
        if isinstance(value, tuple) and not hasattr(value, "text"):
            return ", ".join(map(plain, value))
        return filled(value) if hasattr(value, "text") else str(value)

    return message.text.format(**{name: plain(value) for name, value in message.fill})


def test_income_is_told_when_the_month_ends_and_wages_when_they_are_paid():
    staff = [(contract_of("role", "family"), 0, 60)]
    state = position(staff=staff, games=[(1, ["The 1", "Game 1"], 40)], last_call="yes", money_k=[30, 30, 30])
    said, asked = told(do(state, "0 ready", "1 ready"), "2 ready")
    assert said == ["1: +€40k income"]
    traded = do(asked, "1 trade 0", "1 game 0", *["1 pay 10"] * 3, "1 hand", "0 accept")
    said, after = told(do(traded, "0 ready", "1 ready"), "2 ready")
    assert said == ["0: -€60k wages"]  # who has the game now had no income of it
    assert after.money_k == (0, 40, 30)


def test_what_a_limited_bank_cannot_pay_or_change_is_told():
    state = position(games=[(0, ["The 1", "Game 1"], 3000)], bank="limited")
    got_k = state.bank_k
    said, _ = told(do(state, "0 ready", "1 ready"), "2 ready")
    assert f"The bank is short of coins: 0 loses €{3000 - got_k}k." in said and len(said) == 2
    state = position(staff=[(contract_of("role", "family"), 0, 30)], bank="limited", money_k=[50, 0, 0])
    state = state._replace(till=(0, 0, 0, 0))
    said, after = told(do(state, "0 ready", "1 ready"), "2 ready")
    assert said[:2] == ["0: +€0 income, -€30k wages", "The bank is short of coins: 0 loses €20k."]
    assert after.money_k[0] == 0


def test_who_is_ruined_clears_the_row():
    games = [(0, ["The 1", "Game 1"], 10), (0, ["The 2", "Game 2"], 10), (1, ["Goat", "Moon"], 0)]
    state = do(position(games=games, staff=[(contract_of("role", "family"), 0, 300)]), "0 ready", "1 ready")
    said, _ = told(state, "2 ready")
    assert said == ["0 can't pay €300k and is out of the match.", "0 takes away the games here: a1, a2."]


def test_a_trade_tells_who_gets_which_cards_and_where_games_lie_now():
    games = [(0, ["The 1", "Game 1"], 10), (1, ["Teapot", "Star 1"], 10)]
    state = do(position([["Goat", "Moon"]], games=games), "0 trade 1", "0 give Goat", "0 game 0", "0 hand")
    assert told(state, "1 accept")[0] == ["1 gets Goat.", "The Game moves here: b2."]
    assert told(state, "1 pass")[0] == []
    back = do(state, "1 game 1", "1 hand")
    assert told(back, "0 accept")[0] == ["1 gets Goat.", "The Game moves here: b2.", "Teapot Star moves here: a1."]


def test_where_coins_are_counted_the_markers_are_asked_for():
    role_family, puzzle_cards = contract_of("role", "family"), contract_of("puzzle", "cards")
    state = position([["Goat", "Moon", role_family]], staff=[(puzzle_cards, 1, 30)], bank="limited")
    assert told(state, f"0 hire {role_family}")[0] == [f"Put these coins on {role_family}: 1x20, 1x10."]
    assert told(state._replace(till=(0, 1, 0, 0)), f"0 hire {role_family}")[0] == [
        f"Put these coins on {role_family}: 1x20.", f"The bank is short of coins: €10k missing on {role_family}.",
    ]  # fmt: skip
    offers = do(state._replace(phase=Phase.OFFERS), f"0 call {puzzle_cards}", "1 pass")
    assert told(offers, "2 pass")[0][1:] == [f"Put these coins on {puzzle_cards}: 2x20."]
    assert told(position([[role_family]]), f"0 hire {role_family}")[0] == []  # an unlimited bank keeps accounts


@pytest.mark.parametrize(("upper", "markers"), [("cards", ["Put these coins on {name}: 1x10."]), ("family", [])])
def test_the_value_of_a_game_is_marked_if_it_has_any(upper, markers):
    cards = some([["role", "puzzle"], ["combat", upper]])
    state = position([cards], bank="limited")
    said, after = told(do(state, *(f"0 tap {card}" for card in cards)), "0 publish")
    assert said[1:] == [text.format(name=name_of(after.games[0].cards)) for text in markers]


def test_marker_coins_that_are_missing_stand_in_the_lines():
    role_family, puzzle_cards = contract_of("role", "family"), contract_of("puzzle", "cards")
    games = [(0, ["The 1", "Game 1"], 3000), (1, ["Goat", "Moon"], 20)]
    state = position(games=games, staff=[(role_family, 1, 30), (puzzle_cards, 1, 30)], bank="limited")
    lacks_k = 3000 - sum(coin * count for coin, count in zip((10, 20, 50, 100), state.games[0].coins, strict=True))
    told = [filled(line) for line in SURFACE.face(rules.view(state, PUBLIC)).lines]
    assert f"marker coins missing: €{lacks_k}k on The Game, €20k on Goat Moon, €30k on {role_family}, " in str(told)
    for whole in (position(games=games[1:], staff=[(role_family, 1, 30)], bank="limited"), position(games=games)):
        assert "missing" not in str(SURFACE.face(rules.view(whole, PUBLIC)).lines)


def test_a_last_call_without_trades_is_said_to_be_none():
    said = {
        (last_call, trades): "last call" in str(SURFACE.setup_instructions(rules.view(position(**options), PUBLIC)))
        for last_call in ("yes", "no")
        for trades in ("off", "open")
        for options in [{"last_call": last_call, "trades": trades}]
    }
    assert [case for case, told in said.items() if told] == [("yes", "off")]


# -- what a game is worth is said once before it is published, and once after


@pytest.mark.parametrize("negative", ["zero", "pay"])
@pytest.mark.parametrize("good", [True, False])
def test_preview_and_result_are_one_sentence_with_one_number_whose_terms_add_up(negative, good):
    pairs = [["role", "puzzle"], ["combat", "role"]] if good else [["resource", "family"], ["resource", "family"]]
    cards = some(pairs)
    state = position([cards], negative=negative)
    tapped = do(state, *(f"0 tap {card}" for card in cards))
    asked = next(prompt.message for prompt in SURFACE.prompts(rules.view(tapped, PUBLIC)) if prompt.seat == 0)
    before = dict(asked.fill)["worth"]
    (result, *_), after = described(tapped, "0 publish")
    assert before == dict(result.fill)["worth"]
    game, said = after.games[0], filled(before)
    assert game.value_k == sum(term.amount_k for term in game.terms)
    assert f" earns {filled(euros(game.value_k))} a month: " in said
    amounts = [int(number) for number in re.findall(r" ([+-]\d+)", said.partition(" a month: ")[2])]
    assert len(amounts) == len(game.terms) and sum(amounts) == game.value_k


def described(state, text):
    after = do(state, text)
    return SURFACE.description(action(text), state, after)[1:], after


# -- an auction with a time, if people want one


def auctioned(folder, auction_s):
    """Ann bids for the designer of Ben's company; a bot sits there, too."""
    match = begun(folder)
    match.pump.auction.seconds = auction_s
    state = position(phase=Phase.OFFERS, staff=[(CONTRACT, 1, 900)], knowledge="trust")
    match.session.match_state.state = do(state, f"0 call {CONTRACT}")
    match.until(lambda: not match.session.match_state.bots.wanted_action)
    return match


CONTRACT = contract_of("role", "family")


def test_without_a_time_an_auction_waits(tmp_path):
    match = auctioned(tmp_path, 0)
    match.wait(60_000)
    assert match.session.state.phase is Phase.AUCTION and match.session.timeout_pct == 0


def test_a_silence_closes_an_auction_and_the_light_runs_down(tmp_path):
    match = auctioned(tmp_path, 10)
    match.wait(5_000)
    dimmed = current_picture(match.session).brightness_pct
    assert 50 <= dimmed < 80 and match.session.state.phase is Phase.AUCTION
    match.types("pause")
    match.wait(20_000)
    assert match.session.timeout_pct == 0 and match.session.state.phase is Phase.AUCTION, "a pause stops it"
    match.types("pause")
    match.wait(9_000)
    match.types("a1")  # any press begins it again, a refused one too
    match.wait(9_000)
    assert match.session.state.phase is Phase.AUCTION
    match.wait(1_500)
    assert match.session.state.phase is Phase.OFFERS
    assert [str(step.action) for step in match.session.history[-2:]] == ["1 pass", "2 pass"], "and the bot's own"
    assert current_picture(match.session).brightness_pct == 100
    rows = [row for row in match.journal.good_rows(match.pump.recorder.match) if row[0] == "action"]
    assert rows[-2:] == [("action", "1 pass"), ("action", "2 pass")], "the journal knows no clock"


def test_a_silence_is_heard_in_auctions_alone(tmp_path):
    match = auctioned(tmp_path, 1)
    match.session.match_state.state = position(phase=Phase.OFFERS)
    match.wait(5_000)
    assert match.session.state.phase is Phase.OFFERS and not match.session.state.ready & 0b011


def test_cards_of_one_title_are_told_apart_by_what_is_printed_on_them():
    """Numbers are not: people who type a title see two symbols on their card."""
    company = GAME.rules.setup(2, {option.name: option.default for option in GAME.options})
    meant = GAME.surface.read(Card(0, "Quest"), company)
    assert SPEAK.text(meant.message) == (
        "Which one? Quest 1 (puzzle, combat), Quest 2 (resource-gathering, resource-gathering), Quest 3 (cards, combat)"
    )


def test_S38_by_the_house_rule_the_table_tells_its_points():
    hand = some([["role", "cards"], ["role", "puzzle"]])
    before = position([hand], month_points="yes")
    tapped = do(before, *(f"0 tap {card}" for card in hand))
    after = do(tapped, "0 publish")
    for state, is_so in ((before, True), (position(), False)):
        told = map(SPEAK.text, SURFACE.setup_instructions(rules.view(state, PUBLIC)))
        assert any(line.startswith("House rule: publish in months 1 to 11.") for line in told) == is_so
    assert "1 month point" in " ".join(map(SPEAK.text, SURFACE.face(rules.view(after, PUBLIC)).lines))
    told = " ".join(map(SPEAK.text, SURFACE.description(action("0 publish"), tapped, after)))
    assert "Ann earns a month point." in told
