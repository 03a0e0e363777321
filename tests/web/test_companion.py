"""What is tapped is done as at the table: journaled first, refused if it means something else, and only by its seat."""

from random import Random

import pytest
from glowtable import games
from glowtable.grid import TABLE_SEAT
from glowtable.match.choices import DISAGREE, LIES_SO, TAKE_CELL
from glowtable.match.pump import REST_MS, SCAN_MS
from glowtable.match.session import Phase
from glowtable.messages import say
from glowtable.table import Card, Key, Press
from glowtable.web.addresses import LanAddress
from glowtable.web.companion import STALE, Companion
from glowtable.web.followers import ReceivedTap, Tap
from glowtable.web.page_words import PAGE_WORDS

from tests.support.matches import Match
from tests.support.patience import is_readable
from tests.web.company import Company

GAMES = [games.find(name) for name in games.names()]
ALEX = games.find("alex_and_co")


@pytest.fixture
def punto(tmp_path):
    """A match of Punto in which Ann's first card is turned up."""
    company = Company(Match(tmp_path, ("Ann", "Ben"), first_player="youngest"))
    company.taps("key", key="confirm", seat=0)
    company.taps("key", key="confirm", seat=0)
    company.until_quiet()
    assert company.match.session.match_state.turned_up
    return company


def lit(company):
    """A lit cell, and what a press on it is said to do."""
    return next((n, cell["does"]["id"]) for n, cell in enumerate(company.shown.public["cells"]) if cell["does"])


def rows(company):
    return [row.text for row in company.match.journal.good_rows(company.match.pump.recorder.match)]


def test_a_tap_on_a_cell_is_a_press_on_the_table(punto):
    cell, does = lit(punto)
    punto.taps("press", cell=cell, id=does)
    assert rows(punto)[-2:] != [] and does in rows(punto) and f"press {cell}" in rows(punto)
    assert Press(cell) in punto.match.simulated_players.made


def test_new_addresses_are_news_in_one_line_and_old_ones_are_not(punto):
    wlan, cable = LanAddress("192.168.1.77", "wlan0"), LanAddress("10.0.0.5", "eth0")
    before = punto.match.pump.news.count
    for addresses in ((wlan, cable), (cable,), (), ()):
        punto.server.lan_addresses = addresses
        punto.wait()
    links = ("http://192.168.1.77:8470/", "http://10.0.0.5:8470/")
    reached = say("Phones now reach the table here: {address}", address=links)
    assert punto.match.pump.news.said[-2:] == [reached, PAGE_WORDS["no_network"]]
    assert punto.match.pump.news.count == before + 2


def test_a_hand_that_is_read_on_a_phone_is_not_shown_at_the_keyboard(tmp_path):
    company = Company(Match(tmp_path, ("Ann", "Ben"), game=ALEX))
    console, private = company.match.console, company.match.pump.private
    for line in ("hand Ann", "ok Ann"):
        console.handle_line(line)
        company.wait()
        assert not private.lines
    assert "Ann reads this hand on a phone." in "".join(console.said)
    company.server.seats.free_seat(0)
    company.wait()
    for line in ("hand Ann", "ok Ann"):
        console.handle_line(line)
        company.wait()
    assert private.lines


def test_what_was_asked_at_the_keyboard_is_not_shown_once_a_phone_has_the_seat(tmp_path):
    company = Company(Match(tmp_path, ("Ann", "Ben"), game=ALEX))
    seats = company.server.seats
    seats.free_seat(0)
    company.wait()
    company.match.console.handle_line("hand Ann")
    assert seats.claim_seat(seats.claims[0].code)
    company.wait()
    company.match.console.handle_line("ok Ann")
    company.wait()
    assert not company.match.pump.private.lines


def test_who_plays_alone_reads_the_hand_at_the_keyboard_and_on_the_phone(tmp_path):
    company = Company(Match(tmp_path, ("Ann", "bot:memory", "bot:memory"), game=ALEX))
    company.match.console.handle_line("hand")
    assert company.match.pump.private.lines


