"""The style sheet of the lab: sizes and spaces of the interface guide, colours from the palette."""

from __future__ import annotations

from normandy_lab.ui.palette import COLOURS

SANS = 'Arial, "Liberation Sans", sans-serif'
MONO = '"Liberation Mono", "DejaVu Sans Mono", monospace'
RULE_BG = "#E8F0F8"  # behind rule tags; `link` on it has a contrast of 6.8
SIDE_INK = {"german": COLOURS["wehrmacht"], "allied": COLOURS["us"], "chance": COLOURS["ink_soft"]}

_SHEET = """
.nl-lab { container-type: inline-size; container-name: nl; width: 100%; margin: 0; padding: 8px 12px 12px; gap: 8px;
  background: var(--nl-paper); color: var(--nl-ink); font: 13px/1.35 @sans; border-radius: 6px; overflow: hidden; }
.nl-lab * { box-sizing: border-box; }
.nl-lab .widget-html, .nl-lab .widget-html-content, .nl-lab .jupyter-widgets { font-family: @sans; color: var(--nl-ink);
  line-height: 1.35; margin: 0; }
.nl-lab .widget-html-content { width: 100%; font-size: 13px; }
.nl-lab .widget-html { height: auto; width: 100%; }
.nl-style, .nl-lab .nl-off { display: none !important; }
.nl-panel { background: var(--nl-panel); border: 1px solid var(--nl-rule); border-radius: 6px; }
.nl-sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.nl-lab .nl-rule.nl-rule { font: 11.5px/1 @mono; color: var(--nl-link); background: @rule; border-radius: 3px; padding: 1px 4px;
  white-space: nowrap; cursor: help; }
.nl-side { display: inline-block; min-width: 52px; text-align: center; border-radius: 3px; padding: 1px 6px; color: #fff;
  font-size: 11.5px; font-weight: bold; }
.nl-side-german { background: @german; } .nl-side-allied { background: @allied; } .nl-side-chance { background: @chance; }
.nl-small { font-size: 11.5px; color: var(--nl-ink_soft); }
.nl-num { text-align: right; font-variant-numeric: tabular-nums; }

.nl-lab .jupyter-button, .nl-lab .widget-toggle-button { height: auto; min-height: 28px; width: auto; margin: 0; padding: 4px 12px;
  font: bold 13px/1.25 @sans; color: var(--nl-ink); background: var(--nl-panel); border: 1px solid var(--nl-ink_soft);
  border-radius: 4px; box-shadow: none; white-space: normal; text-align: center; overflow: visible; }
.nl-lab .jupyter-button:hover:enabled { background: var(--nl-panel_tint); box-shadow: none; }
.nl-lab .jupyter-button:disabled { color: var(--nl-ink_soft); opacity: .75; border-color: var(--nl-rule); cursor: not-allowed; }
.nl-lab .jupyter-button.nl-primary { background: var(--nl-primary); border-color: var(--nl-primary); color: var(--nl-primary_ink);
  font-size: 15px; padding: 8px 16px; min-height: 38px; }
.nl-lab .jupyter-button.nl-primary:hover:enabled { background: #16304F; }
.nl-lab .jupyter-button.nl-primary:disabled { background: var(--nl-panel_tint); color: var(--nl-ink_soft); border-color: var(--nl-rule); opacity: 1; }
.nl-lab .jupyter-button.mod-active, .nl-lab .jupyter-button.nl-on { background: var(--nl-primary); color: var(--nl-primary_ink);
  border-color: var(--nl-primary); }
.nl-lab .jupyter-button.mod-active:hover:enabled { background: #16304F; }
.nl-lab button:focus-visible, .nl-lab input:focus-visible, .nl-lab select:focus-visible, .nl-lab textarea:focus-visible,
.nl-lab summary:focus-visible, .nl-lab [tabindex]:focus-visible { outline: 2px solid var(--nl-ink) !important; outline-offset: 2px; }
.nl-lab input[type=text], .nl-lab select { font: 13px @sans; color: var(--nl-ink); background: var(--nl-panel);
  border: 1px solid var(--nl-ink_soft); border-radius: 4px; height: 30px; }
.nl-lab .widget-text, .nl-lab .widget-dropdown, .nl-lab .widget-checkbox { margin: 0; height: auto; width: auto; }
.nl-lab .widget-label, .nl-lab .widget-checkbox label { color: var(--nl-ink); font-size: 13px; }

/* clock bar */
.nl-clock { min-height: 64px; }
.nl-clockbar { display: flex; flex-wrap: wrap; min-height: 62px; }
.nl-clockbar > div { padding: 8px 14px; border-right: 1px solid var(--nl-rule); box-shadow: 0 -1px var(--nl-rule); display: flex; flex-direction: column;
  justify-content: center; gap: 3px; }
.nl-clockbar > div:first-child { min-width: 110px; max-width: 160px; } .nl-clockbar b { line-height: 1.15; text-wrap: balance; } .nl-clockbar > div:nth-child(n + 3) > * { white-space: nowrap; } .nl-clockbar > div:last-child { border-right: 0; flex-grow: 1; } .nl-clockbar .nl-grow { flex: 1000 1 auto; }
.nl-clockbar b { font-size: 16px; } .nl-clockbar .nl-date b { font-size: 20px; white-space: nowrap; }
.nl-steps, .nl-track { display: flex; gap: 0; }
.nl-steps span { border: 1px solid var(--nl-rule); border-left-width: 0; background: var(--nl-panel_tint); padding: 2px 8px; font-size: 12.5px; }
.nl-steps span:first-child { border-left-width: 1px; border-radius: 4px 0 0 4px; } .nl-steps span:last-child { border-radius: 0 4px 4px 0; }
.nl-steps .nl-now { background: var(--nl-primary); color: var(--nl-primary_ink); font-weight: bold; border-color: var(--nl-primary); }
.nl-steps .nl-todo { background: var(--nl-panel); color: var(--nl-ink_soft); }
.nl-track { gap: 2px; } .nl-track span { min-width: 20px; height: 22px; line-height: 20px; text-align: center; border: 1px solid var(--nl-rule);
  border-radius: 3px; font-size: 12px; padding: 0 3px; }
.nl-track .nl-now { background: var(--nl-vp); border: 2px solid var(--nl-ink); line-height: 18px; font-weight: bold; color: var(--nl-vp_ink); }

.nl-track i { display: block; height: 13px; line-height: 13px; font-style: normal; } .nl-track span { height: 36px; } .nl-track.nl-days span { height: 18px; line-height: 16px;
  min-width: 18px; font-size: 11px; } .nl-track .nl-was { background: var(--nl-panel_tint); } .nl-dusk.nl-dusk { font-size: 11px; border: 1px solid var(--nl-ink); border-radius: 2px; padding: 0 2px; margin-left: 1px; }
.nl-lab .nl-track span:has(.nl-dusk) { min-width: 29px; white-space: nowrap; }
.nl-clockbar .nl-small { font-weight: normal; grid-column: 1 / -1; } .nl-clockbar .nl-sunset b { font-size: 14px; } .nl-lab .nl-clockbar > div.nl-pairs { display: grid; grid-template-columns: auto auto;
  place-content: center start; align-items: baseline; gap: 1px 8px; } .nl-clockbar .nl-pairs b { font-size: 14px; }

/* body */
.nl-body { display: grid; grid-template-columns: minmax(0, 1fr) clamp(390px, 31%, 466px); gap: 8px; align-items: stretch; }
.nl-left, .nl-right { gap: 8px; min-width: 0; width: 100%; } .nl-left > *, .nl-right > * { flex: none; } .nl-left > .nl-log { flex: 1 0 auto; } .nl-right { container-type: inline-size; container-name: nlright; }
.nl-mapcard { container-type: inline-size; }
.nl-layers { min-height: 36px; padding: 4px 8px; gap: 5px; align-items: center; background: var(--nl-panel_tint); flex-wrap: wrap;
  border-radius: 6px 6px 0 0; border-bottom: 1px solid var(--nl-rule); overflow: visible; }
.nl-layers .nl-title { width: auto; } .nl-layers .nl-gap { flex: 1 1 8px; width: auto; }
.nl-lab .nl-layers .jupyter-button { border-radius: 14px; padding: 3px 8px; font-weight: normal; }
.nl-lab .nl-layers .nl-labelled { gap: 4px; } .nl-lab .nl-layers .nl-goto { width: 108px; min-width: 0; flex: none; margin: 0; }
.nl-dicepanel { padding: 6px 14px; gap: 6px; overflow: visible; } .nl-dicepanel p { margin: 4px 0; }
.nl-lab .nl-layers .jupyter-button.mod-active { font-weight: bold; }
.nl-mapcard { overflow: hidden; gap: 0; } .nl-lab:has(.nl-box.nl-error) .nl-mapcard { border-color: var(--nl-error_ink); } .nl-map { width: 100%; overflow: hidden; }
.nl-map > div, .nl-map .jupyter-widgets { width: 100%; margin: 0; }
.nl-status { padding: 4px 12px; border-top: 1px solid var(--nl-rule); min-height: 26px; }

/* decision */
.nl-decision { gap: 8px; padding: 0 14px 14px; overflow: visible; } .nl-head { display: flex; align-items: center; }
.nl-head { background: var(--nl-primary); color: var(--nl-primary_ink); margin: 0 -14px 0; padding: 6px 14px; border-radius: 5px 5px 0 0;
  font-weight: bold; display: flex; gap: 6px; } .nl-head span:first-child { flex: 1; }
.nl-what h3 { font: bold 20px/1.2 @sans; margin: 8px 0 2px; color: var(--nl-ink); } .nl-what p { margin: 0; color: var(--nl-ink_soft); }
.nl-rows { border-top: 1px solid var(--nl-rule); padding: 8px 3px 3px; width: 100%; gap: 4px; max-height: 340px; overflow-y: auto; }
.nl-lab .nl-groups { display: flex; flex-flow: row wrap; gap: 4px; overflow: visible; }
.nl-lab .nl-groups .jupyter-button { font-weight: normal; padding: 3px 8px; min-height: 26px; }
.nl-units { display: grid; grid-template-columns: 1fr 1fr; gap: 4px 8px; }
.nl-unit { align-items: center; gap: 6px; min-height: 40px; overflow: visible; } .nl-unit > .widget-html { width: 36px; flex: none; }
.nl-unit .widget-checkbox label { display: flex; align-items: center; gap: 6px; white-space: normal; line-height: 1.2; font-size: 12.5px; }
.nl-unit .widget-checkbox { min-width: 0; flex: 1; } .nl-lab .nl-unit .widget-label-basic { width: auto; }
.nl-unit input[type=checkbox] { width: 20px; height: 20px; flex: none; margin: 2px; accent-color: var(--nl-select); }
.nl-whos { display: grid; grid-template-columns: repeat(auto-fill, minmax(132px, 1fr)); gap: 4px 8px; margin: 2px 0 6px; }
.nl-who { display: flex; align-items: center; gap: 6px; font-size: 12.5px; line-height: 1.15; } .nl-who svg { flex: none; }
.nl-denied { color: var(--nl-ink_soft); } .nl-denied .nl-pic { opacity: .5; }
.nl-lab .nl-option.jupyter-button { width: 100%; text-align: left; font-weight: normal; border-color: var(--nl-rule); padding: 6px 10px; min-height: 30px; flex: none; white-space: pre-wrap; }
.nl-lab .nl-option.jupyter-button:hover:enabled { background: var(--nl-panel_tint); border-color: var(--nl-ink_soft); }
.nl-lab .nl-buttons { display: flex; flex-flow: row wrap; gap: 8px; align-items: center; overflow: visible; padding: 2px; }
.nl-lab .nl-buttons .nl-primary { flex: 1 1 200px; }
.nl-lab .nl-drop .widget-dropdown { min-width: 104px; }
.nl-lab .nl-labelled { align-items: center; gap: 8px; overflow: visible; padding: 2px; } .nl-labelled .widget-html { width: auto; flex: none; font-weight: bold; }
.nl-labelled .widget-dropdown, .nl-labelled .widget-text { flex: 1; min-width: 60px; }
.nl-box { border-radius: 4px; padding: 8px 10px; } .nl-refusal { background: var(--nl-warn_bg); color: var(--nl-warn_ink); border: 1px solid var(--nl-warn_ink); }
.nl-error { background: var(--nl-error_bg); color: var(--nl-error_ink); border: 1px solid var(--nl-error_ink); }
.nl-info { background: var(--nl-panel_tint); border: 1px solid var(--nl-rule); }
.nl-box details { margin-top: 4px; } .nl-box pre { font: 11px/1.3 @mono; white-space: pre-wrap; margin: 4px 0 0; color: inherit; background: none; }

/* odds */
.nl-odds { padding-bottom: 10px; gap: 6px; } .nl-odds.nl-folded .nl-oddsbody { display: none; }
.nl-barhead { background: var(--nl-panel_tint); border-bottom: 1px solid var(--nl-rule); padding: 4px 14px; border-radius: 6px 6px 0 0; align-items: center;
  gap: 6px; min-height: 34px; overflow: visible; } .nl-barhead .widget-html { flex: 1; }
.nl-lab .nl-barhead .jupyter-button { border-radius: 14px; padding: 2px 12px; min-height: 26px; }
.nl-odds .nl-oddsbody { padding: 0 14px; }
.nl-lab .nl-supply table.nl-table td { white-space: normal; padding: 2px 5px; } .nl-lab .nl-supply table.nl-table th { padding: 2px 5px; }
.nl-three { display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 8px; margin: 6px 0; }
.nl-three > div { border-left: 4px solid; padding-left: 8px; font-size: 12.5px; color: var(--nl-ink_soft); } .nl-three b { display: block; font-size: 21px; color: var(--nl-ink); }
.nl-terms { display: grid; grid-template-columns: 1fr 1fr; gap: 14px; align-items: start; } .nl-lab .nl-terms table, .nl-lab table.nl-table { border-collapse: collapse; width: 100%; font-size: 12.5px; margin: 0;
  border: 0; } .nl-terms caption { text-align: left; font-size: 13px; padding: 4px 0; border-bottom: 1px solid var(--nl-rule); color: var(--nl-ink); caption-side: top; }
.nl-terms caption b { font-size: 16px; } .nl-lab .nl-terms td { border: 0; border-bottom: 1px solid var(--nl-rule); padding: 3px 2px; vertical-align: top; background: none; text-align: left;
  white-space: normal; max-width: none; } .nl-lab .nl-terms td:first-child, .nl-lab .nl-terms td:last-child { text-align: right; white-space: nowrap; } .nl-lab .nl-terms tr { background: none; } .nl-terms td:first-child { width: 26px; } .nl-terms table { table-layout: auto; }

.nl-lab .nl-changes { margin-top: 8px; } .nl-lab .nl-changes caption { text-align: left; font-weight: bold; caption-side: top; color: var(--nl-ink); padding: 2px 0; }
.nl-lab .nl-changes td, .nl-lab .nl-changes th { padding: 2px 4px !important; } .nl-lab .nl-changes td:first-child { white-space: normal !important; }
.nl-lab .nl-waytable td { white-space: normal !important; padding: 2px 5px !important; } .nl-lab .nl-waytable td.nl-num, .nl-waytable td.nl-sum > span { white-space: nowrap !important; } .nl-lab .nl-waytable td.nl-sum { min-width: 92px; } .nl-lab .nl-waytable td:first-child { min-width: 120px; } .nl-warnwords { color: var(--nl-warn_ink); }
.nl-lab .nl-way { margin-top: 6px; color: var(--nl-ink); } .nl-terms.nl-one { grid-template-columns: 1fr; } .nl-lab .nl-day { gap: 4px; overflow: visible; } .nl-lab .nl-picks { margin: 0; }

/* log */
.nl-log { flex-flow: row; } .nl-loghead { width: 74px; flex: none; padding: 8px 10px; background: var(--nl-panel_tint); border-right: 1px solid var(--nl-rule);
  border-radius: 6px 0 0 6px; gap: 4px; overflow: visible; } .nl-lab .nl-loghead .jupyter-button { padding: 2px 8px; font-weight: normal; min-height: 24px; }
.nl-lab .nl-loglines { flex: 1; min-width: 0; height: auto; align-self: stretch; position: relative; min-height: 106px; }
.nl-lab .nl-loglines .widget-html-content { height: 100%; } .nl-log.nl-open .nl-loglines { min-height: 420px; }
.nl-lines { position: absolute; inset: 0; overflow-y: auto; display: flex; flex-direction: column-reverse; }
.nl-line { flex: none; display: grid; grid-template-columns: 3em 5em minmax(0, 1fr) auto; gap: 6px; align-items: center; min-height: 26px; padding: 2px 10px; font-size: 12.5px;
  border-bottom: 1px solid var(--nl-rule); } .nl-line .nl-moment { font: 11.5px @mono; color: var(--nl-ink_soft); } .nl-line.nl-last { background: var(--nl-warn_bg); margin-bottom: auto; }
.nl-line .nl-dice { white-space: nowrap; } .nl-over .nl-last { font-weight: bold; }
.nl-changed { background: var(--nl-warn_bg); color: var(--nl-warn_ink); border-radius: 3px; padding: 1px 5px; cursor: help; }
.nl-later { font-weight: normal; font-size: 12px !important; color: var(--nl-ink_soft); white-space: nowrap; }

/* time strip */
.nl-strip { min-height: 46px; padding: 6px 12px; gap: 8px; align-items: center; flex-wrap: wrap; overflow: visible; }
.nl-strip .widget-hslider { width: auto; margin: 0 8px; height: 20px; flex: none; } .nl-lab .nl-scrubbox { padding: 0 8px; } .nl-strip .nl-where { width: auto; max-width: 260px; }
.nl-strip .widget-text { width: 150px; }
.nl-strip .widget-readout { display: none; }
.nl-resume { align-items: center; gap: 8px; padding: 8px 14px; background: var(--nl-warn_bg); border: 1px solid var(--nl-warn_ink); border-radius: 6px; flex-wrap: wrap; overflow: visible; }
.nl-resume .widget-html { flex: 1; }
.nl-tables { padding: 8px 14px; gap: 6px; max-height: 420px; } .nl-tablebody { overflow: auto; }
.nl-lab table.nl-table th { position: sticky; top: 0; background: var(--nl-panel_tint); text-align: left; padding: 3px 8px; border-bottom: 1px solid var(--nl-rule); font-size: 12.5px; }
.nl-lab table.nl-table td { padding: 3px 8px; border-bottom: 1px solid var(--nl-rule); text-align: left; white-space: nowrap; background: none; max-width: none; }
.nl-lab table.nl-table td.nl-num { text-align: right; } .nl-lab table.nl-table tr.nl-here { background: var(--nl-warn_bg); }
.nl-die-row { align-items: center; gap: 6px; flex-wrap: wrap; overflow: visible; padding: 2px; } .nl-die-row .widget-html { width: auto; }
.nl-lab .nl-die.jupyter-button { width: 36px; padding: 2px; min-height: 36px; font-size: 17px; } .nl-lab .nl-die.nl-open.jupyter-button { border-style: dashed; }
.nl-keys { padding: 8px 14px; gap: 6px; overflow: visible; } .nl-lab .nl-keys .widget-checkbox { width: auto; }
.nl-lab .nl-stepback.jupyter-button, .nl-lab .nl-stepon.jupyter-button { padding: 2px 9px; font-size: 16px; } .nl-keys dl { columns: 3; margin: 0; } .nl-keys dt { font-weight: bold; } .nl-keys dd { margin: 0 0 4px 0; }

@container nl (max-width: 1540px) {
  .nl-clockbar > div { padding: 6px 9px; } .nl-clockbar .nl-date b { font-size: 17px; } .nl-steps span { padding: 2px 5px; } .nl-track { gap: 1px; } .nl-track span { min-width: 17px; padding: 0 2px; }
}
@container nl (max-width: 1320px) {
  .nl-clockbar > div { padding: 6px 9px; } .nl-clockbar b { font-size: 14px; } .nl-clockbar .nl-date b { font-size: 17px; }
  .nl-steps span { padding: 2px 4px; font-size: 12px; } .nl-track { gap: 1px; } .nl-track span { min-width: 15px; padding: 0 1px; font-size: 11px; }
  .nl-lab .nl-layers .jupyter-button { padding: 3px 6px; font-size: 12px; } .nl-lab .nl-layers { gap: 3px; padding: 4px 5px; } .nl-lab .nl-layers .nl-goto { width: 78px; } .nl-lab .nl-layers .nl-goto input[type=text] { font-size: 12px; padding: 0 4px !important; letter-spacing: -.2px; } .nl-lab .nl-layers .nl-title { display: none; }
}
@container nl (max-width: 1060px) {
  .nl-body { grid-template-columns: minmax(0, 1fr); }
}
@container nlright (max-width: 425px) { .nl-units { grid-template-columns: 1fr; } .nl-lab .nl-drop .nl-labelled { flex-wrap: wrap; } }
@container nl (max-width: 700px) { .nl-units { grid-template-columns: 1fr; } .nl-terms { grid-template-columns: 1fr; } }

/* projector */
.nl-projector { font-size: 22px; } .nl-projector .nl-body { grid-template-columns: minmax(0, 900fr) minmax(0, 700fr); }
.nl-lab.nl-projector .widget-html-content, .nl-lab.nl-projector .jupyter-button, .nl-lab.nl-projector .widget-checkbox label,
.nl-lab.nl-projector select, .nl-lab.nl-projector .nl-unit .widget-checkbox label { font-size: 22px; height: auto; }
.nl-lab.nl-projector .nl-loghead { width: 120px; } .nl-lab.nl-projector .nl-line, .nl-lab.nl-projector .nl-terms table { font-size: 20px; } .nl-lab.nl-projector .nl-rule, .nl-projector .nl-small, .nl-projector .nl-side { font-size: 18px; }
.nl-projector .nl-who { font-size: 20px; } .nl-projector .nl-whos { grid-template-columns: repeat(auto-fill, minmax(190px, 1fr)); }
.nl-projector .nl-who svg { width: 52px; height: 52px; } .nl-lab.nl-projector .nl-line .nl-moment { font-size: 18px; } .nl-projector .nl-terms caption { font-size: 20px; }
.nl-projector .nl-terms caption b { font-size: 26px; } .nl-lab.nl-projector .nl-clockbar b { font-size: 19px; } .nl-lab.nl-projector .nl-steps span { font-size: 16px; padding: 2px 5px; }
.nl-lab.nl-projector .nl-clockbar > div { padding: 6px 9px; font-size: 17px; } .nl-lab.nl-projector .nl-clockbar .nl-rule { font-size: 15px; }
.nl-projector .nl-what h3 { font-size: 30px; } .nl-projector .nl-three b { font-size: 40px; } .nl-projector .nl-three > div { font-size: 20px; }
.nl-lab.nl-projector .jupyter-button.nl-primary { font-size: 26px; min-height: 60px; } .nl-lab.nl-projector .jupyter-button { min-height: 48px; border-width: 2px; }
.nl-projector .nl-units { grid-template-columns: 1fr; } .nl-projector .nl-panel { border: 2px solid var(--nl-ink); } .nl-lab.nl-projector .nl-loglines { min-height: 150px; }
.nl-lab.nl-projector .nl-layers .jupyter-button { font-size: 17px; padding: 3px 8px; min-height: 40px; } .nl-lab.nl-projector .nl-layers .nl-title { display: none; }
.nl-lab.nl-projector .nl-decision .nl-buttons .nl-primary { flex-basis: 100%; } .nl-lab.nl-projector select { padding: 6px 8px; }
.nl-lab.nl-projector table.nl-waytable, .nl-lab.nl-projector table.nl-changes, .nl-lab.nl-projector .nl-waytable th, .nl-lab.nl-projector .nl-changes th { font-size: 19px !important; }
.nl-lab.nl-projector .nl-clockbar > div:first-child { max-width: 210px; } .nl-lab.nl-projector .nl-sunset b, .nl-lab.nl-projector .nl-pairs b { font-size: 18px; }
.nl-lab.nl-projector input[type=checkbox] { width: 26px; height: 26px; }
@container nl (max-width: 1060px) { .nl-lab.nl-projector .nl-body { grid-template-columns: minmax(0, 1fr); } }
@media (prefers-reduced-motion: reduce) { .nl-lab * { transition: none !important; animation: none !important; } }
"""


def style_sheet() -> str:
    """The whole sheet as a ``<style>`` element; palette colours are ``var(--nl-NAME)``."""
    names = "; ".join(f"--nl-{name}: {value}" for name, value in COLOURS.items())
    sheet = _SHEET.replace("@sans", SANS).replace("@mono", MONO).replace("@rule", RULE_BG)
    for side, ink in SIDE_INK.items():
        sheet = sheet.replace(f"@{side};", f"{ink};")
    return f"<style>.nl-lab {{ {names}; }}\n{sheet}</style>"
