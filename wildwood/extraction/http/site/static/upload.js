// Uploads papers that are dropped or chosen, extracts their data step by step, and shows or lists
// their pages.
"use strict";

const byId = (id) => document.getElementById(id);
const form = byId("upload");
const file = byId("file");
const drop = byId("drop");
let running = null;
// The address of the page can contain a password, which fetch refuses.
const extractor = new URL(form.dataset.extractor, location.origin).href;

function say(text, isError = false) {
  byId("status").textContent = isError ? "" : text;
  byId("error").textContent = isError ? text : "";
}

function show(isRunning) {
  byId("progress").hidden = !isRunning;
  form.inert = isRunning;
}

// fetch cannot report the progress of an upload.
function upload(body, signal) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `${extractor}?output=json`);
    request.responseType = "json";
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      byId("bar").value = (70 * loaded) / total;
      if (loaded === total) say("Reading the document …");
    });
    request.addEventListener("load", () => resolve(request));
    request.addEventListener("error", () => reject(new Error("The service cannot be reached.")));
    request.addEventListener("abort", () => reject(new Error("Cancelled.")));
    signal.addEventListener("abort", () => request.abort());
    request.send(body);
  });
}

async function extract(document, kind, signal) {
  const response = await fetch(`${document}/${kind}?output=json`, { signal });
  // A document without citations has a page, too.
  if (!response.ok && response.status !== 422) throw new Error((await response.json()).detail);
}

// Uploads a document and extracts its data; returns the address of its page.
async function process(paperFile, signal) {
  const body = new FormData(form);
  body.set("myfile", paperFile);
  byId("bar").value = 0;
  say(`Uploading ${paperFile.name} …`);
  const { status, response } = await upload(body, signal);
  if (status !== 201) throw new Error(response?.detail ?? `The service answers with status ${status}.`);
  const paper = `${extractor}/${response.token}`;
  byId("bar").value = 80;
  say("Extracting the header …");
  await extract(paper, "header", signal);
  byId("bar").value = 90;
  say("Extracting the references …");
  await extract(paper, "citations", signal);
  byId("bar").value = 100;
  return `${paper}/page`;
}

function list(name, page, error = "") {
  const item = document.createElement("li");
  const link = document.createElement(page ? "a" : "span");
  if (page) link.href = page;
  link.textContent = error ? `${name}: ${error}` : name;
  item.append(link);
  byId("done").append(item);
}

async function run() {
  running = new AbortController();
  const { signal } = running;
  const chosen = [...file.files];
  byId("done").replaceChildren();
  show(true);
  byId("cancel").focus();
  let failure = "";
  for (const one of chosen) {
    try {
      const page = await process(one, signal);
      if (chosen.length === 1) {
        location.assign(page);
        return;
      }
      list(one.name, page);
    } catch (error) {
      if (signal.aborted || chosen.length === 1) {
        failure = signal.aborted ? "Cancelled." : error.message;
        break;
      }
      list(one.name, "", error.message);
    }
  }
  say(failure || "Done.", failure !== "");
  show(false);
  file.focus();
}

file.multiple = true; // a form without this script sends one
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (file.files.length) return run();
  say("Choose a paper first.", true);
  file.focus();
});
file.addEventListener("change", () => {
  if (file.files.length) run();
});
byId("cancel").addEventListener("click", () => running.abort());

for (const type of ["dragenter", "dragover"]) {
  drop.addEventListener(type, (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
}
for (const type of ["dragleave", "drop"]) {
  drop.addEventListener(type, () => drop.classList.remove("over"));
}
drop.addEventListener("drop", (event) => {
  event.preventDefault();
  if (!event.dataTransfer.files.length) return;
  file.files = event.dataTransfer.files;
  run();
});
// The browser keeps the state of a page that is returned to.
addEventListener("pageshow", () => {
  show(false);
  say("");
});
