"use strict";

/* Shows the pairs that are stronger than the slider says, in cards that contain all words; lets a
   person decide on pairs, and remembers the decisions. */
const byId = (id) => document.getElementById(id);
const form = byId("controls");
const limit = byId("limit");
const words = byId("words");
const openOnly = byId("open-only");
const unsureOnly = byId("unsure-only"); // null if the pairs have no verdicts
const fold = byId("fold");
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const set = (element, property, value) => {
  if (element[property] !== value) element[property] = value;
};
const SIDES = ["1", "2"];

/* What wildwood/page/page.py says of the pairs; nothing is read from what the page shows. */
const FACTS = JSON.parse(byId("facts").textContent);
const COLUMNS = FACTS.columns;
const WORDS = FACTS.decisions;
const OF_PAPERS = COLUMNS.filter((name) => name.startsWith("similar_") || COLUMNS.includes(`similar_${name}`));
const rowOf = (cells) => Object.fromEntries(COLUMNS.map((name, place) => [name, cells[place]]));
const sections = [...document.querySelectorAll(".sure")]; // what the fields settle
const familyElements = document.querySelectorAll(".family");
const families = FACTS.families.map((facts, number) => {
  const element = familyElements[number];
  const details = element.querySelector("details");
  const elements = [...element.querySelectorAll(".pair")];
  const family = { element, details, split: element.querySelector(".split"), section: element.closest(".sure") };
  family.pairs = facts.pairs.map(({ papers, rows, cells, values }, place) => {
    const { decision, keep, ...row } = rowOf(cells);
    const isFolded = details?.contains(elements[place]) ?? false;
    const isSettled = row.verdict !== "" && row.verdict !== FACTS.unsure;
    const strength = Number(row.strength);
    return {
      element: elements[place], family, papers, rows, row, values, strength, isFolded, isSettled, decision, keep,
      follows: "", isImplied: "", stored: `${decision} ${keep}`,
    };
  });
  return family;
});
const pairs = families.flatMap((family) => family.pairs);

/* ---- What is kept: a side of the pair, and sides of single values, as in "2; title 1" ---- */

const itemsOf = (keep) => keep.split(";").map((item) => item.trim()).filter((item) => /^(?:[a-z]+ )?[12]$/u.test(item));
const sideOf = (keep) => itemsOf(keep).find((item) => SIDES.includes(item)) ?? "";
const valuesOf = (keep) => itemsOf(keep).filter((item) => !SIDES.includes(item));
const sideOfValue = (keep, name) => valuesOf(keep).find((item) => item.startsWith(`${name} `))?.slice(-1) ?? "";
const kept = (side, values) => [side, ...values].filter(Boolean).join("; ");
const turned = (keep) => keep.replace(/[12](?=\s*(?:;|$))/gu, (side) => (side === "1" ? "2" : "1"));

/* ---- Selecting pairs ---- */

/* Returns the papers of each group that some pairs of papers connect. */
function groupsOf(connected) {
  let groups = [];
  for (const papers of connected) {
    const apart = groups.filter((group) => !papers.some((paper) => group.has(paper)));
    const joined = groups.filter((group) => !apart.includes(group));
    groups = [...apart, new Set([...papers, ...joined.flatMap((group) => [...group])])];
  }
  return groups;
}

function textOf(family) {
  family.text ??= plain(family.pairs.flatMap(({ row }) => OF_PAPERS.map((name) => row[name])).join(" "));
  return family.text;
}

const isDecided = (pair) => Boolean(pair.decision || pair.follows);
const isOpen = (pair) => !isDecided(pair) && !pair.isSettled && !pair.isImplied;

function select(family, above) {
  const isLeft = (pair) => !(openOnly.checked && !isOpen(pair));
  const isUnsure = (pair) => !unsureOnly?.checked || !pair.isSettled;
  const isWanted = (pair) => pair.strength > above && isLeft(pair) && isUnsure(pair);
  const chosen = family.pairs.filter(isWanted);
  family.chosen = new Set(chosen);
  for (const pair of family.pairs) set(pair.element, "hidden", !family.chosen.has(pair));
  if (family.details) {
    const folded = chosen.filter((pair) => pair.isFolded).length;
    set(family.details, "hidden", folded === 0);
    if (folded && folded === chosen.length) family.details.open = true;
  }
  if (family.pairs.length < 2) return;
  const groups = groupsOf(family.pairs.filter((pair) => pair.strength > above).map(({ papers }) => papers));
  set(family.split, "hidden", groups.length < 2);
  family.split.textContent = `at this limit ${groups.length} separate groups`;
}

