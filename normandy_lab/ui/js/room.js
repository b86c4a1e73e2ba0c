/* The room of a lab: as high as what is visible of its notebook, in view once after a run, and the full window.

   A lab announces itself by the animation nl-here of its own style sheet, in whatever view it appears, and by nl-gone when
   its kernel has gone. */
(() => {
  const old = window.normandyLabRoom;
  if (old && old.version >= VERSION) return old.look();
  if (old) old.stop();
  const ROOMS = '.jp-WindowedPanel-outer, .jp-LinkedOutputView, .jp-Notebook, .jp-MainAreaWidget';
  const LEAST = 360, MARGIN = 6;
  const watched = new Map();

  const measure = (lab, room) => {
    if (!lab.isConnected) return forget(lab);
    let height = room ? room.clientHeight - MARGIN : window.innerHeight;
    if (room && room.matches('.jp-LinkedOutputView')) {
      const edges = lab.getBoundingClientRect().top - room.getBoundingClientRect().top + room.scrollTop;
      height -= Math.max(0, Math.min(edges, 60));
    }
    if (height > 0) lab.style.setProperty('--nl-h', `${Math.max(LEAST, Math.floor(height))}px`);
  };
  const forget = lab => { watched.get(lab)?.forEach(each => each.disconnect()); watched.delete(lab); };
  // The parts of a lab come one after the other: call back once this one is there.
  const once = (lab, css, call, left = 200) => {
    const part = lab.querySelector(css);
    if (part) call(part);
    else if (left && lab.isConnected) setTimeout(once, 50, lab, css, call, left - 1);
  };
  const arrived = lab => {
    [...watched.keys()].filter(each => !each.isConnected).forEach(forget);
    if (watched.has(lab) || !lab.offsetParent) return;
    const room = lab.parentElement && lab.parentElement.closest(ROOMS);
    const size = new ResizeObserver(() => measure(lab, room));
    const moves = new MutationObserver(() => setTimeout(() => window.normandyLabKeys.next(lab), 30));
    size.observe(room || document.documentElement);
    watched.set(lab, [size, moves]);
    measure(lab, room);
    if (lab.matches('.nl-fresh') && room && room.matches('.jp-WindowedPanel-outer, .jp-Notebook'))
      for (const wait of [80, 500]) setTimeout(() => lab.isConnected && lab.scrollIntoView({ block: 'start' }), wait);
    once(lab, '.nl-moved', part => moves.observe(part, { childList: true, subtree: true }));
    if (window.Bokeh) sweep(window.Bokeh);
    once(lab, window.Bokeh ? '.nl-here' : '.nl-lacks', button => button.click());
  };
  // A figure that was closed leaves an empty document behind, and a view of its notifications.
  const sweep = ({ documents, index }) => {
    for (const view of [...index]) if (!view.model.document) view.remove();
    documents.splice(0, documents.length, ...documents.filter(each => each.roots().length));
  };
  const look = () => document.querySelectorAll('.nl-lab').forEach(arrived);
  const ready = () => document.querySelectorAll('.nl-here').forEach(button => button.click());

  // -- a kernel that has gone
  const bar = lab => lab.querySelector('.nl-lost');
  const lost = lab => {
    if (bar(lab)) return;
    if (lab.hasAttribute('popover')) leave(lab);
    const kept = lab.querySelector('.nl-moved [data-kept="1"]');
    const told = document.createElement('div');
    told.className = 'nl-lost nl-box nl-refusal';
    told.setAttribute('role', 'alert');
    told.textContent = `The kernel was restarted. Run the cell${kept ? '; the game was kept' : ''}.`;
    lab.append(told);
  };
  const found = event => {
    const lab = event.target;
    if (!lab.classList || !lab.classList.contains('nl-lab')) return;
    if (event.animationName === 'nl-here') { bar(lab)?.remove(); arrived(lab); }
    if (event.animationName === 'nl-gone') lost(lab);
  };
  // Whatever is pressed in a lab without a kernel is answered by its bar.
  const answer = lab => {
    lost(lab);
    bar(lab).animate([{ opacity: 0.2 }, { opacity: 1 }], 400);
  };
  const pressed = event => {
    const lab = event.target.closest && event.target.closest('.nl-lab.jupyter-widgets-disconnected');
    if (lab) answer(lab);
  };

  // -- full window
  const covering = () => document.querySelector('.nl-lab[popover]');
  let back = null;
  const enter = lab => {
    const other = covering();
    if (other) leave(other);
    const scroll = lab.closest(ROOMS);
    back = { focus: document.activeElement, scroll, top: scroll ? scroll.scrollTop : 0 };
    if (!lab.showPopover) return void (lab.requestFullscreen && lab.requestFullscreen());
    lab.setAttribute('popover', 'manual');
    lab.showPopover();
    settle(lab, true);
  };
  const leave = lab => {
    if (lab.matches(':popover-open')) lab.hidePopover();
    lab.removeAttribute('popover');
    settle(lab, false);
    if (back && back.scroll) back.scroll.scrollTop = back.top;
    if (back && back.focus && back.focus.isConnected) back.focus.focus({ preventScroll: true });
    back = null;
  };
  const settle = (lab, on) => {
    lab.classList.toggle('nl-covers', on);
    lab.querySelectorAll('.nl-fullwindow').forEach(e => e.setAttribute('aria-pressed', String(on)));
    window.dispatchEvent(new Event('resize'));
  };
  const toggle = lab => (lab.hasAttribute('popover') ? leave(lab) : enter(lab));
  const clicked = event => {
    const button = event.target.closest && event.target.closest('.nl-fullwindow');
    if (button) toggle(button.closest('.nl-lab'));
    // big type covers the window too; what is pressed has not been answered yet
    const big = event.target.closest && event.target.closest('.nl-toprojector');
    const lab = big && big.closest('.nl-lab');
    if (lab && lab.hasAttribute('popover') === lab.classList.contains('nl-projector')) toggle(lab);
  };

  // -- no hint over what was just pressed: the map's tooltips read --nl-hint
  let at = null;
  const press = event => {
    const map = event.target.closest && event.target.closest('.nl-map');
    if (!map) return;
    map.style.setProperty('--nl-hint', 'hidden');
    at = { map, x: event.clientX, y: event.clientY };
  };
  const moved = event => {
    if (!at || Math.hypot(event.clientX - at.x, event.clientY - at.y) < 10) return;
    at.map.style.removeProperty('--nl-hint');
    at = null;
  };

  const on = [['animationstart', found], ['click', clicked], ['pointerdown', pressed], ['pointerdown', press], ['pointermove', moved]];
  on.forEach(([name, call]) => document.addEventListener(name, call, true));
  window.normandyLabRoom = {
    version: VERSION, enter, leave, toggle, covering, look, ready, answer,
    stop: () => {
      on.forEach(([name, call]) => document.removeEventListener(name, call, true));
      [...watched.keys()].forEach(forget);
    },
  };
  look();
})();
