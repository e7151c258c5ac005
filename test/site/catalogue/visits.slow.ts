/** The catalogue's pages in a browser: accessible in both schemes, and no wider than a phone. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { z } from "zod";
import { sellerAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import { newAuction } from "../../support/auctions.ts";
import { exampleTables } from "../../support/example-tables.ts";
import { publishedListing } from "../../support/listings.ts";
import { expectToSuitEverybody } from "../accessibility/accessibility.ts";
import { BROWSER_START_TIMEOUT_MS, launchChromium, openTab } from "../chromium.ts";

setDefaultTimeout(60_000);

const api = await testApi();
const seller = await sellerAgent(api);
const longWord = "a-title-without-any-place-to-break-it-".repeat(4);
const [several, auction, unread] = [
  await publishedListing(api, seller.token, { title: longWord }, "generated", exampleTables),
  await newAuction(api, seller),
  await publishedListing(api, seller.token, {}, "no_sample"),
];

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
}, BROWSER_START_TIMEOUT_MS);
afterAll(() => browser.close());

const visits = [
  ["front page", "/"],
  ["catalogue", "/datasets"],
  ["search", `/datasets?query=free+title&max_price=5&tags=none,${longWord.slice(0, 30)}`],
  ["search with faults", "/datasets?min_rows=many&query=title"],
  ["search without a hit", "/datasets?query=xylophonist"],
  ["dataset of several tables", `/datasets/${several}`],
  ["another table", `/datasets/${several}?table=people&rows=Ada`],
  ["profile", `/datasets/${several}/profile`],
  ["use", `/datasets/${several}/use`],
  ["versions", `/datasets/${several}/versions`],
  ["reviews", `/datasets/${several}/reviews`],
  ["about", `/datasets/${several}/about`],
  ["map of another table", `/datasets/${several}?table=people&view=map`],
  ["SQL", `/datasets/${several}/sql`],
  ["SQL for buyers", `/datasets/${auction}/sql`],
  ["seller", `/sellers/${seller.agentId}`],
  ["auction", `/datasets/${auction}`],
  ["dataset without a sample", `/datasets/${unread}`],
  ["no such dataset", "/datasets/nope"],
  ["reference", "/reference"],
  ["reference of a subject", "/reference/catalogue"],
  ["console", "/reference/try"],
] as const;

const openAll = "for (const one of document.querySelectorAll('details')) one.open = true";

/** Opens an operation in the API console with its form. */
async function openOperation(page: Page): Promise<void> {
  // The console first loads half a megabyte of document, and then draws all operations of a
  // subject.
  page.setDefaultTimeout(40_000);
  const subject = page.getByRole("button", { name: "Expand operation" }).first();
  await subject.click();
  const call = page.locator(".opblock-get", { hasText: "/categories" });
  await call.locator(".opblock-summary-control").click();
  await page.getByRole("button", { name: "Try it out" }).click();
  await page.getByRole("button", { name: "Execute" }).waitFor();
}

test.each(visits)("%s: accessible in both colour schemes, and fits a phone", async (name, path) => {
  const { context, page, complaints } = await openTab(browser);
  const answer = await page.goto(`http://localhost:${api.config.API_PORT}${path}`);
  expect(answer?.status()).toBe(path.endsWith("nope") ? 404 : 200);
  if (path.startsWith("/reference/")) await page.evaluate(openAll);
  if (path === "/reference/try") await openOperation(page);
  await expectToSuitEverybody(page, name);
  expect(complaints.filter((complaint) => !complaint.includes("404"))).toEqual([]);
  await context.close();
});

const treeSchema = z.object({
  nodes: z.array(z.object({ role: z.object({ value: z.string() }).optional() })),
});

test("on a phone a table is still one to a screen reader, though its rows are blocks", async () => {
  const { context, page } = await openTab(browser);
  await page.goto(`http://localhost:${api.config.API_PORT}/datasets/${several}`);
  const session = await context.newCDPSession(page);
  const countRoles = async (width: number): Promise<[role: string, count: number][]> => {
    await page.setViewportSize({ width, height: 640 });
    const tree = treeSchema.parse(await session.send("Accessibility.getFullAXTree"));
    const told = tree.nodes.map(({ role }) => role?.value ?? "");
    const roles = ["table", "rowgroup", "row", "rowheader", "columnheader", "cell"];
    return roles.map((role) => [role, told.filter((one) => one === role).length]);
  };
  const [wide, narrow] = [await countRoles(1280), await countRoles(320)];
  // An empty cell is not drawn there.
  const empty = await page.locator("td:has(> div:empty)").count();
  expect(narrow).toEqual(
    wide.map(([role, count]) => [role, role === "cell" ? count - empty : count]),
  );
  for (const [role, count] of wide) expect([role, count > 0]).toEqual([role, true]);
  const display = "getComputedStyle(document.querySelector('.sheet tbody tr')).display";
  expect(await page.evaluate(display)).toBe("block");
  await context.close();
});

