// Deletes the document of the page.
"use strict";

const button = document.getElementById("delete");
// The address of the page can contain a password, which fetch refuses.
const address = new URL(button.dataset.document, location.origin).href;

button.addEventListener("click", async () => {
  button.disabled = true;
  try {
    const response = await fetch(`${address}?output=json`, { method: "DELETE" });
    if (!response.ok) throw new Error((await response.json()).detail);
    location.assign(button.dataset.then);
  } catch (error) {
    document.getElementById("error").textContent = error.message;
    button.disabled = false;
  }
});
