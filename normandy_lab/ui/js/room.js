/* The room of a lab: as high as what is visible of its notebook, in view once after a run, and the full window.

   A lab announces itself by the animation nl-here of its own style sheet, in whatever view it appears. */
(() => {
  const old = window.normandyLabRoom;
  if (old) old.stop();
  const ROOMS = '.jp-WindowedPanel-outer, .jp-LinkedOutputView, .jp-Notebook, .jp-MainAreaWidget';
  const LEAST = 420, MARGIN = 6, FRESH = 8000;
  const watched = new Map();
  let ran = Date.now();  // this script runs whenever a lab is displayed by a run

  const measure = (lab, room) => {
    if (!lab.isConnected) return forget(lab);
    let height = room ? room.clientHeight - MARGIN : window.innerHeight;
    if (room && room.matches('.jp-LinkedOutputView')) {
      const edges = lab.getBoundingClientRect().top - room.getBoundingClientRect().top + room.scrollTop;
      height -= Math.max(0, Math.min(edges, 60));
    }
    if (height > 0) lab.style.setProperty('--nl-h', `${Math.max(LEAST, Math.floor(height))}px`);
  };
  const forget = lab => { watched.get(lab)?.disconnect(); watched.delete(lab); };
  const arrived = event => {
    const lab = event.target;
    if (event.animationName !== 'nl-here' || !lab.classList || !lab.classList.contains('nl-lab') || lab.matches('.nl-inline')) return;
    [...watched.keys()].filter(each => !each.isConnected).forEach(forget);
    if (watched.has(lab)) return;
    const room = lab.parentElement && lab.parentElement.closest(ROOMS);
    const observer = new ResizeObserver(() => measure(lab, room));
    observer.observe(room || document.documentElement);
    watched.set(lab, observer);
    measure(lab, room);
    if (Date.now() - ran < FRESH && room && room.matches('.jp-WindowedPanel-outer, .jp-Notebook'))
      for (const wait of [80, 500]) setTimeout(() => lab.isConnected && lab.scrollIntoView({ block: 'start' }), wait);
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

  document.addEventListener('animationstart', arrived, true);
  document.addEventListener('click', clicked, true);
  window.normandyLabRoom = {
    enter, leave, toggle, covering,
    stop: () => {
      document.removeEventListener('animationstart', arrived, true);
      document.removeEventListener('click', clicked, true);
      [...watched.keys()].forEach(forget);
    },
  };
  document.querySelectorAll('.nl-lab').forEach(lab => arrived({ target: lab, animationName: 'nl-here' }));
})();
