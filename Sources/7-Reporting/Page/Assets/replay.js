// The replay of a run's maps: two strategies on one map with a divider between them, and their
// frame times, views and memory below one cursor. It follows tables.js.
const world = data.world;
const reduced = matchMedia("(prefers-reduced-motion: reduce)").matches;

// MARK: - Recordings

const cache = new Map();

function recording(entry) {
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
  const together = (parts) => map.camera.x.map((_, i) =>
    Object.values(parts).reduce((sum, part) => sum + (part[i] || 0), 0));
  return {
    ...map, frames: map.camera.x.length, parts: map.work, work: together(map.work),
    footprint: together(map.memory), liveViews: sums(map.liveViews),
  };
}

function sums(differences) {
  let last = 0;
  return Float64Array.from(differences, (difference) => last += difference);
}

// MARK: - Choice

const scenarioSelect = byId("scenario"), sizeSelect = byId("size");
const selects = { a: byId("first"), b: byId("second") };
let pair = null, ticket = 0;

// A choice of one value is none, and is not shown.
function options(select, values, chosen, isShown = values.length > 1, label = (v) => v) {
  select.replaceChildren(...values.map((value) => new Option(label(value), value)));
  select.value = values.includes(chosen) ? chosen : values[values.length - 1];
  select.parentElement.hidden = !isShown;
  return select.value;
}

function labelOf(entry) {
  const label = entry.label || entry.strategy.replaceAll("-", " ");
  return label[0].toUpperCase() + label.slice(1);
}

async function choose() {
  const mine = ++ticket;
  const all = data.recordings;
  const scenarios = [...new Set(all.map((r) => r.scenario))];
  state.s = options(
    scenarioSelect, scenarios, scenarios.includes(state.s) ? state.s : scenarios[0]);
  const ofScenario = all.filter((r) => r.scenario === state.s);
  const sizes = [...new Set(ofScenario.map((r) => r.size))].sort((m, n) => m - n).map(String);
  state.n = options(
    sizeSelect, sizes, state.n, sizes.length > 1, (n) => Number(n).toLocaleString("en"));
  const here = ofScenario.filter((r) => String(r.size) === state.n);
  const names = here.map((r) => r.strategy);
  const { naive, take } = here[0];
  state.a = options(
    selects.a, names, names.includes(state.a) ? state.a : naive, names.length > 2);
  const other = names.includes(take) && take !== state.a
    ? take : names.find((name) => name !== state.a) || state.a;
  state.b = options(
    selects.b, names, names.includes(state.b) ? state.b : other, names.length > 2);
  const entries = [state.a, state.b].map((name) => here.find((r) => r.strategy === name));
  try {
    const [a, b] = await Promise.all(entries.map(recording));
    if (mine !== ticket) return;
    pair = { a, b, frames: Math.min(a.frames, b.frames) };
  } catch (error) {
    if (mine !== ticket) return;
    pair = null;
    byId("time").textContent = "A recording of this pair cannot be read: " + error.message;
    return;
  }
  // The strategy to take has its color on either side, and so has the naive one.
  const isSwapped = state.a === take || state.b === naive;
  pair.looks = isSwapped ? { a: "taken", b: "naive" } : { a: "naive", b: "taken" };
  pair.labels = { a: labelOf(entries[0]), b: labelOf(entries[1]) };
  pair.middles = middles(pair);
  for (const side of ["a", "b"]) {
    byId("label-" + side).textContent = pair.labels[side];
    byId("label-" + side).className = "side " + pair.looks[side];
    byId("read-" + side).className = pair.looks[side];
  }
  byId("left-out").textContent = "The times are modelled. Above the dashed line, a frame is late at "
    + Math.round(pair.a.refresh) + " Hz." + (here.length < here[0].of
      ? " The page replays " + here.length + " of " + here[0].of + " strategies." : "");
  slider.max = String(pair.frames - 1);
  state.x = String(Math.min(1, Math.max(0, "x" in state ? Number(state.x) : .5) || 0));
  // It opens with the frame that the answer's sentence is about, where there is a freeze.
  if ("f" in state) go(Math.round(Number(state.f)) || 0);
  else go(rankedFrames()[0], "longest: ");
  pairDidChange(state.s);
}

// The width of the view on the ground; degrees of longitude are shorter away from the equator.
function kilometers({ camera }, i) {
  return camera.width[i] / world * 40075 / Math.cosh(Math.PI * (1 - 2 * camera.y[i] / world));
}