test("on a phone the header is two lines, and its menu opens without a script", async () => {
  const { context, page } = await openTab(browser, { viewport: { width: 320, height: 640 } });
  await page.goto(`http://localhost:${api.config.API_PORT}/datasets/${several}`);
  const header = page.getByRole("banner");
  const sell = header.getByRole("link", { name: "Sell" });
  const menu = header.locator("summary", { hasText: "Menu" });
  const boxes = [header, menu, header.getByRole("search")].map((part) => part.boundingBox());
  const [whole, first, second] = await Promise.all(boxes);
  if (!whole || !first || !second) throw new Error("a part of the header is not drawn");
  expect(whole.height).toBeLessThan(128);
  expect(second.y).toBeGreaterThanOrEqual(first.y + first.height);
  expect(await sell.count()).toBe(0);
  await menu.press("Enter");
  await sell.waitFor();
  await expectToSuitEverybody(page, "open menu");
  await page.setViewportSize({ width: 320, height: 640 });
  await sell.click();
  await page.waitForURL("**/sell");
  await context.close();
});

test("a page with a large search field has no second one in a phone's header", async () => {
  const { context, page } = await openTab(browser, { viewport: { width: 320, height: 640 } });
  await page.goto(`http://localhost:${api.config.API_PORT}/`);
  expect((await page.getByRole("banner").boundingBox())?.height).toBeLessThan(64);
  expect(await page.getByLabel("Search datasets").count()).toBe(1);
  const oneLine =
    "(() => { const range = new Range(); range.selectNodeContents(document.querySelector('.find button')); return range.getClientRects().length; })()";
  expect(await page.evaluate(oneLine)).toBe(1);
  await context.close();
});

test("suggestions follow the typed text, and the keyboard chooses one", async () => {
  const { context, page, complaints } = await openTab(browser);
  await page.goto(`http://localhost:${api.config.API_PORT}/datasets`);
  const field = page.getByLabel("Search datasets");
  await field.click();
  await page.keyboard.type("a-title-wi");
  const options = page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
  const first = options.first();
  await first.waitFor();
  expect(await first.textContent()).toContain("a-title-without");
  await expectToSuitEverybody(page, "suggestions");
  await field.press("ArrowDown");
  expect(await first.getAttribute("aria-selected")).toBe("true");
  expect(await field.getAttribute("aria-activedescendant")).toBe(await first.getAttribute("id"));
  await field.press("Escape");
  expect(await options.count()).toBe(0);
  await page.keyboard.type("t");
  await first.waitFor();
  await field.press("ArrowDown");
  await field.press("Enter");
  await page.waitForURL(`**/datasets/${several}`);
  expect(complaints).toEqual([]);
  await context.close();
});

test("a result far below the window is found and printed, though not laid out before", async () => {
  const { context, page } = await openTab(browser, { viewport: { width: 1280, height: 100 } });
  await page.goto(`http://localhost:${api.config.API_PORT}/datasets`);
  const hit = "[...document.querySelectorAll('.hit')].at(-1)";
  const styleOf = `getComputedStyle(${hit}).contentVisibility`;
  expect(await page.evaluate(styleOf)).toBe("auto");
  const isLaidOut = `${hit}.querySelector('.facts').checkVisibility({ contentVisibilityAuto: true })`;
  expect(await page.evaluate(isLaidOut)).toBe(false);
  const words = `${hit}.querySelector('h2').textContent.trim()`;
  // It ends on the next occurrence; the last result's title is the page's last one.
  expect(await page.evaluate(`window.find(${words}, false, true)`)).toBe(true);
  const top = `${hit}.getBoundingClientRect().top`;
  await page.waitForFunction(`${isLaidOut} && Math.abs(${top}) < 4 * innerHeight`);
  await page.emulateMedia({ media: "print" });
  expect(await page.evaluate(styleOf)).toBe("visible");
  await context.close();
});
