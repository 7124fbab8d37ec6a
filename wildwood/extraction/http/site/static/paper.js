// Shows the pages of a PDF with what was read where; boxes and list lead to each other.
"use strict";

const paper = document.getElementById("paper");
const SVG = "http://www.w3.org/2000/svg";

function made(name, attributes, parent, kind = "") {
  const element = kind ? document.createElementNS(kind, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent.append(element);
  return element;
}

function addPage([width, height], index) {
  const number = index + 1;
  const figure = made("figure", {}, paper);
  const sheet = made("div", { class: "sheet" }, figure);
  const source = new URL(`${paper.dataset.document}/pages/${index}`, location.origin).href;
  made("img", { src: source, loading: "lazy", width: Math.round(width), height: Math.round(height), alt: `Page ${number}` }, sheet);
  made("figcaption", { class: "by" }, figure).textContent = `Page ${number}`;
  const view = { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": `What was read on page ${number}` };
  return made("svg", view, sheet, SVG);
}

// Adds a box for each line, and a link to it in the list.
function mark(sheets, id, item, level, verb, boxes, hasLink = true) {
  const pages = [...new Set(boxes.map(([page]) => page))].filter((page) => sheets[page - 1]);
  for (const page of pages) {
    const label = `${verb}${item.dataset.name}`;
    const link = made("a", { href: `#${item.id}`, class: level, "aria-label": label }, sheets[page - 1], SVG);
    if (page === pages[0]) link.id = id;
    made("title", {}, link, SVG).textContent = label;
    for (const [, x, y, width, height] of boxes.filter(([of]) => of === page)) made("rect", { x, y, width, height }, link, SVG);
  }
  if (!pages.length || !hasLink) return;
  const place = document.createElement("a");
  place.href = `#${id}`;
  place.className = "place";
  place.textContent = verb ? `cited ${pages[0]}` : `page ${pages[0]}`;
  const which = verb ? `, callout ${1 + parseInt(id)}` : "";
  place.setAttribute("aria-label", `${item.dataset.name}: ${place.textContent}${which}`);
  const around = item.matches("dt") ? item.nextElementSibling : item.parentElement;
  (item.matches("dt, h1, h2") ? around.querySelector(".facts") : item).append(" ", place);
}

async function show() {
  const address = new URL(`${paper.dataset.document}/places`, location.origin).href;
  const response = await fetch(address, { headers: { Accept: "application/json" } });
  if (!response.ok) return;
  const { pages, fields, callouts, files } = await response.json();
  if (!pages.length) return;
  paper.hidden = false;
  const sheets = pages.map(addPage);
  for (const [path, boxes] of Object.entries(fields)) {
    const own = document.getElementById(path);
    // What was read in a list that is corrected can have no item there.
    const item = own ?? (path.startsWith("citations/") ? null : document.getElementById(path.split("/")[0]));
    if (item) mark(sheets, `at-${path}`, item, item.dataset.level ?? "corrected", "", boxes, own !== null);
  }
  for (const [path, boxes] of Object.entries(callouts)) {
    const item = document.getElementById(path.slice(path.indexOf("/") + 1));
    if (item) mark(sheets, path, item, "other", "Callout of ", boxes);
  }
  for (const [path, file] of Object.entries(files)) {
    const item = document.getElementById(path);
    if (!item || !file.endsWith(".png")) continue; // the page has links to the tables
    item.append(" ");
    made("a", { href: new URL(`${paper.dataset.document}/${file}`, location.origin).href, class: "place", "aria-label": `${item.dataset.name} as PNG` }, item).textContent = "PNG";
  }
  paper.dataset.shown = "";
}

show();
