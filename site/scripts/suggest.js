/**
 * Suggestions under the search field while somebody types: a combobox (ARIA 1.2) whose options are
 * links. `site.js` loads it when the field gets the focus.
 */
const pauseMs = 120;
const charsMin = 2;
const charsMax = 100;
const kinds = { dataset: "Dataset", category: "Category", column: "Column", seller: "Seller" };

for (const field of document.querySelectorAll("input[data-suggest]")) suggestFor(field);

function suggestFor(field) {
  const list = document.createElement("div");
  list.className = "suggestions";
  list.id = `${field.id}-suggestions`;
  list.role = "listbox";
  list.ariaLabel = "Suggestions";
  list.hidden = true;
  field.after(list);
  field.role = "combobox";
  field.autocomplete = "off";
  field.setAttribute("aria-controls", list.id);
  field.ariaAutoComplete = "list";
  field.ariaExpanded = "false";
  let asking = new AbortController();
  let timer;

  field.addEventListener("input", () => {
    clearTimeout(timer);
    asking.abort();
    asking = new AbortController();
    timer = setTimeout(ask, pauseMs, asking.signal);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") step(event);
    else if (event.key === "Escape" && !list.hidden) {
      event.preventDefault();
      show([]);
    } else if (event.key === "Enter" && chosen() !== null) {
      event.preventDefault();
      chosen().click();
    }
  });
  field.addEventListener("blur", () => show([]));
  // A click moves the focus before it reaches its link.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  if (document.activeElement === field && field.value !== field.defaultValue) ask(asking.signal);

  async function ask(signal) {
    const query = field.value.trim().slice(0, charsMax);
    if (query.length < charsMin) return show([]);
    const address = `/suggestions?${new URLSearchParams({ query })}`;
    const answer = await fetch(address, { signal }).catch(() => null);
    const { items } = answer?.ok ? await answer.json().catch(() => ({})) : {};
    if (!signal.aborted && document.activeElement === field) show(items ?? []);
  }

  function show(items) {
    list.replaceChildren(...items.map(option));
    list.hidden = items.length === 0;
    field.ariaExpanded = String(items.length > 0);
    field.removeAttribute("aria-activedescendant");
  }

  function option({ kind, text, links }, index) {
    const row = document.createElement("a");
    row.role = "option";
    row.id = `${list.id}-${index}`;
    row.href = links.self;
    row.tabIndex = -1;
    row.ariaSelected = "false";
    const words = document.createElement("bdi");
    words.textContent = text;
    const about = document.createElement("small");
    about.textContent = kinds[kind] ?? "";
    row.append(words, " ", about);
    return row;
  }

  function chosen() {
    return list.querySelector("[aria-selected=true]");
  }

  function step(event) {
    if (list.hidden) return;
    event.preventDefault();
    const rows = [...list.children];
    const from = rows.indexOf(chosen());
    const down = event.key === "ArrowDown";
    const next = rows[down ? from + 1 : (from === -1 ? rows.length : from) - 1] ?? null;
    for (const row of rows) row.ariaSelected = String(row === next);
    if (next === null) field.removeAttribute("aria-activedescendant");
    else field.setAttribute("aria-activedescendant", next.id);
    next?.scrollIntoView({ block: "nearest" });
  }
}
