// The floorperson's page: more rows without asking the house, and the print button. Without it the form does the same.
document.addEventListener("click", (event) => {
  const more = event.target.closest?.("button[name=more_rows]");
  if (more) {
    const rows = more.closest("fieldset").querySelectorAll(".row");
    const fresh = rows[rows.length - 1].cloneNode(true);
    for (const field of fresh.querySelectorAll("input, select")) field.value = "";
    rows[rows.length - 1].after(fresh);
    fresh.querySelector("input, select").focus();
    event.preventDefault();
  } else if (event.target.closest?.("[data-print]")) {
    for (const part of document.querySelectorAll("details.paper")) part.open = true;
    print();
  }
});
for (const button of document.querySelectorAll("[data-print]")) button.hidden = false;
