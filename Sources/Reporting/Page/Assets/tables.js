// The tables of a page: a filter in the address, commands to copy, and the samples of numbers.
// Everything that is shown comes from the page.
const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId("data")?.textContent ?? "null");

// MARK: - The address

// The state of the page is in the address, so that a link shows the same. An address without a value
// for a key is that of a section.
const keys = ["s", "n", "a", "b", "f", "x", "q"];
const state = {};
// Called when the address has changed.
let addressDidChange = () => {};
let written = -Infinity, writing = 0;

function readAddress() {
  const hash = location.hash.slice(1);
  const found = hash.includes("=") ? new URLSearchParams(hash) : new URLSearchParams();
  for (const key of keys) found.has(key) ? state[key] = found.get(key) : delete state[key];
  return hash.includes("=");
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

// MARK: - Tables

const filter = byId("filter");

function applyFilter() {
  const words = (state.q || "").toLowerCase().split(/\s+/).filter(Boolean);
  let isAnyShown = false;
  for (const section of document.querySelectorAll("[data-scenario]")) {
    let any = false;
    const own = section.dataset.scenario;
    for (const row of section.querySelectorAll("tr[data-strategy]")) {
      const text = own + " " + row.dataset.strategy;
      row.hidden = !words.every((word) => text.includes(word));
      any = any || !row.hidden;
    }
    section.hidden = !any && words.length > 0;
    isAnyShown = isAnyShown || any;
  }
  byId("nothing").hidden = isAnyShown || words.length === 0;
}

readAddress();
filter.value = state.q || "";
filter.oninput = () => { state.q = filter.value; applyFilter(); writeAddress(); };
applyFilter();

addEventListener("hashchange", () => {
  const isState = readAddress();
  filter.value = state.q || "";
  applyFilter();
  if (isState) addressDidChange();
  else byId(location.hash.slice(1))?.scrollIntoView();
});

document.addEventListener("click", (event) => {
  const copy = event.target.closest("button.copy");
  if (copy) copyCommand(copy);
  const value = event.target.closest("[data-number]");
  if (value) openNumber(value);
});

// MARK: - Dialogs

const dialog = byId("number");

// Shows a title and elements, and a button that closes them.
function open(title, elements) {
  const close = element("button", "Close");
  close.onclick = () => dialog.close();
  const head = element("h2", title);
  head.id = "number-title";
  dialog.replaceChildren(head, ...elements, close);
  dialog.showModal();
}

function element(name, text = "") {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

async function copyCommand(button) {
  try {
    await navigator.clipboard.writeText(button.dataset.text);
  } catch {
    // Without the right to write the clipboard, the reader copies.
    const field = element("textarea", button.dataset.text);
    field.readOnly = true;
    field.rows = 3;
    field.setAttribute("aria-labelledby", "number-title");
    open("Copy this command", [field]);
    field.select();
    return;
  }
  button.textContent = "Copied";
  byId("said").textContent = "Copied";
  setTimeout(() => {
    button.textContent = "Copy";
    byId("said").textContent = "";
  }, 2000);
}

// The samples of a number and the parameters that it rests on, with their values.
function openNumber(button) {
  const [caseIndex, metricIndex] = button.dataset.number.split(".").map(Number);
  const found = data.cases[caseIndex], metric = data.metrics[metricIndex];
  const list = (title, items) => {
    if (!items.length) return [];
    const body = element("ul");
    body.append(...items.map((item) => element("li", item)));
    return [element("h3", title), body];
  };
  const parameters = metric.kind === "modelled" ? data.parameters[found.parameters] : [];
  open(metric.name + " of " + found.strategy, [
    element("p", metric.summary + " (" + metric.kind + ")"),
    ...list("Samples", found.samples[metricIndex] || []),
    ...list(
      "Rests on the parameters of the case: value (span; confidence)",
      parameters.map((name) => name + ": " + (data.values[name] || "not in the profile"))),
  ]);
}
