"""What can be asked of a summer: every ``decision.step``, one exact question each."""

from __future__ import annotations

from normandy_lab.core.decisions import Question

BEGIN, DEMOLISH, FLY, GUNS = "begin", "demolish", "fly", "guns"
WEATHER, STORM, WORKS, DEMOLITION, REPAIR = "weather", "storm", "works", "demolition", "repair"
BOMBS, RAIL, SHELLS, ROCKET, COAST = "bombs", "rail", "shells", "rocket", "coast"

STEPS = {
    BEGIN: Question("begin", ("begin", "end"), "which Mulberry or minor port to begin (CH 6.1)"),
    DEMOLISH: Question("demolish", ("demolish", "spare"), "whether the Germans demolish a port (CH 6.3)"),
    FLY: Question("fly", ("bomb", "interdict", "strategic", "end"), "which air units fly where (CH 3)"),
    GUNS: Question("guns", ("fire", "end"), "which ships fire at which hex (CH 1.3)"),
    WEATHER: Question("roll", ("roll",), "the weather of the day (CH 5)"),
    STORM: Question("roll", ("roll",), "what the storm does to a Mulberry (CH 6.2)"),
    WORKS: Question("roll", ("roll",), "whether a Mulberry or minor port is finished (CH 6.1)"),
    DEMOLITION: Question("roll", ("roll",), "how many levels are demolished (CH 6.3)"),
    REPAIR: Question("roll", ("roll",), "how many levels are repaired (CH 6.4)"),
    BOMBS: Question("roll", ("roll",), "the bombers at a hex (CH 1.4)"),
    RAIL: Question("roll", ("roll",), "rail cuts of the strategic mission (CH 4)"),
    SHELLS: Question("roll", ("roll",), "the ships at a hex (CH 1.3)"),
    ROCKET: Question("roll", ("roll",), "a rocket at a coastal hex (CH 1.3)"),
    COAST: Question("roll", ("roll",), "coastal artillery at a landing box (CH 1.5)"),
}
