"use strict";
// The map is a square of side 1 that repeats to the east and to the west. At zoom z it is 256 · 2^z
// points wide. What comes from the server is shown as text only.
const byId = (id) => document.getElementById(id);
const canvas = byId("map"), context = canvas.getContext("2d");
const maxZoom = 22, colors = {};
const view = { x: .5, y: .5, zoom: 0 };
let items = [], total = 0;

// Each ring of the file is the differences of its points, x and y in turn.
const land = new Path2D();
for (const steps of JSON.parse(byId("land").textContent)) {
  for (let i = 0, x = 0, y = 0; i < steps.length; i += 2) {
    [x, y] = [x + steps[i] / 65536, y + steps[i + 1] / 65536];
    land[i ? "lineTo" : "moveTo"](x, y);
  }
  land.closePath();
}

const side = () => 256 * 2 ** view.zoom;
const clamp = (value, low, high) => Math.max(low, Math.min(high, value));
const latitude = (y) => Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180 / Math.PI;
const longitude = (x) => x * 360 - 180;
function place([east, north]) {
  const sine = clamp(Math.sin(north * Math.PI / 180), -.9999, .9999);
  return { x: (east + 180) / 360,
    y: clamp(.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI), 0, 1) };
}

// The points on the screen at which a place of the map is: one for each copy of the map in view.
function across(x) {
  const first = innerWidth / 2 + (x - view.x) * side(), points = [];
  for (let at = first - Math.floor((first + 60) / side()) * side(); at < innerWidth + 60;
    at += side()) points.push(at);
  return points;
}
const down = (y) => innerHeight / 2 + (y - view.y) * side();

function draw() {
  const ratio = devicePixelRatio || 1, width = innerWidth, height = innerHeight;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = colors.water;
  context.fillRect(0, 0, width, height);
  drawLand(ratio);
  drawScale();
  [context.textAlign, context.textBaseline] = ["center", "middle"];
  const named = items.length <= 150;
  for (const item of items) {
    const y = down(item.y);
    if (y < -60 || y > height + 60) continue;
    for (const x of across(item.x)) drawItem(item, x, y, named);
  }
}

// A length of 1, 2 or 5 of a power of ten, of at most a hundred points at the middle of the screen.
function drawScale() {
  const meters = 40_075_017 * Math.cos(latitude(view.y) * Math.PI / 180) / side();
  const power = 10 ** Math.floor(Math.log10(100 * meters));
  const length = [5, 2, 1].find((n) => n * power <= 100 * meters) * power;
  byId("scale").style.width = length / meters + "px";
  byId("scale").textContent = length < 1000 ? length + " m" : length / 1000 + " km";
}

function drawLand(ratio) {
  const half = innerWidth / 2 / side(), scale = ratio * side();
  [context.fillStyle, context.strokeStyle] = [colors.land, colors.coast];
  context.lineWidth = 1 / side();
  for (let shift = Math.floor(view.x - half); shift <= Math.floor(view.x + half); shift++) {
    const left = ratio * (innerWidth / 2 + (shift - view.x) * side());
    context.setTransform(scale, 0, 0, scale, left, ratio * down(0));
    context.fill(land, "evenodd");
    context.stroke(land);
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
}

const short = new Intl.NumberFormat("en", { notation: "compact" });
const radius = (item) => item.count > 1 ? 12 + 2.5 * Math.log10(item.count) : 6;
function drawItem(item, x, y, named) {
  context.beginPath();
  context.arc(x, y, radius(item), 0, 7);
  context.fillStyle = item.count > 1 ? colors.cluster : colors.pin;
  [context.strokeStyle, context.lineWidth] = [colors.back, 2];
  context.fill();
  context.stroke();
  context.font = "600 11px system-ui, sans-serif";
  context.fillStyle = item.count > 1 ? colors.back : colors.text;
  if (item.count > 1) return context.fillText(short.format(item.count), x, y);
  if (!named) return;
  context.lineWidth = 3;
  context.strokeText(item.name.slice(0, 40), x, y + 16);
  context.fillText(item.name.slice(0, 40), x, y + 16);
}

// The box on the screen, at most the whole map. Longitudes are counted on across the antimeridian.
function box() {
  const half = Math.min(.5, innerWidth / 2 / side());
  const north = clamp(view.y - innerHeight / 2 / side(), 0, 1);
  const south = clamp(view.y + innerHeight / 2 / side(), 0, 1);
  const x = half < .5 ? view.x : .5;
  return [longitude(x - half), latitude(south), longitude(x + half), latitude(north)]
    .map((angle) => angle.toFixed(7)).join(",");
}

const get = (target) => fetch(target, { headers: { Accept: "application/geo+json" } });

// Before the clusters are built, or without them, the counts of cells are shown, and near the
// ground the pins. A large screen may have too many items: then those of the zoom above.
let tries = 20;
async function load(bounds, zoom) {
  let response = await get(`/clusters?bbox=${bounds}&zoom=${zoom}`);
  if (response.status === 503) {
    if (tries-- > 0) setTimeout(() => { shown = ""; changed(); }, 2000);
    response = await get(zoom < 15 ? `/cells?bbox=${bounds}&zoom=${zoom}`
      : `/pins?bbox=${bounds}&limit=1000`);
  }
  if (response.status === 400 && zoom > 0) return load(bounds, zoom - 1);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.detail);
  return answer.features.map(({ id, geometry, properties }) => ({
    ...place(geometry.coordinates), id, name: String(properties.name ?? ""),
    count: id === undefined ? properties.point_count : 1,
    opens: properties.expansion_zoom ?? zoom + 2, isCluster: id === undefined,
  }));
}

