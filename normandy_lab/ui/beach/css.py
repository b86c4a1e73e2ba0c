"""The style sheet of the beach lab, over that of every lab: sizes of the interface guide, projector included."""

from __future__ import annotations

from normandy_lab.ui.palette import COLOURS
from normandy_lab.ui.panels.css import style_sheet

_SHEET = """
.nl-side-american { background: @american; }
.nl-beach .nl-bar { align-items: center; gap: 8px; padding: 8px 14px; min-height: 58px; flex-wrap: wrap; overflow: visible; }
.nl-beach .nl-bar > .nl-barwords { flex: 1 1 300px; width: auto; }
.nl-phases { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; } .nl-phases b { font-size: 20px; margin-right: 18px; }
.nl-phases span { border: 1px solid var(--nl-rule); background: var(--nl-panel_tint); border-radius: 16px; padding: 6px 14px; font-size: 14px; }
.nl-phases .nl-now { background: var(--nl-primary); border-color: var(--nl-primary); color: var(--nl-primary_ink); font-weight: bold; }
.nl-phases .nl-todo { background: var(--nl-panel); color: var(--nl-ink_soft); }
.nl-beach .nl-bar .nl-facts { width: auto; flex: none; color: var(--nl-ink_soft); }
.nl-beach .nl-body { grid-template-columns: minmax(0, 1fr) clamp(390px, 30.5%, 480px); align-items: stretch; }
.nl-beach .nl-plan .nl-status { position: absolute; width: 1px; height: 1px; min-height: 0; padding: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; border: 0; }
.nl-beach .nl-plan { position: relative; padding: 0; overflow: hidden; } .nl-lab.nl-beach .nl-part .jupyter-button { flex: none; white-space: nowrap; } .nl-beach .nl-plan .nl-part { padding: 6px 14px; gap: 8px; align-items: center; overflow: visible; }
.nl-card { padding: 12px 16px; gap: 8px; overflow: visible; } .nl-card.nl-main { border: 2px solid var(--nl-primary); }
.nl-asked h3 { font: bold 21px/1.2 Arial, "Liberation Sans", sans-serif; margin: 0 0 2px; color: var(--nl-ink); display: flex; gap: 8px; align-items: center; }
.nl-asked h3 .nl-rule { margin-left: auto; } .nl-asked p { margin: 0; color: var(--nl-ink_soft); font-size: 14px; }
.nl-bigdice { display: flex; align-items: center; gap: 12px; margin: 8px 0 2px; flex-wrap: wrap; } .nl-bigdice > b { font-size: 24px; margin-left: auto; }
.nl-faces { display: inline-flex; gap: 8px; flex-wrap: wrap; } .nl-face { display: inline-block; border-radius: 8px; }
.nl-hitface { outline: 3px solid @hit; outline-offset: -1px; }
.nl-two { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; margin: 4px 0; }
.nl-two > div { border-left: 6px solid; padding-left: 10px; font-size: 13.5px; } .nl-two b { display: block; font-size: 22px; }
.nl-cap { font-weight: bold; color: var(--nl-ink_soft); margin-bottom: 4px; } .nl-soft { color: var(--nl-ink_soft); }
.nl-volley { display: grid; grid-template-columns: 5.6em 1fr auto; align-items: center; gap: 6px; font-size: 14.5px; padding: 3px 0; }
.nl-shells { border-top: 1px solid var(--nl-rule); margin-top: 6px; padding-top: 6px; font-size: 14.5px; line-height: 1.55; }
.nl-pennies { display: flex; align-items: center; gap: 8px; flex-wrap: wrap; font-size: 14.5px; margin-bottom: 4px; }
.nl-penny { width: 30px; height: 30px; border-radius: 50%; background: var(--nl-penny); color: #fff; border: 2px solid #7A1A14; display: inline-flex;
  align-items: center; justify-content: center; font-weight: bold; font-size: 14px; } .nl-nopenny { background: none; border: 2px dashed var(--nl-ink); }
.nl-says { padding: 12px 18px; min-height: 62px; } .nl-says b { font-size: 21px; line-height: 1.25; } .nl-says p { margin: 2px 0 0; font-size: 14px; color: var(--nl-ink_soft); }
.nl-lab .nl-steprow { display: flex; flex-flow: row wrap; gap: 8px; padding: 10px 12px; overflow: visible; align-items: center; }
.nl-lab .nl-steprow .jupyter-button { flex: 1 1 84px; min-height: 40px; font-size: 14px; padding: 4px 6px; }
.nl-lab .nl-squadrow { display: flex; flex-flow: row wrap; gap: 6px; overflow: visible; padding: 2px; } .nl-lab .nl-squadrow .jupyter-button { min-width: 44px; }
.nl-lab .nl-ranges { display: grid; grid-template-columns: repeat(4, 1fr); gap: 6px; overflow: visible; padding: 2px; }
.nl-lab .nl-ranges .jupyter-button { padding: 6px 2px; min-height: 48px; white-space: pre-line; }
.nl-lab .nl-guessbox { border: 2px dashed var(--nl-ink); border-radius: 6px; padding: 8px 12px; gap: 6px; overflow: visible; }
.nl-lab .jupyter-button.nl-showodds { background: var(--nl-vp); border-color: var(--nl-ink); color: var(--nl-vp_ink); width: 100%; }
.nl-lab .jupyter-button.nl-right { background: @rightbg; border: 2px solid @american; }
.nl-beach .nl-options { max-height: 210px; } .nl-beach .nl-dicepanel { border: 0; padding: 0; }
.nl-lab.nl-beach .nl-oddsbox table.nl-table td { white-space: normal; } .nl-lab.nl-beach .nl-oddsbox table.nl-table td.nl-num { white-space: nowrap; }
.nl-questioncard { padding: 16px 20px; gap: 12px; border: 3px solid var(--nl-primary); overflow: visible; }
.nl-lab .nl-question .widget-html-content { font: bold 34px/1.25 Arial, "Liberation Sans", sans-serif; } .nl-lab.nl-projector .nl-question .widget-html-content { font-size: 58px; }
.nl-board { border: 2px dashed var(--nl-ink); border-radius: 6px; padding: 8px 12px; gap: 8px; overflow: visible; }
.nl-study { gap: 6px; overflow: visible; } .nl-study .nl-status { border: 0; padding: 2px 0; } .nl-study h2 { font-size: 20px; margin: 8px 0; } .nl-study h3 { font-size: 16px; margin: 10px 0 4px; }
.nl-lab .nl-study table.nl-table th, .nl-lab .nl-study table.nl-table td { font-size: inherit; padding: 4px 8px; } .nl-lab .nl-study .nl-manyresult .widget-html-content { font-size: 14px; }
.nl-lab.nl-projector .nl-study .nl-manyresult .widget-html-content { font-size: 24px; }
.nl-setup { padding: 12px 16px; gap: 8px; } .nl-setup .nl-fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(240px, 1fr)); gap: 6px 14px; }
.nl-beach .nl-setup .nl-labelled > .widget-html { width: 140px; font-weight: normal; }
.nl-debrief { padding: 12px 16px; gap: 8px; } .nl-debrief iframe { width: 100%; height: 620px; border: 1px solid var(--nl-rule); border-radius: 4px; background: #fff; }
.nl-debrief a.nl-download { color: var(--nl-link); font-weight: bold; }
@container nl (max-width: 1100px) { .nl-beach .nl-body { grid-template-columns: minmax(0, 1fr); } }

/* projector */
.nl-beach.nl-projector { padding: 0 0 8px; gap: 0; background: var(--nl-panel); }
.nl-beach.nl-projector .nl-bar { background: var(--nl-ink); color: #fff; border-radius: 0; border: 0; padding: 8px 26px; }
.nl-beach.nl-projector .nl-bar .widget-html, .nl-beach.nl-projector .nl-bar .widget-html-content { color: #fff; }
.nl-beach.nl-projector .nl-bar .nl-facts { font-size: 20px; } .nl-beach.nl-projector .nl-phases b { font-size: 26px; color: #fff; }
.nl-beach.nl-projector .nl-phases span { display: none; } .nl-beach.nl-projector .nl-phases .nl-now { display: inline; font-size: 24px; border-radius: 24px; padding: 4px 20px;
  background: #fff; color: var(--nl-ink); }
.nl-beach.nl-projector .nl-bar .jupyter-button { min-height: 44px; font-size: 18px; }
.nl-beach.nl-projector .nl-body { grid-template-columns: minmax(0, 900fr) minmax(440px, 700fr); gap: 0; }
.nl-beach.nl-projector .nl-left { border-right: 3px solid var(--nl-ink); gap: 0; } .nl-beach.nl-projector .nl-panel { border: 0; border-radius: 0; }
.nl-beach.nl-projector .nl-right { gap: 0; padding: 8px 22px; }
.nl-beach.nl-projector .nl-card { padding: 8px 4px; } .nl-beach.nl-projector .nl-card.nl-main { border: 0; }
.nl-beach.nl-projector .nl-asked h3 { font-size: 30px; } .nl-beach.nl-projector .nl-asked p { font-size: 22px; }
.nl-beach.nl-projector .nl-bigdice > b { font-size: 44px; } .nl-beach.nl-projector .nl-two b { font-size: 40px; } .nl-beach.nl-projector .nl-two > div { font-size: 21px; }
.nl-beach.nl-projector .nl-says { min-height: 150px; padding: 18px 26px; border-top: 3px solid var(--nl-ink); }
.nl-beach.nl-projector .nl-says b { font-size: 36px; } .nl-beach.nl-projector .nl-says p { font-size: 26px; color: var(--nl-ink); line-height: 1.3; }
.nl-beach.nl-projector .nl-volley, .nl-beach.nl-projector .nl-shells, .nl-beach.nl-projector .nl-pennies { font-size: 21px; }
.nl-beach.nl-projector .nl-soft, .nl-beach.nl-projector .nl-cap { font-size: 21px; color: var(--nl-ink); }
.nl-beach.nl-projector .nl-penny { width: 44px; height: 44px; font-size: 21px; }
.nl-beach.nl-projector .jupyter-button { font-size: 22px; min-height: 60px; border-width: 2px; border-color: var(--nl-ink); }
.nl-beach.nl-projector .jupyter-button.nl-primary { font-size: 26px; }
.nl-lab.nl-beach.nl-projector .nl-steprow .jupyter-button { font-size: 22px; min-height: 60px; flex: 1 1 150px; }
.nl-beach.nl-projector .nl-box, .nl-beach.nl-projector .nl-status, .nl-beach.nl-projector .nl-labelled .widget-html { font-size: 21px; }
.nl-lab.nl-beach.nl-projector select, .nl-lab.nl-beach.nl-projector input[type=text] { font-size: 21px; height: 48px; }
.nl-lab.nl-beach.nl-projector .widget-checkbox label { font-size: 21px; } .nl-beach.nl-projector table.nl-table { font-size: 21px; }
.nl-lab.nl-beach.nl-projector table.nl-table td { white-space: normal; font-size: 21px; }
.nl-beach.nl-projector .nl-log, .nl-beach.nl-projector .nl-time { display: none; }
.nl-beach.nl-projector .nl-options { max-height: 340px; }
"""

GREEN = "#3E5F31"
RIGHT = "#E4EFD8"


def beach_sheet() -> str:
    """Both sheets as ``<style>`` elements."""
    own = _SHEET.replace("@american", GREEN).replace("@rightbg", RIGHT).replace("@hit", COLOURS["out_repulsed"])
    return f"{style_sheet()}<style>{own}</style>"
