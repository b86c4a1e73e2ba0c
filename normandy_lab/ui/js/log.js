/* The dice of a line of the log open the sums behind them. Lines are plain HTML, so the click says its node in a hidden text box of the log. */
(() => {
  if (window.normandyLabLog) return;
  const asked = event => {
    const button = event.target.closest && event.target.closest('.nl-termsgo');
    const box = button && button.closest('.nl-log').querySelector('.nl-lognode input');
    if (!box) return;
    box.value = button.dataset.node;
    box.dispatchEvent(new Event('change', { bubbles: true }));
  };
  document.addEventListener('click', asked);
  window.normandyLabLog = asked;
})();