def test_what_ails_the_table_is_on_the_page_until_it_is_mended(punto):
    assert punto.shown.public["ailing"] == ()
    punto.match.twin.loop.board.trouble = ("reader.3", "flash-full")
    punto.wait(500)
    ails = punto.shown.public["ailing"]
    assert len(ails) == 2 and punto.shown.public["news"][-2:] == ails
    punto.taps("mend")
    assert punto.shown.public["news"][-4:] == ails + ails
    punto.match.twin.loop.board.trouble = ()
    punto.wait(500)
    assert punto.shown.public["ailing"] == ()


def test_a_table_that_is_away_is_on_the_page_too(punto):
    punto.match.twin.line.unplug()
    punto.wait(6000)
    assert "The table at twin: is unplugged." in punto.match.console.translator.text(punto.shown.public["ailing"][0])


def test_the_match_waits_for_a_tap_and_not_for_the_next_look(punto):
    """What it waits for is ready as soon as somebody has tapped, and only then."""
    (bell,) = punto.companion.files
    assert not is_readable(bell)
    for _ in range(6):  # more than one round takes
        punto.server.taps.put(ReceivedTap(Tap("why"), None, punto.notes.append))
    assert is_readable(*punto.companion.files)
    punto.companion.sync_followers()
    assert not punto.server.taps.empty() and is_readable(*punto.companion.files)
    punto.companion.sync_followers()
    assert punto.server.taps.empty() and not is_readable(*punto.companion.files)


def test_what_a_tap_does_at_the_simulated_table_is_looked_for_at_once(punto):
    punto.wait(1000)
    assert punto.match.pump.rest_ms == REST_MS
    cell, does = lit(punto)
    punto.server.taps.put(ReceivedTap(Tap("press", punto.shown.number, cell, id=does), None, punto.notes.append))
    punto.companion.sync_followers()
    assert punto.match.pump.rest_ms == SCAN_MS


def test_nothing_of_a_tap_is_shown_before_it_is_in_the_journal(punto, monkeypatch):
    seen = []
    monkeypatch.setattr(punto.server, "publish_snapshot", lambda snapshot: seen.append((snapshot, rows(punto))))
    cell, does = lit(punto)
    punto.server.snapshots.append(punto.shown)
    punto.taps("press", cell=cell, id=does)
    assert seen and all(does in journaled for snapshot, journaled in seen if snapshot.public["cells"][cell]["cards"])


def test_a_press_that_meant_the_same_on_an_older_page_is_done(punto):
    cell, does = lit(punto)
    punto.taps("key", key="night")
    punto.taps("press", at=punto.shown.number - 1, cell=cell, id=does)
    assert does in rows(punto) and not punto.notes


def test_a_press_that_meant_something_else_is_refused_with_a_sentence(punto):
    cell, _ = lit(punto)
    before = rows(punto)
    punto.taps("press", at=punto.shown.number - 1, cell=cell, id="0 place 99")
    punto.taps("press", at=punto.shown.number - 1, cell=cell, id="")
    assert punto.notes == [STALE, STALE] and rows(punto) == before


def test_a_key_pressed_on_an_older_page_is_refused(punto):
    before = rows(punto)
    punto.taps("key", at=punto.shown.number - 1, key="undo", seat=0)
    assert punto.notes == [STALE] and rows(punto) == before


def offered_again(company, offers, tap):
    """Go on until something is offered that reads as it did before the match moved on: how, and on which page then."""
    seen = {}
    for _ in range(60):
        company.until_quiet(ms=2500)
        now = offers(company.shown)
        again = next((each for each in now if each in seen), None)
        if again:
            return again, seen[again]
        seen.update(dict.fromkeys(now, company.shown.number))
        tap(now[0])
    raise AssertionError("nothing is ever offered again")


def lit_cells(page):
    return [(n, cell["does"]["id"]) for n, cell in enumerate(page.public["cells"]) if cell["does"]]


