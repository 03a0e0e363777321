"""A seat is claimed once, kept by its device, and freed at the table."""

import json

import pytest
from glowtable.web import seats as seats_module
from glowtable.web.seats import ANY, CODE_WORD_LIST, CODE_WORDS, LATEST, Seats

COMPANY = ("Ann", "Ben", "Cal")


@pytest.fixture
def kept(tmp_path):
    return tmp_path / "data" / "seats.json"


def test_a_link_opens_a_seat_once():
    seats = Seats((0, 1), COMPANY)
    token = seats.claims[1].token
    seat, device = seats.claim_seat(token)
    assert (seat, seats.seat_of(device), seats.claimed) == (1, 1, {1})
    assert seats.claim_seat(token) is None and 1 not in seats.claims


def test_a_code_is_four_words_typed_as_people_type():
    seats = Seats((0,), COMPANY)
    code = seats.claims[0].code
    assert len(code.split()) == CODE_WORDS and set(code.split()) <= set(CODE_WORD_LIST)
    assert seats.claim_seat(f"  {code.upper().replace(' ', '   ')} ")


@pytest.mark.parametrize("wrong", ["", "apple apple apple", "é", "x" * 5000])
def test_a_wrong_code_opens_nothing(wrong):
    seats = Seats((0,), COMPANY)
    assert seats.claim_seat(wrong) is None and not seats.claimed


def test_tokens_have_128_bits_and_differ():
    tokens = {claim.token for _ in range(50) for claim in Seats((0, 1), COMPANY).claims.values()}
    assert len(tokens) == 100 and {len(token) for token in tokens} == {32}


def test_a_freed_seat_has_a_new_link_and_its_old_device_has_nothing():
    seats = Seats((0,), COMPANY)
    before = seats.claims[0]
    _, device = seats.claim_seat(before.token)
    assert seats.free_seat(0) and seats.seat_of(device) is None
    assert seats.claims[0] != before and not seats.free_seat(0)


def test_seats_stay_claimed_when_the_program_runs_again(kept):
    seats = Seats((0, 1), COMPANY, kept)
    _, device = seats.claim_seat(seats.claims[1].code)
    again = Seats((0, 1), COMPANY, kept)
    assert again.seat_of(device) == 1 and set(again.claims) == {0}


def test_only_its_owner_reads_the_file_and_no_token_is_in_it(kept):
    seats = Seats((0,), COMPANY, kept)
    _, device = seats.claim_seat(seats.claims[0].token)
    assert kept.stat().st_mode & 0o777 == 0o600
    assert device not in kept.read_text()


def test_what_cannot_be_kept_does_not_happen(kept, monkeypatch):
    seats = Seats((0, 1), COMPANY, kept)
    code = seats.claims[0].code
    _, device = seats.claim_seat(seats.claims[1].code)
    monkeypatch.setattr("os.fsync", fails)
    for change in (lambda: seats.claim_seat(code), lambda: seats.free_seat(1)):
        with pytest.raises(OSError):
            change()
    assert seats.claimed == {1} and seats.seat_of(device) == 1 and seats.claims[0].code == code
    assert [each.name for each in kept.parent.iterdir()] == ["seats.json"]
    monkeypatch.undo()
    assert seats.claim_seat(code) and Seats((0, 1), COMPANY, kept).claimed == {0, 1}


def fails(*_):
    raise OSError(28, "No space left on device")


HALF_RIGHT = [json.dumps({"company": COMPANY, "seats": seats}) for seats in ([], {"x": "00"}, None)]
OTHERS = json.dumps({"company": ["Eve"], "seats": {"0": "00"}})


@pytest.mark.parametrize("text", ["", "[]", json.dumps({"company": COMPANY}), OTHERS, *HALF_RIGHT])
def test_a_file_of_others_or_a_broken_one_claims_nothing(kept, text):
    kept.parent.mkdir()
    kept.write_text(text)
    assert Seats((0,), COMPANY, kept).claimed == frozenset()


def test_secrets_are_compared_in_constant_time(monkeypatch):
    compared = []
    monkeypatch.setattr(seats_module, "compare_digest", lambda one, other: compared.append(one) or one == other)
    seats = Seats((0, 1), COMPANY)
    _, device = seats.claim_seat(seats.claims[0].token)
    seats.seat_of(device)
    assert len(compared) == 5  # link and code of two seats, then the one digest