let selected = "";
function show() {
  const above = Number(limit.value);
  const wanted = plain(words.value).split(/\s+/u).filter(Boolean);
  byId("limit-shown").textContent = above.toFixed(2);
  const selection = `${above} ${openOnly.checked} ${unsureOnly?.checked}`;
  if (openOnly.checked || selection !== selected) for (const family of families) select(family, above);
  selected = selection;
  let shown = 0;
  let groups = 0;
  const inSections = new Map(sections.map((section) => [section, 0]));
  for (const family of families) {
    const found = family.chosen.size > 0 && wanted.every((word) => textOf(family).includes(word));
    set(family.element, "hidden", !found);
    if (!found) continue;
    groups += 1;
    if (family.section) inSections.set(family.section, inSections.get(family.section) + 1);
    shown += family.chosen.size;
  }
  const sure = [...inSections.values()].reduce((sum, count) => sum + count, 0);
  for (const [section, count] of inSections) {
    section.hidden = count === 0;
    if (wanted.length && sure && sure === groups) section.open = true;
  }
  byId("count").textContent = `${shown} of ${pairs.length} pairs, ${groups} of ${families.length} works`;
}

function unfold(isUnfolded) {
  fold.setAttribute("aria-pressed", String(isUnfolded));
  for (const { details } of families) if (details) details.open = isUnfolded;
}

/* ---- Deciding ---- */

/* Returns what decisions, as [paper, paper, word], say of two papers, as wildwood/kernel/pairs.py does. */
function relationOf(decisions) {
  const keyOf = (papers) => JSON.stringify([...papers].sort());
  const own = new Map(decisions.map(([one, other, word]) => [keyOf([one, other]), word]));
  const decided = (word) => [...own].filter((entry) => entry[1] === word).map(([key]) => JSON.parse(key));
  const groups = groupsOf(decided("same"));
  const groupOf = (paper) => groups.find((group) => group.has(paper)) ?? paper;
  const apart = ["version", "different"].flatMap((word) => decided(word).map((papers) => ({ both: papers.map(groupOf), word })));
  const isBroken = (group) => apart.some(({ both }) => both.every((one) => one === group));
  const relation = (papers) => {
    if (own.has(keyOf(papers))) return own.get(keyOf(papers));
    const [one, other] = papers.map(groupOf);
    if (papers[0] === papers[1] || isBroken(one) || isBroken(other)) return "";
    if (one === other) return "same";
    const words = new Set(apart.filter(({ both }) => both.includes(one) && both.includes(other)).map(({ word }) => word));
    return words.size === 1 ? [...words][0] : "";
  };
  relation.groupOf = (paper) => (isBroken(groupOf(paper)) ? paper : groupOf(paper));
  return relation;
}

/* Finds what follows for the open pairs of a family, and what the fields imply. */
function conclude(family) {
  if (family.pairs.length === 1) return;
  const triples = (some, word) => some.map((pair) => [...pair.papers, word(pair)]);
  const decided = triples(family.pairs.filter((pair) => pair.decision), ({ decision }) => decision);
  const word = ({ row }) => (row.verdict === FACTS.same ? "same" : "different");
  const settled = triples(family.pairs.filter((pair) => !pair.decision && pair.isSettled), word);
  const relation = relationOf(decided);
  const { groupOf } = relationOf([...settled, ...decided]);
  const names = new Map();
  const nameOf = (group) => names.get(group) ?? names.set(group, names.size).size - 1;
  const between = ({ papers }) => [...new Set(papers.map((paper) => nameOf(groupOf(paper))))].sort().join(" ");
  const asked = new Set(family.pairs.filter((pair) => pair.decision).map(between));
  for (const pair of family.pairs) {
    pair.follows = pair.decision ? "" : relation(pair.papers);
    pair.isImplied = "";
    if (pair.row.verdict === FACTS.unsure && !pair.decision) {
      const both = between(pair);
      if (!both.includes(" ")) pair.isImplied = "same, as follows from the fields of the others";
      else if (asked.has(both)) pair.isImplied = "as the other pair of these records";
      asked.add(both);
    }
    showDecision(pair);
  }
}

