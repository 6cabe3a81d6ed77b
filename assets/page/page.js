// Animates an exported run: a cursor in time, and the state of the run at the cursor. It never
// makes markup from text. picture.js precedes it.
'use strict';
(() => {
  const $ = (id) => document.getElementById(id);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const number = (element, name) => Number(element.dataset[name]);
  const run = JSON.parse($('run').textContent);
  const count = run.events.length;
  const items = [];  // the list tells an answer after what it changed: by event, not by place
  for (const item of $('list').children) items[number(item, 'event')] = item;

  // The state of the page: after so many events, the last or the chosen one of them.
  const state = { events: 0, event: -1, at: 0, from: 0, to: 1, lane: 0, verdict: null, playing: false };
  const {
    svg, time, left, ruler_height, at_of, place_cursor, look, fit, zoom, zoom_at_cursor, keep_in_sight, part_of,
  } = timeline_picture(run, state);

  // ---- the run at the cursor ----

  /// The last of `spans` that contains this time.
  function span_at(spans, at) {
    let found = null;
    for (const span of spans) {
      if (span[0] > at) break;
      if (at < span[1] || (at === run.end && span[1] === run.end)) found = span;
    }
    return found;
  }

  function state_of(lane, is_client) {
    const key = span_at(lane.keys, state.at);
    const bar = span_at(lane.bars, state.at);
    if (key) {
      const ms = key[3] < 0 ? '' : `, ${(Math.max(key[3] - state.at, 0) / 1000).toFixed(1)} ms`;
      return key[2] + ms;
    }
    if (is_client) {
      const phase = last_before(lane.phases, state.events);
      if (!phase) return run.words['cluster.not_started'];
      if (phase[1]) return phase[1];
    }
    return bar ? bar[2] : lane.bars.length ? run.words['bar.none'] : '';
  }

  function last_before(rows, events) {
    let found = null;
    for (const row of rows) {
      if (row[0] >= events) break;
      found = row;
    }
    return found;
  }

  function scroll_to(box, line) {
    box.scrollTop = line.offsetTop - box.clientHeight * .4;
  }

  function show_source() {
    const of_event = state.event >= 0 ? run.events[state.event][1] : 0;
    const client = state.lane < run.clients ? state.lane : Math.max(of_event, 0);
    if (client >= run.clients) return;
    $('code').className = `c${client % 8}`;
    $('who').textContent = run.lanes[client].name;
    for (const line of all('#code .stands')) line.classList.remove('stands', 'waits');
    const ask = last_before(run.asks[client], state.events);
    const sources = all('#code .source');
    const shown = ask ? ask[1] : sources.findIndex((source) => !source.hidden);
    sources.forEach((source, i) => { source.hidden = i !== Math.max(shown, 0); });
    const told = ask && last_before(ask[4], state.events);
    $('asked').textContent = ask ? ask[3] : run.words['source.nothing_sent'];
    $('told').textContent = ask ? (told ? told[1] : run.words['source.waits']) : '';
    $('told').className = told ? (told[2] ? 'known' : 'unknown') : '';
    if (!ask) return;
    const pre = sources[ask[1]] && sources[ask[1]].querySelector('pre');
    const line = pre && pre.children[ask[2] - 1];
    if (!line) return;
    line.classList.add('stands');
    line.classList.toggle('waits', !told);
    scroll_to(pre, line);
  }

  let lit = [];
  let marked = 0;
  function show() {
    const now = state.event;
    $('now').textContent = `${state.events} / ${count} · ${(state.at / 1000).toFixed(3)} ms`;
    $('scrub').value = state.events;
    place_cursor();
    all('.lane', svg).forEach((name) => {
      const lane = number(name, 'lane');
      name.classList.toggle('selected', lane === state.lane);
      name.querySelector('.state').textContent = state_of(run.lanes[lane], lane < run.clients);
    });
    for (const element of lit) element.classList.remove('lit');
    lit = now < 0 ? [] : all(`[data-event="${now}"]`, svg);
    if (state.verdict !== null) lit.push(...all(`[data-verdict="${state.verdict}"]`));
    for (const element of lit) element.classList.add('lit');
    for (let i = Math.min(marked, state.events); i < Math.max(marked, state.events) + 1; ++i)
      if (items[i]) items[i].classList.toggle('later', i >= state.events);
    marked = state.events;
    for (const item of all('#list .now')) item.classList.remove('now');
    if (now >= 0) {
      items[now].classList.add('now');
      scroll_to($('list'), items[now]);
      $('words').textContent = items[now].querySelector('span').textContent;
    } else {
      $('words').textContent = run.words['event.start'];
      $('list').scrollTop = 0;
    }
    show_source();
  }

  // ---- actions of the reader ----

  /// Whether the moment after this number of events parts no answer from what it changed.
  const is_whole = (events) => events <= 0 || events >= count || run.events[events - 1][3] === events;
  /// The end of the next step, or of the one before.
  function whole_beside(events, by) {
    do events += by; while (!is_whole(events));
    return events;
  }
  /// Shows the state after this number of events.
  function stand_after(events, event, keep_lane) {
    state.events = Math.min(Math.max(events, 0), count);
    state.event = event === undefined ? state.events - 1 : event;
    state.at = state.events ? run.events[state.events - 1][0] : 0;
    if (!keep_lane && state.event >= 0 && run.events[state.event][1] >= 0)
      state.lane = run.events[state.event][1];
    state.verdict = null;
    keep_in_sight();
    show();
  }
  /// Shows the whole step that this event is a part of.
  const go_to_event = (event) => stand_after(run.events[event][3], event);
  function seek(at) {
    state.at = Math.min(Math.max(at, 0), run.end);
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (run.events[middle][0] <= state.at) low = middle + 1; else high = middle;
    }
    state.events = low;
    state.event = low - 1;
    show();
  }
  function step_on_lane(by) {
    const on = (i) => run.events[i][1] === state.lane || run.events[i][2] === state.lane;
    let events = state.events;
    while (true) {
      events = whole_beside(events, by);
      if (events <= 0 || events > count) return stand_after(events, undefined, true);
      for (let i = events - 1; i >= 0 && run.events[i][3] === events; --i)
        if (on(i)) return stand_after(events, i, true);
    }
  }
  function go_to_verdict(verdict) {
    const event = run.verdicts[verdict];
    if (event < 0) return;
    pause();
    go_to_event(event);
    state.verdict = verdict;
    show();
  }
  function next_violation() {
    const next = run.verdicts.map((event, verdict) => [event, verdict])
      .filter(([event]) => event >= state.events).sort((a, b) => a[0] - b[0] || a[1] - b[1])[0];
    if (next) go_to_verdict(next[1]); else stand_after(count);
  }
  function select(lane) {
    if (lane >= run.lanes.length) return;
    state.lane = lane;
    show();
  }

  function pause() {
    state.playing = false;
    $('play').textContent = run.words['time.play'];
  }
  function play() {
    if (state.playing) return pause();
    if (state.events === count) stand_after(0);
    state.playing = true;
    $('play').textContent = run.words['time.pause'];
    let before = performance.now();
    const frame = (moment) => {
      if (!state.playing) return;
      const passed = Math.max(moment - before, 0) * 1000 * Number($('speed').value);
      before = moment;
      seek(state.at + passed);
      keep_in_sight();
      if (state.at >= run.end) pause(); else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }
  const stepping = (wanted) => () => { pause(); wanted(); };

  // ---- buttons, keys, mouse ----

  const buttons = {
    start: stepping(() => stand_after(0)), end: stepping(() => stand_after(count)),
    back: stepping(() => stand_after(whole_beside(state.events, -1))),
    forward: stepping(() => stand_after(whole_beside(state.events, 1))),
    'lane-back': stepping(() => step_on_lane(-1)), 'lane-forward': stepping(() => step_on_lane(1)),
    play, fit, closer: () => zoom_at_cursor(1.5), farther: () => zoom_at_cursor(1 / 1.5),
  };
  for (const id in buttons) {
    $(id).addEventListener('click', (click) => {
      buttons[id]();
      if (click.detail) $(id).blur();  // after a click, Space plays again
    });
  }
  $('scrub').addEventListener('input', stepping(() => {
    const events = Number($('scrub').value);
    stand_after(is_whole(events) ? events : whole_beside(events, 1));
  }));
  for (const button of all('button.verdict'))
    button.addEventListener('click', () => go_to_verdict(number(button, 'verdict')));
  $('list').addEventListener('click', (click) => {
    const item = click.target.closest('li');
    if (item) stepping(() => go_to_event(number(item, 'event')))();
  });
  for (const name of all('.lane', svg)) name.addEventListener('click', () => select(number(name, 'lane')));

  const keys = {
    ArrowLeft: buttons.back, ArrowRight: buttons.forward, Home: buttons.start, End: buttons.end,
    ' ': play, '+': buttons.closer, '=': buttons.closer, '-': buttons.farther, f: fit,
    v: stepping(next_violation),
  };
  document.addEventListener('keydown', (key) => {
    if (key.ctrlKey || key.altKey || key.metaKey || key.target.closest('select')) return;
    if (key.target.closest('button, summary') && (key.key === ' ' || key.key === 'Enter')) return;
    let wanted = keys[key.key.length === 1 ? key.key.toLowerCase() : key.key];
    if (key.shiftKey && key.key === 'ArrowLeft') wanted = buttons['lane-back'];
    if (key.shiftKey && key.key === 'ArrowRight') wanted = buttons['lane-forward'];
    if (/^[1-9]$/.test(key.key)) wanted = () => select(Number(key.key) - 1);
    if (!wanted) return;
    key.preventDefault();
    wanted();
  });

  let grip = null;  // where the mouse was pressed
  const inside = (mouse) => {
    const corner = svg.getBoundingClientRect();
    return [mouse.clientX - corner.left - left, mouse.clientY - corner.top];
  };
  time.addEventListener('pointerdown', (mouse) => {
    if (mouse.button !== 0) return;
    const [x, y] = inside(mouse);
    const mark = mouse.target.closest('[data-event]');
    grip = { x, y, mark, from: state.from, to: state.to, ruler: y < ruler_height && !mark, moved: false };
    time.setPointerCapture(mouse.pointerId);
    pause();
    if (grip.ruler) seek(at_of(x));
  });
  time.addEventListener('pointermove', (mouse) => {
    if (!grip) return;
    const [x] = inside(mouse);
    if (grip.ruler) return seek(at_of(x));
    grip.moved = grip.moved || Math.abs(x - grip.x) > 4;
    const shift = part_of(grip.x - x) * (grip.to - grip.from);
    if (grip.moved) look(grip.from + shift, grip.to + shift);
  });
  time.addEventListener('pointerup', (mouse) => {
    const held = grip;
    grip = null;
    if (!held || held.ruler || held.moved) return;
    if (held.mark && 'verdict' in held.mark.dataset) return go_to_verdict(number(held.mark, 'verdict'));
    if (held.mark) return go_to_event(number(held.mark, 'event'));
    const lane = all('.lane', svg).find((name) => {
      const box = name.querySelector('.back').getBoundingClientRect();
      return mouse.clientY >= box.top && mouse.clientY < box.bottom;
    });
    if (lane) state.lane = number(lane, 'lane');
    seek(at_of(inside(mouse)[0]));
  });
  time.addEventListener('pointercancel', () => { grip = null; });
  time.addEventListener('wheel', (wheel) => {
    wheel.preventDefault();
    const by = .1 * Math.sign(wheel.deltaY + wheel.deltaX) * (state.to - state.from);
    if (wheel.shiftKey) return look(state.from + by, state.to + by);
    zoom(1.25 ** -Math.sign(wheel.deltaY), part_of(inside(wheel)[0]));
  }, { passive: false });

  for (const item of items) item.classList.add('later');
  show();
})();
