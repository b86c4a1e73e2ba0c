// Steps of a game on a page of its own: what a step holds is in #data (ui/film.py says in which form).
(() => {
  const $ = id => document.getElementById(id), { steps, parts, ranges, figures } = JSON.parse($('data').textContent);
  const guesses = {}, spots = { 1: '4', 2: '08', 3: '048', 4: '0268', 5: '02468', 6: '023568' };
  let at = 0, picture = [];
  for (const step of steps) {  // a picture is written as what it takes from the one before: place, length; a new part n is -1 - n
    const now = [], code = step.p || [];
    for (let i = 0; i < code.length; i++) {
      if (code[i] < 0) now.push(-1 - code[i]);
      else now.push(...picture.slice(code[i], code[i] + code[++i]));
    }
    step.p = picture = now;
  }
  const make = (tag, text, name) => { const e = document.createElement(tag); if (text) e.textContent = text; if (name) e.className = name; return e; };
  const die = (face, good) => {
    const box = make('span');
    const inner = spots[face] ? [...spots[face]].map(s => `<circle cx="${4.6 + 4.4 * (s % 3)}" cy="${4.6 + 4.4 * Math.floor(s / 3)}" r="1.5" fill="#1B2430"/>`).join('')
      : `<text x="9" y="13" text-anchor="middle" font-size="9">${Number(face)}</text>`;
    box.innerHTML = `<svg viewBox="0 0 18 18" role="img" aria-label="die ${Number(face)}"><rect x="1" y="1" width="16" height="16" rx="3.5" fill="#fff" stroke="#1B2430" stroke-width="1.4"/>${inner}</svg>`;
    if (good) box.firstChild.classList.add('good');
    return box.firstChild;
  };
  const ask = () => {  // before dice the question, after them its answer
    const box = $('ask'), here = steps[at], ahead = steps[at + 1];
    box.replaceChildren();
    const of = here.q ? at : ahead && ahead.q ? at + 1 : -1;
    if (of < 0) return;
    const [text, chance, right, hands] = steps[of].q, known = of === at || of in guesses;
    box.append(make('b', text));
    if (of > at && !known) {
      box.append(make('span', 'Guess before you go on: how likely is it?'));
    } else {
      const mine = of in guesses ? (guesses[of] === right ? ' You guessed the right range.' : ` You guessed ${ranges[guesses[of]]}.`) : '';
      box.append(make('span', `The odds: ${chance}.${mine}`, 'odds'));
    }
    const row = make('div', '', 'ranges');
    ranges.forEach((words, n) => {
      const counted = of === at && hands.some(h => h) ? `: ${hands[n]} hand${hands[n] === 1 ? '' : 's'}` : '';
      const button = make('button', `${known && n === right ? '✓ ' : ''}${words}${counted}`, `${known && n === right ? 'right' : ''} ${guesses[of] === n ? 'mine' : ''}`);
      button.disabled = of === at || known;
      button.onclick = () => guess(n);
      row.append(button);
    });
    box.append(row);
  };
  const guess = n => {
    const ahead = steps[at + 1];
    if (ahead && ahead.q && !(at + 1 in guesses)) { guesses[at + 1] = n; ask(); }
  };
  const show = n => {
    at = Math.max(0, Math.min(steps.length - 1, n));
    const step = steps[at];
    $('moment').textContent = step.m || ''; $('count').textContent = `step ${at} of ${steps.length - 1}`;
    $('headline').textContent = step.h || ''; $('more').textContent = step.t || '';
    $('parts').innerHTML = step.p.map(n => parts[n]).join('');
    $('dice').replaceChildren(...(step.d || []).map(([who, faces, good, says]) => {
      const row = make('div', '', 'roll');
      row.append(make('b', who), ...faces.map((face, i) => die(face, good[i])), make('i', says));
      return row;
    }));
    $('lines').replaceChildren(...(step.l || []).map(([text, rule]) => {
      const line = make('li', `${text} `);
      if (rule) line.append(make('code', rule));
      return line;
    }));
    $('figures').replaceChildren(...(step.f || []).flatMap((value, i) => [make('dt', figures[i]), make('dd', String(value).replace('-', '−'))]));
    ask();
    for (const id of ['first', 'back']) $(id).disabled = at === 0;
    for (const id of ['next', 'todice', 'last']) $(id).disabled = at === steps.length - 1;
    $('scrub').value = at; $('right').scrollTop = 0;
  };
  const dice = by => { let n = at + by; while (n > 0 && n < steps.length - 1 && !steps[n].d) n += by; show(n); };
  const keys = {
    ArrowRight: () => show(at + 1), ' ': () => show(at + 1), ArrowLeft: () => show(at - 1), PageDown: () => dice(1), PageUp: () => dice(-1),
    Home: () => show(0), End: () => show(steps.length - 1), n: () => { $('notes').open = !$('notes').open; if ($('notes').open) $('notes').scrollIntoView(); },
    1: () => guess(0), 2: () => guess(1), 3: () => guess(2), 4: () => guess(3),
  };
  document.addEventListener('keydown', event => {
    const call = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!call || event.ctrlKey || event.altKey || event.metaKey || (event.key === ' ' && event.target.closest('button, summary'))) return;
    event.preventDefault(); call();
  });
  $('first').onclick = keys.Home; $('back').onclick = keys.ArrowLeft; $('next').onclick = keys.ArrowRight; $('todice').onclick = keys.PageDown; $('last').onclick = keys.End;
  $('scrub').max = steps.length - 1; $('scrub').oninput = () => show(Number($('scrub').value));
  show(0);
})();
