/**
 * Guarantees for the pages' tests: a fault is reported whatever width or colour scheme it appears
 * in.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { forFile } from "../../support/for-file.ts";
import { launchChromium, openTab } from "../chromium.ts";
import { expectToSuitEverybody } from "./accessibility.ts";

setDefaultTimeout(60_000);

const style = `:root { color-scheme: light dark; color: #111; background: #fff }
@media (prefers-color-scheme: dark) { :root { color: #eee; background: #111 } }`;

const page = (head: string, main: string) => `<!doctype html><html lang="en"><title>A page</title>
<meta name="viewport" content="width=device-width"><style>${style}</style>${head}
<main><h1>A page</h1><p>Its words</p>${main}</main></html>`;

const faint = (media: string, color: string, name = `faint-${Bun.hash(media)}`) =>
  page(
    `<style>@media ${media} { .${name} { color: ${color} } }</style>`,
    `<p class="${name}">Faint`,
  );

const pages: Record<string, string> = {
  "/good": page("", `<label>Name <input></label>`),
  "/light-phone": faint("(prefers-color-scheme: light) and (max-width: 30rem)", "#ccc"),
  "/dark-phone": faint("(prefers-color-scheme: dark) and (max-width: 30rem)", "#333"),
  "/light-desktop": faint("(prefers-color-scheme: light) and (min-width: 31rem)", "#ccc"),
  "/dark-desktop": faint("(prefers-color-scheme: dark) and (min-width: 31rem)", "#333"),
  "/shown-on-phones": page(
    `<style>@media (min-width: 31rem) { .menu { display: none } }</style>`,
    `<div class="menu"><input></div>`,
  ),
  "/wide": page("", `<div style="width: 400px">wide</div>`),
  "/refreshed": page(`<meta http-equiv="refresh" content="30">`, ""),
  "/left-at-once": page(`<meta http-equiv="refresh" content="0; url=/nowhere">`, ""),
  "/ticked": page(
    `<style>:checked + .said { color: #999; background: #888 }</style>`,
    `<input type="checkbox" aria-label="Tick"><span class="said">what it says</span>`,
  ),
};

const grey = "color: #767676; background: none; border: 0";
const behind = (color: string) =>
  page("", `<div style="background: ${color}"><p style="${grey}">Grey`);
const button = (state: string) =>
  page("", `<button ${state} style="color: #ccc; background: #fff; border: 0">Press`);
const link = (words: string) =>
  page(
    "",
    `<p style="color: #111; background: #fff">Words</p><p style="color: #111; background: #fff">${words}
      <a href="/" style="color: #444; background: #fff; text-decoration: none">elsewhere</a></p>`,
  );

/** The second of each pair looks like the first, except for the fault. */
const pairs = {
  "another background": [behind("#fff"), behind("#bbb")],
  "a button that can be pressed": [button("disabled"), button("")],
  "words around a link": [link(""), link("What leads you, in the middle of words,")],
};
for (const [name, texts] of Object.entries(pairs)) {
  for (const [index, text] of texts.entries()) pages[`/${encodeURI(name)}/${index}`] = text;
}

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: ({ url }) => {
    const text = pages[new URL(url).pathname];
    if (text === undefined) return new Response(null, { status: 204 });
    return new Response(text, { headers: { "content-type": "text/html" } });
  },
});
await forFile(Promise.resolve({ close: () => server.stop(true) }));

const browser = await forFile(launchChromium());

async function findFault(path: string, prepare?: (page: Page) => Promise<unknown>) {
  const tab = await openTab(browser);
  await tab.page.goto(`http://127.0.0.1:${server.port}${path}`);
  await prepare?.(tab.page);
  const fault = await expectToSuitEverybody(tab.page, path).then(
    () => null,
    (error: Error) => error.message,
  );
  await tab.context.close();
  return fault;
}

test("a page without a fault passes, and passes again after others that had some", async () => {
  for (const path of ["/good", "/light-desktop", "/dark-phone", "/good"]) {
    if (path === "/good") expect(await findFault(path)).toBeNull();
    else expect(await findFault(path)).toContain("color-contrast");
  }
});

test.each([
  ["/light-phone", "color-contrast"],
  ["/dark-phone", "color-contrast"],
  ["/light-desktop", "color-contrast"],
  ["/dark-desktop", "color-contrast"],
  ["/shown-on-phones", "label"],
  ["/wide", "toBeLessThanOrEqual"],
  ["/refreshed", "meta-refresh"],
])("the fault of %s is told", async (path, words) => {
  expect(await findFault(path)).toContain(words);
});

test("a page that leads elsewhere at once is looked at nevertheless", async () => {
  expect(await findFault("/left-at-once")).toBeNull();
});

test("what somebody ticked is looked at as it is then", async () => {
  expect(await findFault("/ticked")).toBeNull();
  const tick = (tab: Page) => tab.getByLabel("Tick").check();
  expect(await findFault("/ticked", tick)).toContain("color-contrast");
});

test.each(Object.keys(pairs))(
  "what passed on one page hides no fault of another: %s",
  async (name) => {
    expect(await findFault(`/${encodeURI(name)}/0`)).toBeNull();
    expect(await findFault(`/${encodeURI(name)}/1`)).toMatch(/color-contrast|link-in-text-block/);
    expect(await findFault(`/${encodeURI(name)}/0`)).toBeNull();
  },
);