/* Returns the number of the row that a pair keeps. */
const keptRow = (pair, keep) => pair.rows[SIDES.indexOf(keep)];

function sentence(pair) {
  if (pair.isImplied && !pair.follows) return pair.isImplied;
  if (pair.follows) return `${pair.follows}, as follows from the others`;
  const row = (side) => keptRow(pair, side);
  const side = sideOf(pair.keep);
  const values = valuesOf(pair.keep).map((item) => `${item.slice(0, -2)} of ${row(item.slice(-1))}`);
  return [pair.decision, side && `keep ${row(side)}`, ...values].filter(Boolean).join(", ");
}

function showDecision(pair) {
  const { element } = pair;
  const word = pair.decision || pair.follows;
  if ((element.dataset.decision ?? "") !== word) {
    if (word) element.dataset.decision = word;
    else delete element.dataset.decision;
  }
  set(element.querySelector(".decided"), "textContent", sentence(pair));
  for (const button of element.querySelectorAll(".choice button")) {
    const isPressed = button.dataset.word ? button.dataset.word === pair.decision : button.dataset.keep === sideOf(pair.keep);
    button.setAttribute("aria-pressed", String(isPressed));
  }
  for (const select of element.querySelectorAll(".values select")) {
    set(select, "value", sideOfValue(pair.keep, select.name));
  }
}

function progress(more = "") {
  const done = pairs.filter(isDecided).length;
  const all = done + pairs.filter(isOpen).length;
  byId("progress").textContent = `${done} of ${all} pairs decided.${more ? ` ${more}` : ""}`;
}

function put(pair, decision, keep) {
  pair.decision = decision;
  pair.keep = itemsOf(keep).join("; ");
  if (decision && pair.family.section) pair.family.section.open = true;
  showDecision(pair);
}

let steps = []; // what was decided during this visit, each with the state before

/* Changes pairs of one family, as one step that can be undone. */
function change(changes, what) {
  const before = changes.map(([pair]) => [pair, pair.decision, pair.keep]);
  steps.push({ before, what });
  for (const [pair, decision, keep] of changes) put(pair, decision, keep);
  afterwards(changes);
}

function afterwards(changes) {
  for (const family of new Set(changes.map(([pair]) => pair.family))) conclude(family);
  remember();
  progress();
  showSteps();
}

const LISTED_STEPS = 20;
function showSteps() {
  const list = byId("undo").querySelector("ol");
  byId("undo").hidden = steps.length === 0;
  byId("undo").querySelector("summary").textContent = `Undo (${steps.length})`;
  list.replaceChildren(...steps.slice(-LISTED_STEPS).reverse().map((step) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Undo";
    button.setAttribute("aria-label", `Undo ${step.what}`);
    button.addEventListener("click", () => undo(step));
    item.append(button, ` ${step.what}`);
    return item;
  }));
}

function undo(step = steps.at(-1)) {
  if (!step) return;
  steps = steps.filter((one) => one !== step);
  for (const [pair, decision, keep] of step.before) put(pair, decision, keep);
  afterwards(step.before);
  const [[first]] = step.before;
  if (isShown(first)) go(first);
}

/* Takes a decision, or takes it back if it is there already; the values chosen for the same stay. */
function decide(pair, decision, side) {
  const isTakenBack = pair.decision === decision && sideOf(pair.keep) === side;
  const keep = kept(side, decision === "same" ? valuesOf(pair.keep) : []);
  const what = `${isTakenBack ? "no decision" : decision}: ${pair.row.title || pair.row.id}`;
  change([isTakenBack ? [pair, "", ""] : [pair, decision, keep]], what);
  return !isTakenBack;
}

/* Keeps the value of a side, or that of the record that stays; so both are the same record. */
function keepValue(pair, name, side) {
  const values = valuesOf(pair.keep).filter((item) => !item.startsWith(`${name} `));
  const keep = kept(sideOf(pair.keep), side ? [...values, `${name} ${side}`] : values);
  change([[pair, "same", keep]], `${name}: ${pair.row.title || pair.row.id}`);
}

