"""How the worked cases of Alter Ego are checked: a function per case, by its id. A case without one is an error.

Where a case names no card, one of the catalogue that is like it stands for it; seats `p1`, `p2` are 0, 1.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from glowtable.games.alter_ego import icons, layers
from glowtable.games.alter_ego.cards import (
    CARDS,
    COST,
    FIGHT,
    HENCHMEN,
    HOSTAGES,
    IDS,
    NAMES,
    NUMBER,
    PRINTED,
    STARTING,
)
from glowtable.games.alter_ego.ending import nemesis_met
from glowtable.games.alter_ego.rules import RULES as rules
from glowtable.games.alter_ego.state import PENALTIES, Phase, State, Status, names_of

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
    some_henchman,
    started,
    tokens,
    zone,
)

Case = Mapping[str, Any]
Found = dict[str, Any]
NAME = {identity: NAMES[IDS.index(identity)] for identity in dict.fromkeys(IDS)}
OF_TYPE = {"sadist": "The Furnaceman", "anarchist": "The Unmayor", "mastermind": "The Auditor"}
ALL_ICONS = ["Strength", "Speed", "Smarts", "Focus", "Luck"]
DECK = ["Job"] * 10 + ["Focus"] * 9


def check(case: Case) -> None:
    """Play a case and compare; AssertionError tells what differs, ValueError that nobody knows how to play it."""
    if case["id"] not in CASES:
        raise ValueError(f"case {case['id']}: id must be one of {', '.join(CASES)}")
    found = CASES[case["id"]](case["given"])
    missing = [name for name in case["expect"] if name not in found]
    if missing:
        raise ValueError(f"case {case['id']}: nothing here finds {', '.join(missing)}")
    for name, value in case["expect"].items():
        assert found[name] == value, f"{case['id']}: {name}"


def crew(names: Sequence[str], **more: Any) -> dict[str, Any]:
    """A seat whose display shows these; `char` is its character."""
    shown = [name.capitalize() for name in names if name != "char"]
    return {"display": shown, "character_shown": "char" in names, **more}


def trophies(wanted: Sequence[Mapping[str, int]]) -> list[str]:
    """Starting henchmen with these trophies, else any."""
    of = {"money": "Office Arsonist", "family": "Schoolyard Shakedown", "display": "Hired Heckler"}
    return [of[icon] for each in wanted for icon in each]


def result(state: State) -> str:
    outcome = rules.outcome(state)
    if outcome is None:
        return "go on"
    return "heroes win" if outcome.winners else "villains win"


def penalties(state: State) -> dict[str, int]:
    return {phase: n for phase, n in zip(PENALTIES, state.people[0].penalties, strict=True) if n}


# -- setup, Income, Support, Patrol


def _start(given: Case) -> Found:
    state = started(given["players"])
    return {
        "pools": pools(state),
        "av_tokens": [villain.tokens for villain in state.villains],
        "henchmen_in_play": len(state.henchmen),
    }


def _first_display(given: Case) -> Found:
    person = started(given["players"]).people[0]
    return {
        "display": person.display.bit_count(),
        "deck": person.deck.bit_count(),
        "hand": person.hand.bit_count(),
    }


def _income(given: Case) -> Found:
    """The display is laid in Recoup, so that Income follows."""
    names = [name.capitalize() for name in given["display"] if name != "char"]
    person = {"hand": names[1:], "trophies": trophies(given["trophies"]), "money": given["money"]}
    after = recouped(do(position(person, phase=Phase.RECOUP), f"0 take {names[0]}"))
    return {"money": after.people[0].money, "penalty": after.people[0].penalties[0]}


def _support(given: Case) -> Found:
    person = crew(given["display"], trophies=trophies(given["trophies"]), deck=DECK)
    state = dealt(all_ready(position(person, phase=Phase.INCOME)))
    counted = dict(rules.view(state, 0).people[0].counted)
    return {
        "draw": state.people[0].hand.bit_count(),
        "teamwork_icons": counted["teamwork"],
        "token": int(may(state, "0 token")),
    }


def _heroes_only(given: Case) -> Found:
    hand = [name.capitalize() for name in given["display"] if name != "char"]
    state = recouped(do(position({"hand": hand[1:], "deck": DECK}, phase=Phase.RECOUP), f"0 take {hand[0]}"))
    state = dealt(all_ready(state))
    draw = state.people[0].hand.bit_count()
    state = dealt(all_ready(state))
    return {"penalties": penalties(state), "draw": draw, "henchmen_drawn": state.people[0].drawn.bit_count()}


def _patrol(given: Case) -> Found:
    deck = [NAMES[card] for card in range(CARDS) if HENCHMEN & ~STARTING & 1 << card][: given["deck"]]
    state = dealt(all_ready(position(crew(given["display"]), phase=Phase.SUPPORT, deck=deck)))
    drawn = sorted(zone(state, 0, "drawn"))
    after = do(state, f"0 choose {drawn[0]}")
    return {"drawn": len(drawn), "into_play": len(after.henchmen), "deck_after": layers.size(after.deck)}


# -- henchmen enter


def enter(name: str, **options: Any) -> State:
    state = do(all_ready(position({}, phase=Phase.SUPPORT, deck=[name], **options)), f"chance henchman {name}")
    return do(state, f"0 choose {name}")


def _empty_pool(given: Case) -> Found:
    name = some_henchman([], given["henchman"]["hostages"])
    saved = enter(name, pools=given["pools"], safety_net=1)
    return {
        "result": result(enter(name, pools=given["pools"])),
        "with_safety_net_1": {"black": saved.pools[3], "result": result(saved)},
    }


def _last_token(given: Case) -> Found:
    name = some_henchman(given["henchman"]["affiliation"])
    start = {**given["av"], **given["other"], "anarchist": 5}
    state = enter(name, tokens=start)
    after = recouped(all_ready(state))
    return {
        "av_tokens": {kind: tokens(state)[kind] for kind in ("sadist", "mastermind")},
        "in_play_now": in_play(state),
        "in_play_after_recoup": [kind_of(each) for each in in_play(after)],
    }


def _tinder(given: Case) -> Found:
    name = some_henchman([], given["henchman"]["hostages"])
    foe = {NAME[each]: {} for each in given["in_play"]}
    found = []
    for kin in (given["pools"]["kin"], 4):
        state = enter(name, pools={**given["pools"], "kin": kin}, in_play=foe)
        found.append({"hostages": hostages(state, name), "pools": pools(state)})
    return {**found[0], "with_pools_kin_4": found[1]}


# -- Recoup


def _over_the_limit(given: Case) -> Found:
    hand = [name.capitalize() for name in given["hand"]]
    state = position({"penalties": given["penalties"], "hand": hand}, phase=Phase.RECOUP)
    must = {"income": "job", "support": "family", "patrol": "community"}
    forced = [must[phase] for phase in rules.view(state, 0).people[0].forced]
    for kind in forced:
        state = do(state, f"0 take {kind}")
    laid = 0
    while about(state, 0, "fill"):
        state, laid = do(state, f"0 fill {sorted(about(state, 0, 'fill'))[0]}"), laid + 1
    left = dict(zip(PENALTIES, state.people[0].penalties, strict=True))
    return {"must_take": forced, "penalties": left, "display_from_hand": laid}


def _limit(given: Case) -> Found:
    state = position({"penalties": given["penalties"]}, phase=Phase.RECOUP, **given["option"])
    return {"must_take": list(rules.view(state, 0).people[0].forced)}


def _display_size(given: Case) -> Found:
    sizes = []
    for names in given["in_play_cases"]:
        foes = {NAME[each]: {} for each in names}
        state = position({"trophies": trophies(given["trophies"])}, phase=Phase.RECOUP, in_play=foes)
        sizes.append(rules.view(state, 0).people[0].display_size)
    return {"size": sizes}


def entering(given: Case, **options: Any) -> State:
    """The end of a round; who is in play holds a neighbour, and all others still wait long."""
    waits = {kind_of(NAME[each]): NAME[each] for each in given["waiting_zero"]}
    villains = [waits.get(kind, other) for kind, other in OF_TYPE.items()]
    marks = {kind: 0 if kind in waits else 5 for kind in OF_TYPE}
    foes = {NAME[each]: {"neighbour": 1} for each in given.get("in_play", ())}
    return position(
        {}, phase=Phase.RECOUP, villains=villains, tokens=marks, in_play=foes, pools=given["pools"], **options
    )


def kind_of(name: str) -> str:
    return str(PRINTED[NUMBER[name]]["type"])


def _enters_this_round(given: Case) -> Found:
    before = entering(given)
    after = recouped(before)
    return {
        "in_play_after_recoup": [IDS[NUMBER[name]] for name in in_play(after)],
        "pools": pools(after),
        "removed": lost(after) - lost(before),
        "result": result(after),
    }


def _effect_first(given: Case) -> Found:
    before, net = entering(given), recouped(entering(given, safety_net=1))
    after = recouped(before)
    return {
        "removed": lost(after) - lost(before),
        "result": result(after),
        "with_safety_net_1": {"black": net.pools[3], "pools": pools(net), "result": result(net)},
    }


def _lullaby(given: Case) -> Found:
    names = ("Alley Bruiser", "Bagman Bill", "Bail-Bond Bully", "Glass-Jaw Gus")
    held = [each["hostages"] for each in given["henchmen"]]
    crew_of = list(zip(names, held, strict=True))
    foe = {NAME[each]: {} for each in given["in_play"]}
    person = {"hand": ["Strength", "Smarts", "Speed"], "deck": []}
    before = do(
        position(person, phase=Phase.RECOUP, henchmen=crew_of, in_play=foe, pools=given["pools"]), "0 take Luck"
    )
    asked = recouped(before)
    name = names[given["chosen"]]
    after = do(asked, f"0 kill {name}")
    again = do(after._replace(phase=Phase.FIGHT, within=Phase.FIGHT), "0 fight", f"0 engage {name}")
    return {
        "removed": lost(after) - lost(before),
        "hostages": hostages(after, name),
        "defeated": name not in henchmen(after),
        "trophy": bool(after.people[0].trophies),
        "pools": pools(after),
        "engaged_next_round": {
            "defeated": name in zone(again, 0, "trophies"),
            "rescued": sum(again.pools) - sum(after.pools),
        },
    }


# -- Fight, the end

FIGHTER = {"display": ALL_ICONS}


def foes_of(types: Sequence[str], held: Mapping[str, int]) -> dict[str, Mapping[str, int]]:
    return {OF_TYPE[each]: held for each in types}


def _last_villain(given: Case) -> Found:
    foes = foes_of(given["in_play"], {"kin": 1})
    marks = dict.fromkeys(given.get("waiting_zero", ()), 0)
    state = position(FIGHTER, villains=list(OF_TYPE.values()), in_play=foes, tokens=marks)
    return {"result": result(do(state, "0 fight", f"0 engage {OF_TYPE['sadist']}"))}


def _only_waiting(given: Case) -> Found:
    name = some_henchman(given["henchman"]["affiliation"], given["henchman"]["hostages"])
    before = position(FIGHTER, henchmen=[(name, given["henchman"]["hostages"])], pools=given["pools"])
    after = do(before, "0 fight", f"0 engage {name}")
    return {
        "pools": {"kin": pools(after)["kin"]},
        "removed": lost(after) - lost(before),
        "defeated": name in zone(after, 0, "trophies"),
    }


def _from_the_villain(given: Case) -> Found:
    foes = foes_of(given["in_play"], {"kin": 1, "colleague": 1})
    state = position(FIGHTER, villains=list(OF_TYPE.values()), in_play=foes, pools=given["pools"])
    after = do(state, "0 fight", f"0 engage {OF_TYPE[given['rescue_from']]}", "0 rescue kin")
    return {"pools": {"kin": pools(after)["kin"]}}


def _both_engage(given: Case) -> Found:
    assert given["both_can_pay"]
    found = []
    for option in ("per_player", "per_card"):
        state = position(FIGHTER, FIGHTER, henchmen=[("Alley Bruiser", {"kin": given["hostages"]})], engage=option)
        free = sum(state.pools)
        for seat in (0, 1):
            if may(state, f"{seat} fight"):
                state = do(state, f"{seat} fight", f"{seat} engage Alley Bruiser")
        found.append({"rescued": sum(state.pools) - free, "defeated": not state.henchmen})
    return {**found[0], "with_engage_per_card": found[1]}


def _team(given: Case) -> Found:
    cost = tuple(given["cost"].get(icon, 0) for icon in FIGHT)
    people = [
        {"display": [icon.capitalize() for icon, n in given[who].items() for _ in range(n)]} for who in ("p1", "p2")
    ]
    found = []
    for option in ("yes", "no"):
        state = position({**people[0], "tokens": given["tokens_p1"]}, people[1], token_icon=option)
        state = do(state, "0 ask 1", "1 yes")
        have = icons.team_icons(state, state.people[0].team)
        lacking = [icon for icon, need, has in zip(FIGHT, cost, have, strict=False) if need > has]
        found.append((icons.payable(cost, have, 0), lacking, state.people[0].tokens))
    (payable, lacking, left), (without, _, _) = found
    return {"payable": payable, "wild_used": ", ".join(lacking), "tokens_p1": left, "with_token_icon_no": without}


def _cops(given: Case) -> Found:
    name = some_henchman(given["henchman"]["affiliation"])
    person = {"display": ["Community"] * given["badges"]}
    foes = {NAME[each]: {} for each in given["in_play"]}
    lying = [(name, given["henchman"]["hostages"])]
    state = position(person, phase=Phase.PATROL, henchmen=lying, in_play=foes, pools=given["pools"])
    after = do(state, "0 call", f"0 cops {name}")
    return {
        "pools": {"neighbour": pools(after)["neighbour"]},
        "trophy": bool(after.people[0].trophies),
        "henchman": "out of the game" if name in names_of(after.gone) else "there",
    }


def _unmayor(given: Case) -> Found:
    person = {"display": ["Community"] * given["badges"]}
    foes = {NAME[each]: {} for each in given["in_play"]}
    state = position(person, phase=Phase.PATROL, henchmen=[("Alley Bruiser", {"kin": 1})], in_play=foes)
    assert refused(state, "0 call")[1] == "E-25"
    return {"legal": may(state, "0 call"), "needed": rules.view(state, 0).badges_needed}


def _no_hostage(given: Case) -> Found:
    wanted = tuple(given["cost"].get(icon, 0) for icon in FIGHT)
    name = next(NAMES[at] for at, cost in enumerate(COST) if cost == wanted and not any(HOSTAGES[at]))
    person = {"display": [icon.capitalize() for icon in given["icons"]]}
    state = position(person, henchmen=[(name, given["hostages"])])
    after = do(state, "0 fight", f"0 engage {name}")
    return {"defeated": name in zone(after, 0, "trophies"), "rescued": sum(after.pools) - sum(state.pools)}


def _event_bought(given: Case) -> Found:
    row = ["Second Wind", "Case Files", "Roomy Coat"]
    places = []
    for option in given["option_cases"]:
        state = do(position({"money": 9}, row=row, event_goes=option), "0 buy Second Wind")
        places += [place for place in ("hand", "discard") if "Second Wind 1" in zone(state, 0, place)]
    return {"zone": places}


def _nemesis(given: Case) -> Found:
    deck = [kind.capitalize() for kind, n in given["deck"].items() for _ in range(n)]
    name = next(NAMES[at] for at, entry in enumerate(PRINTED) if entry.get("needs") == given["needs"])
    person = {"deck": deck, "nemesis": name}
    other = {"nemesis": "The Shadow Self", **FIGHTER}
    state = position(person, other, in_play={"The Furnaceman": {"kin": 1}}, nemesis="required")
    after = do(state, "1 fight", "1 engage The Furnaceman")
    assert after.villains[0].status is Status.DEFEATED and not rules.outcome(after).winners
    return {"met": nemesis_met(state.people[0]), "required_with_one_player_failing": "group loses"}


CASES: dict[str, Callable[[Case], Found]] = {
    "E-G01": _start,
    "E-G02": _first_display,
    "E-G03": _income,
    "E-G04": _support,
    "E-G06": _heroes_only,
    "E-G07": _over_the_limit,
    "E-G08": _limit,
    "E-G09": _patrol,
    "E-G10": _empty_pool,
    "E-G11": _last_token,
    "E-G12": _last_villain,
    "E-G13": _last_villain,
    "E-G15": _only_waiting,
    "E-G16": _from_the_villain,
    "E-G17": _both_engage,
    "E-G18": _team,
    "E-G19": _cops,
    "E-G20": _unmayor,
    "E-G21": _no_hostage,
    "E-G22": _display_size,
    "E-G23": _event_bought,
    "E-G24": _nemesis,
    "E-G25": _enters_this_round,
    "E-G26": _effect_first,
    "E-G27": _lullaby,
    "E-G28": _tinder,
}
