// The tables of a page: a filter in the address, commands to copy, and the samples of numbers.
// Everything that is shown comes from the page.
const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId("data")?.textContent ?? "null");

// MARK: - The address

// The state of the page is in the address, so that a link shows the same.
const state = readAddress();
// Called when the address has changed.
let addressDidChange = () => {};

function readAddress() {
  return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
}

function writeAddress() {
  const query = new URLSearchParams();
  for (const key of ["s", "n", "a", "b", "f", "x", "q"]) if (state[key]) query.set(key, state[key]);
  history.replaceState(null, "", "#" + query);
}

// MARK: - Tables

const filter = byId("filter");

function applyFilter() {
  const words = (state.q || "").toLowerCase().split(/\s+/).filter(Boolean);
  for (const section of document.querySelectorAll("[data-scenario]")) {
    let any = false;
    const own = section.dataset.scenario;
    for (const row of section.querySelectorAll("tr[data-strategy]")) {
      const text = own + " " + row.dataset.strategy;
      row.hidden = !words.every((word) => text.includes(word));
      any = any || !row.hidden;
    }
    section.hidden = !any;
  }
}

filter.value = state.q || "";
filter.oninput = () => { state.q = filter.value; applyFilter(); writeAddress(); };
applyFilter();

addEventListener("hashchange", () => {
  const read = readAddress();
  if (!("s" in read) && !("q" in read)) return;
  Object.assign(state, read);
  filter.value = state.q || "";
  applyFilter();
  addressDidChange();
});

document.addEventListener("click", async (event) => {
  const copy = event.target.closest("button.copy");
  if (copy) {
    await navigator.clipboard?.writeText(copy.dataset.text);
    copy.textContent = "Copied";
    return;
  }
  const value = event.target.closest("[data-number]");
  if (value) openNumber(value);
});

// The samples of a number and the parameters that it rests on.
function openNumber(button) {
  const [caseIndex, metricIndex] = button.dataset.number.split(".").map(Number);
  const found = data.cases[caseIndex], metric = data.metrics[metricIndex];
  const dialog = byId("number");
  const list = (title, items) => {
    if (!items.length) return [];
    const head = document.createElement("h3"), body = document.createElement("p");
    head.textContent = title;
    body.textContent = items.join(", ");
    return [head, body];
  };
  const head = document.createElement("h2"), text = document.createElement("p");
  head.textContent = metric.name + " of " + found.strategy;
  text.textContent = metric.summary + " (" + metric.kind + ")";
  const close = document.createElement("button");
  close.textContent = "Close";
  close.onclick = () => dialog.close();
  dialog.replaceChildren(
    head, text, ...list("Samples", found.samples[metricIndex] || []),
    ...(metric.kind === "modelled" ? list("Rests on the parameters", data.parameters[found.parameters]) : []),
    close);
  dialog.showModal();
}
