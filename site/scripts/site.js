/**
 * On every page: times in the reader's own zone, the choice of a colour scheme, lists that apply a
 * choice at once, and suggestions for the search.
 */
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const dayFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" });
const instantFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });
const root = document.documentElement;
const choice = document.getElementById("theme");

if (zone !== "UTC") {
  showLocalTimes();
  // Other scripts put parts of newer pages into this one.
  new MutationObserver(showLocalTimes).observe(document.body, { childList: true, subtree: true });
}
choice?.addEventListener("change", choose);
for (const list of document.querySelectorAll("select[data-apply]")) {
  list.addEventListener("change", () => list.form.requestSubmit());
}
for (const field of document.querySelectorAll("input[data-suggest]")) {
  field.addEventListener("focus", () => import(field.dataset.suggest), { once: true });
}
// The browser may show a page from before the last choice.
addEventListener("pageshow", () => show(/(?:^|; )theme=(light|dark)/.exec(document.cookie)?.[1]));

function showLocalTimes() {
  for (const time of document.querySelectorAll("time[datetime]:not([data-local])")) {
    const at = new Date(time.dateTime);
    const isDay = !time.textContent.endsWith(" UTC");
    time.dataset.local = "";
    if (!isDay) time.title = time.textContent;
    time.textContent = (isDay ? dayFormat : instantFormat).format(at);
  }
}

function choose() {
  const theme = choice.value === "system" ? undefined : choice.value;
  const secure = location.protocol === "https:" ? "; secure" : "";
  const age = theme === undefined ? 0 : 31_536_000;
  // biome-ignore lint/suspicious/noDocumentCookie: Safari lacks the Cookie Store API on http.
  document.cookie = `theme=${theme ?? ""}; path=/; max-age=${age}; samesite=lax${secure}`;
  show(theme);
}

function show(theme) {
  if (theme === undefined) delete root.dataset.theme;
  else root.dataset.theme = theme;
  if (choice !== null) choice.value = theme ?? "system";
}
