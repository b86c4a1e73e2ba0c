"""Actions in words, as they stand on buttons and in lists."""

from __future__ import annotations

from collections.abc import Callable

from normandy_lab.breakout import questions
from normandy_lab.ui.breakout.view import View

PHASE_STEPS = {
    "airborne": ("Airborne", "21.2"),
    "naval": ("Naval", "21.3"),
    "air": ("Air", "21.4"),
    "amphibious": ("Landing", "21.5"),
    "dawn": ("Dawn", "6.2"),
    "daylight": ("Daylight", "6.3"),
    "refit": ("Refit", "6.4"),
    "regroup": ("Regroup", "6.5"),
}
TITLES = {
    "airborne": "Airborne landing",
    "naval": "Naval bombardment",
    "air": "Air bombardment",
    "first_wave": "First wave",
    "beach": "The landing",
    "point": "Point Unit",
    "forward": "Forward Unit",
    "target": "Primary Target",
    "attrition": "Attrition",
    "casualties": "Casualty points",
    "retreat": "Retreat",
    "reroll": "Reroll",
    "control": "Control",
    "roll": "Dice",
    "impulse": "Impulse",
    "orders": "Orders",
    "muster": "Who assaults",
    "landing": "Landing",
    "bombard": "Bombardment",
    "guns": "Guns that support",
    "sunset": "The Sunset marker",
    "unbuild": "Construct marker",
    "cherbourg": "Cherbourg",
    "depots": "First depot",
    "supplies": "Refit",
    "air_units": "Air supply",
    "reserve": "Reserves",
    "night_unbuild": "Construct marker",
    "regroup": "Regroup",
    "place": "Reinforcements",
}
_ENDS = {
    questions.DROP_GROUP: "Attack with these",
    questions.FIRST_WAVE: "The first wave is complete",
    questions.ORDERS: "End the impulse",
    questions.MUSTER: "Assault with those named",
    questions.LANDING: "Nobody else lands",
    questions.GUNS: "Bombard with those named",
    questions.CHERBOURG: "Nobody else throws a die",
    questions.DEPOTS: "End the refit without a depot",
    questions.SUPPLIES: "End the refit: what depots have left is saved",
    questions.RESERVE: "Keep the reserves",
    questions.REGROUP: "Nobody else regroups",
    questions.PLACE: "The rest stay offshore",
}
_PLAIN = {
    "hold": "Nobody else retreats",
    "keep": "Keep it",
    "reroll": "Roll again, the Advantage passes",
    "pass": "Pass: do nothing in this impulse",
}
_LEVELS = {"fresh": "spent", "spent": "disrupt 1", "disrupt_1": "disrupt 2", "disrupt_2": "eliminated"}


def unit_name(view: View, unit: str) -> str:
    """The name of a unit on the board, else its id."""
    return next((c.name for c in view.counters if c.unit == unit), unit)


def place_name(view: View, place: str) -> str:
    """The name of a place, else its id."""
    return next((p.name for p in view.places if p.id == place), place)


def bridge_name(view: View, bridge: str) -> str:
    """A bridge by the two places that it joins."""
    a, _, b = bridge.partition("-")
    return f"{place_name(view, a)} to {place_name(view, b)}"


def marker_name(view: View, marker: str) -> str:
    """A bombardment marker by the name of its force.

    "WTF (Western Task Force)" is read as the words in brackets.
    """
    name = next((m.name for m in view.markers if m.id == marker), marker)
    return name.partition("(")[2].rstrip(")") or name


def _factor(view: View, unit: str, attack: bool) -> str:
    counter = next((c for c in view.counters if c.unit == unit), None)
    if counter is None:
        return ""
    parts = counter.factors.split("-")
    return f", attack {parts[0]}" if attack else f", defense {parts[-1] if len(parts) < 2 else parts[1]}"


def _secure(view: View, args: list[str]) -> str:
    return f"{unit_name(view, args[0])} secures the bridge {bridge_name(view, args[1])}"


def _lose(view: View, args: list[str]) -> str:
    counter = next((c for c in view.counters if c.unit == args[0]), None)
    return f"{unit_name(view, args[0])} becomes {_LEVELS[counter.level] if counter else 'worse'}"


def _retreat(view: View, args: list[str]) -> str:
    return f"{unit_name(view, args[0])} retreats to {place_name(view, args[1])}"


def _shoot(view: View, args: list[str]) -> str:
    verb = "shells" if args[0] in ("WTF", "ETF") else "attacks"
    return f"{marker_name(view, args[0])} {verb} {place_name(view, args[1])}"


def _march(view: View, args: list[str]) -> str:
    wades = " and wades, with all its MF" if args[2:] else ""
    return f"{unit_name(view, args[0])} marches to {place_name(view, args[1])}{wades}"


def _impulse(view: View, args: list[str]) -> str:
    what = "Assault impulse" if args[0] == "assault" else "Bombard"
    return f"{what}: {place_name(view, args[1])}"


def _double(view: View, args: list[str]) -> str:
    what = "activate" if args[0] == "assault" else "bombard"
    return f"Double Impulse, the Advantage passes: {what} {place_name(view, args[1])}"


def _bridge(words: str) -> Callable[[View, list[str]], str]:
    return lambda view, args: words.format(bridge_name(view, args[0]))


def _seize(view: View, args: list[str]) -> str:
    return f"{unit_name(view, args[0])} tries to seize the bridge {bridge_name(view, args[1])}"


