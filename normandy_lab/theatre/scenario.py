"""Theatre scenarios: what they add to a scenario that is one model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from normandy_lab.errors import Problem
from normandy_lab.model_scenario import ModelScenario
from normandy_lab.theatre.compile import check, compile_setting, notices
from normandy_lab.theatre.schema import Document, rule_of
from normandy_lab.theatre.setting import Setting


class Scenario(ModelScenario):
    """A theatre scenario that has passed its checks.

    Examples
    --------
    >>> Scenario.load("theatre/as_planned").with_({"landing": {"boxes": [6]}}).setting().boxes
    (6,)
    """

    SYSTEM = "theatre"
    MODEL = Document
    NAMED = ("sites", "ports", "targets", "batteries", "weather")

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
        """Its first and last day."""
        return self.model.clock.start, self.model.clock.end

    def summary(self) -> Mapping[str, Any]:
        model, setting = self.model, self.setting()
        sites = ", ".join(f"{site.name} {'Mulberry' if site.mulberry else 'minor port'}" for site in setting.sites)
        return {
            "question": model.about.question,
            "standing": model.about.standing,
            "days": f"{setting.turns}, from {model.clock.start} to {model.clock.end}",
            "locked": f"weather of {len(setting.locked)} days" if setting.locked else "",
            "beaches": f"{len(setting.boxes)} boxes, {sum(setting.boxes)} points a day in fair weather",
            "sites": sites or "none",
            "ports": ", ".join(f"{name} captured {port.captured}" for name, port in model.ports.items() if port.use),
            "targets": ", ".join(target.name for target in setting.targets),
            "digest": self.digest,
        }
