// The tables of a page: search and filters in the address, sorting, commands to copy, and the boxes
// behind numbers. Everything that is shown comes from the page.
const byId = (id) => document.getElementById(id);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const data = JSON.parse(byId("data")?.textContent ?? "null");

// MARK: - The address

// The state of the page is in the address, so that a link shows the same. An address without values
// is that of a section, and leaves the state as it is.
const keys = ["s", "n", "a", "b", "f", "x", "q", "state", "family"];
const state = {};
// Called when the address has changed.
let addressDidChange = () => {};
let written = -Infinity, writing = 0;

function readAddress() {
  const hash = location.hash.slice(1);
  if (!hash.includes("=")) return false;
  const found = new URLSearchParams(hash);
  for (const key of keys) found.has(key) ? state[key] = found.get(key) : delete state[key];
  return true;
}

// Browsers refuse to change an address often; the last state counts.
function writeAddress() {
  clearTimeout(writing);
  const wait = written + 400 - performance.now();
  if (wait > 0) {
    writing = setTimeout(writeAddress, wait);
    return;
  }
  written = performance.now();
  const query = new URLSearchParams();
  for (const key of keys) if (state[key]) query.set(key, state[key]);
  try {
    history.replaceState(null, "", "#" + query);
  } catch {
    // The page works without its address.
  }
}

// MARK: - Filters

const filter = byId("filter"), family = byId("family");

function applyFilter() {
  if (filter && filter.value !== (state.q || "")) filter.value = state.q || "";
  if (family) family.value = state.family || "";
  for (const chip of all("button.chip")) {
    chip.setAttribute("aria-pressed", String(chip.dataset.state === (state.state || "")));
  }
  const words = (state.q || "").toLowerCase().split(/\s+/).filter(Boolean);
  const isFiltered = words.length > 0 || state.state || state.family;
  const hiddenNames = new Set();
  let isAnyShown = false;
  for (const part of all("[data-scenario]")) {
    let any = false;
    for (const row of all("tr[data-strategy]", part)) {
      const { strategy, state: answer, family: own, name } = row.dataset;
      row.hidden = !words.every((word) => strategy.includes(word))
        || (state.state && state.state !== answer) || (state.family && state.family !== own);
      if (row.hidden && name) hiddenNames.add(name);
      any = any || !row.hidden;
    }
    if (part.tagName === "SECTION") part.hidden = !any && words.length > 0;
    isAnyShown = isAnyShown || any;
  }
  for (const part of all("[data-name]:not(tr)")) part.hidden = hiddenNames.has(part.dataset.name);
  if (byId("nothing")) byId("nothing").hidden = isAnyShown || !isFiltered;
}

function filterBy(key, value) {
  state[key] = value;
  applyFilter();
  writeAddress();
}

// MARK: - Sorting

// The rows by a column: numbers by their value, others by their text; again for the other direction.
function sort(button) {
  const head = button.closest("th"), table = button.closest("table");
  const column = [...head.parentElement.children].indexOf(head);
  const [first, second] = head.dataset.first ? ["descending", "ascending"] : ["ascending", "descending"];
  const direction = head.getAttribute("aria-sort") === first ? second : first;
  for (const other of all("th[aria-sort]", table)) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", direction);
  const sign = direction === "ascending" ? 1 : -1;
  const body = table.tBodies[0];
  const value = (row) => {
    const cell = row.cells[column], number = parseFloat(cell.dataset.value);
    return Number.isNaN(number) ? cell.textContent.trim() : number;
  };
  const compare = (m, n) => typeof m === "number" && typeof n === "number"
    ? m - n : String(m).localeCompare(String(n), "en", { numeric: true });
  const rows = [...body.rows].map((row) => [value(row), row]);
  rows.sort(([m], [n]) => sign * compare(m, n));
  body.append(...rows.map(([, row]) => row));
}

// MARK: - Events

readAddress();
applyFilter();
if (filter) filter.oninput = () => filterBy("q", filter.value);
if (family) family.onchange = () => filterBy("family", family.value);

addEventListener("hashchange", () => {
  const isState = readAddress();
  applyFilter();
  if (isState) addressDidChange();
  else reveal();
});

// A link to a folded part opens it.
function reveal() {
  let target = null;
  try {
    target = byId(decodeURIComponent(location.hash.slice(1)));
  } catch {
    // A fragment that is no address leads nowhere.
  }
  if (!target) return;
  if (target.hidden) {
    for (const key of ["q", "state", "family"]) delete state[key];
    applyFilter();
  }
  for (let part = target; part; part = part.parentElement) {
    if (part.tagName === "DETAILS") part.open = true;
  }
  target.scrollIntoView();
}
if (!location.hash.includes("=")) reveal();

document.addEventListener("click", (event) => {
  const found = (selector) => event.target.closest(selector);
  const link = found("a[href^='#']");
  // The same link again has no other address, and leads there all the same.
  if (link && link.hash === location.hash) reveal();
  if (found("button.copy")) copyCommand(found("button.copy"));
  else if (found("[data-number], .strategies tbody button")) openNumber(found("button"));
  else if (found("button.about")) openMetric(found("button.about"));
  else if (found("button.sort")) sort(found("button.sort"));
  else if (found("button.chip")) filterBy("state", found("button.chip").dataset.state);
});

// A folded part is made when it is opened: a page of all scenarios has tens of thousands of elements.
document.addEventListener("toggle", (event) => {
  for (const part of all(":scope > template", event.target)) part.replaceWith(part.content);
}, true);

// MARK: - The contents