/* Decides that all records of a card are the same, as far as that is open. */
function decideAll(family) {
  const open = family.pairs.filter((pair) => isOpen(pair) && isShown(pair));
  if (!open.length) return false;
  change(open.map((pair) => [pair, "same", ""]), `all the same: ${open[0].row.title || open[0].row.id}`);
  return true;
}

/* Returns the choice that keeps the upper row of a pair, or the lower. */
const keeping = ({ rows }, place) => SIDES[(rows[0] <= rows[1]) === (place === 0) ? 0 : 1];

function equip(pair) {
  const host = pair.element.querySelector(".question");
  if (host.querySelector(".choice")) return;
  host.append(byId("choice").content.cloneNode(true));
  for (const [place, button] of host.querySelectorAll("[data-keep]").entries()) {
    button.dataset.keep = keeping(pair, place);
    button.textContent = `Keep ${keptRow(pair, button.dataset.keep)}`;
  }
  if (Object.keys(pair.values).length) host.append(valuesToKeep(pair));
  showDecision(pair);
}

/* Returns a choice for each value in which the records of a pair differ. */
function valuesToKeep(pair) {
  const details = byId("values").content.cloneNode(true).firstElementChild;
  for (const [name, both] of Object.entries(pair.values)) {
    const label = document.createElement("label");
    const select = document.createElement("select");
    select.name = name;
    select.add(new Option("of the record that stays", ""));
    for (const side of pair.rows[0] <= pair.rows[1] ? SIDES : [...SIDES].reverse()) {
      select.add(new Option(`${keptRow(pair, side)}: ${both[SIDES.indexOf(side)]}`, side));
    }
    select.addEventListener("change", () => keepValue(pair, name, select.value));
    label.append(name, " ", select);
    details.append(label);
  }
  return details;
}

/* Opens or closes the values of a pair, by the keyboard. */
function openValues(pair) {
  const details = pair.element.querySelector(".values");
  if (!details) return progress("These records differ in no value that can be chosen.");
  details.open = !details.open;
  if (details.open) details.querySelector("select").focus();
  else go(pair);
  return undefined;
}

function equipAll(family) {
  family.pairs.forEach(equip);
  if (family.pairs.length < 2 || family.element.querySelector(".all")) return;
  family.element.querySelector("header").append(byId("all").content.cloneNode(true));
}

const watch = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    watch.unobserve(target);
    equipAll(target.family);
  }
}, { rootMargin: "400px" });

/* ---- Moving ---- */

let current = null;
const isUnfolded = (family) => !family.element.hidden && !(family.section && !family.section.open);
const isShown = (pair) => isUnfolded(pair.family) && pair.family.chosen.has(pair);

function go(pair, isSilent = false) {
  current?.element.classList.remove("current");
  current?.element.removeAttribute("aria-current");
  current = pair;
  const { element, family } = pair;
  if (family.section) family.section.open = true;
  if (pair.isFolded) family.details.open = true;
  element.classList.add("current");
  element.setAttribute("aria-current", "true");
  if (isSilent) return;
  equip(pair);
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
  bring(element);
  remember();
}

const FRAMES_OF_LAYOUT = 4; // until what is around a pair has its choices and its height
let framesToCome = 0;

/* Scrolls to the current pair, again while what is around it is laid out. */
function bring(element, frames = FRAMES_OF_LAYOUT) {
  if (element !== current.element) return;
  if (!isInView(element, 1)) element.scrollIntoView({ block: "center" });
  framesToCome = frames;
  if (frames) requestAnimationFrame(() => bring(element, frames - 1));
}

/* Returns whether an element can be seen, at least so much of it. */
function isInView(element, part) {
  const { top, bottom, height } = element.getBoundingClientRect();
  const above = getComputedStyle(form).position === "sticky" ? form.getBoundingClientRect().bottom : 0;
  const seen = Math.min(bottom, innerHeight) - Math.max(top, above);
  return seen >= Math.min(height, innerHeight - above) * part;
}

function move(step, isWanted = isShown) {
  let number = current ? pairs.indexOf(current) + step : 0;
  while (number >= 0 && number < pairs.length && !isWanted(pairs[number])) number += step;
  if (pairs[number]) go(pairs[number]);
  return Boolean(pairs[number]);
}