// MARK: - The map

const stage = byId("stage"), canvas = byId("map"), context = canvas?.getContext("2d");
const strip = byId("strip"), stripContext = strip?.getContext("2d");
const slider = byId("frame"), divider = byId("divider");
let frame = 0, playing = false;
const colors = {}, markers = new Map();

// The colors follow the system into the dark.
function readColors() {
  const style = getComputedStyle(document.documentElement);
  const names = "text muted back line water land coast grid late naive taken".split(" ");
  for (const name of names) colors[name] = style.getPropertyValue("--" + name).trim();
  markers.clear();
}

function fit(canvas, context, width, height) {
  const ratio = devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
}

// The map is wider than a phone: it shows a part of the screen, around the mean height of the views
// in the second before and after a frame. These are the distances of it from the middle in points.
function middles({ a, b }) {
  const { camera, views, frames, viewport: [wide, high] } = b.views.x.length ? b : a;
  const sum = new Float64Array(frames + 1), count = new Float64Array(frames + 1);
  for (let i = 0; i < views.x.length; i++) {
    for (let f = views.first[i]; f < Math.min(views.end[i], frames); f++) {
      const y = (views.y[i] - camera.y[f]) * wide / camera.width[f];
      if (Math.abs(y) > high / 2) continue;
      sum[f + 1] += y;
      count[f + 1] += 1;
    }
  }
  const [until, counted] = [sums(sum), sums(count)];
  return Float64Array.from({ length: frames }, (_, f) => {
    const from = Math.max(0, f - a.refresh), to = Math.min(frames, f + a.refresh);
    return (until[to] - until[from]) / Math.max(1, counted[to] - counted[from]);
  });
}

function drawMap() {
  const width = stage.clientWidth, height = stage.clientHeight, split = width * Number(state.x);
  fit(canvas, context, width, height);
  drawSide("a", 0, split, width, height);
  drawSide("b", split, width, width, height);
  divider.style.left = split + "px";
  for (const [side, space] of [["a", split], ["b", width - split]]) {
    const label = byId("label-" + side);
    label.style.maxWidth = Math.max(0, space - 36) + "px";
    label.style.visibility = space < 130 ? "hidden" : "";
  }
}

// One side of the divider. A strategy that is late shows an earlier region than the other one.
function drawSide(side, left, right, width, height) {
  const record = pair[side], [wide, high] = record.viewport;
  const point = Math.max(width / wide, height / high);
  const room = Math.max(0, high / 2 - height / point / 2);
  const middle = Math.max(-room, Math.min(room, pair.middles[frame] || 0));
  const scale = point * wide / record.camera.width[frame];
  const view = {
    x: record.camera.x[frame], y: record.camera.y[frame] + middle * point / scale,
    scale, width, height, point,
  };
  context.save();
  context.beginPath();
  context.rect(left, 0, right - left, height);
  context.clip();
  context.fillStyle = colors.water;
  context.fillRect(left, 0, right - left, height);
  drawLand(view);
  drawGrid(view);
  drawViews(record, view, left, right, pair.looks[side]);
  context.restore();
}

// The way around the world that is shorter.
function across(view, x) {
  let distance = x - view.x;
  distance -= Math.round(distance / world) * world;
  return view.width / 2 + distance * view.scale;
}

function drawLand(view) {
  context.fillStyle = colors.land;
  context.strokeStyle = colors.coast;
  context.lineWidth = 1;
  context.lineJoin = "round";
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
      context.stroke();
    }
  }
}

const land = JSON.parse(byId("land")?.textContent ?? "[]").map((differences) => {
  const x = sums(differences.filter((_, i) => i % 2 === 0));
  const y = sums(differences.filter((_, i) => i % 2));
  return { x, y, left: Math.min(...x), right: Math.max(...x) };
});

// A grid of squares, some of them in view: it shows the movement where there is no coast.
function drawGrid(view) {
  const step = world / 2 ** Math.round(Math.log2(3 * world * view.scale / view.width));
  context.strokeStyle = colors.grid;
  context.lineWidth = .5;
  context.beginPath();
  for (const [middle, length, isAcross] of [[view.x, view.width, 0], [view.y, view.height, 1]]) {
    const half = length / view.scale / 2;
    for (let k = Math.ceil((middle - half) / step); k * step < middle + half; k++) {
      const place = (k * step - middle) * view.scale + length / 2;
      context.moveTo(isAcross ? 0 : place, isAcross ? place : 0);
      context.lineTo(isAcross ? view.width : place, isAcross ? place : view.height);
    }
  }
  context.stroke();
}

