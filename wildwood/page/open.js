"use strict";

/* Sends dropped and chosen files to the server of this page, and loads the page again. */
const byId = (id) => document.getElementById(id);
const say = (text) => { byId("status").textContent = text; };
const LIMIT = 512 * 1024 * 1024; // as in wildwood/page/server.py
const MESSAGES = "wildwood messages";

function complain(sentences) {
  byId("faults").replaceChildren(...sentences.map((sentence) => {
    const item = document.createElement("li");
    item.textContent = sentence;
    return item;
  }));
}

/* Posts something, and returns the sentence of the server; throws an error with its sentence. */
async function post(path, name, body = "") {
  let answer;
  try {
    answer = await fetch(`${path}?name=${encodeURIComponent(name)}`, { method: "POST", body });
  } catch {
    throw new Error(`${name} was not taken: wildwood has ended; start it again.`);
  }
  const text = await answer.text();
  if (!answer.ok) throw new Error(text || `${name} was not taken (${answer.status}).`);
  return text;
}

/* Loads the page again, which compares the lists, and shows these messages then. */
function reload(said, faults = []) {
  sessionStorage.setItem(MESSAGES, JSON.stringify({ said, faults }));
  say(`${said} Comparing…`);
  location.reload();
}

let isBusy = false;
async function addAll(files) {
  if (isBusy) return;
  isBusy = true;
  const faults = [];
  const said = [];
  complain([]);
  for (const file of files) {
    say(`Reading ${file.name}…`);
    try {
      if (file.size > LIMIT) throw new Error(`${file.name} is larger than 512 MiB; export it in parts.`);
      said.push(await post("lists", file.name, file));
    } catch (error) {
      faults.push(error.message);
    }
  }
  isBusy = false;
  byId("files").value = "";
  if (said.length) {
    reload(said.join(" "), faults);
    return;
  }
  say("");
  complain(faults);
}

async function ask(path, name, body) {
  complain([]);
  try {
    reload(await post(path, name, body));
  } catch (error) {
    complain([error.message]);
  }
}

byId("files").addEventListener("change", (event) => addAll([...event.target.files]));
byId("join")?.addEventListener("change", (event) => {
  const [file] = event.target.files;
  if (file) ask("join", file.name, file);
  event.target.value = "";
});
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  addAll([...event.dataTransfer.files]);
});
for (const button of document.querySelectorAll("[data-remove]")) {
  button.addEventListener("click", () => ask("remove", button.dataset.remove));
}
byId("keep")?.addEventListener("change", (event) => {
  for (const link of document.querySelectorAll(".downloads a")) {
    link.search = `?keep=${encodeURIComponent(event.target.value)}`;
  }
});
byId("done").addEventListener("click", async () => {
  await fetch("done", { method: "POST" }).catch(() => null); // it can have ended already
  say("Wildwood has ended; you can close this page. Your work is in its folder.");
});

const { said = "", faults = [] } = JSON.parse(sessionStorage.getItem(MESSAGES) ?? "{}");
sessionStorage.removeItem(MESSAGES);
say(said);
complain(faults);
