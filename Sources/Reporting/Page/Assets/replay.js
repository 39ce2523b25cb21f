// The replay of a run's maps: two strategies on one canvas with a slider between them, and their
// frame times, views and memory below one cursor. It follows tables.js.
const world = data.world;
const reduced = matchMedia("(prefers-reduced-motion: reduce)").matches;

// MARK: - Recordings

const cache = new Map();

async function recording(entry) {
  if (!cache.has(entry)) cache.set(entry, decode(entry));
  return cache.get(entry);
}

async function decode(entry) {
  const bytes = Uint8Array.from(atob(entry.gz), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const { map } = JSON.parse(await new Response(stream).text());
  for (const group of [map.camera, map.views, map.work, map.memory]) {
    for (const key in group) group[key] = sums(group[key]);
  }
  for (const key of ["isMoving", "liveViews"]) map[key] = sums(map[key]);
  map.frames = map.camera.x.length;
  map.parts = map.work;
  map.work = together(map.work, map.frames);
  map.footprint = together(map.memory, map.frames);
  return map;
}

function together(parts, frames) {
  const result = new Int32Array(frames);
  for (const key in parts) parts[key].forEach((part, i) => { result[i] += part; });
  return result;
}

function sums(differences) {
  const numbers = new Int32Array(differences.length);
  let last = 0;
  for (let i = 0; i < differences.length; i++) numbers[i] = last = last + differences[i];
  return numbers;
}

// MARK: - Choice

const scenarioSelect = byId("scenario"), sizeSelect = byId("size");
const selects = { a: byId("first"), b: byId("second") };
let pair = null;
let ticket = 0;

function options(select, values, chosen, label = (v) => v) {
  select.replaceChildren(...values.map((value) => new Option(label(value), value)));
  select.value = values.includes(chosen) ? chosen : values[values.length - 1];
  return select.value;
}

function unique(values) { return [...new Set(values)]; }

async function choose() {
  const mine = ++ticket;
  const all = data.recordings;
  const scenarios = unique(all.map((r) => r.scenario));
  state.s = options(scenarioSelect, scenarios, scenarios.includes(state.s) ? state.s : scenarios[0]);
  const ofScenario = all.filter((r) => r.scenario === state.s);
  state.n = options(
    sizeSelect, unique(ofScenario.map((r) => r.size)).sort((m, n) => m - n).map(String), state.n,
    (n) => Number(n).toLocaleString("en"));
  const here = ofScenario.filter((r) => String(r.size) === state.n);
  const names = here.map((r) => r.strategy);
  const naive = here[0].naive, take = here[0].take;
  state.a = options(selects.a, names, names.includes(state.a) ? state.a : naive);
  const other = names.includes(take) && take !== state.a
    ? take : names.find((name) => name !== state.a) || state.a;
  state.b = options(selects.b, names, names.includes(state.b) ? state.b : other);
  const entries = [state.a, state.b].map((name) => here.find((r) => r.strategy === name));
  try {
    const [a, b] = await Promise.all(entries.map(recording));
    if (mine !== ticket) return;
    pair = { a, b };
  } catch (error) {
    pair = null;
    byId("time").textContent = "A recording of this pair cannot be read: " + error.message;
    return;
  }
  // Two of many strategies may have one color; then the right one has another.
  const [first, second] = entries.map((entry) => entry.color);
  byId("label-a").className = "s" + first;
  byId("label-b").className = "s" + (second === first ? (first + 1) % 8 : second);
  const left = here[0].of - here.length;
  byId("left-out").textContent = left
    ? left + " of " + here[0].of + " strategies are left out of this page, to keep it small." : "";
  slider.max = String(pair.a.frames - 1);
  strips = null;
  worstFrames = null;
  state.x = String(Math.min(1, Math.max(0, "x" in state ? Number(state.x) : .5) || 0));
  go("f" in state ? Math.round(Number(state.f)) || 0 : nextWorst());
}

// MARK: - The map

const canvas = byId("map"), context = canvas.getContext("2d");
const strip = byId("strip"), stripContext = strip.getContext("2d");
const slider = byId("frame"), divider = byId("divider");
let frame = 0, playing = false;

function color(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

// A strategy has the same color here as in the charts.
function colorOf(side) { return getComputedStyle(byId("label-" + side)).color; }

function fit(canvas, context, height) {
  const ratio = devicePixelRatio || 1;
  const width = canvas.clientWidth;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.height = height + "px";
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return width;
}

function drawMap() {
  const [pointsWide, pointsHigh] = pair.a.viewport;
  // So that the map and the strips are on one screen.
  const space = Math.min(
    canvas.parentElement.clientWidth, Math.max(240, innerHeight * .7 * pointsWide / pointsHigh));
  canvas.style.width = Math.floor(space) + "px";
  const width = canvas.clientWidth, height = width * pointsHigh / pointsWide;
  fit(canvas, context, height);
  const split = width * Number(state.x);
  drawSide(pair.a, 0, split, colorOf("a"));
  drawSide(pair.b, split, width, colorOf("b"));
  context.fillStyle = color("--text");
  context.fillRect(split - 1, 0, 2, height);
}

// One side of the divider. A strategy that is late shows an earlier region than the other one.
function drawSide(record, left, right, fill) {
  const width = canvas.clientWidth, height = width * record.viewport[1] / record.viewport[0];
  const view = {
    x: record.camera.x[frame], y: record.camera.y[frame],
    scale: width / record.camera.width[frame], width, height, point: width / record.viewport[0],
  };
  context.save();
  context.beginPath();
  context.rect(left, 0, right - left, height);
  context.clip();
  context.fillStyle = color("--water");
  context.fillRect(left, 0, right - left, height);
  drawLand(view);
  drawGrid(view);
  drawViews(record, view, left, right, fill);
  context.restore();
}

// The way around the world that is shorter.
function across(view, x) {
  let distance = x - view.x;
  distance -= Math.round(distance / world) * world;
  return view.width / 2 + distance * view.scale;
}

function drawLand(view) {
  context.fillStyle = color("--land");
  const unit = world / 65536;
  for (const shift of [-world, 0, world]) {
    const left = (x) => view.width / 2 + (x * unit + shift - view.x) * view.scale;
    for (const ring of land) {
      if (left(ring.right) < 0 || left(ring.left) > view.width) continue;
      context.beginPath();
      for (let i = 0; i < ring.x.length; i++) {
        context.lineTo(
          left(ring.x[i]), view.height / 2 + (ring.y[i] * unit - view.y) * view.scale);
      }
      context.fill();
    }
  }
}

const land = JSON.parse(byId("land").textContent).map((differences) => {
  const x = [], y = [];
  let px = 0, py = 0;
  for (let i = 0; i < differences.length; i += 2) {
    x.push(px += differences[i]);
    y.push(py += differences[i + 1]);
  }
  return { x, y, left: Math.min(...x), right: Math.max(...x) };
});

// Lines of longitude and latitude at a step that leaves some of them in view.
function drawGrid(view) {
  const degrees = 360 * view.width / view.scale / world;
  const step = [90, 45, 30, 10, 5, 2, 1, .5, .2, .1, .05, .02, .01, .005, .002, .001]
    .find((s) => degrees / s >= 2) || .0005;
  context.strokeStyle = color("--grid");
  context.fillStyle = color("--muted");
  context.lineWidth = 1;
  context.font = "10px system-ui, sans-serif";
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  const middle = 360 * view.x / world - 180;
  for (let k = Math.floor((middle - degrees) / step); k * step < middle + degrees; k++) {
    const x = view.width / 2 + ((k * step + 180) / 360 * world - view.x) * view.scale;
    if (x < 0 || x > view.width) continue;
    line(x, 0, x, view.height);
    context.fillText((((k * step + 540) % 360) - 180).toFixed(digits) + "°", x + 2, view.height - 4);
  }
  const bottom = latitude(view.y + view.height / 2 / view.scale);
  const top = latitude(view.y - view.height / 2 / view.scale);
  for (let k = Math.ceil(bottom / step); k * step < top; k++) {
    const sine = Math.log(Math.tan(Math.PI / 4 + k * step * Math.PI / 360));
    const y = view.height / 2 + ((1 - sine / Math.PI) / 2 * world - view.y) * view.scale;
    line(0, y, view.width, y);
    context.fillText((k * step).toFixed(digits) + "°", 2, y - 2);
  }
}

function latitude(y) {
  const n = Math.PI * (1 - 2 * Math.min(Math.max(y / world, 0), 1));
  return Math.atan(Math.sinh(n)) * 180 / Math.PI;
}

function line(x0, y0, x1, y1) {
  context.beginPath();
  context.moveTo(x0, y0);
  context.lineTo(x1, y1);
  context.stroke();
}

function drawViews(record, view, left, right, fill) {
  const { x, y, count, first, end } = record.views;
  const radius = record.markerSize / 2 * view.point;
  context.textAlign = "center";
  context.textBaseline = "middle";
  const rim = color("--back");
  for (let i = 0; i < x.length; i++) {
    if (first[i] > frame) break;
    if (end[i] <= frame) continue;
    const px = across(view, x[i]), py = view.height / 2 + (y[i] - view.y) * view.scale;
    if (px < left - radius || px > right + radius || py < -radius || py > view.height + radius) {
      continue;
    }
    context.beginPath();
    context.arc(px, py, count[i] > 1 ? radius : radius * .7, 0, 7);
    context.fillStyle = fill;
    context.fill();
    context.lineWidth = .75;
    context.strokeStyle = rim;
    context.stroke();
    if (count[i] > 1) {
      context.fillStyle = rim;
      context.font = "600 " + Math.max(8, radius * .75) + "px system-ui, sans-serif";
      context.fillText(short(count[i]), px, py);
    }
  }
}

function short(n) { return n < 1000 ? String(n) : Math.round(n / 100) / 10 + "k"; }

// MARK: - The strips

// Each is a line for each of the two strategies over all frames; drawn once, then only a cursor.
let strips = null;
const rows = [
  { key: "work", title: "main thread, ms a frame", height: 130, scale: 1 / 1000, log: true },
  { key: "liveViews", title: "views on screen", height: 80, scale: 1, log: false },
  { key: "footprint", title: "memory footprint, MB", height: 80, scale: 1 / 1000, log: false },
];
const gap = 18;
const total = rows.reduce((sum, row) => sum + row.height + gap, 0);

function drawStrips() {
  const width = fit(strip, stripContext, total);
  if (!strips) {
    strips = document.createElement("canvas");
    strips.width = strip.width;
    strips.height = strip.height;
    const target = strips.getContext("2d");
    const ratio = devicePixelRatio || 1;
    target.setTransform(ratio, 0, 0, ratio, 0, 0);
    let top = 0;
    for (const row of rows) {
      drawStrip(target, row, top + gap, width);
      top += row.height + gap;
    }
  }
  stripContext.setTransform(1, 0, 0, 1, 0, 0);
  stripContext.drawImage(strips, 0, 0);
  const ratio = devicePixelRatio || 1;
  stripContext.setTransform(ratio, 0, 0, ratio, 0, 0);
  const x = (frame + .5) / pair.a.frames * width;
  stripContext.fillStyle = color("--text");
  stripContext.fillRect(x - .5, 0, 1, total);
}

function drawStrip(target, row, top, width) {
  const values = [pair.a, pair.b].map((record) => Array.from(record[row.key], (v) => v * row.scale));
  const high = Math.max(1e-9, ...values.map((v) => v.reduce((m, n) => Math.max(m, n), 0)));
  const floor = row.log ? .1 : 0;
  const place = (value) => {
    const part = row.log
      ? Math.log(Math.max(value, floor) / floor) / Math.log(Math.max(high, 10) / floor)
      : value / high;
    return top + row.height - part * (row.height - 4);
  };
  target.fillStyle = color("--muted");
  target.font = "12px system-ui, sans-serif";
  target.fillText(row.title + ", up to " + number(high), 0, top - 5);
  target.strokeStyle = color("--line");
  target.strokeRect(.5, top + .5, width - 1, row.height - 1);
  const labels = [];
  if (row.log) {
    target.setLineDash([4, 3]);
    target.strokeStyle = color("--muted");
    for (const rate of [60, 120]) {
      const y = place(1000 / rate);
      target.beginPath();
      target.moveTo(0, y);
      target.lineTo(width, y);
      target.stroke();
      const label = rate + " Hz: " + (1000 / rate).toFixed(1) + " ms";
      const x = rate === 60 ? width - target.measureText(label).width - 6 : 4;
      labels.push([label, x, y - 4]);
    }
    target.setLineDash([]);
  }
  values.forEach((list, index) => {
    target.strokeStyle = colorOf(index ? "b" : "a");
    target.lineWidth = index ? 1.5 : 2.5;
    target.beginPath();
    list.forEach((value, i) => target.lineTo((i + .5) / list.length * width, place(value)));
    target.stroke();
  });
  for (const [label, x, y] of labels) {
    target.fillStyle = color("--back");
    target.fillRect(x - 2, y - 10, target.measureText(label).width + 4, 13);
    target.fillStyle = color("--text");
    target.fillText(label, x, y);
  }
}

function number(value) {
  return value >= 100 ? Math.round(value).toLocaleString("en") : String(+value.toPrecision(3));
}

// MARK: - What is shown

function show() {
  if (!pair) return;
  slider.value = String(frame);
  divider.value = state.x;
  state.f = String(frame);
  drawMap();
  drawStrips();
  for (const side of ["a", "b"]) {
    const record = pair[side];
    byId("label-" + side).textContent = state[side] + ": " + number(record.work[frame] / 1000)
      + " ms" + mostWork(record) + ", " + record.liveViews[frame].toLocaleString("en") + " views, "
      + number(record.footprint[frame] / 1000) + " MB"
      + (record.viewsLeftOut ? " (" + record.viewsLeftOut + " views are not recorded)" : "");
  }
  const seconds = (frame / pair.a.refresh).toFixed(2);
  const time = "frame " + (frame + 1) + " of " + pair.a.frames + ", " + seconds + " s";
  byId("time").textContent = time;
  slider.setAttribute("aria-valuetext", time);
  divider.setAttribute(
    "aria-valuetext", Math.round(100 * Number(state.x)) + " % of the map shows " + state.a);
}

// What a reader does is in the address; what plays is not.
function change(action) {
  return (event) => {
    action(event);
    if (pair && !playing) writeAddress();
  };
}

// The parts that most of a frame's time goes to.
function mostWork(record) {
  const parts = Object.keys(record.parts).map((name) => [name, record.parts[name][frame]])
    .filter(([, part]) => part > record.work[frame] / 20).sort((m, n) => n[1] - m[1]);
  if (!parts.length) return "";
  return " (" + parts.map(([name, part]) => name + " " + number(part / 1000)).join(", ") + ")";
}

function go(to) {
  if (!pair) return;
  frame = Math.max(0, Math.min(pair.a.frames - 1, to));
  show();
}

// The frames with the most work of either strategy, the worst first, a quarter of a second apart;
// after the last of them the first follows.
let worstFrames = null;

function nextWorst() {
  if (!worstFrames?.length) {
    const work = Array.from(pair.a.work, (part, i) => Math.max(part, pair.b.work[i] || 0));
    const apart = pair.a.refresh / 4;
    worstFrames = [];
    for (const i of work.map((_, i) => i).sort((m, n) => work[n] - work[m] || m - n)) {
      if (worstFrames.length === 10) break;
      if (worstFrames.every((other) => Math.abs(other - i) > apart)) worstFrames.push(i);
    }
  }
  return worstFrames.shift();
}

function worst() {
  if (!pair) return;
  byId("replay").scrollIntoView({ block: "nearest" });
  go(nextWorst());
}

function play() {
  playing = !playing;
  worstFrames = null;
  byId("play").textContent = playing ? "Pause" : "Play";
  byId("time").setAttribute("aria-live", playing ? "off" : "polite");
  let last = performance.now();
  const step = (now) => {
    if (!playing) return;
    const frames = Math.floor((now - last) / 1000 * pair.a.refresh);
    if (frames > 0) {
      last = now;
      frame + frames >= pair.a.frames ? go(0) : go(frame + frames);
    }
    requestAnimationFrame(step);
  };
  if (playing) requestAnimationFrame(step);
}

// Follows a pointer over an element with the part of its width from 0 to 1.
function drag(element, action) {
  const move = change((event) => {
    action(Math.min(1, Math.max(0, event.offsetX / element.clientWidth)));
  });
  element.onpointerdown = (event) => { element.setPointerCapture(event.pointerId); move(event); };
  element.onpointermove = (event) => { if (event.buttons) move(event); };
}

// A frame that a reader picks is one to start from again at the worst.
function pick(to) {
  worstFrames = null;
  go(to);
}

function keyAction(event) {
  if (document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) {
    return null;
  }
  const target = event.target, isRange = target.type === "range";
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) && !isRange) return null;
  if (event.key === "w") return worst;
  const place = byId("replay").getBoundingClientRect();
  if (place.bottom < 0 || place.top > innerHeight) return null;
  if (event.key === " ") return reduced || target.tagName === "BUTTON" ? null : play;
  // Sliders and what scrolls have the arrows for themselves.
  if (isRange || target.closest?.(".wide, .charts")) return null;
  if (event.key === "ArrowLeft") return () => pick(frame - 1);
  if (event.key === "ArrowRight") return () => pick(frame + 1);
  return null;
}