function drawViews(record, view, left, right, look) {
  const { x, y, count, first, end } = record.views;
  const size = record.markerSize * view.point, radius = size / 2;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.font = "600 " + Math.max(8, radius * .64) + "px system-ui, sans-serif";
  context.fillStyle = colors.back;
  for (let i = 0; i < x.length; i++) {
    if (first[i] > frame) break;
    if (end[i] <= frame) continue;
    const px = across(view, x[i]), py = view.height / 2 + (y[i] - view.y) * view.scale;
    if (px < left - size || px > right + size || py < -size || py > view.height + size) continue;
    const image = marker(look, size, count[i] > 1);
    context.drawImage(image, px - .6 * size, py - .6 * size, 1.2 * size, 1.2 * size);
    if (count[i] === 1) continue;
    context.fillText(count[i] < 1000 ? count[i] : (count[i] / 1000).toFixed(1) + "k", px, py + .5);
  }
}

// A pin is a drop and a cluster a disc; those of the strategy to take have a double rim. Ten
// thousand of them are drawn faster as pictures.
function marker(look, size, isCluster) {
  const key = look + size + isCluster;
  if (markers.has(key)) return markers.get(key);
  const made = document.createElement("canvas"), target = made.getContext("2d");
  fit(made, target, 1.2 * size, 1.2 * size);
  target.translate(.6 * size, .6 * size);
  const radius = size / 2;
  const layer = (color, grow) => {
    target.fillStyle = colors[color];
    target.beginPath();
    if (isCluster) {
      target.arc(0, 0, radius + grow, 0, 7);
    } else {
      target.arc(0, -radius * .25, radius * .62 + grow, Math.PI * .82, Math.PI * .18);
      target.lineTo(0, radius * .95 + grow);
    }
    target.fill();
  };
  const rims = look === "taken" ? [0, -.06 * size, -.12 * size] : [-.9];
  layer("back", look === "taken" ? .9 : 0);
  rims.forEach((grow, i) => layer(i % 2 ? "back" : look, grow));
  if (!isCluster) {
    target.fillStyle = colors.back;
    target.beginPath();
    target.arc(0, -radius * .25, radius * .2, 0, 7);
    target.fill();
  }
  markers.set(key, made);
  return made;
}

// MARK: - The strips

// Each is a line for each of the two strategies over all frames.
const rows = [
  { key: "work", title: "Main thread, ms a frame (logarithmic)", height: 150, scale: .001,
    log: true },
  { key: "liveViews", title: "Views on screen", height: 80, scale: 1 },
  { key: "footprint", title: "Memory footprint, MB", height: 80, scale: .001 },
];
const head = 26, total = rows.reduce((sum, row) => sum + row.height + head, 4);
// The pixels next to the lines: for the axis, and for the label of the time that a frame has.
const margin = { left: 54, right: 66 };

function drawStrips() {
  // Nothing is drawn while the strips are folded.
  const width = strip.clientWidth - margin.left - margin.right;
  if (width <= 0) return;
  strip.style.height = total + "px";
  fit(strip, stripContext, strip.clientWidth, total);
  let top = 0;
  for (const row of rows) {
    drawStrip(stripContext, row, top + head, width);
    top += head + row.height;
  }
  stripContext.fillStyle = colors.text;
  stripContext.fillRect(margin.left + (frame + .5) / pair.frames * width - .75, 0, 1.5, total);
}

