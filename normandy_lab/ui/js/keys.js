// Keys of a lab: VERSION and PRESS (key -> class of the button to press) stand before this text; ui/keys.py says why.
(() => {
  const old = window.normandyLabKeys;
  if (old && old.version >= VERSION) return old.announce();
  if (old) old.stop();
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
    // Esc: an open pile, the draft, then the full window
    if (key === 'Escape' && root.hasAttribute('popover') && (!one || one.classList.contains('nl-idle'))) {
      window.normandyLabRoom.leave(root);
      return true;
    }
    if (one) { if (name.startsWith('focus:')) one.focus(); else one.click(); }
    return Boolean(one);
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
      return;
    }
    if (event.key === 'Enter' && (control || event.shiftKey)) return;
    const letter = event.key.length === 1 && event.key !== ' ';
    if (!letter && event.key !== 'Enter' && event.key !== 'Escape') return;
    if (!event.repeat || /^[-+\[\]]$/.test(event.key)) press(root, event.key);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const on = [['keydown', pressed], ['pointerdown', touched], ['focusin', touched]];
  on.forEach(([name, call]) => window.addEventListener(name, call, true));
  window.normandyLabKeys = {
    version: VERSION, announce, stop: () => on.forEach(([name, call]) => window.removeEventListener(name, call, true)),
  };
  announce();
})();
