"use strict";

/* Lets a person decide on records, one after another, and posts each decision to the server. */
const byId = (id) => document.getElementById(id);
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const records = [...document.querySelectorAll("[data-number]")];
const wordOf = (record) => record.dataset.word;
const isShown = (record) => !record.hidden;
const isOpen = (record) => isShown(record) && !wordOf(record);
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

/* Posts all decisions, one request at a time, until the last state is stored. */
let sent = null;
let isSending = false;
const state = () => records.map((one) => (wordOf(one) ? `${one.dataset.number} ${wordOf(one)}\n` : "")).join("");
async function send() {
  const text = state();
  if (isSending || sent === text) return;
  isSending = true;
  try {
    const answer = await fetch("decisions", { method: "POST", body: text });
    if (!answer.ok) throw new Error(await answer.text());
    sent = text;
    progress("Stored.");
  } catch (error) {
    progress(`Not stored (${error.message}); decide again to try again.`);
    return;
  } finally {
    isSending = false;
  }
  send();
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
  await fetch("done", { method: "POST" });
  progress("The review has ended; you can close this page.");
});
addEventListener("keydown", onKey);
byId("records").addEventListener("click", onClick);
byId("controls").hidden = records.length === 0;
records.forEach(showDecision);
sent = state();
progress();
const first = records.find(isOpen) ?? records[0];
if (first) go(first, true);