// One request at a time; the newest view is asked for when the one before has its answer.
let isBusy = false, wanted = "", shown = "", timer = 0;
async function refresh() {
  if (isBusy) return;
  isBusy = true;
  while (shown !== wanted) {
    const target = wanted, [bounds, zoom] = target.split(" ");
    try {
      items = await load(bounds, Number(zoom));
      const inView = items.reduce((sum, item) => sum + item.count, 0);
      say(total === 0 ? "There are no pins." : `${total.toLocaleString("en")} `
        + `${total === 1 ? "pin" : "pins"}, ${inView.toLocaleString("en")} on the screen`
        + (inView ? "" : ": “All” shows them"));
    } catch (error) {
      fail(error);
    }
    shown = target;
    draw();
  }
  isBusy = false;
}

function say(text) { byId("state").textContent = text; }
function fail(error) { say("No answer of the server: " + error.message); }

function changed() {
  view.zoom = clamp(view.zoom, 0, maxZoom);
  view.x -= Math.floor(view.x);
  const half = Math.min(.5, innerHeight / 2 / side());
  view.y = clamp(view.y, half, 1 - half);
  requestAnimationFrame(draw);
  clearTimeout(timer);
  timer = setTimeout(() => {
    wanted = box() + " " + Math.floor(view.zoom);
    refresh();
  }, 120);
}

function zoomBy(steps, x = innerWidth / 2, y = innerHeight / 2) {
  const before = side();
  view.zoom = clamp(view.zoom + steps, 0, maxZoom);
  const factor = 1 - side() / before;
  move((x - innerWidth / 2) * factor, (y - innerHeight / 2) * factor);
}

function move(dx, dy) {
  [view.x, view.y] = [view.x - dx / side(), view.y - dy / side()];
  changed();
}

// Opens a cluster or shows a pin; of several pins at one place the next one with each tap.
let taps = 0;
async function openAt(x, y) {
  let found, nearest = 26;
  for (const item of items) {
    for (const at of across(item.x)) {
      const distance = Math.hypot(at - x, down(item.y) - y) - radius(item);
      if (distance < nearest) [found, nearest] = [item, distance];
    }
  }
  if (!found) return hide();
  if (!found.isCluster) {
    const same = items.filter((item) => item.x === found.x && item.y === found.y);
    const next = taps++ % same.length, note = `${next + 1} of ${same.length} at this place`;
    return show(same[next].id, same.length > 1 ? note : "");
  }
  [view.x, view.y] = [found.x, found.y];
  zoomBy(Math.max(1, Math.min(found.opens, maxZoom) - view.zoom));
}