function drawStrip(target, row, top, width) {
  const values = ["a", "b"].map((side) => Array.from(pair[side][row.key], (v) => v * row.scale));
  const high = values.flat().reduce((m, n) => Math.max(m, n), row.log ? 20 : 1e-9);
  const { left } = margin, bottom = top + row.height, floor = .5;
  const place = (value) => bottom - row.height * (row.log
    ? Math.log(Math.max(value, floor) / floor) / Math.log(high * 1.3 / floor)
    : value / high / 1.05);
  const along = (i) => left + (i + .5) / pair.frames * width;
  const write = (text, x, y, color, align = "left") => {
    target.fillStyle = colors[color];
    target.textAlign = align;
    target.fillText(text, x, y);
  };
  target.font = "600 13px system-ui, sans-serif";
  write(row.title, 0, top - 9, "text");
  target.font = "13px system-ui, sans-serif";
  for (const tick of ticks(row, high)) {
    level(target, place(tick), width, "line");
    const y = Math.max(top + 9, place(tick) + 4);
    write(tick.toLocaleString("en"), left - 6, y, "muted", "right");
  }
  const budget = 1000 / pair.a.refresh;
  if (row.log) {
    target.globalAlpha = .1;
    target.fillStyle = colors.late;
    target.fillRect(left, top, width, place(budget) - top);
    target.globalAlpha = 1;
    level(target, place(budget), width, "late", true);
    write("▲ late", left + width + 6, place(budget) - 8, "late");
    write(budget.toFixed(1) + " ms", left + width + 6, place(budget) + 6, "late");
  }
  target.lineJoin = "round";
  // Where both are equal, the thin line lies on the wide one.
  for (const [index, look] of [[0, pair.looks.a], [1, pair.looks.b]]) {
    target.beginPath();
    values[index].forEach((value, i) => target.lineTo(along(i), place(value)));
    target.lineWidth = index ? 1.5 : 3.5;
    target.strokeStyle = colors[look];
    target.stroke();
  }
  // A late frame among hundreds is a pixel wide: a triangle shows it.
  for (const list of row.log ? values : []) {
    list.forEach((value, i) => {
      if (value > budget) write("▲", along(i), place(value) + 4, "late", "center");
    });
  }
}

function ticks(row, high) {
  if (row.log) return [1, 10, 100, 1000, 10000].filter((tick) => tick <= high * 1.3);
  const power = 10 ** Math.floor(Math.log10(high / 2));
  const step = Math.max(1, [5, 2, 1].find((n) => n * power <= high / 2) * power);
  return [0, 1, 2, 3, 4].map((n) => n * step).filter((tick) => tick <= high);
}

function level(target, y, width, color, isDashed) {
  target.fillStyle = colors[color];
  const [length, step] = isDashed ? [5, 8] : [width, width];
  for (let x = 0; x < width; x += step) {
    target.fillRect(margin.left + x, Math.round(y), length, 1);
  }
}

// Three digits of a number.
function number(value) { return Number(value.toPrecision(3)).toLocaleString("en"); }

function duration(microseconds) {
  return microseconds >= 1e6
    ? (microseconds / 1e6).toFixed(2) + " s" : number(microseconds / 1000) + " ms";
}

// MARK: - What is shown

function draw() {
  if (!pair) return;
  drawMap();
  drawStrips();
  const part = Math.round(100 * Number(state.x));
  divider.setAttribute("aria-valuenow", String(part));
  divider.setAttribute("aria-valuetext", part + " % of the map shows " + pair.labels.a);
}

// Shows a frame; `found` is why it is shown, if there is a reason.
function go(to, found = "") {
  if (!pair) return;
  frame = Math.max(0, Math.min(pair.frames - 1, to));
  slider.value = state.f = String(frame);
  draw();
  for (const side of ["a", "b"]) {
    const record = pair[side];
    byId("read-" + side).textContent = (pair.looks[side] === "taken" ? "◉ " : "● ")
      + pair.labels[side] + ": " + duration(record.work[frame]) + mostWork(record) + ", "
      + record.liveViews[frame].toLocaleString("en") + " views, "
      + number(record.footprint[frame] / 1000) + " MB"
      + (record.viewsLeftOut ? " (" + record.viewsLeftOut + " views are not recorded)" : "");
  }
  const wide = kilometers(pair.a, frame);
  const size = wide > 20000 ? "the world" : number(wide) + " km wide";
  const place = "frame " + (frame + 1) + " of " + pair.frames;
  byId("time").textContent = found + place + " · main thread " + duration(pair.a.work[frame]) + " against "
    + duration(pair.b.work[frame]) + " · " + size + " · modelled";
  slider.setAttribute("aria-valuetext", place);
}

// The address has what the reader does, but not the playing frame.
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
  return " (" + parts.map(([name, part]) => name + " " + duration(part)).join(", ") + ")";
}

// The frames, those with the most work of either strategy first.
function rankedFrames() {
  const work = pair.a.work.map((part, i) => Math.max(part, pair.b.work[i])).slice(0, pair.frames);
  return Array.from(work.keys()).sort((m, n) => work[n] - work[m] || m - n);
}

// Five of the worst frames, a quarter of a second apart: each call shows the next one, the first the
// worst of all.
let shownWorst = -1;