def test_half_a_letter_opens_no_seat(tmp_path):
    """Neither said by a browser nor kept in the file."""
    kept = tmp_path / "seats.json"
    seats = Seats((0,), COMPANY, kept)
    assert seats.claim_seat("\ud800") is None and seats.seat_of("\ud800") is None
    _, token = seats.claim_seat(seats.claims[0].code)
    data = json.loads(kept.read_text())
    kept.write_text(json.dumps({**data, "seats": {"0": "\ud800"}}))
    again = Seats((0,), COMPANY, kept)
    assert again.seat_of(token) is None and again.free_seat(0)


# -- in the lobby


def test_seats_move_with_their_devices_and_who_lost_one_is_a_guest():
    seats = Seats((), ())
    ann, ben = (seats.add_guest() for _ in range(2))
    seats.rearrange(["Ann", "Ben"], [0, 1], {})
    for seat, token in enumerate((ann, ben)):
        seats.give_seat(seat, seats.device_of(token))
    before = seats.claimed
    seats.rearrange(["Ben"], [0], {0: 1})
    assert before == {0, 1} and seats.claimed == {0}
    assert (seats.seat_of(ann), seats.seat_of(ben)) == (None, 0)
    assert seats.device_of(ann) and seats.device_of("nobody") == ""


def test_what_is_arranged_in_a_lobby_is_written_down_when_the_match_begins(kept):
    seats = Seats((), (), kept)
    token = seats.add_guest()
    seats.rearrange(["Ann"], [0], {})
    seats.give_seat(0, seats.device_of(token))
    assert not kept.exists()
    seats.write_down((4, LATEST))
    assert Seats((0,), ["Ann"], kept, (4, 4)).seat_of(token) == 0


def test_an_earlier_company_has_its_own_devices_back_and_no_others(kept):
    seats = Seats((0, 1), COMPANY, kept, (7, LATEST))
    _, device = seats.claim_seat(seats.claims[1].code)
    other = seats.add_guest()
    seats.rearrange(["Zoe"], [0], {})
    seats.give_seat(0, seats.device_of(other))
    seats.load_company(COMPANY, (0, 1), 7)
    assert seats.seat_of(device) == 1 and seats.claimed == {1} and set(seats.claims) == {0}
    assert seats.seat_of(other) is None and seats.device_of(other)
    seats.load_company(("Ann", "Zoe"), (0, 1), 8)
    assert not seats.claimed


def test_a_company_has_its_devices_back_in_its_match_though_others_played_one_since(kept):
    mine = Seats((0, 1), COMPANY, kept, (7, LATEST))
    _, device = mine.claim_seat(mine.claims[1].code)
    for match, ben in ((8, "Ben"), (9, "Eve")):
        others = Seats((0, 1), ("Dot", ben), kept, (match, LATEST))
        _, stranger = others.claim_seat(others.claims[1].code)
    again = Seats((), (), kept)
    assert again.device_of(device) and again.seat_of(device) is None, "its cookie is not replaced"
    again.load_company(COMPANY, (0, 1), 7)
    assert again.seat_of(device) == 1 and again.seat_of(stranger) is None
    for match, company in ((8, COMPANY), (9, COMPANY), (10, COMPANY), (7, ("Dot", "Ben"))):
        again.load_company(company, (0, 1), match)
        assert again.seat_of(device) is again.seat_of(stranger) is None, match


def test_a_seat_that_was_freed_stays_free_in_its_match_whoever_plays_since(kept):
    seats = Seats((0, 1), COMPANY, kept, (7, LATEST))
    _, device = seats.claim_seat(seats.claims[1].code)
    seats.load_company(COMPANY, (0, 1), 7)
    assert seats.free_seat(1)
    others = Seats((0,), ("Dot",), kept, (8, LATEST))
    others.claim_seat(others.claims[0].code)
    again = Seats((), (), kept)
    again.load_company(COMPANY, (0, 1), 7)
    assert again.seat_of(device) is None


