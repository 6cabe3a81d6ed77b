// The picture of an exported run's timeline for the visible span of time. The program has painted
// it; each element carries its time span (data-a, data-b), so zooming only moves elements.
'use strict';

/// `state` is the state of the page (page.js); only its `from` and `to` change here.
function timeline_picture(run, state) {
  const $ = (id) => document.getElementById(id);
  const all = (selector, within) => [...within.querySelectorAll(selector)];
  const number = (element, name) => Number(element.dataset[name]);
  const svg = $('timeline');
  const time = svg.querySelector('.time');
  const ruler = time.querySelector('.ruler');
  const left = Number(time.getAttribute('x'));
  const height = Number(time.getAttribute('height'));
  const ruler_height = 40;
  const least_span = 10;
  let width = 1;

  const make = (name, attributes, parent) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    parent.append(element);
    return element;
  };
  // An invisible rectangle that receives clicks where nothing is painted.
  time.prepend(make('rect', { class: 'across', height, fill: 'transparent' }, time));
  const later = make('rect', { id: 'later', y: ruler_height, height: height - ruler_height }, time);
  const cursor = make('line', { id: 'cursor', y1: ruler_height - 18, y2: height }, time);

  const x_of = (at) => (at - state.from) / (state.to - state.from) * width;
  const at_of = (x) => state.from + x / width * (state.to - state.from);

  const placed = all('[data-a]', time).map((element) => ({
    element, tag: element.tagName, a: number(element, 'a'),
    b: 'b' in element.dataset ? number(element, 'b') : number(element, 'a'),
    y: (element.dataset.y || '').split(' ').map(Number), room: number(element, 'w') || 0,
    least: number(element, 'least') || 0, inset: number(element, 'inset') || 0, shown: true,
  }));

  function place_one(item) {
    const margin = item.tag === 'g' ? 12 : 0;
    let a = x_of(item.a);
    let b = x_of(item.b);
    const shown = Math.max(a, b) >= -margin && Math.min(a, b) <= width + margin;
    if (shown !== item.shown) item.element.style.display = (item.shown = shown) ? '' : 'none';
    if (!shown) return;
    const set = (name, value) => item.element.setAttribute(name, value);
    const bounded = (x) => Math.min(Math.max(x, -60), width + 60);
    switch (item.tag) {
      case 'g':
        set('transform', `translate(${a.toFixed(1)},${item.y[0]})`);
        break;
      case 'rect':
        a = bounded(a) + item.inset;
        b = bounded(b) - item.inset;
        set('x', a.toFixed(1));
        set('width', Math.max(b - a, item.least).toFixed(1));
        break;
      case 'line':
        set('x1', a.toFixed(1));
        set('x2', b.toFixed(1));
        break;
      case 'polygon': {
        const [bottom, first, last] = item.y;
        set('points', `${a},${bottom} ${a},${first} ${b},${last} ${b},${bottom}`);
        break;
      }
      case 'text': {
        const from = Math.max(a, 0);
        set('x', (from + 5).toFixed(1));
        set('visibility', Math.min(b, width) - from >= item.room + 10 ? 'visible' : 'hidden');
        break;
      }
    }
  }

  function draw_ruler() {
    ruler.replaceChildren();
    const least = (state.to - state.from) / width * 90;
    const power = 10 ** Math.floor(Math.log10(least));
    const step = [1, 2, 5, 10].map((times) => times * power).find((s) => s >= least);
    const style = getComputedStyle(document.documentElement);
    for (let i = Math.ceil(Math.max(state.from, 0) / step); i * step <= state.to; ++i) {
      const x = x_of(i * step).toFixed(1);
      make('path', { d: `M${x},${ruler_height}V${height}`, 'stroke-opacity': .5,
        stroke: style.getPropertyValue('--line') }, ruler);
      const text = make('text', { x: Number(x) + 4, y: ruler_height - 6, 'font-size': 11,
        fill: style.getPropertyValue('--second') }, ruler);
      const digits = step >= 1000 ? 0 : step >= 100 ? 1 : step >= 10 ? 2 : 3;
      text.textContent = step >= 1e6 ? `${i * step / 1e6} s` : `${(i * step / 1e3).toFixed(digits)} ms`;
    }
  }

  function place() {
    placed.forEach(place_one);
    draw_ruler();
    place_cursor();
  }

  function place_cursor() {
    const x = Math.min(Math.max(x_of(state.at), -10), width + 10);
    cursor.setAttribute('x1', x.toFixed(1));
    cursor.setAttribute('x2', x.toFixed(1));
    later.setAttribute('x', Math.max(x, 0).toFixed(1));
    later.setAttribute('width', state.at < run.end ? Math.max(width - Math.max(x, 0), 0).toFixed(1) : 0);
  }

  function resize() {
    const room = Math.max($('picture').clientWidth, left + 100);
    width = room - left;
    svg.setAttribute('width', room);
    svg.setAttribute('viewBox', `0 0 ${room} ${height}`);
    time.setAttribute('width', width);
    for (const line of all('path.across', time))
      line.setAttribute('d', line.getAttribute('d').replace(/H.*/, `H${width}`));
    for (const strip of all('rect.across', time)) strip.setAttribute('width', width);
    place();
  }

  // ---- the view ----

  function look(from, to) {
    const length = Math.max(run.end, least_span);
    const span = Math.min(Math.max(to - from, least_span), 4 * length);
    from = Math.min(Math.max(from, -.75 * span), Math.max(run.end - .25 * span, -.75 * span));
    state.from = from;
    state.to = from + span;
    place();
  }
  const fit = () => look(-.02 * Math.max(run.end, least_span), 1.02 * Math.max(run.end, least_span));
  function zoom(factor, anchor) {
    const at = state.from + anchor * (state.to - state.from);
    const span = Math.min(Math.max((state.to - state.from) / factor, least_span), 4 * run.end);
    look(at - anchor * span, at + (1 - anchor) * span);
  }
  function zoom_at_cursor(factor) {
    const anchor = (state.at - state.from) / (state.to - state.from);
    zoom(factor, anchor >= 0 && anchor <= 1 ? anchor : .5);
  }
  function keep_in_sight() {
    const beside = .1 * (state.to - state.from);
    const shift = state.at < state.from ? state.at - beside - state.from
      : state.at > state.to ? state.at + beside - state.to : 0;
    if (shift) look(state.from + shift, state.to + shift);
  }

  state.from = -.02 * run.end;
  state.to = 1.02 * Math.max(run.end, least_span);
  new ResizeObserver(resize).observe($('picture'));
  resize();
  fit();

  return {
    svg, time, left, ruler_height, at_of, place_cursor, look, fit, zoom, zoom_at_cursor, keep_in_sight,
    part_of: (x) => x / width,
  };
}
