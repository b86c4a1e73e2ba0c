"""Beach scenarios: what they add to a scenario that is one model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from normandy_lab.beach.checks import check, notices
from normandy_lab.beach.compile import compile_setting
from normandy_lab.beach.schema import Document, rule_of
from normandy_lab.beach.setting import Setting
from normandy_lab.errors import Problem
from normandy_lab.model_scenario import ModelScenario


class Scenario(ModelScenario):
    """A beach scenario that has passed its checks.

    Examples
    --------
    >>> Scenario.load("beach/with_limit").with_({"artillery": {"shells": 0}}).in_force["artillery.shells"]
    0
    """

    SYSTEM = "beach"
    MODEL = Document

    @classmethod
    def check(cls, model: Any, origin: str) -> list[Problem]:
        return check(model, origin)

    @classmethod
    def notices_of(cls, model: Any) -> list[Problem]:
        return notices(model)

    @classmethod
    def rule_of(cls, key: str) -> str:
        return rule_of(key)

    @classmethod
    def compiled(cls, model: Any, digest: str, spec: Any) -> Setting:
        return compile_setting(model, digest, spec)

    def span(self) -> tuple[str, str]:
        """Its days are turns."""
        last = self.model.end.turn_limit
        return "turn 1", "no limit" if last == "none" else f"turn {last}"

    def summary(self) -> Mapping[str, Any]:
        model, setting = self.model, self.setting()
        limit, turns = model.replacements.limit, model.end.turn_limit
        return {
            "question": model.about.question,
            "standing": model.about.standing,
            "players": f"{setting.american_players} American, {setting.german_players} German",
            "squads": f"{len(setting.squads)} of {setting.size} figures",
            "bunkers": f"{len(setting.bunkers)}, {setting.dice} dice and {setting.shells} shells each",
            "table": f"{model.beach.width_per_german * model.players.german:g} inches wide, {len(setting.segments)} segments",
            "replacements": "no limit" if limit == "none" else f"{limit} for each {model.replacements.pool}",
            "turns": "no limit" if turns == "none" else f"{turns} at most",
            "digest": self.digest,
        }
