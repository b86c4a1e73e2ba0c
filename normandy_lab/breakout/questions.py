"""What can be asked: every ``decision.step``, so that nobody guesses the question from options or frames.

A kind groups questions that are answered alike; a step is one exact question. A kind with a single question has its
name as step.
"""

from __future__ import annotations

from normandy_lab.core.decisions import Question

DROP, DROP_AREA, DROP_GROUP = "drop", "drop_area", "drop_group"
NAVAL, AIR, FIRST_WAVE, BEACH = "naval", "air", "first_wave", "beach"
POINT, FORWARD, CASUALTIES, REPULSE, WITHDRAWAL = "point", "forward", "casualties", "repulse", "withdrawal"
TARGET, MISTAKE, ATTRITION = "target", "mistake", "attrition"
REROLL_ASSAULT, REROLL_BOMBARDMENT, REROLL_DICE = "reroll_assault", "reroll_bombardment", "reroll_dice"
IMPULSE, ORDERS, MUSTER, LANDING, BOMBARD, GUNS = "impulse", "orders", "muster", "landing", "bombard", "guns"
BY_DAY = (IMPULSE, ORDERS, MUSTER, LANDING, BOMBARD, GUNS)  # what the impulses of a day ask
UNBUILD, CONTROL, SUNSET = "unbuild", "control", "sunset"
REGROUP, PLACE = "regroup", "place"
ASSAULT_DICE, BOMBARDMENT_DICE, SUNSET_DICE = "assault_dice", "bombardment_dice", "sunset_dice"
MARCH_DIE, LANDING_DIE = "march_die", "landing_die"
REPAIR_DIE, SEIZURE_DIE, DEMOLITION_DIE = "repair_die", "seizure_die", "demolition_die"
CHERBOURG, DEPOTS, SUPPLIES, AIR_UNITS, RESERVE, NIGHT_UNBUILD = (
    "cherbourg", "depots", "supplies", "air_units", "reserve", "night_unbuild",
)  # fmt: skip
CHERBOURG_DIE, AIR_DIE, SURRENDER_DIE, NIGHT_DIE = "cherbourg_die", "air_die", "surrender_die", "night_die"