async function show(id, note) {
  const target = "/pins/" + id, response = await get(target), pin = await response.json();
  const properties = response.ok ? pin.properties : { problem: pin.detail };
  byId("name").textContent = properties.name ?? "Pin " + id;
  const [east, north] = pin.geometry?.coordinates ?? ["unknown", "unknown"];
  const rows = Object.entries(properties).filter(([name]) => name !== "name")
    .concat([["latitude", north], ["longitude", east], ["id", id]]);
  byId("properties").replaceChildren(...rows.flatMap(([name, value]) => {
    const cells = [document.createElement("dt"), document.createElement("dd")];
    [cells[0].textContent, cells[1].textContent] = [name, String(value)];
    return cells;
  }));
  byId("note").textContent = note;
  byId("link").href = target;
  byId("panel").hidden = false;
}
function hide() { byId("panel").hidden = true; }

// One pointer drags, two pinch; a pointer that hardly moved has tapped.
const pointers = new Map();
let moved = 0;
canvas.addEventListener("pointerdown", (event) => {
  canvas.setPointerCapture(event.pointerId);
  pointers.set(event.pointerId, event);
  moved = pointers.size > 1 ? Infinity : 0;
});
canvas.addEventListener("pointermove", (event) => {
  const before = pointers.get(event.pointerId);
  if (!before) return;
  const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
  const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
  const gap = (point) => Math.hypot(point.clientX - other.clientX, point.clientY - other.clientY);
  moved += Math.hypot(dx, dy);
  pointers.set(event.pointerId, event);
  move(dx / pointers.size, dy / pointers.size);
  if (other) zoomBy(Math.log2(Math.max(1, gap(event)) / Math.max(1, gap(before))),
    (event.clientX + other.clientX) / 2, (event.clientY + other.clientY) / 2);
});
canvas.addEventListener("pointerup", (event) => {
  if (pointers.delete(event.pointerId) && moved < 6) {
    openAt(event.clientX, event.clientY).catch(fail);
  }
});
canvas.addEventListener("pointercancel", (event) => pointers.delete(event.pointerId));
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  const steps = -event.deltaY * (event.deltaMode ? .05 : .003);
  zoomBy(clamp(steps, -1, 1), event.clientX, event.clientY);
}, { passive: false });
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") hide();
  if (event.target !== canvas && event.target !== document.body) return;
  const keys = {
    ArrowLeft: () => move(80, 0), ArrowRight: () => move(-80, 0), ArrowUp: () => move(0, 80),
    ArrowDown: () => move(0, -80), "+": () => zoomBy(.5), "=": () => zoomBy(.5),
    "-": () => zoomBy(-.5), Enter: () => openAt(innerWidth / 2, innerHeight / 2).catch(fail),
  };
  if (!Object.hasOwn(keys, event.key)) return;
  keys[event.key]();
  event.preventDefault();
});
byId("in").onclick = () => zoomBy(1);
byId("out").onclick = () => zoomBy(-1);
byId("all").onclick = () => start().catch(fail);
byId("close").onclick = hide;
addEventListener("resize", changed);

// The colors follow the system into the dark.
function readColors() {
  const style = getComputedStyle(document.documentElement);
  for (const name of "text back pin water land coast cluster".split(" ")) {
    colors[name] = style.getPropertyValue("--" + name).trim();
  }
  changed();
}
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", readColors);

// Shows all pins, away from the edges: the places of small clusters are nearly those of their pins.
async function start() {
  try {
    const health = await (await get("/health")).json();
    if (health.pins === undefined) throw new Error(health.detail);
    total = health.pins;
    const all = await load("-180,-85.06,180,85.06", 8);
    if (all.length > 0) {
      const [x, y] = ["x", "y"].map((key) => all.map((item) => item[key]));
      const [west, east, north, south] =
        [Math.min(...x), Math.max(...x), Math.min(...y), Math.max(...y)];
      const scale = Math.min(
        (innerWidth - 140) / (east - west), (innerHeight - 220) / (south - north));
      const most = all.length === 1 && all[0].isCluster ? all[0].opens : 12;
      Object.assign(view, { x: (west + east) / 2, y: (north + south) / 2,
        zoom: clamp(Math.log2(scale / 256), 0, most) });
    }
  } catch (error) {
    fail(error);
  }
  readColors();
}
start();
