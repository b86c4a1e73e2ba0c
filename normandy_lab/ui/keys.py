"""Keys of a lab: a small listener in the page that presses the lab's own buttons.

JupyterLab has letters of its own in command mode (D D deletes a cell, 0 0 restarts the kernel). While a lab has the
keyboard they must not fire, so the listener sits at the window, before JupyterLab's at the document. It knows no kernel and
no game: a key is a click on the button that does the same, so nothing works by key alone. "Has the keyboard" means that
the focus is in the lab, or that the last click was in it and no other control has taken the focus since.

Letters are left alone in text fields, together with Ctrl, Alt or Cmd, and in a lab in which something has the class ``nl-nokeys``.
"""

from __future__ import annotations

VERSION = 2

# Key -> the class of the button to press. "focus:" moves the keyboard there instead.
PRESS = {
    "u": "nl-undo", "U": "nl-redo", "b": "nl-branch", "[": "nl-stepback", "]": "nl-stepon", "l": "focus:nl-layer-control",
    "g": "focus:nl-goto input", "t": "nl-totables", "p": "focus:nl-point select", "o": "nl-oddshide", "w": "nl-why",
    "d": "nl-realdice input, .nl-typedice", "r": "nl-option[title=reroll]", "k": "nl-option[title=keep]", "+": "nl-zoomin", "-": "nl-zoomout",
    "0": "nl-fit", "m": "nl-toprojector", "?": "nl-keysbutton", "Escape": "nl-escape", "Enter": "nl-primary",
}  # fmt: skip

_SCRIPT = """
(() => {
  const old = window.normandyLabKeys;
  if (old && old.version >= @version) return old.announce();
  if (old) old.stop();
  const PRESS = @press;
  const SUPPRESS = 'data-lm-suppress-shortcuts';
  let lab = null;
  const inside = event => event.composedPath().find(e => e.classList && e.classList.contains('nl-lab'));
  const shown = (root, css) => [...root.querySelectorAll(css)].find(e => e.offsetParent !== null && !e.disabled);
  // Regions whose changes are read aloud: their own element stays, only its content is replaced.
  const announce = () => document.querySelectorAll('.nl-lab .nl-status').forEach(e => {
    if (e.getAttribute('role') !== 'status') { e.setAttribute('role', 'status'); e.setAttribute('aria-live', 'polite'); }
  });
  const writing = e => e && (e.isContentEditable || /^(TEXTAREA|SELECT)$/.test(e.tagName) ||
    (e.tagName === 'INPUT' && !/^(checkbox|radio|button|range)$/.test(e.type)));
  const touched = event => {
    const found = inside(event);
    if (found) { lab = found; announce(); }
    else if (event.type === 'pointerdown' || !(lab && event.target.contains && event.target.contains(lab))) lab = null;
  };
  const press = (root, key) => {
    if (/^[1-9]$/.test(key)) {
      const dice = shown(root, '.nl-diceentry');
      const faces = [...(dice || root).querySelectorAll(dice ? '.nl-die' : '.nl-option:not(.nl-denied)')];
      const one = faces.filter(e => e.offsetParent !== null)[key - 1];
      if (one && !one.disabled) one.click();
      return true;
    }
    const name = PRESS[key.length === 1 && key !== 'U' ? key.toLowerCase() : key];
    if (!name) return false;
    const css = '.' + name.replace('focus:', '');
    // a step is pressed in its hidden button too; all else only where it can be seen
    const one = key === 'Escape' ? root.querySelector(css) : shown(root, css);
    if (one) { if (name.startsWith('focus:')) one.focus(); else one.click(); }
    return Boolean(one);
  };
  const pressed = event => {
    const target = event.composedPath()[0];
    const root = inside(event) || (lab && lab.isConnected && (target === document.body || target.contains(lab)) ? lab : null);
    if (!root) return;
    announce();
    const off = event.ctrlKey || event.altKey || event.metaKey || root.querySelector('.nl-nokeys') !== null;
    const control = inside(event) && target !== root && target.matches && target.matches('button, input, select, summary, a, [role=slider]');
    // within the lab JupyterLab's own letters, Enter and arrows keep still; Ctrl+S and Shift+Enter do not
    root.toggleAttribute(SUPPRESS, !off && !(event.key === 'Enter' && event.shiftKey));
    if (off || event.isComposing) return;
    if (writing(target)) {
      if (event.key === 'Escape') target.blur();
      return;
    }
    if (event.key === 'Enter' && (control || event.shiftKey)) return;
    const letter = event.key.length === 1 && event.key !== ' ';
    if (!letter && event.key !== 'Enter' && event.key !== 'Escape') return;
    if (!event.repeat || /^[-+\\[\\]]$/.test(event.key)) press(root, event.key);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const on = [['keydown', pressed], ['pointerdown', touched], ['focusin', touched]];
  on.forEach(([name, call]) => window.addEventListener(name, call, true));
  window.normandyLabKeys = {
    version: @version, announce, stop: () => on.forEach(([name, call]) => window.removeEventListener(name, call, true)),
  };
  announce();
})();
"""


def _script() -> str:
    pairs = ", ".join(f'"{key}": "{name}"' for key, name in PRESS.items())
    return _SCRIPT.replace("@version", str(VERSION)).replace("@press", f"{{{pairs}}}")


SCRIPT = _script()