const isOpenAndShown = (pair) => isShown(pair) && isOpen(pair);
function moveOn() {
  if (move(1, isOpenAndShown)) return;
  const first = pairs.find(isOpenAndShown);
  if (first) go(first);
  else progress("No shown pair is open.");
}

const KEYS = {
  j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1), n: moveOn, z: () => undo(),
};
const OFFERED = [...byId("choice").content.querySelectorAll("[data-word]")].map(({ dataset }) => dataset.word);
const DECISIONS = {
  ...Object.fromEntries(OFFERED.map((word) => [word[0], (pair) => decide(pair, word, "")])),
  1: (pair) => decide(pair, "same", keeping(pair, 0)),
  2: (pair) => decide(pair, "same", keeping(pair, 1)),
  a: (pair) => decideAll(pair.family),
  f: (pair) => openValues(pair),
};

function onKey(event) {
  const { key, target } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || target.closest?.("#limit, #words")) return;
  if (target.closest?.("select")) {
    if (key === "Escape") openValues(current);
    return;
  }
  if (!Object.hasOwn(KEYS, key) && !Object.hasOwn(DECISIONS, key)) return;
  event.preventDefault();
  if (Object.hasOwn(KEYS, key)) KEYS[key]();
  else if (!current || !isShown(current)) moveOn();
  else if (!framesToCome && !isInView(current.element, 0.3)) go(current); // what is decided must have been seen
  else if (DECISIONS[key](current)) moveOn();
}

function onClick(event) {
  const { target } = event;
  if (target.closest("a")) return;
  if (target.closest(".abstract")) showAbstract(target.closest(".abstract"));
  if (target.closest(".all")) decideAll(families.find(({ element }) => element === target.closest(".family")));
  const element = target.closest(".pair");
  if (!element) return;
  const pair = pairs.find((one) => one.element === element);
  go(pair, true);
  const { word, keep } = target.closest(".choice button")?.dataset ?? {};
  if (word) decide(pair, word, "");
  if (keep) decide(pair, "same", keep);
}

/* Shows or hides the abstract of a record, which the server of the page has. */
async function showAbstract(button) {
  const isShown = button.getAttribute("aria-expanded") === "true";
  button.setAttribute("aria-expanded", String(!isShown));
  if (isShown) {
    button.nextElementSibling?.remove();
    return;
  }
  const text = document.createElement("p");
  text.dir = "auto";
  button.after(text);
  const answer = await fetch(`abstract?of=${encodeURIComponent(button.dataset.paper)}`).catch(() => null);
  text.textContent = answer?.ok ? await answer.text() : "The abstract could not be read; is wildwood still running?";
}

/* ---- Remembering ---- */

const STORAGE = `wildwood decisions ${document.body.dataset.digest}`;
const isStored = "stored" in document.body.dataset;
let isLost = false; // whether there is nowhere to remember decisions
let { others } = FACTS; // lines on pairs that are not on the page

function remember() {
  const decided = pairs.flatMap(({ decision, keep }, number) => (decision ? [[number, decision, keep]] : []));
  const state = { place: pairs.indexOf(current), decided, others };
  try {
    localStorage.setItem(STORAGE, JSON.stringify(state));
    isLost &&= isStored;
  } catch {
    isLost = !isStored && decided.length > 0;
  }
  if (isStored) send();
}

function recall() {
  let state = {};
  try {
    state = JSON.parse(localStorage.getItem(STORAGE)) ?? {};
  } catch { /* nothing is remembered */ }
  if (Array.isArray(state.decided) && !isStored) {
    for (const pair of pairs) if (pair.decision) put(pair, "", "");
    for (const [number, decision, keep] of state.decided) {
      if (pairs[number] && WORDS.includes(decision)) put(pairs[number], decision, String(keep));
    }
    if (typeof state.others === "string") others = state.others;
  }
  families.forEach(conclude);
  const place = pairs[state.place] ?? pairs.find(isOpen) ?? pairs.find(isShown);
  if (!place) return;
  go(place, true);
  if (pairs[state.place]) bring(place.element);
}

/* Posts what has changed, one request at a time, until all is stored; returns whether it is. */
const stateOf = ({ decision, keep }) => `${decision} ${keep}`;
const keyOf = ({ papers }) => JSON.stringify([...papers].sort()); // several rows can be of one pair
let storedOthers = others;
let sending = null;
function send() {
  sending ??= post().finally(() => { sending = null; });
  return sending;
}

