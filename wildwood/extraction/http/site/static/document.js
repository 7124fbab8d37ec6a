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

async function correct(form, button, changes) {
  const options = { method: "PATCH", body: JSON.stringify(changes) };
  if (!(await send(form.dataset.address, button, options))) return;
  sessionStorage.setItem("corrected", form.dataset.then);
  location.hash = form.dataset.then;
  location.reload();
}

const valueOf = (field) => ("list" in field.dataset ? field.value.split("\n") : field.value);

for (const form of document.querySelectorAll(".edit form")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const changed = [...form.querySelectorAll("textarea")].filter((field) => field.value !== field.defaultValue);
    const changes = Object.fromEntries(changed.map((field) => [field.name, valueOf(field)]));
    correct(form, event.submitter, changes);
  });
  form.querySelector(".withdraw")?.addEventListener("click", ({ target }) => {
    correct(form, target, Object.fromEntries(target.dataset.fields.split(" ").map((name) => [name, null])));
  });
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

// After a correction, the page is loaded again, with the focus where it was.
const corrected = sessionStorage.getItem("corrected");
if (corrected) {
  sessionStorage.removeItem("corrected");
  const form = [...document.querySelectorAll(".edit form")].find(({ dataset }) => dataset.then === corrected);
  form?.parentElement.querySelector("summary").focus();
  byId("status").textContent = "The correction is stored.";
}
