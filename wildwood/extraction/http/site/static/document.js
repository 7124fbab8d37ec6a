// Copies texts, corrects fields, and deletes the document of the page.
"use strict";

const byId = (id) => document.getElementById(id);
// The address of the page can contain a password, which fetch refuses.
const absolute = (address) => new URL(address, location.origin).href;

// Sends a request; shows on the page why it fails.
async function send(address, button, options) {
  button.disabled = true;
  byId("error").textContent = "";
  try {
    const response = await fetch(absolute(address), { headers: { Accept: "application/json" }, ...options });
    if (!response.ok) throw new Error((await response.json()).detail);
    return response;
  } catch (error) {
    byId("error").textContent = error.message;
    byId("error").scrollIntoView({ block: "nearest" });
    return null;
  } finally {
    button.disabled = false;
  }
}

const forms = [...document.querySelectorAll(".edit form")];
const editors = new Map(); // of forms with a table, once it is shown
const valueOf = (field) => ("list" in field.dataset ? field.value.split("\n") : field.value);

function changesIn(form) {
  const changed = [...form.querySelectorAll("textarea")].filter((field) => field.value !== field.defaultValue);
  const rows = editors.get(form)?.();
  return Object.fromEntries([...changed.map((field) => [field.name, valueOf(field)]), ...(rows ? [["rows", rows]] : [])]);
}

// Stores the changes of a form, and those in other forms, which loading the page again would lose.
async function correct(form, button, changes) {
  const others = forms.filter((other) => other !== form).map((other) => [other, changesIn(other)]);
  for (const [{ dataset }, some] of [[form, changes], ...others.filter(([, typed]) => Object.keys(typed).length)]) {
    if (!(await send(dataset.address, button, { method: "PATCH", body: JSON.stringify(some) }))) return;
  }
  location.hash = form.dataset.then;
  reload("The correction is stored.", form.dataset.then);
}

function reload(message, corrected = "") {
  sessionStorage.setItem("message", JSON.stringify({ message, corrected }));
  location.reload();
}

for (const form of forms) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    correct(form, event.submitter, changesIn(form));
  });
  form.querySelector(".withdraw")?.addEventListener("click", ({ target }) => {
    correct(form, target, Object.fromEntries(target.dataset.fields.split(" ").map((name) => [name, null])));
  });
  if (form.querySelector("table")) {
    const announce = (message) => (byId("status").textContent = message);
    form.parentElement.addEventListener("toggle", () => editors.set(form, editTable(form, announce)), { once: true });
  }
}

// Browsers copy only for pages that are safe from others in the network.
for (const source of navigator.clipboard ? document.querySelectorAll("[data-copy]") : []) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = `Copy ${source.dataset.copy}`;
  button.addEventListener("click", async () => {
    const { from } = source.dataset;
    const response = from && (await send(from, button, {}));
    if (from && !response) return;
    await navigator.clipboard.writeText(from ? await response.text() : source.textContent);
    byId("status").textContent = "Copied.";
    button.textContent = "Copied";
  });
  source.after(button);
}

byId("delete").addEventListener("click", async ({ target }) => {
  const deleted = await send(`${target.dataset.document}?output=json`, target, { method: "DELETE" });
  if (deleted) location.assign(target.dataset.then);
});

byId("load").addEventListener("change", async ({ target }) => {
  const response = await send(target.dataset.address, target, { method: "POST", body: target.files[0] });
  target.value = "";
  if (!response) return;
  const { stored, kept } = await response.json();
  const parts = [`Corrections that are stored now: ${stored}.`];
  if (kept.length) parts.push(`These have another correction, which stays: ${kept.join(", ")}.`);
  reload(parts.join(" "), "load");
});

// Lists all corrections, also those of what is not read any more.
async function listCorrections() {
  const { address } = byId("load").dataset;
  const response = await fetch(absolute(address), { headers: { Accept: "application/jsonl" } });
  const lines = response.ok ? (await response.text()).split("\n").filter(Boolean) : [];
  for (const correction of lines.map((line) => JSON.parse(line))) {
    const { field, value, read, reference } = correction;
    const item = document.createElement("li");
    const button = document.createElement("button");
    item.textContent = `${field}${reference && ` of “${reference.slice(0, 60)}”`}: ${[value].flat().join("; ").slice(0, 200)} `;
    button.type = "button";
    button.textContent = "Withdraw";
    button.setAttribute("aria-label", `Withdraw ${field} ${reference}`.trim());
    button.addEventListener("click", async () => {
      const body = JSON.stringify({ ...correction, value: read });
      if (await send(`${address}?replace=1`, button, { method: "POST", body })) reload("The correction is withdrawn.", "load");
    });
    item.append(button);
    byId("corrections").append(item);
  }
  byId("corrected").hidden = !lines.length;
}

listCorrections();

// After a correction, the page is loaded again, with the focus where it was. The browser moves it to the
// target of the address before the page is loaded.
addEventListener("load", () => {
  const { message, corrected } = JSON.parse(sessionStorage.getItem("message") ?? "{}");
  if (!message) return;
  sessionStorage.removeItem("message");
  const form = forms.find(({ dataset }) => dataset.then === corrected);
  (form?.parentElement.querySelector("summary") ?? byId(corrected))?.focus();
  byId("status").textContent = message;
});