def test_a_press_shown_for_another_card_is_refused_though_it_reads_the_same(punto):
    (cell, does), at = offered_again(punto, lit_cells, lambda offer: punto.taps("press", cell=offer[0], id=offer[1]))
    before = rows(punto)
    punto.taps("press", at=at, cell=cell, id=does)
    assert punto.notes == [STALE] and rows(punto) == before
    punto.taps("press", cell=cell, id=does)
    assert punto.notes == [STALE] and rows(punto) != before


def test_a_choice_of_a_seat_shown_before_the_match_moved_on_is_refused(punto):
    """Twice tapped, it would answer the next question, too."""

    def choices(page):
        return [(seat, choice["id"]) for seat, own in page.own.items() for choice in own["choices"]]

    def choose(offer, **at):
        punto.taps("choose", by=offer[0], id=offer[1], **at)

    offer, at = offered_again(punto, choices, choose)
    before = rows(punto)
    choose(offer, at=at)
    assert punto.notes == [STALE] and rows(punto) == before
    choose(offer)
    assert punto.notes == [STALE] and rows(punto) != before


def test_no_tap_is_of_a_page_that_is_yet_to_come(punto):
    """After a new start of the program a page may hold the number of a page of the one before."""
    cell, does = lit(punto)
    before = rows(punto)
    punto.taps("press", at=punto.shown.number + 900, cell=cell, id=does)
    assert punto.notes == [STALE] and rows(punto) == before


def test_a_key_agrees_to_nothing_that_its_page_did_not_show(punto):
    """Ben's wish to undo comes from the table in the same round as Ann's tap on what her page showed before it."""
    cell, does = lit(punto)
    punto.taps("press", cell=cell, id=does)
    punto.until_quiet()
    at = punto.shown.number
    punto.match.pump.take_typed(Key(1, "undo"))
    punto.match.until(lambda: punto.match.session.question)
    punto.taps("key", by=0, at=at, key="confirm", seat=0)
    assert punto.notes == [STALE] and punto.match.session.question
    punto.taps("key", by=0, key="confirm", seat=0)
    assert punto.match.session.question is None


def test_a_key_means_what_it_meant_before_the_light_changed_and_not_after_a_pause(punto):
    """Night falls while a finger is on the key; a pause that came and went may have hidden another question."""
    session, at = punto.match.session, punto.shown.number
    for key, is_so in (("night", lambda: session.night), ("pause", lambda: session.paused)):
        punto.match.pump.take_typed(Key(TABLE_SEAT, key))
        punto.match.until(is_so)
        punto.until_quiet()
        assert punto.shown.number > at
        if key == "night":
            punto.taps("key", at=at, key="pause")
            punto.match.until(lambda: session.paused)
            assert punto.notes == []
            punto.match.pump.take_typed(Key(TABLE_SEAT, "pause"))
            punto.match.until(lambda: not session.paused)
            punto.until_quiet()
    punto.taps("key", at=at, key="pause")
    assert punto.notes == [STALE] and session.paused


def test_of_two_taps_at_once_the_second_is_measured_by_what_the_first_did(own_cards):
    tap = Tap("key", own_cards.shown.number, seat=0, key="pass")
    for _ in range(2):
        own_cards.server.taps.put(ReceivedTap(tap, None, own_cards.notes.append))
    own_cards.wait()
    assert own_cards.notes == [STALE] and rows(own_cards).count("key 0 pass") == 1


def test_the_tap_of_a_seat_that_was_freed_meanwhile_is_dropped(punto):
    choice = punto.shown.own[0]["choices"][0]["id"]
    before, at = rows(punto), punto.shown.number
    punto.server.seats.free_seat(0)
    punto.taps("choose", by=0, at=at, id=choice)
    assert rows(punto) == before and punto.notes == []


