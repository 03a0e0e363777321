"""The order has everything with a price and alternatives; what hands do is counted from the model."""

import pytest
from glowtable import games
from glowtable.messages import UserError

from hardware.model.bank import BANK
from hardware.model.table import VARIANTS
from hardware.papers import fab, market, order
from hardware.papers.bill import Line, bill
from hardware.papers.effort import effort

variants = pytest.mark.parametrize("variant", VARIANTS)


@variants
def test_every_line_has_a_part_two_others_and_a_band(variant):
    ordered = order.order(variant)
    assert [each.line for each in ordered][: len(bill(variant))] == bill(variant)
    for each in ordered:
        assert len({each.offer.part, *each.offer.others}) == 3 and all((each.offer.part, *each.offer.others))
        assert 0 < each.offer.low < each.offer.high and each.line.quantity > 0
    low, high = order.total(variant)
    assert 0 < low < high < 3 * low


def test_a_line_without_a_price_is_named(monkeypatch):
    monkeypatch.setattr(order, "bill", lambda variant: [*bill(variant), Line(1, "moon dust", "", "hub: X1")])
    with pytest.raises(UserError) as error:
        order.order("buttons")
    assert dict(error.value.message.fill) == {"part": "moon dust"}


def test_no_offer_is_for_nothing():
    asked = [(each.line.about, each.line.value) for variant in VARIANTS for each in order.order(variant)]
    offers = [market.offer_of(*line) for line in asked if not line[0].startswith("circuit board")]
    assert {id(offer) for offer in offers} == {id(offer) for offer in market.OFFERS.values()}


def test_one_board_costs_what_the_least_lot_does_and_seven_no_more_than_a_lot_of_them():
    (one,), (seven,) = (
        [each.band for each in order.order(variant) if each.line.about == "circuit board bank"] for variant in VARIANTS
    )
    least = fab.made(fab.bare(BANK), order.LEAST)
    assert one == pytest.approx((least.low, least.high), abs=0.1)
    assert one[1] < seven[1] < 1.2 * one[1]


@variants
def test_there_is_a_tag_for_every_card(variant):
    (tags,) = [each.line.quantity for each in order.order(variant) if each.line.about == "tag"]
    assert tags == sum(len(games.find(name).deck) for name in games.names()) == 534


@pytest.mark.parametrize(("variant", "counted"), [("buttons", (815, 261, 91)), ("nfc", (1811, 549, 379))])
def test_what_hands_do_is_counted(variant, counted):
    assert effort(variant) == counted
    assert effort("buttons").hours == pytest.approx(13.3, abs=0.1)
