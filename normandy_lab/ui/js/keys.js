// Keys of a lab: VERSION, PRESS (key -> class of the button to press), NEXT, STAY and TWICE stand before this text; ui/keys.py says why.
(() => {
  const old = window.normandyLabKeys;
  if (old && old.version >= VERSION) return old.announce();
  if (old) old.stop();
  const SUPPRESS = 'data-lm-suppress-shortcuts', DOUBLE = 400;
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
  // A digit is a face while dice wait; one that no die has is pressed too, and answered in words.
  const digit = (root, key) => {
    const dice = shown(root, '.nl-diceentry');
    const list = dice ? [...dice.querySelectorAll('.nl-die')]
      : [...root.querySelectorAll('.nl-option:not(.nl-denied, .nl-giveup)')].filter(e => e.offsetParent !== null);
    const one = list[key - 1];
    if (one && !one.disabled) one.click();
    return true;
  };
  const press = (root, key) => {
    if (/^[1-9]$/.test(key)) return digit(root, key);
    const name = PRESS[key.length === 1 && key !== 'U' ? key.toLowerCase() : key];
    if (!name) return false;
    const css = '.' + name.replace('focus:', '');
    // a button is pressed where it can be seen, or where a narrow strip folds it away
    const folded = () => [...root.querySelectorAll(css)].find(e => e.closest('.nl-strip')?.offsetParent && !e.disabled);
    const one = key === 'Escape' ? root.querySelector(css) : shown(root, css) || folded();
    // Esc: an open pile, the draft, then the full window
    if (key === 'Escape' && root.hasAttribute('popover') && (!one || one.classList.contains('nl-idle'))) {
      window.normandyLabRoom.leave(root);
      return true;
    }
    if (one) { if (name.startsWith('focus:')) one.focus(); else one.click(); }
    return Boolean(one);
  };
  // Enter in a text field presses the button beside it.
  const submit = (event, field) => {
    const row = field.closest('.nl-labelled'), button = row && shown(row, 'button');
    if (!button) return;
    field.blur();  // what is written goes to Python first: these fields send it when they are left, not letter by letter
    button.click();
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  // A double click presses once; what may be wanted twice in a row stands in TWICE.
  let last = 0;
  const clicked = event => {
    const button = inside(event) && event.target.closest && event.target.closest('button');
    if (!button || !event.detail) return;
    if (event.detail > 1 && event.timeStamp - last < DOUBLE && !button.matches(TWICE)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else last = event.timeStamp;
  };
  // After something was played or taken back the focus goes to the next decision, in the view that a person uses.
  const next = root => {
    const at = document.activeElement;
    const free = root.contains(at) ? !at.matches(STAY) : root === lab && (!at || at === document.body || at.contains(root));
    if (!free) return;
    const one = NEXT.map(css => shown(root, css)).find(Boolean);
    if (one && !one.matches('button, input, select')) one.tabIndex = -1;
    if (one) one.focus({ preventScroll: !one.closest('.nl-scroll') });
  };
  // On a page with one lab and no notebook around it, a key that is meant for nothing else is meant for the lab.
  const alone = target => {
    const labs = document.body.dataset.voila && target === document.body ? document.querySelectorAll('.nl-lab') : [];
    return labs.length === 1 ? labs[0] : null;
  };
  const pressed = event => {
    const target = event.composedPath()[0];
    const root = inside(event) || alone(target) || (lab && lab.isConnected && (target === document.body || target.contains(lab)) ? lab : null);
    if (!root) return;
    announce();
    const off = event.ctrlKey || event.altKey || event.metaKey || root.querySelector('.nl-nokeys') !== null;
    const control = inside(event) && target !== root && target.matches && target.matches('button, input, select, summary, a, [role=slider]');
    // within the lab JupyterLab's own letters, Enter and arrows keep still; Ctrl+S and Shift+Enter do not
    root.toggleAttribute(SUPPRESS, !off && !(event.key === 'Enter' && event.shiftKey));
    if (off || event.isComposing) return;
    if (writing(target)) {
      if (event.key === 'Escape') target.blur();
      if (event.key === 'Enter' && !event.shiftKey) submit(event, target);
      return;
    }
    if (event.key === 'Enter' && control && event.repeat) event.preventDefault();  // a key held down presses once
    if (event.key === 'Enter' && (control || event.shiftKey)) return;
    const letter = event.key.length === 1 && event.key !== ' ';
    if (!letter && event.key !== 'Enter' && event.key !== 'Escape') return;
    if (root.matches('.jupyter-widgets-disconnected')) window.normandyLabRoom.answer(root);
    else if (!event.repeat || /^[-+\[\]]$/.test(event.key)) press(root, event.key);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const on = [['keydown', pressed], ['click', clicked], ['pointerdown', touched], ['focusin', touched]];
  on.forEach(([name, call]) => window.addEventListener(name, call, true));
  window.normandyLabKeys = {
    version: VERSION, announce, next, stop: () => on.forEach(([name, call]) => window.removeEventListener(name, call, true)),
  };
  announce();
})();