function worst() {
  if (!pair) return;
  const found = [];
  for (const i of rankedFrames()) {
    if (found.every((other) => Math.abs(other - i) > pair.a.refresh / 4)) found.push(i);
    if (found.length === 5) break;
  }
  const next = frame === shownWorst ? (found.indexOf(frame) + 1) % found.length : 0;
  shownWorst = found[next];
  stage.scrollIntoView({ block: "nearest" });
  go(found[next], "worst " + (next + 1) + " of " + found.length + ": ");
}

function play() {
  playing = !playing;
  byId("play").textContent = playing ? "Pause" : "Play";
  byId("time").setAttribute("aria-live", playing ? "off" : "polite");
  let last = performance.now();
  const step = (now) => {
    if (!playing || !pair) return;
    const frames = Math.floor((now - last) / 1000 * pair.a.refresh);
    if (frames > 0) {
      last = now;
      go(frame + frames >= pair.frames ? 0 : frame + frames);
    }
    requestAnimationFrame(step);
  };
  if (playing) requestAnimationFrame(step);
}

// MARK: - Controls

// Follows a pointer over an element with its place from 0 to 1 between the element's margins.
function drag(element, { left, right }, action) {
  const move = change((event) => {
    const box = element.getBoundingClientRect();
    action((event.clientX - box.left - left) / (box.width - left - right));
  });
  element.onpointerdown = (event) => { element.setPointerCapture(event.pointerId); move(event); };
  element.onpointermove = (event) => { if (event.buttons) move(event); };
}

function divide(part) {
  state.x = Math.min(1, Math.max(0, part)).toFixed(2);
  draw();
}

function keyAction(event) {
  if (document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) {
    return null;
  }
  const target = event.target, isRange = target.type === "range";
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) && !isRange) return null;
  if (event.key === "w") return worst;
  if (event.key === "0") return () => go(0);
  const places = [stage, strip].map((element) => element.getBoundingClientRect());
  if (!places.some((box) => box.height && box.bottom > 0 && box.top < innerHeight)) return null;
  if (target === divider) {
    const x = Number(state.x);
    const to = { ArrowLeft: x - .05, ArrowRight: x + .05, Home: 0, End: 1 }[event.key];
    if (to !== undefined) return () => divide(to);
  }
  if (event.key === " ") return reduced || /^(BUTTON|SUMMARY)$/.test(target.tagName) ? null : play;
  // Sliders and scrolling parts use the arrows themselves.
  if (isRange || target.closest?.(".wide, .charts")) return null;
  if (event.key === "ArrowLeft") return () => go(frame - 1);
  if (event.key === "ArrowRight") return () => go(frame + 1);
  return null;
}

if (data.recordings.length) {
  scenarioSelect.onchange = change(() => {
    state.s = scenarioSelect.value;
    for (const key of ["n", "a", "b", "f"]) delete state[key];
    choose();
  });
  sizeSelect.onchange = change(() => { state.n = sizeSelect.value; delete state.f; choose(); });
  for (const side of ["a", "b"]) {
    selects[side].onchange = change(() => { state[side] = selects[side].value; choose(); });
  }
  slider.oninput = change(() => go(Number(slider.value)));
  byId("play").onclick = change(play);
  byId("worst-frame").onclick = change(worst);
  byId("start").onclick = change(() => go(0));
  byId("play").hidden = reduced;
  // A link to a replay plays it from its start, also where the map shows it already.
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[href^='#s=']");
    if (!link) return;
    event.preventDefault();
    history.replaceState(null, "", link.hash);
    readAddress();
    await choose();
    stage.scrollIntoView({ block: "nearest" });
    go(0);
    if (!playing && !reduced) play();
  });
  drag(stage, { left: 0, right: 0 }, divide);
  drag(strip, margin, (part) => { if (pair) go(Math.floor(part * pair.frames)); });
  addEventListener("keydown", (event) => {
    const action = keyAction(event);
    if (!action) return;
    event.preventDefault();
    change(action)();
  });
  const redraw = () => { readColors(); draw(); };
  matchMedia("(prefers-color-scheme: dark)").onchange = redraw;
  const observer = new ResizeObserver(redraw);
  for (const element of [stage, strip]) observer.observe(element);
  const reveal = () => {
    if ("f" in state) byId("replay").open = true;
    if ("s" in state || "f" in state) stage.scrollIntoView({ block: "nearest" });
  };
  addressDidChange = () => { reveal(); choose(); };
  readColors();
  reveal();
  choose();
}