async function post() {
  for (;;) {
    const keys = new Set(pairs.filter((pair) => stateOf(pair) !== pair.stored).map(keyOf));
    const changed = pairs.filter((pair) => keys.has(keyOf(pair)));
    const states = changed.map(stateOf);
    const all = others;
    if (!changed.length && all === storedOthers) return true;
    try {
      await postText(headLine + all.slice(storedOthers.length) + changed.map(lineOfPair).join(""));
    } catch (error) {
      isLost = true;
      const { textContent: name } = byId("done") ?? byId("back");
      progress(`Not stored (${error.message}); press ${name} to try again, or download the decisions.`);
      return false;
    }
    isLost = false;
    changed.forEach((pair, place) => { pair.stored = states[place]; });
    storedOthers = all;
    progress("Stored.");
  }
}

async function postText(body) {
  const answer = await fetch("decisions", { method: "POST", body }).catch(() => null);
  if (!answer) throw new Error("wildwood has ended, or cannot be reached");
  if (!answer.ok) throw new Error(await answer.text());
}

/* ---- The file of decisions ---- */

const quoted = (cell) => (/[",\r\n]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

const lineOf = (row) => `${COLUMNS.map((name) => quoted(row[name] ?? "")).join(",")}\r\n`;

const headLine = `${COLUMNS.join(",")}\r\n`;
const lineOfPair = ({ row, decision, keep }) => lineOf({ ...row, decision, keep });
const asCsv = () => headLine + others + pairs.filter((pair) => pair.decision).map(lineOfPair).join("");

function download() {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([asCsv()], { type: "text/csv" }));
  link.download = "decisions.csv";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/* Returns the cells of each line of a CSV, whatever separates them. */
function cellsIn(text) {
  const first = text.split("\n", 1)[0];
  const count = (mark) => first.split(mark).length;
  const separator = [",", ";", "\t"].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
  const lines = [];
  let line = [];
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\r\n]*))(${separator}|\r?\n|$)`, "uy");
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (!found) throw new Error(`line ${lines.length + 1} is not CSV`);
    line.push(found[1]?.replaceAll('""', '"') ?? found[2]);
    if (found[3] !== separator) {
      lines.push(line);
      line = [];
    }
  }
  if (line.length) lines.push([...line, ""]);
  return lines;
}

/* Normalises a text, as wildwood/kernel/features.py does. */
const worded = (text) => text.replace(/[\p{P}\p{S}\p{Cc}]/gu, " ").replace(/\p{Cf}/gu, "").normalize("NFKC");
const told = (text) => worded(worded(text ?? "")).toLowerCase().split(/\s+/u).filter(Boolean).join(" ");
const contentOf = (row, side) => [told(row[`${side}title`]), told(row[`${side}authors`]), row[`${side}date`] ?? ""];

/* Returns whether two papers with one id can be the same, as wildwood/kernel/decisions.py does. */
function canBe([title, authors], [otherTitle, otherAuthors]) {
  return !title || !otherTitle || title === otherTitle || (authors !== "" && authors === otherAuthors);
}

/* Returns the papers of all pairs by their ids, and by their titles, authors and dates. */
function papersByIdAndContent() {
  const found = new Map();
  for (const { row, papers } of pairs) {
    for (const [place, side] of ["", "similar_"].entries()) {
      const content = contentOf(row, side);
      const paper = { key: papers[place], content, isNew: !side || row.type === "int" };
      for (const name of [row[`${side}id`], JSON.stringify(content)]) {
        if (!found.has(name)) found.set(name, []);
        found.get(name).push(paper);
      }
    }
  }
  return found;
}

/* Finds the pair of a row, as wildwood/kernel/decisions.py does. */
function finder() {
  const papers = papersByIdAndContent();
  const keysOf = (row, side, isNew) => {
    const content = contentOf(row, side);
    const id = row[`${side}id`];
    const named = id ? (papers.get(id) ?? []).filter((paper) => canBe(content, paper.content)) : [];
    const found = named.length ? named : papers.get(JSON.stringify(content)) ?? [];
    const keys = (some) => [...new Set(some.map(({ key }) => key))];
    const fitting = keys(found).length === 1 ? found : found.filter((paper) => paper.isNew === isNew);
    return keys(fitting.length ? fitting : found);
  };
  const byKeys = new Map();
  for (const pair of pairs) byKeys.set(JSON.stringify([...pair.papers].reverse()), { pair, isTurned: true });
  for (const pair of pairs) byKeys.set(JSON.stringify(pair.papers), { pair, isTurned: false });
  return (row) => {
    const [left, right] = [keysOf(row, "", true), keysOf(row, "similar_", row.type === "int")];
    const both = JSON.stringify(left) === JSON.stringify(right) && left.length === 2;
    const isCertain = left.length === 1 && right.length === 1 && (left[0] !== right[0] || row.id === row.similar_id);
    return both || isCertain ? byKeys.get(JSON.stringify(both ? left : [...left, ...right])) : undefined;
  };
}

/* Returns the decisions of a CSV as rows; throws an error if one cannot be read. */
function rowsIn(text) {
  const [columns = [], ...lines] = cellsIn(text.replace(/^\uFEFF/u, ""));
  const missing = ["id", "similar_id", "decision"].find((column) => !columns.includes(column));
  if (missing) throw new Error(`line 1 has no column ${missing}`);
  const rows = lines.map((line) => Object.fromEntries(columns.map((name, place) => [name, line[place] ?? ""])));
  for (const [number, row] of rows.entries()) {
    row.decision = row.decision.trim().toLowerCase();
    row.keep = row.keep?.trim() ?? "";
    if (row.decision && !WORDS.includes(row.decision)) {
      throw new Error(`line ${number + 2} has the decision ${row.decision}`);
    }
  }
  return rows.filter((row) => row.decision);
}

function take(text, name) {
  const rows = rowsIn(text);
  const find = finder();
  const left = [];
  for (const row of rows) {
    const { pair, isTurned } = find(row) ?? {};
    if (pair) put(pair, row.decision, isTurned ? turned(row.keep) : row.keep);
    else left.push(lineOf(row));
  }
  others += left.filter((line) => !others.includes(line)).join("");
  families.forEach(conclude);
  show();
  remember();
  const rest = left.length ? `; ${left.length} are on other pairs` : "";
  progress(`${rows.length - left.length} decisions of ${name} were taken over${rest}.`);
}

/* Returns the text of a file in UTF-8, or as Excel also saves it: in UTF-16 or Windows-1252. */
async function decode(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

async function read(file) {
  if (!file) return;
  try {
    take(await decode(file), file.name);
  } catch (error) {
    progress(`${file.name}: ${error.message}; use a CSV that this page downloaded.`);
  }
}

/* ---- Events ---- */

let foldedBefore = [];
addEventListener("beforeprint", () => {
  foldedBefore = [...document.querySelectorAll("main details")].filter((one) => !one.open);
  for (const details of foldedBefore) details.open = true;
});
addEventListener("afterprint", () => {
  for (const details of foldedBefore) details.open = false;
});
addEventListener("beforeunload", (event) => {
  if (isLost || sending) event.preventDefault();
});
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  read(event.dataTransfer.files[0]);
});
form.addEventListener("submit", (event) => event.preventDefault());
limit.addEventListener("input", show);
words.addEventListener("input", show);
openOnly.addEventListener("change", show);
unsureOnly?.addEventListener("change", show);
fold.addEventListener("click", () => unfold(fold.getAttribute("aria-pressed") !== "true"));
byId("download").addEventListener("click", download);
byId("open").addEventListener("click", () => byId("file").click());
byId("file").addEventListener("change", (event) => {
  read(event.target.files[0]);
});
byId("done")?.addEventListener("click", async () => {
  if (!(await send())) return;
  const answer = await fetch("done", { method: "POST" }).catch(() => null);
  progress(answer ? "The review has ended; you can close this page." : "Wildwood has ended already; you can close this page.");
});
byId("back")?.addEventListener("click", async (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return; // this page stays open
  event.preventDefault();
  if (await send()) location.assign(event.target.href);
});
addEventListener("keydown", onKey);
byId("pairs").addEventListener("click", onClick);

history.scrollRestoration = "manual";
fold.hidden = !families.some(({ details }) => details);
form.hidden = families.length === 0;
show();
recall();
progress();
for (const family of families) {
  family.element.family = family;
  watch.observe(family.element);
}
