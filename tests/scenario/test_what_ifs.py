"""The vocabulary reaches the questions that people ask: one-lever what-ifs, each a sound patch of d_day."""

from __future__ import annotations

from typing import Any

import pytest

from normandy_lab.breakout.scenario import compile_setting, diff, load_scenario

D_DAY = load_scenario("d_day")
ORNE = ("7-8", "9-10", "9-15", "6-9", "1-2", "2-7", "4-5", "13-14", "13-22")
CAUSEWAYS = ("50-51", "49-50", "44-50", "45-49", "31-33")
FIFTEENTH_ARMY = {
    f"GE-15A{n}-{row}": {
        "copy_of": f"GE-346-{row}",
        "division": f"15A {n}",
        "enters": {"date": f"Jun-{day:02}", "at": "A"},
    }
    for n, day in ((1, 9), (2, 11), (3, 13))
    for row in ("857", "858", "Art")
}

# Patch, and how many rows it changes.
WHAT_IFS: dict[str, tuple[dict[str, Any], int]] = {
    "a clear week": ({"weather": {"dawn": {"Jun-09": "clear", "Jun-11": "clear"}, "lock": True}}, 3),
    "no Utah landing": ({"units": {"US 4/*": {"enters": {"date": "Jun-07", "at": "Omaha"}},
                                   "US 90/*": {"enters": {"date": "Jun-07", "at": "Omaha"}},
                                   "US-101-327": {"enters": {"date": "Jun-07", "at": "Omaha"}}},
                         "rules": {"beaches_not_assaulted": ["Utah"]}}, 10),
    "no American drop": ({"units": {"US 82 AB/*": {"remove": True}, "US 101 AB/*": {"remove": True}}}, 8),
    "the drop comes by sea": ({"units": {"US 82 AB/*": {"enters": {"date": "Jun-08", "at": "Utah"}}}}, 4),
    "the drop a day later": ({"units": {"US-82-507": {"enters": {"date": "Jun-07", "at": 49}}}}, 1),
    "a tight drop": ({"rules": {"drop_attack_and_secure": True}}, 1),
    "a scattered drop": ({"rules": {"drop_arrives": "spent"}}, 1),
    "a long bombardment": ({"rules": {"naval_shoots_before_landing": 2, "naval_attack": {"Omaha": 12}}}, 2),
    "the 352nd at St. Lo": ({"units": {"GE-352-916": {"at": "St. Lo"}, "GE-352-Art": {"at": "St. Lo"}}}, 2),
    "no guns at Grandcamp": ({"units": {"GE-CA-Grandcamp": {"remove": True}}}, 1),
    "more guns at Grandcamp": ({"units": {"GE-CA-X": {"copy_of": "GE-CA-Grandcamp"}}}, 1),
    "Utah at the planned place": ({"units": {"GE-709-1-919": {"at": "Montebourg"}, "GE-709-919": {"at": "Utah"}},
                                   "areas": {"Utah": {"fort": 3}}}, 3),
    "the Orne bridges blown": ({"bridges": {border: {"held": "destroyed"} for border in ORNE}}, 9),
    "no Mulberries": ({"mulberries": {"enabled": False}}, 1),
    "panzers on the coast": ({"units": {"12 SS Pz/*": {"at": "Isigny"}, "Pz Lehr/*": {"at": "Tilly"}}}, 10),
    "panzers released at dawn": ({"units": {"12 SS Pz/*": {"at": 3}, "Pz Lehr/*": {"enters": {"date": "Jun-06", "at": "B"}}}}, 10),
    "21st Panzer at first light": ({"units": {"GE-21Pz-125": {"at": "Troarn"}, "GE-21Pz-Art": {"at": "Caen"}},
                                    "advantage": {"side": "german"}}, 3),
    "Fifteenth Army marches": ({"units": FIFTEENTH_ARMY, "supply": {"german": {"depots": 8}}}, 10),
    "deeper floods": ({"borders": {border: {"kind": "flooded"} for border in CAUSEWAYS},
                       "bridges": {border: {"held": "destroyed"} for border in CAUSEWAYS}}, 5),
    "fewer craft": ({"rules": {"first_wave_cap": 4, "fort_value": 1}}, 7),
    "another threshold": ({"victory": {"required": {"Jun-12": 9}, "bid": "-0.5", "areas": ["Caen", "Bayeux"]}}, 3),
}  # fmt: skip


@pytest.mark.parametrize(("patch", "rows"), WHAT_IFS.values(), ids=WHAT_IFS)
def test_a_what_if_is_a_small_patch(patch: dict[str, Any], rows: int) -> None:
    spec = D_DAY.with_(patch)
    assert len(diff(D_DAY, spec)) == rows
    assert compile_setting(spec).digest != compile_setting(D_DAY).digest