def test_only_the_latest_earlier_companies_are_kept(kept, monkeypatch):
    monkeypatch.setattr(seats_module, "MOST_EARLIER", 2)
    devices = []
    for match in range(5):
        seats = Seats((0,), (f"Ann {match}",), kept, (match, LATEST))
        devices.append(seats.claim_seat(seats.claims[0].code)[1])
    assert [bool(Seats((), (), kept).device_of(device)) for device in devices] == [False] * 2 + [True] * 3


@pytest.mark.parametrize("last", [LATEST, 7])
def test_who_has_a_seat_now_had_none_in_a_match_before_and_of_a_resumed_one_none_later(kept, last):
    seats = Seats((0, 1), COMPANY, kept, (7, last))
    _, device = seats.claim_seat(seats.claims[1].code)
    found = [Seats((0, 1), COMPANY, kept, (match, match)).seat_of(device) for match in (6, 7, 8)]
    assert found == [None, 1, 1 if last is LATEST else None]


def test_a_link_is_for_a_person_not_for_a_place():
    seats = Seats((0, 1, 2), COMPANY)
    before = seats.claims
    seats.rearrange(["Ann", "Cal", "Dot"], [0, 1, 2], {0: 0, 1: 2})
    assert (seats.claims[0], seats.claims[1]) == (before[0], before[2])
    assert seats.claims[2] not in before.values() and seats.claim_seat(before[1].code) is None


# -- in the middle of a match, where a bot takes over from a person


def test_only_the_device_that_had_a_seat_gets_it_back(kept):
    seats = Seats((0, 1, 2), COMPANY, kept)
    tokens = [seats.claim_seat(seats.claims[seat].code)[1] for seat in (0, 1)]
    for seat in (1, 2):
        seats.leave_seat(seat)
    seats.rearrange(("Ann", "Easy", "Easy 2"), (0,), {0: 0})
    assert [seats.seat_left_by(token) for token in (*tokens, "", "0" * 32)] == [None, 1, None, None]
    seats.rearrange(COMPANY, (0, 1, 2), {0: 0})
    for seat in (1, 2):
        seats.return_seat(seat)
    assert seats.claimed == {0, 1} and seats.seat_of(tokens[1]) == 1 and set(seats.claims) == {2}
    seats.write_down((1, LATEST))
    assert Seats((0, 1, 2), COMPANY, kept, (1, LATEST)).seat_of(tokens[1]) == 1


def test_a_seat_is_not_given_back_that_another_has_or_in_another_match():
    seats = Seats((0, 1), COMPANY)
    token = seats.claim_seat(seats.claims[1].code)[1]
    seats.leave_seat(1)
    seats.rearrange(COMPANY, (0, 1), {0: 0})
    other = seats.claim_seat(seats.claims[1].code)[1]
    seats.return_seat(1)
    assert seats.seat_of(token) is None and seats.seat_of(other) == 1
    seats.free_seat(1)
    seats.forget_left()
    seats.return_seat(1)
    assert seats.claimed == frozenset() and seats.seat_left_by(token) is None


def test_a_seat_that_was_free_when_it_was_left_goes_to_nobody_who_had_it_earlier():
    seats = Seats((0, 1), COMPANY)
    token = seats.claim_seat(seats.claims[1].code)[1]
    seats.leave_seat(1)
    seats.rearrange(COMPANY, (0, 1), {0: 0})
    seats.leave_seat(1)
    seats.return_seat(1)
    assert seats.claimed == frozenset() and seats.seat_left_by(token) is None


def test_a_device_that_has_another_seat_by_now_keeps_to_it():
    seats = Seats((0, 1), COMPANY)
    token = seats.claim_seat(seats.claims[1].code)[1]
    seats.leave_seat(1)
    seats.rearrange(COMPANY, (0, 1), {})
    seats.give_seat(0, seats.device_of(token))
    seats.return_seat(1)
    assert seats.seat_of(token) == 0 and seats.claimed == {0}


def left_one(kept):
    """A bot has taken over the seat of the device with this token in match 5, and that is written down."""
    seats = Seats((0, 1), COMPANY, kept, (5, 5))
    token = seats.claim_seat(seats.claims[1].code)[1]
    seats.leave_seat(1)
    seats.rearrange(COMPANY, (0,), {0: 0})
    seats.write_down((5, LATEST))
    return token


