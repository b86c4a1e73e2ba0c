"""A table of movement, worked out by hand from 8.3, 14.2 and 18.3: each row is one move, its cost or its refusal.

How to read a row. ``GE-91-1058 53>56>58`` moves that unit from 53 to 56, and asks about the step to 58. The answer
``8.36A 1`` is a cost of 1 MF under that rule, ``no 8.34`` a refusal by it; where the rulebook bars a move twice,
either rule will do. The world holds ``UNIT@PLACE:level`` (Fresh if not said), ``52=us`` for control, ``49-53=allied``
for a bridge and ``28-29~allied`` for a river line. All else is German. Actions in ``first`` come before the move.
The comment says why.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import pytest

from tests.rules.helpers import INFANTRY, Table, day, place

TEN = " ".join(f"{unit}@52" for unit in INFANTRY[:10])
FIVE = INFANTRY[:5]
AT_9 = " ".join(f"{unit}@9" for unit in FIVE)
FIVE_CROSS = tuple(f"march {unit} 10" for unit in FIVE)


class Row(NamedTuple):
    """One line of the table."""

    move: str
    answer: str
    world: str = ""
    first: tuple[str, ...] = ()
    weather: str = "clear"
    active: str = ""
    side: str = ""
    holder: str = "allied"  # of the Advantage


R = Row
TABLE: dict[str, tuple[Row, ...]] = {
    "8.36A": (
        R("GE-91-1058 53>52", "8.36A 1"),  # Free, open ground
        R("GE-91-1058 53>52", "8.36A 1", "GE-709-919@52"),  # with friends in it
        R("GE-91-1058 53>49", "8.36A 1"),  # a bridge of one's own is no dearer (river)
        R("GE-91-1057 49>45", "8.36A 1"),  # nor over a flood
        R("GE-91-Art 53>52", "8.36A 1"),  # guns
        R("GE-100Rp 53>52", "8.36A 1"),  # armor
        R("GE-FLAK-32 53>52", "8.36A 1"),  # FLAK
        R("GE-91-1057 49>53", "8.36A 1", "49-53=allied"),  # enemy-held bridge, Free at both ends: no seizure needed
        R("US-4-8 51>50", "8.36A 1", "50=us"),  # an Allied bridge, since both ends are
        R("BR-56 19>28", "8.36A 1", "28=us"),  # Free for one Ally is Free for the other (7.6)
    ),
    "8.36B": (
        R("GE-91-1058 53>52", "8.36B 2", "52=us"),  # Vacant, enemy-controlled
        R("GE-100Rp 53>52", "8.36B 2", "52=us"),  # armor is a Point Unit too (8.375)
        R("US-4-8 51>50", "8.36B 2"),  # over an enemy-held bridge; crossing makes it friendly (Example 10)
        R("GE-91-1058 53>56>54", "8.36B 2", "54=us"),  # the second step counts alike: 1 + 2 of 4
        R("US-4-12 51>50", "8.36B 2", "US-4-8@51", ("march US-4-8 50",)),  # control has changed, the price has not (7.3)
        R("US-4-Art 51>50", "8.36B 2", "US-4-8@51", ("march US-4-8 50",)),  # guns after a Point Unit (8.375)
        R("US-2AD-CCA 26>29>26>29", "8.36B 2"),  # one's own conquest, entered again in the impulse (7.3)
        R("US-2AD-CCA 26>29>26", "8.36A 1"),  # while the area left behind was Free from the start
    ),
    "8.36C": (
        R("GE-91-1058 53>52", "8.36C 3", "US-4-8@52:spent"),  # only Spent enemies
        R("GE-91-1058 53>52", "8.36C 3", "US-4-8@52:disrupt_2"),  # only disrupted ones
        R("GE-91-1058 53>52", "8.36C 3", "US-4-8@52:disrupt_1 GE-709-919@52"),  # in a Contested area as well
        R("US-4-8 51>50", "8.36C 3", "GE-CA-Martin@50:spent"),  # a battery is a unit
        R("US-2AD-CCA 26>27>29", "8.36C 3", "27=us GE-352-916@29:spent"),  # second step: 1 + 3 of 6
    ),
    "8.36D": (
        R("GE-91-1058 53>52", "8.36D 4", "US-4-8@52"),  # one Fresh enemy
        R("GE-91-1058 53>52", "8.36D 4", "US-4-8@52 US-4-12@52:spent"),  # the most severe case, not 3 + 4
        R("GE-91-1058 53>52", "8.36D 4", "US-4-8@52 GE-709-919@52"),  # in an area of one's own, Contested
        R("US-4-8 51>50", "8.36D 4", "GE-CA-Martin@50"),  # Example 12, with Martin Fresh: 4 of 5
        R("GE-91-1057 49>50", "8.36D 4", "US-82-505@50"),  # over one's own bridge across a flood: bridges are free
        R("GE-91-1058 53>49", "8.36D 4", "US-82-507@49 49-53=allied"),  # enemy-held bridge: dearer in DV, not in MF
    ),
    "8.36E": (
        R("GE-91-1058 10>14 wade", "8.36E 4"),  # no bridge there: all 4
        R("GE-709-919 10>14 wade", "8.36E 3"),  # all 3
        R("GE-21Pz-125 10>14 wade", "8.36E 6"),  # Panzer Grenadiers are infantry (4.21): all 6
        R("GE-21Pz-125 10>14 wade", "8.36E 6", "BR-56@14"),  # a Fresh enemy would cost 4: E is more severe, no sum
        R("GE-91-1058 10>14 wade", "8.36E 5", weather="overcast"),  # all of 4 + 1 (18.3)
        R("US-82-505 50>52 wade", "8.36E 4", weather="overcast"),  # Allied MF do not grow (18.3)
        R("US-82-505 50>52 wade", "8.36E 4"),  # beside a bridge that the enemy holds (8.511)
        R("GE-91-1058 53>49 wade", "8.36E 4", "49-53=destroyed"),  # where the bridge is down
        R("US-4-8 28>29 wade", "8.36E 5"),  # into a Vacant enemy-controlled area
        R("US-Rgr-2 28>29 wade", "8.36E 5"),  # Rangers are infantry (4.21)
        R("GE-91-1058 10>14", "no 8.36E 8.371"),  # not without saying so: never bridged
        R("GE-91-1058 53>49", "no 8.36E 8.371", "49-53=destroyed"),  # no more bridged
        R("GE-21Pz-22 10>14 wade", "no 8.36E"),  # infantry only: armor
        R("GE-91-Art 10>14 wade", "no 8.36E"),  # guns
        R("GE-21Pz-PAK 10>14 wade", "no 8.36E"),  # PAK
        R("GE-21Pz-FLAK 10>14 wade", "no 8.36E"),  # FLAK
        R("GE-101NW 10>14 wade", "no 8.36E"),  # Nebelwerfer
        R("GE-21Pz-125 9>10>14 wade", "no 8.36E"),  # all MF: none may have been used before
        R("GE-91-1058 53>52 wade", "no 8.36E"),  # there is no river
    ),
    "8.33": (
        R("GE-91-1058 53>50", "no 8.33"),  # not adjacent
        R("GE-21Pz-22 9>16>17", "no 8.33", "BR-56@16:spent"),  # an enemy-occupied area ends the move
        R("GE-91-1058 53>56>57>55>47", "no 8.36", "47=us"),  # 3 of 4 used, 2 needed
        R("GE-91-1058 53>56>57>55>47", "8.36A 1"),  # with the last MF
        R("GE-91-1058 53>56>57>55>47>46", "no 8.32 8.36"),  # and no step beyond
        R("US-4-8 51>box:51", "no 3.4 8.33"),  # nobody goes back to sea
    ),
    "8.34": (
        R("GE-91-1058 53>52", "8.34 4", "US-82-505@53"),  # out of a Contested area: all MF
        R("GE-91-1058 53>52", "8.34 4", "US-82-505@53:disrupt_2"),  # any enemy contests
        R("GE-91-1058 53>52", "8.34 5", "US-82-505@53", weather="overcast"),  # all of 4 + 1
        R("GE-91-Art 53>52", "8.34 4", "US-82-505@53"),  # guns too
        R("GE-91-1058 53>49", "8.34 4", "US-82-505@53"),  # over a friendly bridge
        R("GE-91-1058 10>14 wade", "8.34 8.36E 4", "BR-56@10"),  # across a friendly river: all MF twice over is all MF
        R("GE-91-1058 53>52", "no 8.34", "US-82-505@53 52=us"),  # only into a Free area: Vacant is not enough
        R("GE-91-1058 53>52", "no 8.34 8.35", "US-82-505@53 US-4-8@52"),  # nor an occupied one
        R("GE-91-1058 53>52", "no 8.34 8.35", "US-82-505@53 US-4-8@52 GE-709-919@52"),  # nor a Contested one
        R("GE-100Rp 53>52", "8.36A 1", "US-82-505@53"),  # armor without enemy armor: the normal price
        R("GE-100Rp 53>52>60", "8.36A 1", "US-82-505@53"),  # and on it goes
        R("GE-100Rp 53>52>60", "8.36B 2", "US-82-505@53 60=us"),  # only the first area must be Free
        R("GE-100Rp 53>52>60", "8.36D 4", "US-82-505@53 US-4-8@60"),  # even an attack, from a Vacant area (8.35)
        R("GE-100Rp 53>52", "no 8.34 8.35", "US-82-505@53 52=us"),  # but the first must
        R("GE-100Rp 53>52", "8.34 5", "US-2AD-CCA@53"),  # armor against armor: all MF
        R("GE-100Rp 53>52", "8.34 5", "US-2AD-CCA@53:disrupt_2"),  # at any level
        R("GE-100Rp 53>52", "no 8.34", "US-2AD-CCA@53 52=us"),  # and into a Free area only
    ),
    "8.35, 8.375": (
        R("GE-FLAK-32 53>52", "no 8.35 8.375", "US-4-8@52"),  # FLAK alone enters no enemy-occupied area
        R("GE-21Pz-PAK 53>52", "no 8.35 8.375", "US-4-8@52:spent"),  # nor PAK
        R("GE-91-Art 53>52", "no 8.35 8.375", "US-4-8@52"),  # nor guns
        R("GE-FLAK-32 53>52", "8.36D 4", "US-4-8@52 GE-91-1058@53", ("march GE-91-1058 52",)),  # a Point Unit leads
        R("GE-91-Art 53>52", "8.36D 4", "US-4-8@52 GE-709-919@52"),  # or is there already: Contested
        R("GE-91-Art 53>52", "8.36D 4", "US-4-8@52 GE-FLAK-32@52"),  # by any friendly unit (8.35)
        R(  # Contested when the impulse began, but the friend has left in it: nobody is there to follow
            "GE-91-Art 53>52", "no 8.35 8.375", "US-4-8@52 GE-709-919@52",
            ("double assault 52", "march GE-709-919 60"), holder="german",
        ),
        R("GE-91-Art 53>52", "no 8.375", "52=us"),  # Vacant, enemy-controlled: Point Units only
        R("GE-21Pz-PAK 53>52", "no 8.375", "52=us"),
        R("GE-101NW 53>52", "no 8.375", "52=us"),
        R("GE-91-Art 53>52", "8.36B 2", "52=us GE-100Rp@53", ("march GE-100Rp 52",)),  # after armor
        # Contested, but behind an enemy-held bridge, so that entering obliges to assault (8.51):
        R("GE-91-Art 53>49", "no 8.375", "US-82-507@49 GE-91-1057@49 49-53=allied"),
        R("GE-91-Art 53>49", "8.36D 4", "US-82-507@49 GE-91-1057@49 GE-91-1058@53 49-53=allied", ("march GE-91-1058 49",)),
        R(  # a Point Unit that came over another enemy-held bridge does not lead across this one (I-77)
            "GE-91-Art 53>49",
            "no 8.375",
            "US-82-507@49 GE-91-1057@49 GE-91-1058@48 49-53=allied 48-49=allied",
            ("double assault 48", "march GE-91-1058 49"),
            holder="german",
        ),
    ),
    "7.1, 7.2, 16.13": (
        R("GE-91-1058 53>52", "no 7.1", TEN),  # an eleventh unit, even on its way through
        R("GE-12SS-25 3>A", "8.36A 1", TEN.replace("@52", "@A")),  # a zone holds any number
        R("GE-LXXXIV-Art 34>38", "no 16.13", "GE-ISS-Art@38"),  # one corps artillery an area, even in mid-impulse
        R("GE-LXXXIV-Art 38>D", "8.36A 1", "GE-ISS-Art@D"),  # not so in zones (14.3)
        R("GE-91-Art 34>38", "8.36A 1", "GE-ISS-Art@38"),  # divisional guns are no corps artillery
    ),
    "8.371": (
        R("GE-91-1057 49>52", "no 8.371"),  # a flood that never had a bridge
        R("GE-91-1057 49>52 wade", "no 8.371 8.36E"),  # nobody wades it
        R("GE-91-1057 49>45", "no 8.371", "45-49=destroyed"),  # a flood whose bridge is down
        R("GE-91-1057 49>45 wade", "no 8.371 8.36E", "45-49=destroyed"),
        R("GE-91-1058 9>10", "no 8.371", AT_9, FIVE_CROSS),  # the sixth at a bridge
        R("GE-91-1058 9>10 wade", "8.36E 4", AT_9, FIVE_CROSS),  # crosses beside it, if infantry (Example 11)
        R("GE-21Pz-22 9>10", "no 8.371", AT_9, FIVE_CROSS),  # armor
        R("GE-91-1058 9>15", "8.36A 1", AT_9, FIVE_CROSS),  # each bridge counts for itself
        R("GE-91-1058 9>10", "8.36A 1", AT_9, ("march GE-711-731 10 wade", *FIVE_CROSS[1:])),  # who waded is not counted
        R("GE-21Pz-22 9>10>9", "8.36A 1", AT_9, FIVE_CROSS[1:]),  # the fifth comes back: no sixth unit (I-33)
        R(  # three go, two come, in a Double Impulse: full in both directions
            "GE-91-1058 9>10", "no 8.371", f"{AT_9} GE-91-1057@10 GE-352-914@10",
            (*FIVE_CROSS[:3], "double assault 10", "march GE-91-1057 9", "march GE-352-914 9"), holder="german",
        ),
    ),
    "8.372": (
        R("GE-91-1057 49>53", "no 8.372", "US-82-507@49 49-53=allied"),  # Example 6
        R("GE-91-1057 49>53 wade", "no 8.372", "US-82-507@49 49-53=allied"),  # the river there is the enemy's as well
        R("GE-100Rp 49>53", "no 8.372", "US-82-507@49 49-53=allied"),  # armor is not exempt
        R("GE-352-916 28>29 wade", "no 8.372", "US-4-8@28 28-29~allied"),  # a river line that the Allies hold
        R("GE-91-1057 49>48", "8.34 4", "US-82-507@49 49-53=allied"),  # another way out is open
    ),
    "8.373": (
        R("GE-CA-Longues 28>30", "no 8.373", "GE-352-916@28"),  # batteries stand where they are
    ),
    "8.374": (
        R("BR-56 19>28", "no 8.374", "US-4-8@19 28=us 19=us", ("march US-4-8 28",)),  # one nationality an impulse
        R("BR-56 19>28", "8.36A 1", "US-4-8@19 28=us 19=us", ("march US-4-8 28", "double assault 19", "roll 6+6")),  # 11.4
        R("US-2-9 19>28", "8.36A 1", "US-4-8@19 BR-56@19 28=us 19=us", ("march US-4-8 28",)),  # the same one goes on
    ),
    "8.38": (
        R("GE-709-919 53>52", "8.38 3", "US-4-8@52"),  # the rule's own example: a 3-4-3 and a Fresh enemy
        R("GE-709-919 53>49", "8.38 3", "US-82-507@49 49-53=allied"),  # over an enemy-held bridge
        R("GE-709-919 53>56>58", "no 8.36 8.38", "US-4-8@58"),  # not once an MF is used
        R("GE-709-919 53>52", "no 8.34 8.35", "US-4-8@52 US-82-505@53"),  # not out of a Contested area
        R("GE-709-919 49>52", "no 8.371", "US-4-8@52"),  # not over an unbridged flood
        R("GE-709-919 53>52", "8.36C 3", "US-4-8@52:spent"),  # exactly enough is no Minimum Move
        # 6 FS at Carentan (Example 12): after its own attempt, failed or not, 2 MF are left.
        R("GE-6FS 44>50", "no 8.36 8.38", "US-82-505@50 44-50=allied", ("seize GE-6FS 44-50", "roll 1")),
        R("GE-6FS 44>50", "no 8.36 8.38", "US-82-505@50 44-50=allied", ("seize GE-6FS 44-50", "roll 6")),
    ),
    "8.221": (
        # The 1058th at 53 tries the bridge to 49. Vacant: 3 + 1 = 4, so a 3 takes it and a 2 fails.
        R("GE-100Rp 53>49", "8.221 8.36B 3", "49=us 49-53=allied GE-91-1058@53", ("seize GE-91-1058 49-53", "roll 3")),  # 2 + 1
        R("GE-100Rp 53>49", "8.36B 2", "49=us 49-53=allied GE-91-1058@53", ("seize GE-91-1058 49-53", "roll 2")),  # still theirs
        R("GE-91-1058 53>49", "8.36B 2", "49=us 49-53=allied", ("seize GE-91-1058 49-53", "roll 3")),  # all OTHER units pay
        R("GE-91-1058 53>49", "8.36B 2", "49=us 49-53=allied", ("seize GE-91-1058 49-53", "roll 2")),  # who failed may still cross
        R("GE-100Rp 53>49", "8.221 8.36A 2", "49-53=allied GE-91-1058@53", ("seize GE-91-1058 49-53", "roll 3")),
        R("GE-91-Art 53>52", "8.36A 1", "49=us 49-53=allied GE-91-1058@53", ("seize GE-91-1058 49-53", "roll 3")),  # only that bridge
        # With one Fresh enemy behind it 3 - 1 = 2: a 5 takes it. 4 + 1 is what 5 MF can pay, and 4 and 3 cannot.
        R("GE-100Rp 53>49", "8.221 8.36D 5", "US-82-507@49 49-53=allied GE-91-1058@53", ("seize GE-91-1058 49-53", "roll 5")),
        R("GE-91-Art 53>49", "no 8.221 8.38 8.375 8.35", "US-82-507@49 49-53=allied GE-91-1058@53", ("seize GE-91-1058 49-53", "roll 5")),
        R("GE-352-914 53>49", "no 8.221 8.38", "US-82-507@49 49-53=allied GE-91-1058@53", ("seize GE-91-1058 49-53", "roll 5")),
        R("GE-709-919 53>49", "no 8.221 8.38", "US-82-507@49 49-53=allied GE-91-1058@53", ("seize GE-91-1058 49-53", "roll 5")),
        R("GE-709-919 53>49 wade", "8.36E 3", "US-82-507@49 49-53=allied GE-91-1058@53", ("seize GE-91-1058 49-53", "roll 5")),
        R("GE-352-914 53>49", "8.221 8.36C 4", "US-82-507@49:spent 49-53=allied GE-91-1058@53", ("seize GE-91-1058 49-53", "roll 6")),
        R("GE-709-919 53>49", "no 8.221 8.38", "US-82-507@49:spent 49-53=allied GE-91-1058@53", ("seize GE-91-1058 49-53", "roll 6")),
    ),
    "14.2": (
        R("GE-711-731 3>A", "8.36A 1"),  # into an adjacent zone
        R("GE-711-731 4>3>A", "8.36A 1"),  # by a detour, as the impulse began next to it
        R("GE-12SS-25 11>4>A", "no 14.2"),  # but 11 is not next to it
        R("GE-711-731 3>A>1", "no 14.2"),  # and there the move ends
        R("GE-711-731 A>B", "8.36A 1"),  # from zone to zone
        R("GE-711-731 A>B>12", "no 14.2"),
        R("GE-711-731 A>C", "no 8.33 14.2"),  # along arrows only
        R("GE-12SS-25 A>3>4", "8.36A 1"),  # out of a zone and on
        R("GE-12SS-25 A>3>A", "no 14.2"),  # but not back into it
        R("GE-12SS-25 A>3", "8.36A 1", "BR-56@A"),  # a Contested zone holds nobody
        R("GE-12SS-25 A>3>5", "no 8.371", "BR-56@A"),  # (the flood beyond does)
        R("GE-12SS-25 A>3", "8.36B 2", "BR-56@A 3=british"),
        R("GE-12SS-25 A>3", "8.36D 4", "BR-56@A BR-3-8@3"),
        R("GE-91-Art A>3", "8.36A 1", "BR-56@A"),
        R("GE-12SS-25 3>A", "8.36C 3", "BR-56@A:spent"),  # a zone costs what an area costs
        R("GE-711-731 3>A", "8.34 3", "BR-56@3"),  # out of a Contested area into a Free zone
    ),
    "18.3": (
        R("GE-709-919 53>52", "8.36D 4", "US-4-8@52", weather="overcast"),  # 3 + 1 MF: no Minimum Move needed
        R("GE-709-919 53>56>57>55>47", "8.36A 1", weather="overcast"),  # a fourth area
        R("GE-709-919 53>56>57>55", "8.36A 1"),  # three in Clear weather,
        R("GE-709-919 53>56>57>55>47", "no 8.32 8.36"),  # and no fourth
        R("US-82-505 50>49>48", "8.36B 2", weather="overcast"),  # 2 + 2 of 4
        R("US-82-505 50>49>48>46", "no 8.32 8.36", weather="overcast"),  # nothing is added for Allies
    ),
    "8.32, 8.22": (
        R("GE-91-1058 53>52", "no 8.32", "GE-91-1058@53:spent GE-709-919@53"),  # only Fresh units move
        R("GE-91-1058 53>52", "no 8.32", "GE-91-1058@53:disrupt_1 GE-709-919@53"),
        R("GE-91-1058 53>54", "no 8.2 8.22", "GE-709-919@52", active="52"),  # not in the Active Area
        R("US-4-8 52>53", "no 8.12 8.1", "GE-91-1058@53", active="53", side="german"),  # not in the enemy's impulse
    ),
}  # fmt: skip
ROWS = [
    pytest.param(row, id=f"{key} {number}: {row.move}")
    for key, rows in TABLE.items()
    for number, row in enumerate(rows)
]

_UNIT = re.compile(r"(\S+)@([^:]+)(?::(spent|disrupt_1|disrupt_2))?$")


def position(row: Row) -> Table:
    """The world of a row, at the start of the impulse."""
    unit, path = row.move.split()[:2]
    parts: list[dict[str, dict[str, str]]] = [place(unit, at=path.split(">")[0])]
    patch: dict[str, Any] = {"advantage": {"side": row.holder}}
    for token in row.world.split():
        if found := _UNIT.match(token):
            parts.append(place(found[1], at=found[2], level=found[3] or "fresh"))
            continue
        table = "rivers" if "~" in token else "bridges" if "-" in token else "areas"
        key, value = re.split("[=~]", token)
        patch.setdefault(table, {})[key] = {"control" if table == "areas" else "held": value}
    return day(*parts, side=row.side or ("german" if unit.startswith("GE") else "allied"), weather=row.weather, **patch)


def at_the_last_step(row: Row) -> tuple[Table, str, str, bool]:
    """Play all that comes before the step in question; returns the game, the unit, where to, and whether it wades."""
    unit, path, *word = row.move.split()
    start, *steps = path.split(">")
    game = position(row).do(f"impulse assault {row.active or start}")
    for text in (*row.first, *(f"march {unit} {step}" for step in steps[:-1])):
        play(game, text)
    return game, unit, steps[-1], bool(word)


def play(game: Table, text: str) -> None:
    """Play it; against aircraft a 6 is rolled, which stops nobody (8.4)."""
    if text.startswith("roll"):
        game.throw(text)
        return
    game.do(text)
    if text.startswith("march") and game.kind == "roll":
        game.throw("roll 6")


@pytest.mark.rule("8.33", "8.34", "8.35", "8.36", "8.36A", "8.36B", "8.36C", "8.36D", "8.36E", "8.37", "8.371", "8.372")
@pytest.mark.rule(
    "8.373", "8.374", "8.375", "8.38", "8.221", "14.2", "18.3", "7.1", "7.2", "7.3", "16.13", "8.32", "I-57", "I-77"
)
@pytest.mark.parametrize("row", ROWS)
def test_a_move_costs_or_is_refused(row: Row) -> None:
    game, unit, to, wade = at_the_last_step(row)
    text = f"march {unit} {to}{' wade' if wade else ''}"
    *rules, last = row.answer.split()
    if rules[0] == "no":
        allowed = {*rules[1:], last}
        assert game.why(text).rule in allowed, game.why(text)
        assert text not in game.options
        return
    tally = game.cost(unit, to, wade)
    assert int(tally) == int(last), tally
    cited = {term.rule for term in tally.terms}
    assert cited & set(rules), tally
    assert text in game.options
    before = game.used(unit)
    play(game, text)
    assert game.at(unit) == to
    assert game.used(unit) - before == int(last)


@pytest.mark.rule("8.221")
def test_the_surcharge_is_a_term_of_its_own() -> None:
    row = TABLE["8.221"][0]
    game, unit, to, _ = at_the_last_step(row)
    terms = {term.rule: int(term.value) for term in game.cost(unit, to).terms}
    assert terms["8.36B"] == 2
    assert terms["8.221"] == 1


def test_the_table_is_long_enough() -> None:
    assert len(ROWS) >= 150
