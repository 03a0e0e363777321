"""The forms of worked cases of Alter Ego; tests/golden/README.md lists them.

A position is given by cards, as words or icons, and villains by type, id or name; where a case names no card, one of
the catalogue that is like it stands for it. Seat `p1` is 0, and whose cards a case gives without saying. Each fact can
also be had under another option, or with another pool: `with_safety_net_1`, `with_pools_kin_4`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from glowtable.game import CHANCE
from glowtable.games.alter_ego import icons
from glowtable.games.alter_ego.cards import (
    AFFILIATIONS,
    CARDS,
    CIVS,
    COST,
    EQUIPMENT,
    FIGHT,
    HENCHMEN,
    HOSTAGES,
    ICONS,
    IDS,
    NAMES,
    NUMBER,
    PRINTED,
    STARTING,
    TITLES,
    TYPES,
    names_of,
)
from glowtable.games.alter_ego.ledger import nemesis_met
from glowtable.games.alter_ego.options import OPTIONS
from glowtable.games.alter_ego.rules import RULES as rules
from glowtable.games.alter_ego.state import BLACK, PENALTIES, Phase, State, Status, count_in

from tests.games.ego_positions import (
    about,
    all_ready,
    dealt,
    do,
    henchmen,
    hostages,
    in_play,
    lost,
    may,
    pools,
    position,
    recouped,
    refused,
    started,
    tokens,
    zone,
)
from tests.games.golden import Case, Form, Forms, Found, Nested, Some, chosen_options

PERSON = "display equipment trophies money tokens penalties"
CITY = "players pools in_play defeated waiting_zero av other"
TABLE = f"{PERSON} {CITY}"
OF_TYPE = {"sadist": "The Furnaceman", "anarchist": "The Unmayor", "mastermind": "The Auditor"}
IN_DECK = [card for card in range(CARDS) if HENCHMEN & ~STARTING & 1 << card]
TROPHIES = [*(card for card in range(CARDS) if STARTING >> card & 1), *reversed(IN_DECK)]  # seldom met before the end
GEAR = [card for card in range(CARDS) if EQUIPMENT >> card & 1]
OTHERS_WAIT = 5  # tokens on villains of which a case says nothing: long
ALL_ICONS = [icon.capitalize() for icon in FIGHT]
FIGHTER: Mapping[str, Any] = {"display": ALL_ICONS}  # who can pay anything
DECK = ["Job"] * 10 + ["Focus"] * 9
TOKENS_EACH = 5  # of each type of hostage


# -- what a case gives, as a position


def options_of(given: Case) -> dict[str, Any]:
    return chosen_options(given, OPTIONS)


def with_option(given: Case, name: str, choice: Any) -> Case:
    return {**given, "options": {**options_of(given), name: choice}}


# -- cards


def names_from(words: Sequence[str] | Mapping[str, int]) -> list[str]:
    """Cards by name, id or kind, whatever is not the character; or how many of each."""
    if isinstance(words, Mapping):
        words = [word for word, count in words.items() for _ in range(count)]
    return [_name(word) for word in words if word != "char"]


def _name(word: str) -> str:
    if word in NAMES or word in TITLES:
        return word
    return TITLES[IDS.index(word)] if word in IDS else word.capitalize()


def with_icons(wanted: Any, among: Sequence[int], but: Iterable[str] = ()) -> list[str]:
    """Different cards of these: each by its name, its id, an icon, or how many of an icon."""
    taken = list(but)
    already = len(taken)
    for each in [wanted] if isinstance(wanted, str | Mapping) else wanted:
        for word, count in (each if isinstance(each, Mapping) else {each: 1}).items():
            for _ in range(count):
                taken.append(_with_icon(word, among, taken))
    return taken[already:]


def _with_icon(word: str, among: Sequence[int], but: Sequence[str]) -> str:
    for card in among:
        if NAMES[card] not in but and (word in (NAMES[card], TITLES[card], IDS[card]) or ICONS[card] == {word: 1}):
            return NAMES[card]
    raise ValueError(f"the catalogue has no card left that is or has {word!r}")


def henchman(like: Case, printed: bool = False, but: Iterable[str] = ()) -> str:
    """One with just these affiliations and this cost; if it can be, or must be `printed`, with these hostages."""
    if "name" in like:
        return str(like["name"])
    marks = tuple(sorted(map(TYPES.index, like.get("affiliation", ()))))
    fits = [card for card in IN_DECK + TROPHIES if NAMES[card] not in list(but)]
    if "cost" in like:
        fits = [card for card in fits if COST[card] == tuple(like["cost"].get(icon, 0) for icon in FIGHT)]
    if "affiliation" in like or "cost" not in like:
        fits = [card for card in fits if AFFILIATIONS[card] == marks]
    held = tuple(like.get("hostages", {}).get(civ, 0) for civ in CIVS)
    exact = [card for card in fits if HOSTAGES[card] == held]
    if not (exact or (fits and not (printed and "hostages" in like))):
        raise ValueError(f"the catalogue has no henchman like {dict(like)}")
    return NAMES[(exact or fits)[0]]


# -- villains


def villain(word: str, of_type: Mapping[str, str] = OF_TYPE) -> str:
    """A type means the one that stands for it, `av-1` is an id."""
    return of_type.get(word) or (NAMES[IDS.index(word)] if word in IDS else word)


def type_of(name: str) -> str:
    return str(PRINTED[NUMBER[name]]["type"])


def is_villain(name: str, word: str) -> bool:
    return word in (name, IDS[NUMBER[name]], type_of(name))


# -- the whole table


def person(given: Case, **more: Any) -> dict[str, Any]:
    """The seat whose cards are given; `more` are other zones of it."""
    shown = given.get("display", ())
    found: dict[str, Any] = {
        "display": names_from(shown),
        "character_shown": "char" in shown,
        "gear": with_icons(given.get("equipment", ()), GEAR),
        "trophies": with_icons(given.get("trophies", ()), TROPHIES, but=more.pop("but", ())),
        "penalties": given.get("penalties", {}),
    }
    found |= {name: given[name] for name in ("money", "tokens") if name in given}
    return {**found, **more}


def table(
    given: Case,
    *people: Mapping[str, Any],
    held: Mapping[str, int] | None = None,
    henchmen: Sequence[tuple[str, Mapping[str, int]]] = (),
    of_type: Mapping[str, str] = OF_TYPE,
    **more: Any,
) -> State:
    """A position of what the case gives; villains in play hold what it says of them, else `held`."""
    words = given.get("in_play", ())
    foes = {villain(word, of_type): words[word] if isinstance(words, Mapping) else held or {} for word in words}
    waiting = dict.fromkeys(given.get("waiting_zero", ()), 0) | given.get("av", {}) | given.get("other", {})
    standing = {**of_type, **{type_of(villain(word, of_type)): villain(word, of_type) for word in waiting}}
    crew = people or (person(given, but=[name for name, _ in henchmen]),)
    return position(
        *crew,
        seats=max(len(crew), given.get("players", 1)),
        villains=[standing[each] for each in TYPES],
        in_play=foes,
        defeated=[villain(word, of_type) for word in given.get("defeated", ())],
        tokens=dict.fromkeys(TYPES, OTHERS_WAIT)
        | {type_of(villain(word, of_type)): tokens for word, tokens in waiting.items()},
        henchmen=henchmen,
        pools=given.get("pools"),
        **{**options_of(given), **more},
    )


def same(name: str, found: Any, expected: Any) -> bool:
    """Villains by name, id or type; of hostages and penalty tokens none is the same as not said."""
    if name.startswith("in_play"):
        return len(found) == len(expected) and all(map(is_villain, found, expected))
    if name in ("hostages", "penalties"):
        return isinstance(expected, Mapping) and _counted(found) == _counted(expected)
    return bool(found == expected)


def _counted(numbers: Mapping[str, int]) -> dict[str, int]:
    return {name: number for name, number in numbers.items() if number}


def _form(facts: Any, given: str = "") -> Form:
    """The facts of a form, and the same under each option and with each pool."""

    def found(case: Case, asked: Case) -> Found:
        others = {
            f"with_{option.name}_{choice}": with_option(case, option.name, choice)
            for option in OPTIONS
            for choice in option.choices
        }
        for civ in CIVS:
            for count in range(TOKENS_EACH + 1):
                others[f"with_pools_{civ}_{count}"] = {**case, "pools": {**case.get("pools", {}), civ: count}}
        return {
            **facts(case, asked),
            **{name: lambda other=other: Nested(facts(other, asked)) for name, other in others.items()},
        }

    return Form(found, given)


# -- what all forms find


def _city(before: State, after: State) -> Found:
    """Pools, losses and the result of what happened."""
    return {
        "pools": lambda: Some(pools(after)),
        "black": lambda: after.pools[BLACK],
        "removed": lambda: lost(after) - lost(before),
        "result": lambda: _result(after),
    }


def _result(state: State) -> str:
    outcome = rules.outcome(state)
    if outcome is None:
        return "go on"
    return "heroes win" if outcome.winners else "villains win"


def _penalties(state: State) -> dict[str, int]:
    return dict(zip(PENALTIES, state.people[0].penalties, strict=True))


# -- setup, Income, Support, Patrol


def _setup(given: Case, asked: Case) -> Found:
    state = started(given.get("players", 1), **options_of(given))
    first = state.people[0]
    return {
        "pools": lambda: Some(pools(state)),
        "av_tokens": lambda: [each.tokens for each in state.villains],
        "henchmen_in_play": lambda: len(state.henchmen),
        "display": lambda: first.display.bit_count(),
        "deck": lambda: first.deck.bit_count(),
        "hand": lambda: first.hand.bit_count(),
    }


def _income_of(given: Case) -> State:
    """The end of a Recoup in which everybody has taken a card and laid all, so that Income follows."""
    before = table(given, person(given, deck=_deck(given)), phase=Phase.RECOUP)
    after = all_ready(before._replace(took=before.terms.all, stacks=0))
    return after._replace(stacks=before.stacks)


def _deck(given: Case) -> list[str]:
    return names_from(given["deck"]) if "deck" in given else DECK


def _income(given: Case, asked: Case) -> Found:
    state = _income_of(given)
    return {
        "money": lambda: state.people[0].money,
        "penalty": lambda: _penalties(state)["income"],
        "penalties": lambda: _penalties(state),
    }


def _support(given: Case, asked: Case) -> Found:
    state = dealt(all_ready(table(given, person(given, deck=_deck(given)), phase=Phase.INCOME)))
    return {
        "draw": lambda: state.people[0].hand.bit_count(),
        "teamwork_icons": lambda: dict(rules.view(state, 0).people[0].counted)["teamwork"],
        "token": lambda: int(may(state, "0 token")),
        "penalty": lambda: _penalties(state)["support"],
        "penalties": lambda: _penalties(state),
    }


def _three_phases(given: Case, asked: Case) -> Found:
    income = _income_of(given)
    support = dealt(all_ready(income))
    hunted = _hunted(support)
    return {
        "penalties": lambda: _penalties(hunted),
        "money": lambda: income.people[0].money,
        "draw": lambda: support.people[0].hand.bit_count(),
        "henchmen_drawn": lambda: hunted.people[0].drawn.bit_count(),
    }


def _to_hunt(state: State) -> State:
    """From Support on, until chance brings henchmen."""
    while state.phase in (Phase.SUPPORT, Phase.PATROL):
        state = all_ready(state)
    return state


def _hunted(state: State) -> State:
    return dealt(_to_hunt(state))


def _patrol(given: Case, asked: Case) -> Found:
    """`deck` is how many henchmen lie there. Everybody brings the first by name into play."""
    first = person(given, deck=DECK)
    deck = [name for card in IN_DECK if (name := NAMES[card]) not in first["trophies"]]
    before = table(given, first, phase=Phase.SUPPORT, deck=deck[: given.get("deck")])
    state = after = _hunted(before)
    for seat in state.terms.everybody:
        if about(after, seat, "choose"):
            after = do(after, f"{seat} choose {min(zone(after, seat, 'drawn'))}")
    return {
        "drawn": lambda: len(zone(state, 0, "drawn")),
        "into_play": lambda: len(after.henchmen) - len(before.henchmen),
        "deck_after": lambda: count_in(after.deck),
        "penalty": lambda: _penalties(after)["patrol"],
        "penalties": lambda: _penalties(after),
        **_city(before, after),
    }


# -- a henchman enters


def _enter(given: Case, asked: Case) -> Found:
    """The first one of this Patrol, brought by `p1`; if it is not the first, `p1` brings another and `p2` this one."""
    name = henchman(given["henchman"], printed=True)
    names = [name] if given.get("first_henchman", True) else [henchman({}, printed=True), name]
    crew = [person(given, but=names), *({} for _ in names[1:])]
    before = table(given, *crew, phase=Phase.SUPPORT, deck=names)
    state = _to_hunt(before)
    while rules.to_act(state) == (CHANCE,):
        state = do(state, f"chance henchman {names[state.seat]}")
    for seat, each in enumerate(names):
        state = do(state, f"{seat} choose {each}")
    return {
        "av_tokens": lambda: Some(tokens(state)),
        "in_play_now": lambda: in_play(state),
        "in_play_after_recoup": lambda: in_play(_after_recoup(state)),
        "hostages": lambda: hostages(state, name),
        **_city(before, state),
    }


def _after_recoup(state: State) -> State:
    while state.phase is not Phase.RECOUP:
        state = all_ready(state)
    return recouped(state)


# -- Recoup


def _recoup(given: Case, asked: Case) -> Found:
    """`p1` takes what it must, else any, and fills the display; then everybody else, and the round ends."""
    before = _end_of_round(given)
    must = {"income": "job", "support": "family", "patrol": "community"}
    forced = [must[phase] for phase in rules.view(before, 0).people[0].forced]
    filled, laid = _filled(do(before, *(f"0 take {kind}" for kind in forced or ["luck"])))
    return {
        "must_take": lambda: forced,
        "penalties": lambda: _penalties(filled),
        "display_from_hand": lambda: laid,
        "size": lambda: _sizes(given),
        "in_play_after_recoup": lambda: in_play(recouped(filled)),
        "pools": lambda: Some(pools(recouped(filled))),
        "black": lambda: recouped(filled).pools[BLACK],
        "removed": lambda: lost(recouped(filled)) - lost(before),
        "result": lambda: _result(recouped(filled)),
    }


def _end_of_round(given: Case) -> State:
    hand = names_from(given.get("hand", ()))
    state = table(given, person(given, hand=hand), phase=Phase.RECOUP)
    saved = given.get("rescued_from", ())
    villains = [
        each._replace(rescued=any(is_villain(NAMES[each.card], word) for word in saved)) for each in state.villains
    ]
    return state._replace(villains=tuple(villains))


def _filled(state: State) -> tuple[State, int]:
    laid = 0
    while about(state, 0, "fill"):
        state, laid = do(state, f"0 fill {min(about(state, 0, 'fill'))}"), laid + 1
    return state, laid


def _sizes(given: Case) -> list[int] | int:
    """The size of the display; of several, if a case gives several sets of villains in play."""
    cases = given.get("in_play_cases", [given.get("in_play", [])])
    states = [_end_of_round({**given, "in_play": words}) for words in cases]
    sizes = [rules.view(state, 0).people[0].display_size for state in states]
    return sizes if "in_play_cases" in given else sizes[0]


def _killing(given: Case, asked: Case) -> Found:
    """At the end of the round a hostage of the henchman chosen is killed; then it is engaged in the next."""
    names: list[str] = []
    for each in given["henchmen"]:
        names.append(henchman(each, but=names))
    lying = [(name, each["hostages"]) for name, each in zip(names, given["henchmen"], strict=True)]
    fighter = person(given, but=names, hand=ALL_ICONS[:-1], deck=[])
    before = do(table(given, fighter, phase=Phase.RECOUP, henchmen=lying), f"0 take {ALL_ICONS[-1]}")
    name = names[given.get("chosen", 0)]
    after = recouped(before)
    if after.phase is Phase.KILL:
        after = do(after, f"0 kill {name}")
    if after.phase is Phase.VICTIM:
        after = do(after, f"0 victim {min(about(after, 0, 'victim'))}")

    def engaged() -> State:
        return do(after._replace(phase=Phase.FIGHT, within=Phase.FIGHT), "0 fight", f"0 engage {name}")

    return {
        "hostages": lambda: hostages(after, name),
        "defeated": lambda: name not in henchmen(after),
        "trophy": lambda: name in zone(after, 0, "trophies"),
        "engaged_next_round": lambda: Nested(
            {
                "defeated": lambda: name in zone(engaged(), 0, "trophies"),
                "rescued": lambda: sum(engaged().pools) - sum(after.pools),
            }
        ),
        **_city(before, after),
    }


# -- Fight


def _fighter(given: Case, but: Sequence[str] = ()) -> dict[str, Any]:
    """Who can pay anything, unless its display is given."""
    return person({"display": ALL_ICONS, **given}, but=but)


def _last_hostage(given: Case, asked: Case) -> Found:
    """Each villain in play holds one."""
    before = table(given, _fighter(given), held={"kin": 1})
    after = do(before, "0 fight", f"0 engage {villain(asked['TYPE'])}")
    return _city(before, after)


def _rescue(given: Case, asked: Case) -> Found:
    """From a henchman, or from a villain in play; one that holds several types gives the one the action names."""
    civ = asked.get("CIV", "kin")
    if "rescue_from" in given:
        name = villain(given["rescue_from"])
        before = table(given, _fighter(given), held={civ: 1, next(each for each in CIVS if each != civ): 1})
    else:
        name = henchman(given["henchman"])
        before = table(given, _fighter(given, [name]), henchmen=[(name, given["henchman"].get("hostages", {}))])
    after = do(before, "0 fight", f"0 engage {name}")
    if after.phase is Phase.RESCUE:
        after = do(after, f"0 rescue {civ}")
    return {
        "defeated": lambda: name not in henchmen(after) | set(in_play(after)),
        "trophy": lambda: name in zone(after, 0, "trophies"),
        **_city(before, after),
    }


def _both_engage(given: Case, asked: Case) -> Found:
    held = given["hostages"] if isinstance(given["hostages"], Mapping) else {"kin": given["hostages"]}
    second = FIGHTER if given.get("both_can_pay", True) else {}
    name = henchman({"affiliation": ["sadist"], "hostages": {"kin": 1}})
    before = state = table(given, _fighter(given, [name]), second, henchmen=[(name, held)])
    for seat in (0, 1):
        if may(state, f"{seat} fight") and may(fighting := do(state, f"{seat} fight"), f"{seat} engage {name}"):
            state = _any_rescued(do(fighting, f"{seat} engage {name}"))
    return {
        "rescued": lambda: sum(state.pools) - sum(before.pools),
        "defeated": lambda: name not in henchmen(state),
        **_city(before, state),
    }


def _any_rescued(state: State) -> State:
    if state.phase is not Phase.RESCUE:
        return state
    return do(state, f"{state.seat} rescue {min(about(state, state.seat, 'rescue'))}")


def _team(given: Case, asked: Case) -> Found:
    cost = tuple(given["cost"].get(icon, 0) for icon in FIGHT)
    shown = [names_from(given.get(who, {})) for who in ("p1", "p2")]
    state = table(given, {"display": shown[0], "tokens": given.get("tokens_p1", 0)}, {"display": shown[1]})
    if may(state, "0 ask 1"):
        state = do(state, "0 ask 1", "1 yes")
    have = icons.team_icons(state, state.people[0].team)
    missing = [icon for icon, need, has in zip(FIGHT, cost, have, strict=False) if need > has]
    return {
        "payable": lambda: icons.payable(cost, have, 0),
        "wild_used": lambda: ", ".join(missing),
        "tokens_p1": lambda: state.people[0].tokens,
    }


def _engage(given: Case, asked: Case) -> Found:
    """One henchman of this cost, with these hostages on it, and such icons to pay it."""
    held = given.get("hostages", {})
    name = henchman({"cost": given["cost"], "hostages": held})
    shown = [*given.get("display", ()), *names_from(given.get("icons", {}))]
    before = table(given, person({**given, "display": shown}, but=[name]), henchmen=[(name, held)])
    legal = may(before, "0 fight") and may(do(before, "0 fight"), f"0 engage {name}")
    after = _any_rescued(do(before, "0 fight", f"0 engage {name}")) if legal else before
    return {
        "legal": lambda: legal,
        "defeated": lambda: name in zone(after, 0, "trophies"),
        "rescued": lambda: sum(after.pools) - sum(before.pools),
        **_city(before, after),
    }


# -- cops, events, the end

FOR_COPS = {**OF_TYPE, "anarchist": "Kid Tinder"}  # who does not change what cops need


def _cops(given: Case, asked: Case) -> Found:
    like = given.get("henchman", {"affiliation": ["sadist"], "hostages": {"kin": 1}})
    name = henchman(like)
    shown = [*given.get("display", ()), *["community"] * given.get("badges", 0)]
    before = table(
        given,
        person({**given, "display": shown}, but=[name]),
        phase=Phase.PATROL,
        henchmen=[(name, like.get("hostages", {}))],
        of_type=FOR_COPS,
    )
    legal = may(before, "0 call")
    assert legal or refused(before, "0 call")[1] == "E-25"
    after = do(before, "0 call", f"0 cops {name}") if legal else before
    return {
        "legal": lambda: legal,
        "needed": lambda: rules.view(before, 0).badges_needed,
        "trophy": lambda: name in zone(after, 0, "trophies"),
        "henchman": lambda: "out of the game" if name in names_of(after.gone) else "there",
        **_city(before, after),
    }


def _event_bought(given: Case, asked: Case) -> Found:
    """Where it lies then; of several, if a case gives several choices of the option."""
    event = given.get("event", "Second Wind")
    row = [event, *[name for name in ("Second Wind", "Case Files", "Roomy Coat") if name != event][:2]]

    def place(choice: str) -> str:
        buying = with_option(given, "event_goes", choice)
        state = do(table(buying, person({"money": 9, **given}), row=row), f"0 buy {event}")
        return next(place for place in ("hand", "discard") if any(map(event.__eq__, _kinds(state, place))))

    chosen = options_of(given).get("event_goes", "hand")
    cases = given.get("option_cases")
    return {"zone": lambda: [place(choice) for choice in cases] if cases else place(chosen)}


def _kinds(state: State, place: str) -> Sequence[str]:
    """The cards in a zone without the numbers of their copies."""
    return [name.rstrip(" 0123456789") for name in zone(state, 0, place)]


def _end(given: Case, asked: Case) -> Found:
    """`p2` fights the last villain in play and has not met its own nemesis."""
    mine = _nemesis(lambda needs: needs == given["needs"])
    others = _nemesis(lambda needs: needs != given["needs"])
    first = {"deck": names_from(given["deck"]), "nemesis": mine}

    def ended(option: str) -> State:
        before = table(
            with_option({**given, "in_play": ["sadist"]}, "nemesis", option),
            first,
            {"nemesis": others, **FIGHTER},
            held={"kin": 1},
        )
        after = do(before, "1 fight", f"1 engage {OF_TYPE['sadist']}")
        assert after.villains[0].status is Status.DEFEATED
        return after

    return {
        "met": lambda: nemesis_met(ended("personal").people[0]),
        "personal": lambda: [f"p{seat + 1}" for seat in ended("personal").personal],
        "required_with_one_player_failing": lambda: (
            "heroes win" if rules.outcome(ended("required")).winners else "group loses"
        ),
    }


def _nemesis(fits: Any) -> str:
    for at, entry in enumerate(PRINTED):
        if "needs" in entry and fits(entry["needs"]):
            return NAMES[at]
    raise ValueError("the catalogue has no nemesis that needs this")


FORMS: Forms = {
    "setup": _form(_setup, "players"),
    "income": _form(_income, TABLE),
    "support": _form(_support, f"{TABLE} deck"),
    "three phases": _form(_three_phases, f"{TABLE} deck"),
    "patrol": _form(_patrol, f"{TABLE} deck"),
    "enter": _form(_enter, f"{TABLE} henchman first_henchman"),
    "recoup": _form(_recoup, f"{TABLE} hand rescued_from in_play_cases"),
    "end of round": _form(_killing, f"{TABLE} henchmen chosen"),
    "last hostage of the TYPE rescued": _form(_last_hostage, TABLE),
    "rescue": _form(_rescue, f"{TABLE} henchman rescue_from"),
    "rescue CIV": _form(_rescue, f"{TABLE} henchman rescue_from"),
    "both engage": _form(_both_engage, f"{TABLE} hostages both_can_pay"),
    "p1 adds p2": _form(_team, f"{CITY} cost p1 p2 tokens_p1"),
    "engage": _form(_engage, f"{TABLE} cost hostages icons"),
    "cops": _form(_cops, f"{TABLE} badges henchman"),
    "buy an event": _form(_event_bought, f"{TABLE} event option_cases"),
    "end": _form(_end, f"{CITY} needs deck"),
}