def test_an_unlit_cell_says_why_not(punto):
    cell = next(n for n, each in enumerate(punto.shown.public["cells"]) if not each["does"])
    punto.taps("press", cell=cell)
    assert punto.shown.public["cells"][cell]["refused"] and punto.shown.public["news"]
    punto.taps("why", cell=cell)
    news = punto.shown.public["news"]
    assert len(news) > 1
    punto.taps("why", by=0, cell=cell)
    assert punto.notes[-1].text and "(" not in punto.notes[-1].text, "on a phone without the rulebook's words"
    assert punto.shown.public["news"] == news, "nobody else hears it"


def test_what_everybody_may_choose_is_a_button_at_the_table(tmp_path):
    company = Company(Match(tmp_path, ("Ann", "Ben"), first_player="youngest"))
    company.taps("key", key="confirm", seat=0)
    assert [each["id"] for each in company.shown.public["choices"]] == ["0 begin", "1 begin"]
    company.taps("choose", id="1 begin")
    company.taps("choose", id="1 begin")
    assert "1 begin" in rows(company) and company.notes == [STALE]


@pytest.mark.parametrize("game", ["punto", "alex_and_co"])
def test_who_it_is_any_phone_may_say_by_a_name_and_the_first_answer_counts(tmp_path, game):
    rules = {"first_player": "youngest"} if game == "punto" else {}
    company = Company(Match(tmp_path, ("Ann", "Ben"), game=games.find(game), **rules))
    company.taps("key", key="confirm", seat=0)
    company.until_quiet()
    for seat in (0, 1):
        names = [(each["id"], each["text"]) for each in company.shown.own[seat]["choices"]]
        assert names == [("0 begin", "Ann"), ("1 begin", "Ben")]
    at = company.shown.number
    company.taps("choose", by=0, at=at, id="1 begin")
    company.taps("choose", by=1, at=at, id="0 begin")
    assert "1 begin" in rows(company) and "0 begin" not in rows(company) and company.notes == [STALE]


def test_who_it_is_no_bot_is_waited_for(tmp_path):
    company = Company(Match(tmp_path, ("Ann", "Ben", "bot:memory"), game=ALEX, first_player="owner"))
    company.taps("key", key="confirm", seat=0)
    company.until_quiet()
    assert [player["acts"] for player in company.shown.public["players"]] == [True, True, False]


def dealt(folder):
    """ALEX & CO with two people and a bot, hands dealt and read."""
    company = Company(Match(folder, ("Ann", "Ben", "bot:memory"), game=ALEX, knowledge="full", seed=5))
    company.taps("key", key="confirm", seat=0)
    for _ in range(40):
        company.until_quiet(ms=2500)
        own = company.shown.own
        if any(page["hand"] and len(page["choices"]) > 2 for page in own.values()):
            return company
        for seat, page in own.items():
            for choice in page["choices"][:1]:
                company.taps("choose", by=seat, id=choice["id"])
    raise AssertionError("nobody's turn has come")


def test_a_seat_chooses_among_its_own_without_anybodys_consent_and_not_for_another(tmp_path):
    company = dealt(tmp_path)
    seat = next(seat for seat, page in company.shown.own.items() if page["choices"])
    choice, before, noted = company.shown.own[seat]["choices"][0]["id"], rows(company), len(company.notes)
    company.taps("choose", by=1 - seat, id=choice)
    company.taps("key", by=1 - seat, key="confirm", seat=seat)
    company.taps("press", by=1 - seat, cell=0)
    company.taps("choose", by=0, id="0 at 99")
    assert rows(company) == before and company.notes[noted:].count(STALE) >= 3
    company.taps("choose", by=seat, id=choice)
    assert choice in rows(company) and company.match.session.question is None


@pytest.fixture
def month(tmp_path):
    """Spiel des Jahres: both act at the same time."""
    company = Company(Match(tmp_path, ("Ann", "Ben"), game=games.find("spiel_des_jahres"), knowledge="full", seed=5))
    company.taps("key", key="confirm", seat=0)
    for _ in range(40):
        company.until_quiet(ms=2500)
        own = company.shown.own
        if all(any(choice["kind"] == "brainstorm" for choice in page["choices"]) for page in own.values()):
            return company
        seat, choice = next((seat, page["choices"][0]) for seat, page in own.items() if page["choices"])
        company.taps("choose", by=seat, id=choice["id"])
    raise AssertionError("no month begins")


