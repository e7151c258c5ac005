/**
 * Tabs with axe-core loaded, into which pages are copied. In a new tab each page would first load
 * half a megabyte of script and run it before it is compiled.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { DESKTOP } from "../chromium.ts";
import { defineLooks } from "./looks.ts";

export type AxeTab = {
  page: Page;
  viewport: { width: number; height: number };
  colorScheme: "light" | "dark";
};

type Copy = {
  address: string;
  attributes: [name: string, value: string][];
  markup: string;
  /** Elements that navigate away: they are inserted last and not followed. */
  refreshes: string;
};

/** Every width and every scheme once: most rules do not depend on their combination. */
const views = [
  { viewport: DESKTOP, colorScheme: "light" },
  { viewport: { width: 320, height: 640 }, colorScheme: "dark" },
] as const;

const axeSource = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** By browser and origin, since a page's styles come from its own origin. */
const opened = new WeakMap<Browser, Map<string, Promise<AxeTab[]>>>();

/** Form input is not an attribute and would be lost if only the markup were copied. */
const takeMarkup = `(() => {
  const root = document.documentElement;
  const copy = root.cloneNode(true);
  const fields = [...root.querySelectorAll("input, textarea, option")];
  const copies = [...copy.querySelectorAll("input, textarea, option")];
  for (const [index, field] of fields.entries()) {
    if (field.matches("option")) copies[index].toggleAttribute("selected", field.selected);
    else if (field.matches("textarea")) copies[index].textContent = field.value;
    else if (field.matches("[type=checkbox], [type=radio]"))
      copies[index].toggleAttribute("checked", field.checked);
    else if (!field.matches("[type=file]")) copies[index].setAttribute("value", field.value);
  }
  const attributes = [...root.attributes].map(({ name, value }) => [name, value]);
  const refreshes = [...copy.querySelectorAll("meta[http-equiv=refresh i]")];
  for (const refresh of refreshes) refresh.remove();
  const told = refreshes.map(({ outerHTML }) => outerHTML).join("");
  return { address: location.href, attributes, markup: copy.innerHTML, refreshes: told };
})()`;

/** Resolves once styles, fonts and the pictures that are not lazy have loaded. */
const putMarkup = ({ address, attributes, markup, refreshes }: Copy) => `(async () => {
  history.replaceState(null, "", ${JSON.stringify(address)});
  const root = document.documentElement;
  for (const name of root.getAttributeNames()) root.removeAttribute(name);
  for (const [name, value] of ${JSON.stringify(attributes)}) root.setAttribute(name, value);
  root.innerHTML = ${JSON.stringify(markup)};
  const isWaitedFor = (part) =>
    part.matches("link") ? part.sheet === null : !part.complete && part.loading !== "lazy";
  const ended = (part) => new Promise((resolve) => {
    for (const name of ["load", "error"]) part.addEventListener(name, resolve, { once: true });
  });
  const parts = [...document.querySelectorAll("link[rel=stylesheet], img")].filter(isWaitedFor);
  await Promise.all(parts.map(ended));
  await document.fonts.ready;
  scrollTo(0, 0);
  if (${refreshes === ""}) return;
  document.head.insertAdjacentHTML("beforeend", ${JSON.stringify(refreshes)});
  stop();
})()`;

/** The page's markup in tabs of both widths and schemes, with the same address and cookies. */
export async function copyForAxe(page: Page): Promise<AxeTab[]> {
  const context = page.context();
  const browser = context.browser();
  if (browser === null) throw new Error("the page's browser was not launched by this test");
  const copy = (await page.evaluate(takeMarkup)) as Copy;
  const cookies = await context.cookies();
  const tabs = await tabsOf(browser, new URL(copy.address).origin);
  for (const tab of tabs) {
    await tab.page.context().addCookies(cookies);
    await tab.page.evaluate(putMarkup(copy));
  }
  return tabs;
}

function tabsOf(browser: Browser, origin: string): Promise<AxeTab[]> {
  const ofBrowser = opened.get(browser) ?? new Map<string, Promise<AxeTab[]>>();
  opened.set(browser, ofBrowser);
  const tabs =
    ofBrowser.get(origin) ?? Promise.all(views.map((view) => open(browser, origin, view)));
  ofBrowser.set(origin, tabs);
  return tabs;
}

async function open(
  browser: Browser,
  origin: string,
  view: (typeof views)[number],
): Promise<AxeTab> {
  const context = await browser.newContext({ bypassCSP: true, ...view });
  const page = await context.newPage();
  const address = `${origin}/empty`;
  await page.route(address, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>empty</title>" }),
  );
  await page.goto(address);
  await page.unroute(address);
  await page.evaluate(axeSource);
  await page.evaluate(defineLooks);
  return { ...view, page };
}