// On a narrow screen they are one line until they are wanted.
const folded = document.querySelector("#contents details");
if (folded && matchMedia("(max-width: 81.99rem)").matches) folded.open = false;

// Marks the part of the contents that is on the screen.
const contents = new Map(all("#contents a").map((link) => [link.hash.slice(1), link]));
const watcher = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    for (const link of contents.values()) link.removeAttribute("aria-current");
    contents.get(target.id)?.setAttribute("aria-current", "true");
  }
}, { rootMargin: "-20% 0px -70% 0px" });
for (const id of contents.keys()) if (byId(id)) watcher.observe(byId(id));

// The words next to the map are those of the scenario that it shows.
function pairDidChange(scenario) {
  const words = document.querySelector(".hero > .words");
  if (!words || words.parentElement.dataset.card === scenario) return;
  const found = byId("words-" + scenario);
  if (!found) return;
  words.replaceChildren(found.content.cloneNode(true));
  words.parentElement.dataset.card = scenario;
}

// MARK: - Dialogs

const dialog = byId("number");

// Shows a title, which has the focus, a button that closes, and elements.
function open(title, elements) {
  const close = element("button", "Close");
  close.onclick = () => dialog.close();
  const head = element("h2", title);
  head.id = "number-title";
  head.tabIndex = -1;
  const bar = element("div");
  bar.className = "bar";
  bar.append(head, close);
  dialog.replaceChildren(bar, ...elements);
  dialog.showModal();
  head.focus();
  dialog.scrollTop = 0;
}

function element(name, text = "") {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function list(items) {
  const made = element("ul");
  made.append(...items.map((item) => element("li", item)));
  return made;
}

// A list that is folded unless it is short or important.
function fold(title, items, isOpen = false) {
  if (!items.length) return [];
  const made = element("details");
  made.open = isOpen;
  made.append(element("summary", title + " (" + items.length + ")"), list(items));
  return [made];
}

async function copyCommand(button) {
  const text = [button.closest("table")?.dataset.command, button.dataset.text
    ?? button.parentElement.querySelector("pre").textContent].filter(Boolean).join(" ");
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without the right to write the clipboard, the reader copies.
    const field = element("textarea", text);
    field.readOnly = true;
    field.rows = Math.max(3, text.split("\n").length);
    field.setAttribute("aria-labelledby", "number-title");
    open("Copy this", [field]);
    field.select();
    return;
  }
  const sign = button.textContent;
  button.textContent = "✓";
  byId("said").textContent = "Copied";
  setTimeout(() => {
    button.textContent = sign;
    byId("said").textContent = "";
  }, 2000);
}

const kinds = {
  counted: "counted: the same in each run, whatever the phone",
  measured: "measured on this machine",
  modelled: "modelled: it moves with the parameters of the platform",
};

// The meaning of a metric, its criterion, and the source of the criterion.
function openMetric(button) {
  const metric = data.metrics[metricOf(button)];
  // Before the button are the kind and the criterion.
  const [, bound] = button.previousSibling.textContent.trim().split(/, (.*)/);
  open(metric.name, [
    element("p", metric.summary), element("p", "It is " + kinds[metric.kind] + "."),
    element("p", bound ? "Wanted: " + bound + " (" + button.dataset.source + ")." : "No particular value is wanted."),
  ]);
}

// The metric of a column.
function metricOf(button) {
  const cell = button.closest("td");
  return cell.closest("table").tHead.rows[0].cells[cell.cellIndex].dataset.metric;
}

// The parts of a modelled number, the largest first.
function sumOf(place) {
  const parts = data.sums[place];
  if (!parts) {
    return [element("p", data.isAnalysed
      ? "Its parts are not known. Only the memory and the deciding modelled times of the naive strategy "
        + "and of the strategy to take have parts."
      : "Its parts are not known: the run was not analysed.")];
  }
  return [
    element("h3", "The sum of these parts: count × cost (span; confidence)"),
    list(parts.map(([name, amount, count]) => {
      const [value, , source] = data.values[name];
      return amount + " = " + count + name + ", " + value + ". " + source;
    })),
    element("p", "The replay counts the operations of the platform; the profile has the cost of each."),
  ];
}

// The samples of a number, its parts, and the parameters that it rests on, with their values, by what
// they are; those that change an answer first.
function openNumber(button) {
  const place = button.dataset.number ?? button.closest("tr").dataset.case + "." + metricOf(button);
  const [caseIndex, metricIndex] = place.split(".").map(Number);
  const found = data.cases[caseIndex], metric = data.metrics[metricIndex];
  const isModelled = metric.kind === "modelled";
  const names = isModelled ? data.parameters[found.parameters].map((i) => data.names[i]) : [];
  const deciding = new Set(data.deciding[found.scenario]);
  const groups = new Map();
  for (const name of names) {
    const [text, quantity] = data.values[name] || ["not in the profile", "Others"];
    const group = deciding.has(name) ? "Change an answer of this scenario" : quantity;
    groups.set(group, [...(groups.get(group) || []), name + ": " + text]);
  }
  const titles = [...groups.keys()].sort((m, n) => n.startsWith("Change") - m.startsWith("Change"));
  open(metric.name + " of " + found.strategy + ": " + button.textContent, [
    element("p", metric.summary), element("p", "It is " + kinds[metric.kind] + "."),
    ...fold("Samples", found.samples[metricIndex] || [], true),
    ...(isModelled ? sumOf(place) : []),
    ...(names.length
      ? [element("h3", "All parameters that it depends on: value (span; confidence)")] : []),
    ...titles.flatMap((title) => fold(title, groups.get(title))),
  ]);
}
