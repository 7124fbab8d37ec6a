"use strict";

/* Lets a person decide on records, one after another, and posts each decision to the server. */
const byId = (id) => document.getElementById(id);
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const records = [...document.querySelectorAll("[data-number]")];
const wordOf = (record) => record.dataset.word;
const isShown = (record) => !record.hidden;
const isOpen = (record) => isShown(record) && !wordOf(record);
const ENDED = "Wildwood has ended already; you can close this page.";
let current = null;

function showDecision(record) {
  for (const button of record.querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button.dataset.word === wordOf(record)));
  }
}

function progress(more = "") {
  const done = records.filter(wordOf).length;
  byId("progress").textContent = `${done} of ${records.length} records decided.${more ? ` ${more}` : ""}`;
}

function show() {
  const wanted = plain(byId("words").value).split(/\s+/u).filter(Boolean);
  for (const record of records) {
    const text = plain(record.querySelector(".paper").textContent);
    const isWanted = wanted.every((word) => text.includes(word));
    record.hidden = !isWanted || (byId("open-only").checked && Boolean(wordOf(record)));
  }
}

function go(record, isSilent = false) {
  current?.classList.remove("current");
  current = record;
  record.classList.add("current");
  if (isSilent) return;
  record.tabIndex = -1;
  record.focus({ preventScroll: true });
  record.scrollIntoView({ block: "center" });
}

function move(step, isWanted = isShown) {
  let number = current ? records.indexOf(current) + step : 0;
  while (records[number] && !isWanted(records[number])) number += step;
  if (records[number]) go(records[number]);
}

/* Posts the decisions that have changed, one request at a time, until all are stored; returns whether they are. */
const stored = new Map(); // what the server has, by record
const changed = () => records.filter((one) => wordOf(one) !== stored.get(one));
let sending = null;
function send() {
  sending ??= post().finally(() => { sending = null; });
  return sending;
}

async function post() {
  for (let some = changed(); some.length; some = changed()) {
    const words = some.map(wordOf);
    const body = some.map((one, place) => `${one.dataset.number} ${words[place]}\n`).join("");
    try {
      const answer = await fetch("decisions", { method: "POST", body });
      if (!answer.ok) throw new Error(await answer.text());
    } catch (error) {
      progress(`Not stored (${error.message}); decide again, or press Done, to try again.`);
      return false;
    }
    some.forEach((one, place) => stored.set(one, words[place]));
    progress("Stored.");
  }
  return true;
}

/* Takes a decision, or takes it back if it is there already. */
function decide(record, word) {
  record.dataset.word = wordOf(record) === word ? "" : word;
  showDecision(record);
  progress();
  send();
}

const KEYS = {
  j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1), n: () => move(1, isOpen),
};
function onKey(event) {
  const { key, target } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || target.closest?.("#words")) return;
  const button = current?.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (!Object.hasOwn(KEYS, key) && !button) return;
  event.preventDefault();
  if (Object.hasOwn(KEYS, key)) KEYS[key]();
  else {
    decide(current, button.dataset.word);
    if (wordOf(current)) move(1, isOpen);
  }
}

function onClick(event) {
  const record = event.target.closest("[data-number]");
  if (!record) return;
  go(record, true);
  const { word } = event.target.closest("button")?.dataset ?? {};
  if (word) decide(record, word);
}

byId("controls").addEventListener("submit", (event) => event.preventDefault());
byId("words").addEventListener("input", show);
byId("open-only").addEventListener("change", show);
byId("done").addEventListener("click", async () => {
  if (!(await send())) return;
  const answer = await fetch("done", { method: "POST" }).catch(() => null);
  progress(answer ? "The review has ended; you can close this page." : ENDED);
});
addEventListener("beforeunload", (event) => {
  if (sending) event.preventDefault();
});
addEventListener("keydown", onKey);
byId("records").addEventListener("click", onClick);
byId("controls").hidden = records.length === 0;
records.forEach(showDecision);
for (const record of records) stored.set(record, wordOf(record));
progress();
const first = records.find(isOpen) ?? records[0];
if (first) go(first, true);
