"use strict";

/* Shows the pairs that are stronger than the slider says, in families that contain all words. */
const form = document.getElementById("controls");
const limit = document.getElementById("limit");
const limitShown = document.getElementById("limit-shown");
const words = document.getElementById("words");
const fold = document.getElementById("fold");
const count = document.getElementById("count");
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

const families = [...document.querySelectorAll(".family")].map((element) => ({
  element,
  text: plain(element.textContent.replace(/\s+/gu, " ")),
  details: element.querySelector("details"),
  split: element.querySelector(".split"),
  members: [...element.querySelectorAll("[data-paper]")],
  pairs: [...element.querySelectorAll(".pair")].map((pair) => ({
    element: pair,
    strength: Number(pair.dataset.strength),
    papers: [Number(pair.dataset.left), Number(pair.dataset.right)],
  })),
}));

/* Returns the papers of each group that some pairs connect. */
function groupsOf(pairs) {
  let groups = [];
  for (const { papers } of pairs) {
    const apart = groups.filter((group) => !papers.some((paper) => group.has(paper)));
    const joined = groups.filter((group) => !apart.includes(group));
    groups = [...apart, new Set([...papers, ...joined.flatMap((group) => [...group])])];
  }
  return groups;
}

function showFamily(family, above, wanted) {
  const strong = family.pairs.filter((pair) => pair.strength > above);
  const isShown = strong.length > 0 && wanted.every((word) => family.text.includes(word));
  family.element.hidden = !isShown;
  if (!isShown) return 0;
  for (const pair of family.pairs) pair.element.hidden = pair.strength <= above;
  if (family.details) family.details.hidden = strong.length < 2;
  const groups = groupsOf(strong);
  for (const member of family.members) {
    member.hidden = !groups.some((group) => group.has(Number(member.dataset.paper)));
  }
  family.split.hidden = groups.length < 2;
  family.split.textContent = `at this limit ${groups.length} separate groups`;
  return strong.length;
}

function show() {
  const above = Number(limit.value);
  const wanted = plain(words.value).split(/\s+/u).filter(Boolean);
  limitShown.textContent = above.toFixed(2);
  const shown = families.map((family) => showFamily(family, above, wanted)).filter(Boolean);
  const pairs = shown.reduce((sum, one) => sum + one, 0);
  const all = families.reduce((sum, family) => sum + family.pairs.length, 0);
  count.textContent = `${pairs} of ${all} pairs, in ${shown.length} of ${families.length} groups`;
}

function unfold(isOpen) {
  fold.setAttribute("aria-pressed", String(isOpen));
  for (const { details } of families) if (details) details.open = isOpen;
}

let foldedBefore = [];
addEventListener("beforeprint", () => {
  foldedBefore = families.map(({ details }) => details).filter((one) => one && !one.open);
  for (const details of foldedBefore) details.open = true;
});
addEventListener("afterprint", () => {
  for (const details of foldedBefore) details.open = false;
});
form.addEventListener("submit", (event) => event.preventDefault());
limit.addEventListener("input", show);
words.addEventListener("input", show);
fold.addEventListener("click", () => unfold(fold.getAttribute("aria-pressed") !== "true"));
fold.hidden = !families.some(({ details }) => details);
form.hidden = families.length === 0;
show();
