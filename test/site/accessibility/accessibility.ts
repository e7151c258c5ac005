/** How every page has to be: nothing that axe-core finds fault with, and no wider than a phone. */
import { expect } from "bun:test";
import type axe from "axe-core";
import type { Page } from "playwright-core";
import { type AxeTab, copyForAxe } from "./axe-tabs.ts";

/** What one scheme and not the other may break: both style the same markup in the same places. */
const coloursAlone: axe.RunOptions = { runOnly: ["color-contrast", "link-in-text-block"] };

/** What axe-core finds on the page as it stands: one line a rule, with the markup at fault. */
async function findAccessibilityFaults(page: Page, rules: axe.RunOptions): Promise<string[]> {
  // What passes is not wanted, and takes a third of the time; nor is what only needs the styles' text.
  const options = JSON.stringify({ resultTypes: ["violations"], preload: false, ...rules });
  const told = "({ id, nodes }) => id + ': ' + nodes.map((node) => node.html)";
  return page.evaluate(`axe.run(${options}).then(({ violations }) => violations.map(${told}))`);
}

/** In the tab's own width and scheme: every rule. In its other scheme: colours, of markup that is new. */
async function expectNoFaults({ page, colorScheme, looksSeen, takeLooks }: AxeTab): Promise<void> {
  expect(await findAccessibilityFaults(page, {})).toEqual([]);
  const looks = await takeLooks();
  if (looks.every((look) => looksSeen.has(look))) return;
  await page.emulateMedia({ colorScheme: colorScheme === "light" ? "dark" : "light" });
  const faults = await findAccessibilityFaults(page, coloursAlone);
  await page.emulateMedia({ colorScheme });
  expect(faults).toEqual([]);
  for (const look of looks) looksSeen.add(look);
}

/** With SCREENSHOT_DIR each view is kept there under the page's name. */
async function keepPictures({ page, viewport }: AxeTab, name: string): Promise<void> {
  const folder = process.env.SCREENSHOT_DIR;
  if (folder === undefined) return;
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    const file = `${name.replaceAll(" ", "-")}-${colorScheme}-${viewport.width}.png`;
    await page.screenshot({ path: `${folder}/${file}`, fullPage: true });
  }
}

/**
 * Fails unless the page that is open is accessible in both colour schemes, and fits a desktop and a
 * phone. What is looked at is a copy of it: it stays as it was.
 */
export async function expectToSuitEverybody(page: Page, name: string): Promise<void> {
  for (const tab of await copyForAxe(page)) {
    const width = await tab.page.evaluate("document.documentElement.scrollWidth");
    expect(width).toBeLessThanOrEqual(tab.viewport.width);
    await expectNoFaults(tab);
    await keepPictures(tab, name);
  }
}
