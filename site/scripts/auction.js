/**
 * Keeps an auction up to date on the pages that show it: asks the dataset's page by ETag, and takes
 * over the parts that have changed. Words and figures are the server's own.
 */
const nearMs = 5 * 60_000;
const nearSeconds = 5;
const farSeconds = 20;
const backoffSecondsMax = 300;
/** The outer ones first: what they replace is gone for the others. */
const acts = ["auction-acts", "auction-buy", "auction-bar"];
const parts = ["auction-figures", ...acts, "max_amount-hint"];

const figures = document.getElementById("auction-figures");
if (figures?.dataset.auction) follow(figures.dataset.auction);

async function follow(path) {
  let tag = null;
  let failures = 0;
  let askedSeconds = 0;
  let skewMs = 0;
  while (figures.dataset.auction) {
    await waitSeconds(Math.max(askedSeconds, pauseSeconds(skewMs, failures)));
    await untilSeen();
    const answer = await ask(path, tag);
    if (answer !== null && isGone(answer)) return showGone();
    const isNew = answer?.status === 200;
    const fresh = isNew ? await readFresh(answer) : null;
    if (answer?.status === 304 || fresh !== null) {
      failures = 0;
      askedSeconds = 0;
      skewMs = skewOf(answer);
    } else {
      failures += 1;
      const asked = Number(answer?.headers.get("retry-after")) || 0;
      askedSeconds = Math.min(backoffSecondsMax, asked);
    }
    if (fresh === null) continue;
    tag = answer.headers.get("etag");
    renew(fresh);
  }
}

async function ask(path, tag) {
  const headers = tag === null ? {} : { "if-none-match": tag };
  const wish = { headers: { accept: "text/html", ...headers }, cache: "no-store" };
  return fetch(path, { ...wish, redirect: "error" }).catch(() => null);
}

const isGone = ({ status }) => status === 404 || status === 410;

/** The page that is open, as it is now: the answer itself, or the page around the person's own bid. */
async function readFresh(answer) {
  const { auctionPage } = figures.dataset;
  const own = auctionPage === undefined ? answer : await ask(auctionPage, null);
  const text = own?.ok ? await own.text().catch(() => null) : null;
  return text === null ? null : new DOMParser().parseFromString(text, "text/html");
}

function renew(fresh) {
  for (const id of parts) {
    const [old, now] = [document.getElementById(id), fresh.getElementById(id)];
    if (old === null || now === null) continue;
    // Somebody may be typing there.
    if (old.querySelector("form") && now.querySelector("form")) continue;
    if (old.innerHTML !== now.innerHTML) old.replaceChildren(...now.childNodes);
    for (const name of ["auction", "auctionEnds"]) {
      if (name in now.dataset) old.dataset[name] = now.dataset[name];
      else delete old.dataset[name];
    }
  }
}

function showGone() {
  for (const id of acts) document.getElementById(id)?.remove();
  document.getElementById("auction-gone").hidden = false;
}

function pauseSeconds(skewMs, failures) {
  const leftMs = Date.parse(figures.dataset.auctionEnds) - Date.now() - skewMs;
  const seconds = leftMs < nearMs ? nearSeconds : farSeconds;
  return Math.min(backoffSecondsMax, seconds * 2 ** failures);
}

/** How far the server's clock is ahead of this one. */
function skewOf(answer) {
  return (Date.parse(answer.headers.get("date")) || Date.now()) - Date.now();
}

/** A little more or less, so that those who look at the same auction do not ask all at once. */
function waitSeconds(seconds) {
  const ms = seconds * 1000 * (0.9 + Math.random() * 0.2);
  return new Promise((resume) => setTimeout(resume, ms));
}

/** Asks at once when somebody comes back to the tab. */
async function untilSeen() {
  while (document.hidden)
    await new Promise((resume) =>
      document.addEventListener("visibilitychange", resume, { once: true }),
    );
}