STEPS = {
    DROP: Question("airborne", ("attack", "secure", "stay", "end"), "what a drop area begins with (21.2)"),
    DROP_AREA: Question("airborne", ("attack", "secure", "stay", "end"), "what else the open drop area does (21.2)"),
    DROP_GROUP: Question("airborne", ("attack", "end"), "who else joins an airborne attack (21.2)"),
    NAVAL: Question("naval", ("shoot",), "which beach is shelled next (21.3)"),
    AIR: Question("air", ("shoot",), "the next target of the aircraft (21.4)"),
    FIRST_WAVE: Question("first_wave", ("land", "end"), "who lands in the first wave (21.5)"),
    BEACH: Question("beach", ("assault",), "which beach is assaulted next (21.5)"),
    POINT: Question("point", ("point",), "the Point Unit (9.2A)"),
    FORWARD: Question("forward", ("forward",), "the Forward Unit (9.3A)"),
    CASUALTIES: Question("casualties", ("lose", "retreat"), "who absorbs the next casualty point (9.5)"),
    REPULSE: Question("retreat", ("retreat", "hold"), "which attackers go back (9.61)"),
    WITHDRAWAL: Question("retreat", ("retreat", "hold"), "which defenders leave (9.62)"),
    TARGET: Question("target", ("target",), "the Primary Target (10.12)"),
    MISTAKE: Question("target", ("target",), "the Primary Target of a mistaken air attack (17.31)"),
    ATTRITION: Question("attrition", ("hit",), "who absorbs the next attrition points (10.4)"),
    REROLL_ASSAULT: Question("reroll", ("keep", "reroll"), "whether an assault is rolled again (11.3)"),
    REROLL_BOMBARDMENT: Question("reroll", ("keep", "reroll"), "whether a bombardment is rolled again (11.3)"),
    REROLL_DICE: Question("reroll", ("keep", "reroll"), "whether any other roll is made again (11.6)"),
    IMPULSE: Question("impulse", ("impulse", "pass"), "what the impulse is for (8.1)"),
    ORDERS: Question(
        "orders",
        ("repair", "march", "seize", "land", "assault", "demolish", "unbuild", "double", "end"),
        "the next order in an open impulse (8.2)",
    ),
    MUSTER: Question("orders", ("join", "support", "end"), "who takes part in an assault (8.5, 9.7)"),
    LANDING: Question("orders", ("land", "end"), "who lands together (19.3)"),
    BOMBARD: Question("bombard", ("shoot", "lead"), "what bombards (10.1)"),
    GUNS: Question("bombard", ("support", "end"), "which guns support the lead (10.2)"),
    UNBUILD: Question("unbuild", ("unbuild",), "which Construct marker goes to the bridge (20.21)"),
    CONTROL: Question("control", ("control",), "which Ally controls what both took (7.3)"),
    SUNSET: Question("sunset", ("sunset",), "whether the Sunset marker is moved a space (11.24)"),
    CHERBOURG: Question("refit", ("refit", "end"), "which unit in Cherbourg throws its die (12.62)"),
    DEPOTS: Question("depots", ("depot", "airsupply", "end"), "where the first depot of the night stands (12.51)"),
    SUPPLIES: Question(
        "refit",
        ("refit", "repair", "airsupply", "depot", "end"),
        "what the depots supply, and where further ones stand (12.4, 12.51)",
    ),
    AIR_UNITS: Question("refit", ("refit",), "which four units aircraft supply (12.9)"),
    RESERVE: Question("reserve", ("reserve", "end"), "whether reserves buy an impulse (12.53)"),
    NIGHT_UNBUILD: Question("unbuild", ("unbuild",), "which Construct marker goes to the bridge at night (20.23)"),
    REGROUP: Question("regroup", ("regroup", "end"), "who goes on to an adjacent place at night (13)"),
    PLACE: Question("place", ("place", "end"), "off which beach a reinforcement waits (19.3)"),
    ASSAULT_DICE: Question("roll", ("roll",), "the dice of an assault (9.1)"),
    BOMBARDMENT_DICE: Question("roll", ("roll",), "the dice of a bombardment (10.4)"),
    SUNSET_DICE: Question("roll", ("roll",), "the Sunset DR where no other roll made it (6.3)"),
    MARCH_DIE: Question("roll", ("roll",), "the die of aircraft over a march (8.4)"),
    LANDING_DIE: Question("roll", ("roll",), "the die of guns on a landing (19.4)"),
    REPAIR_DIE: Question("roll", ("roll",), "the die of a repair (20.2)"),
    SEIZURE_DIE: Question("roll", ("roll",), "the die of a seizure (8.221)"),
    DEMOLITION_DIE: Question("roll", ("roll",), "the die of a demolition (20.4)"),
    CHERBOURG_DIE: Question("roll", ("roll",), "the die of a unit in Cherbourg (12.62)"),
    AIR_DIE: Question("roll", ("roll",), "the die of a unit supplied by air (12.9)"),
    SURRENDER_DIE: Question("roll", ("roll",), "the die of an isolated German unit (12.8)"),
    NIGHT_DIE: Question("roll", ("roll",), "the die of a night repair (20.23)"),
}

# The step of a roll and of the question whether it is made again, by the rule that asks for the roll.
DICE = {
    "9.1": ASSAULT_DICE, "10.4": BOMBARDMENT_DICE, "6.3": SUNSET_DICE, "8.4": MARCH_DIE, "19.4": LANDING_DIE,
    "20.2": REPAIR_DIE, "8.221": SEIZURE_DIE, "20.4": DEMOLITION_DIE,
    "12.62": CHERBOURG_DIE, "12.9": AIR_DIE, "12.8": SURRENDER_DIE, "20.23": NIGHT_DIE,
}  # fmt: skip
REROLLS = {"9.1": REROLL_ASSAULT, "10.4": REROLL_BOMBARDMENT}