def test_who_left_a_seat_may_come_back_after_a_restart_but_in_no_other_match(kept):
    token = left_one(kept)
    again = Seats((), (), kept)
    for match, seat in ((5, 1), (6, None), (5, 1)):
        again.load_company(COMPANY, (0,), match)
        assert again.seat_left_by(token) == seat and again.seat_of(token) is None
    again.rearrange(COMPANY, (0, 1), {})
    again.return_seat(1)
    assert again.seat_of(token) == 1 and token not in kept.read_text()


@pytest.mark.parametrize("left", [None, [], {"x": "00"}])
def test_a_file_with_broken_or_no_left_seats_calls_nobody_back(kept, left):
    token = left_one(kept)
    written = json.loads(kept.read_text())
    assert set(written.pop("left")) == {"1"}
    kept.write_text(json.dumps({**written, "left": left} if left is not None else written))
    again = Seats((0, 1), COMPANY, kept, (5, 5))
    assert again.seat_left_by(token) is None and again.claimed == frozenset()


# -- the code with which a device has its seat again where it cannot show its token


@pytest.mark.parametrize("is_guest", [False, True])
def test_a_return_code_opens_its_own_seat_once_also_when_the_program_runs_again(kept, is_guest):
    seats = Seats((0, 1), COMPANY, kept)
    _, other = seats.claim_seat(seats.claims[0].code)
    if is_guest:
        device = seats.add_guest()
        seats.give_seat(1, seats.device_of(device))
        seats.write_down(ANY)
    else:
        _, device = seats.claim_seat(seats.claims[1].code)
    code = seats.return_code_of(device)
    again = Seats((0, 1), COMPANY, kept)
    seat, new = again.claim_seat(f" {code.upper()} ")
    assert seat == 1 and again.seat_of(new) == 1 and again.seat_of(device) is None and again.seat_of(other) == 0
    assert again.claim_seat(code) is None, "once"
    assert again.claim_seat(again.return_code_of(new)), "it has another now"


def test_the_return_code_of_a_device_without_a_seat_opens_nothing(kept):
    seats = Seats((0, 1), COMPANY, kept)
    guest = seats.add_guest()
    _, device = seats.claim_seat(seats.claims[0].code)
    seats.free_seat(0)
    assert not any(seats.claim_seat(seats.return_code_of(token)) for token in (device, guest))


def test_return_codes_differ_and_are_not_in_the_file(kept):
    seats = Seats((0,), COMPANY, kept)
    _, device = seats.claim_seat(seats.claims[0].code)
    code = seats.return_code_of(device)
    assert set(code.split()) <= set(CODE_WORD_LIST) and len(code.split()) == CODE_WORDS
    assert len({seats.return_code_of(str(number)) for number in range(200)}) == 200
    assert code not in kept.read_text() and device not in kept.read_text()


def test_a_device_from_before_there_were_return_codes_has_one_once_its_page_is_there(kept):
    seats = Seats((0,), COMPANY, kept)
    _, device = seats.claim_seat(seats.claims[0].code)
    old = json.loads(kept.read_text())
    assert set(old.pop("return_codes")) == {seats.devices[0]}
    kept.write_text(json.dumps(old))
    again = Seats((0,), COMPANY, kept)
    assert again.seat_of(device) == 0 and again.claim_seat(seats.return_code_of(device)) is None
    assert again.claim_seat(again.return_code_of(device))


def test_guests_are_forgotten_whole_also_those_of_an_old_file(kept, monkeypatch):
    monkeypatch.setattr(seats_module, "MOST_GUESTS", 2)
    seats = Seats((0,), COMPANY, kept)
    seats.claim_seat(seats.claims[0].code)
    kept.write_text(json.dumps({**json.loads(kept.read_text()), "return_codes": {}}))
    seats = Seats((0,), COMPANY, kept)
    seats.load_company(("Others",), (0,), 1)  # whoever had the seat is a guest, without a code
    guests = [seats.add_guest() for _ in range(9)]
    assert [bool(seats.device_of(guest)) for guest in guests] == [False] * 7 + [True] * 2
    assert len(seats._return_codes) == 2