if (data.recordings.length) {
  scenarioSelect.onchange = change(() => {
    state.s = scenarioSelect.value;
    state.n = "";
    delete state.f;
    choose();
  });
  sizeSelect.onchange = change(() => { state.n = sizeSelect.value; delete state.f; choose(); });
  for (const side of ["a", "b"]) {
    selects[side].onchange = change(() => { state[side] = selects[side].value; choose(); });
  }
  slider.oninput = change(() => pick(Number(slider.value)));
  divider.oninput = change(() => { state.x = divider.value; show(); });
  byId("play").onclick = change(play);
  byId("worst-frame").onclick = change(worst);
  if (reduced) byId("play").hidden = true;
  drag(canvas, (part) => { state.x = part.toFixed(2); show(); });
  drag(strip, (part) => { if (pair) pick(Math.floor(part * pair.a.frames)); });
  addEventListener("keydown", (event) => {
    const action = keyAction(event);
    if (!action) return;
    event.preventDefault();
    change(action)();
  });
  const redraw = () => { strips = null; show(); };
  addEventListener("resize", redraw);
  matchMedia("(prefers-color-scheme: dark)").onchange = redraw;
  const reveal = () => { if ("s" in state || "f" in state) byId("replay").scrollIntoView(); };
  addressDidChange = () => { reveal(); choose(); };
  reveal();
  choose();
}