def _target(view: View, args: list[str]) -> str:
    a, dash, b = args[0].partition("-")
    if dash and {a, b} <= {place.id for place in view.places}:
        return f"Primary Target: the work on the bridge {bridge_name(view, args[0])}"
    return f"Primary Target: {unit_name(view, args[0])}"


_SENDERS = {"german": "German depot"}


def depot_name(view: View, depot: str) -> str:
    """A depot as actions write it, such as "30@33", by where it stands; with its beach if that is another place."""
    source, _, place = depot.partition("@")
    stands = place_name(view, place)
    return stands if source in ("german", place) else f"{stands}, from {place_name(view, source)}"


def _payers(view: View, depots: str) -> str:
    return " and ".join(f"the depot in {depot_name(view, depot)}" for depot in depots.split("+"))


def _depot(view: View, args: list[str]) -> str:
    sender = _SENDERS.get(args[0]) or f"Depot of {place_name(view, args[0])}"
    return f"{sender} in {place_name(view, args[1])}"


def _refit(view: View, args: list[str]) -> str:
    """From depots, by a die in Cherbourg (12.62) or from the air (12.9)."""
    who = unit_name(view, args[0])
    by_die = {"cherbourg": f"{who} throws its die in Cherbourg", "air": f"{who} is supplied by air"}
    return by_die.get(args[1]) or f"{who} refits from {_payers(view, args[1])}"


def _repair(view: View, args: list[str]) -> str:
    paid = f", paid by {_payers(view, args[1])}" if args[1:] else ""
    return f"Try to repair the bridge {bridge_name(view, args[0])}{paid}"


def _regroup(view: View, args: list[str]) -> str:
    wades = ", wading" if args[2:] else ""
    return f"{unit_name(view, args[0])} regroups to {place_name(view, args[1])}{wades}"


def _place(view: View, args: list[str]) -> str:
    beach = next((place.beach_of for place in view.places if place.id == args[1]), "")
    return f"{unit_name(view, args[0])} waits off {place_name(view, beach or args[1])}"


_SPACES = {
    "+1": "10 points: the next day begins a space later, and is shorter (+1)",
    "-1": "10 points: the next day begins a space earlier, and is longer (−1)",
}
_SHIFTS = {
    "+1": "One space towards longer days (+1)",
    "-1": "One space towards shorter days (−1)",
    "0": "Leave it where it is",
}

_WORDS: dict[str, Callable[[View, list[str]], str]] = {
    "attack": lambda view, args: f"{unit_name(view, args[0])} attacks",
    "secure": _secure,
    "stay": lambda view, args: f"{unit_name(view, args[0])} stays Fresh",
    "shoot": _shoot,
    "target": _target,
    "hit": _lose,
    "lose": _lose,
    "retreat": _retreat,
    "land": lambda view, args: f"{unit_name(view, args[0])} lands at {place_name(view, args[1])}",
    "assault": lambda view, args: f"Assault {place_name(view, args[0])}",
    "point": lambda view, args: f"{unit_name(view, args[0])}{_factor(view, args[0], True)}",
    "forward": lambda view, args: f"{unit_name(view, args[0])}{_factor(view, args[0], False)}",
    "control": lambda view, args: (
        f"{place_name(view, args[0])}: control by {'the US' if args[1] == 'us' else 'the British'}"
    ),
    "join": lambda view, args: f"{unit_name(view, args[0])} joins the assault",
    "support": lambda view, args: f"{unit_name(view, args[0])} supports",
    "lead": lambda view, args: f"{unit_name(view, args[0])} leads the bombardment",
    "march": _march,
    "impulse": _impulse,
    "double": _double,
    "seize": _seize,
    "repair": _repair,
    "depot": _depot,
    "refit": _refit,
    "regroup": _regroup,
    "place": _place,
    "airsupply": lambda view, args: f"Supply up to four units in {place_name(view, args[0])} by air",
    "reserve": lambda _view, args: _SPACES.get(args[0], args[0]),
    "demolish": _bridge("Try to destroy the bridge {}"),
    "unbuild": _bridge("Take the Construct marker off the bridge {}"),
    "sunset": lambda _view, args: _SHIFTS.get(args[0], args[0]),
}


def action_words(view: View, action: str) -> str:
    """What an action does, in the words of its button."""
    verb, *args = action.split()
    if verb == "end":
        step = view.decision.step if view.decision else ""
        return _drop_end(view) if step in (questions.DROP, questions.DROP_AREA) else _ENDS.get(step, "Done")
    say = _WORDS.get(verb)
    return say(view, args) if say and args else _PLAIN.get(verb, action)


def _drop_end(view: View) -> str:
    """An open drop area is closed first; else the whole phase ends."""
    options = view.decision.options if view.decision else ()
    places = {c.place for c in view.counters if f"stay {c.unit}" in options}
    if len(places) == 1:
        return f"Done in {place_name(view, places.pop())}: the rest stay Fresh"
    return "End the airborne phase: the rest stay Fresh"


def in_group(view: View) -> bool:
    """Whether an airborne attack is being put together unit by unit."""
    return view.decision is not None and view.decision.step == questions.DROP_GROUP


def title(view: View) -> str:
    """The heading of the decision panel."""
    decision = view.decision
    if decision is None:
        return "Nothing to decide"
    head = TITLES.get(decision.step) or TITLES.get(decision.kind, decision.kind.replace("_", " ").capitalize())
    return f"{decision.actor.capitalize()} impulse" if decision.kind == "impulse" else head