def chosen(company, seat, kind):
    return next(choice["id"] for choice in company.shown.own[seat]["choices"] if choice["kind"] == kind)


def test_what_another_seat_does_refuses_no_choice_that_means_the_same(month):
    at, mine = month.shown.number, chosen(month, 0, "brainstorm")
    month.taps("choose", by=1, id=chosen(month, 1, "brainstorm"))
    month.until_quiet(ms=2500)
    assert month.shown.number > at
    month.taps("choose", by=0, at=at, id=mine)
    assert mine in rows(month) and not month.notes
    month.until_quiet(ms=2500)
    count = rows(month).count(mine)
    month.taps("choose", by=0, at=at, id=mine)
    assert month.notes == [STALE] and rows(month).count(mine) == count, "its seat has acted since"


def test_a_choice_is_refused_once_its_seat_is_asked_something_else(month, monkeypatch):
    at, mine = month.shown.number, chosen(month, 0, "brainstorm")
    month.taps("choose", by=1, id=chosen(month, 1, "brainstorm"))
    month.until_quiet(ms=2500)
    before, page = rows(month), month.companion._own_page(0)
    asked = {**page, "moment": {**page["moment"], "help": say("Something else.")}}
    monkeypatch.setattr(month.companion, "_own_page", lambda seat: asked)
    month.taps("choose", by=0, at=at, id=mine)
    assert month.notes == [STALE] and rows(month) == before


def test_an_undo_is_asked_of_the_others_on_their_own_pages(punto):
    cell, does = lit(punto)
    punto.taps("press", cell=cell, id=does)
    punto.until_quiet()
    punto.taps("key", by=0, key="undo", seat=0)
    answers = punto.shown.own[1]["answers"]
    assert [each["key"] for each in answers] == ["confirm", "pass"] and answers[1]["text"] == DISAGREE
    assert punto.shown.own[0]["answers"] == () and punto.shown.own[0]["choices"] == ()
    punto.taps("key", by=1, key="confirm", seat=1)
    kinds = [row.kind for row in punto.match.journal.good_rows(punto.match.pump.recorder.match)]
    assert kinds[-1] == "undo" and punto.match.session.repairs == ()


def test_a_dispute_is_answered_on_the_page(punto):
    punto.taps("key", key="wrong")
    assert punto.shown.public["phase"] == "disputed"
    assert punto.shown.own[0]["answers"] == ({"key": "confirm", "text": LIES_SO},)
    punto.taps("key", by=0, key="confirm", seat=0)
    assert punto.match.session.phase is Phase.PLAYING


def test_on_its_own_device_a_seat_takes_the_blinking_cell_only_for_itself(punto):
    punto.taps("key", key="pass", seat=0)
    assert any(cell["pointed"] for cell in punto.shown.public["cells"])
    assert punto.shown.public["players"][0]["answers"] == ({"key": "confirm", "text": TAKE_CELL},)
    assert punto.shown.own[0]["answers"] == punto.shown.public["players"][0]["answers"]
    assert punto.shown.own[1]["answers"] == ()
    before = rows(punto)
    punto.taps("key", by=1, key="confirm", seat=1)
    assert punto.notes == [STALE] and rows(punto) == before
    punto.taps("key", by=0, key="confirm", seat=0)
    assert any(row.startswith("0 place") for row in rows(punto)[len(before) :])


def test_a_card_entered_on_a_cell_is_taken_by_the_seat_whose_card_it_is(own_cards):
    own_cards.taps("key", key="pass", seat=0)
    own_cards.taps("key", key="pass", seat=0)
    assert own_cards.match.session.cursor is not None
    assert own_cards.shown.own[0]["answers"] == ({"key": "confirm", "text": TAKE_CELL},)
    assert own_cards.shown.own[1]["answers"] == ()


