// Makes the cells of a table fields, for a form that corrects it.
"use strict";

const LEAST_WIDTH = 4;
const MOST_WIDTH = 32; // of a field, in characters

// Returns a function for the rows as they are now, or null if they were not changed.
function editTable(form, announce) {
  const table = form.querySelector("table");
  const undoButton = form.querySelector("[data-tool=undo]");
  const shown = [...table.rows].map(({ cells }) => [...cells].map((cell) => cell.textContent));
  const first = shown.length ? shown : [[""]];
  const past = [];
  let now = first;
  let place = [0, 0];

  const fieldAt = (row, column) => table.rows[row]?.cells[column]?.firstElementChild;
  const typed = () => [...table.rows].map(({ cells }) => [...cells].map((cell) => cell.firstElementChild.value));
  const isSame = (rows, others) => JSON.stringify(rows) === JSON.stringify(others);

  function addField(tr, text, row, column) {
    const field = document.createElement("input");
    field.value = text;
    field.size = Math.min(Math.max(text.length, LEAST_WIDTH), MOST_WIDTH);
    field.setAttribute("aria-label", `Row ${row + 1}, column ${column + 1}`);
    tr.insertCell().append(field);
  }

  function show(rows, [row, column]) {
    table.replaceChildren();
    for (const [number, texts] of rows.entries()) {
      const tr = table.insertRow();
      for (const [place, text] of texts.entries()) addField(tr, text, number, place);
    }
    now = rows;
    undoButton.disabled = !past.length;
    place = [Math.min(row, rows.length - 1), Math.min(column, rows[0].length - 1)];
  }

  function remember() {
    if (isSame(typed(), now)) return;
    past.push(now);
    now = typed();
    undoButton.disabled = false;
  }

  function change(rows, at, message) {
    past.push(now);
    show(rows, at);
    fieldAt(...place).focus();
    announce(message);
  }

  function undo() {
    if (!past.length) return;
    show(past.pop(), place);
    fieldAt(...place).focus();
    announce("The last change is undone.");
  }

  const tools = {
    addRow: ([row, column]) => change(now.toSpliced(row + 1, 0, now[0].map(() => "")), [row + 1, column], `Row ${row + 2} is added.`),
    addColumn: ([row, column]) => change(now.map((texts) => texts.toSpliced(column + 1, 0, "")), [row, column + 1], `Column ${column + 2} is added.`),
    removeRow: ([row, column]) => now.length > 1 && change(now.toSpliced(row, 1), [row, column], `Row ${row + 1} is removed.`),
    removeColumn: ([row, column]) => now[0].length > 1 && change(now.map((texts) => texts.toSpliced(column, 1)), [row, column], `Column ${column + 1} is removed.`),
    undo,
  };

  table.addEventListener("focusin", ({ target }) => {
    const cell = target.closest("td");
    place = [cell.parentElement.rowIndex, cell.cellIndex];
  });
  table.addEventListener("change", remember);
  table.addEventListener("keydown", (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key];
    if (step && !event.isComposing) {
      event.preventDefault();
      fieldAt(place[0] + step, place[1])?.focus();
    } else if (event.key === "z" && (event.ctrlKey || event.metaKey) && isSame(typed(), now)) {
      event.preventDefault(); // what is typed in a field, the browser takes back
      undo();
    }
  });
  for (const button of form.querySelectorAll("[data-tool]")) {
    button.addEventListener("click", () => {
      remember();
      tools[button.dataset.tool](place);
    });
  }
  show(first, place);
  return () => (isSame(typed(), first) ? null : typed());
}
