// Deletes the document of the page.
"use strict";

const button = document.getElementById("delete");

button.addEventListener("click", async () => {
  button.disabled = true;
  try {
    const response = await fetch(`${button.dataset.document}?output=json`, { method: "DELETE" });
    if (!response.ok) throw new Error((await response.json()).detail);
    location.assign(button.dataset.then);
  } catch (error) {
    document.getElementById("error").textContent = error.message;
    button.disabled = false;
  }
});