def test_paused_nothing_is_asked_of_a_seat(punto):
    punto.taps("key", key="pause")
    assert punto.shown.public["paused"] and punto.shown.own[0]["answers"] == ()


def test_nothing_is_published_while_nothing_changes(punto):
    before = len(punto.server.snapshots)
    punto.wait(2000)
    assert len(punto.server.snapshots) == before


def test_what_was_said_is_kept_for_a_while_and_the_page_follows_it_all_the_same(punto):
    for n in range(1000):
        punto.match.pump.tell_people(say("{n}", n=n))
    punto.wait()
    before = punto.shown.number
    assert len(punto.match.pump.news.said) < 300 and punto.shown.public["news"][-1] == say("{n}", n=999)
    for n in range(1000):
        punto.match.pump.tell_people(say("{n}", n=n))
    punto.wait()
    assert punto.shown.number == before + 1


@pytest.fixture
def own_cards(tmp_path):
    """Punto with people's own cards and no table: Ann is to turn one up."""
    match = Match(tmp_path, ("Ann", "Ben"), first_player="youngest")
    match.session.match_state.dealt = False
    match.pump.simulated_players = None
    company = Company(match)
    company.taps("key", key="confirm", seat=0)
    company.taps("choose", id="0 begin")
    return company


def test_without_a_reader_a_card_is_named_on_the_page_of_its_seat(own_cards):
    awaited = own_cards.shown.own[0]["awaited"]
    assert awaited == own_cards.shown.public["awaited"] and own_cards.shown.own[1]["awaited"] == ()
    own_cards.taps("show", by=1, id=awaited[3])
    assert own_cards.notes == [STALE]
    own_cards.taps("show", by=0, id=awaited[3])
    assert own_cards.match.session.match_state.turned_up[:2] == awaited[3] and own_cards.shown.public["awaited"] == ()


def test_a_card_that_was_named_for_an_earlier_draw_is_refused(own_cards):
    at, awaited = own_cards.shown.number, own_cards.shown.public["awaited"]
    for _ in range(2):
        own_cards.taps("show", id=own_cards.shown.public["awaited"][0])
        own_cards.taps("press", cell=lit(own_cards)[0])
    assert awaited[5] in own_cards.shown.own[0]["awaited"] and not own_cards.notes
    own_cards.taps("show", at=at, id=awaited[5])
    own_cards.taps("show", by=0, at=at, id=awaited[5])
    assert own_cards.notes == [STALE, STALE] and not own_cards.match.session.match_state.turned_up


def test_without_a_reader_a_card_that_all_see_is_named_at_the_table(own_cards):
    awaited = own_cards.shown.public["awaited"]
    own_cards.taps("show", id="no card")
    own_cards.taps("show", id=awaited[0])
    assert own_cards.notes == [STALE] and own_cards.match.session.match_state.turned_up[:2] == awaited[0]


def play_by_taps(company, rng, most=4000):
    """Tap on whatever is offered on the pages of the seats until the match is over."""
    for _ in range(most):
        if company.shown.public["phase"] == "over":
            return
        tap_something(company, rng)
        company.wait(100)
    raise AssertionError(company.shown.public["asked"])


def tap_something(company, rng):
    pages = list(company.shown.own.items())
    rng.shuffle(pages)
    for seat, page in pages:
        if page["choices"]:
            return company.taps("choose", by=seat, id=rng.choice(page["choices"])["id"])
        if page["answers"]:
            return company.taps("key", by=seat, key=page["answers"][0]["key"], seat=seat)
    return company.wait(400)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_match_of_each_game_is_played_by_taps_alone(game, tmp_path):
    seats = ("Ann", "Ben", "Cal")[: max(2, min(game.seats))]
    company = Company(Match(tmp_path, seats, game=game, seed=2, **dict(game.test_options)))
    rng = Random(1)
    for _ in range(160):
        if company.shown.public["phase"] != "over":
            tap_something(company, rng)
    assert company.match.journaled().state == company.match.session.state
    over = company.shown.public["phase"] == "over"
    assert (over or len(company.match.session.history) > 40) and company.notes == []


