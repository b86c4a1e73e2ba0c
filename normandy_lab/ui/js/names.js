/* A name for every control. A screen reader does not read a title that is only a hint, or a label that a layout hides.

   ipywidgets sets no aria-label of its own, and knows nothing of the handle of a slider. A control announces itself by
   the animation nl-named, in whatever view it appears; its name is its hidden label, its hint, the words before it, or its placeholder. */
(() => {
  if (window.normandyLabNames) return;
  const name = control => {
    if (control.hasAttribute('aria-label')) return;
    const widget = control.closest('.jupyter-widgets'), label = widget && widget.querySelector('.widget-label');
    if (label && label.offsetParent !== null && label.textContent.trim()) return;
    const before = widget && widget.previousElementSibling;
    const told = before && before.matches('.widget-html') ? before.textContent.trim() : '';
    const words = (label && label.textContent.trim()) || control.title || told || control.placeholder;
    if (words) control.setAttribute('aria-label', words);
  };
  const named = event => event.animationName === 'nl-named' && name(event.target);
  document.addEventListener('animationstart', named, true);
  window.normandyLabNames = named;
  document.querySelectorAll('.nl-lab :is(.noUi-handle, select, input, textarea)').forEach(name);  // those that came before this
})();