def test_a_match_of_the_page_goes_on_in_the_terminal_and_ends_on_the_page(tmp_path):
    company = Company(Match(tmp_path, ("Ann", "bot:greedy"), max_rounds=1, first_player="youngest"))
    rng = Random(2)
    for _ in range(6):
        tap_something(company, rng)
        company.until_quiet()
    cell, _ = lit(company)
    company.match.console.handle_line("abcdef"[cell // 6] + str(cell % 6 + 1))
    company.until_quiet()
    play_by_taps(company, rng)
    assert company.match.session.outcome and {Card, Press, Key} <= set(map(type, company.match.simulated_players.made))


# -- a bot and a person have changed places


def changing(folder, players, former):
    """A match at the lobby's table in which these sat there before the last change; who is to sit there then."""
    company, changes = Company(Match(folder, players, first_player="youngest")), []
    company.companion = Companion(
        company.match.pump, company.server, change_seat=lambda *change: changes.append(change), former=former
    )
    company.wait()
    return company, changes


@pytest.mark.parametrize(
    ("by", "left", "does", "who", "expected"),
    [
        (None, None, "back", "Ben", (1, "Ben", True)),
        (None, 1, "back", "Ben", (1, "Ben", True)),
        (None, None, "person", "Ben", (1, "Ben", False)),
        (None, None, "back", "Cleo", None),
        (None, 0, "back", "Ben", None),
        (0, None, "back", "Ben", None),
        (None, 1, "person", "Ben", None),
        (None, 1, "bot", "easy", None),
        (None, 1, "lobby", "", None),
        (None, 1, "mend", "", None),
    ],
)
def test_the_person_comes_back_by_the_table_or_the_device_from_which_a_bot_took_over(
    tmp_path, by, left, does, who, expected
):
    company, changes = changing(tmp_path, ("Ann", "bot:greedy"), {1: "Ben"})
    assert [(each["seat"], each["id"]) for each in company.shown.public["backs"]] == [(1, "Ben")]
    tap = Tap(does, company.shown.number, seat=1, id=who)
    company.server.taps.put(ReceivedTap(tap, by, company.notes.append, left=left))
    company.wait()
    assert changes == ([expected] if expected else []) and company.notes == ([] if expected else [STALE])
    assert company.companion.is_done is (expected is not None)


@pytest.mark.parametrize(
    ("by", "left", "may"), [(None, None, True), (1, None, True), (0, None, False), (None, 1, False)]
)
def test_the_bot_comes_back_by_the_table_or_the_device_of_who_took_over(tmp_path, by, left, may):
    company, changes = changing(tmp_path, ("Ann", "Cleo"), {1: "bot:easy"})
    tap = Tap("back", company.shown.number, seat=1, id="bot:easy")
    company.server.taps.put(ReceivedTap(tap, by, company.notes.append, left=left))
    company.wait()
    assert changes == ([(1, "bot:easy", True)] if may else []) and company.notes == ([] if may else [STALE])


def test_nobody_comes_back_once_something_was_played_though_it_is_taken_back(tmp_path):
    company, changes = changing(tmp_path, ("Ann", "Cleo"), {1: "bot:easy"})
    company.taps("key", key="confirm", seat=0)
    assert company.shown.public["backs"]
    company.taps("choose", id="0 begin")
    assert company.match.session.history and company.shown.public["backs"] == ()
    company.taps("key", key="undo", seat=0)
    company.taps("key", key="confirm", seat=1)
    company.until_quiet()
    assert not company.match.session.history and company.shown.public["backs"] == ()
    company.taps("back", seat=1, id="bot:easy")
    assert changes == [] and company.notes == [STALE]


def test_a_seat_that_was_freed_calls_no_bot(tmp_path):
    company, changes = changing(tmp_path, ("Ann", "Cleo"), {})
    company.server.seats.free_seat(1)
    company.taps("bot", by=1, seat=1, id="easy")
    assert changes == [] and company.notes == []
