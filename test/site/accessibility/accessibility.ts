/** How every page has to be: nothing that axe-core finds fault with, and no wider than a phone. */
import { expect } from "bun:test";
import type axe from "axe-core";
import type { Page } from "playwright-core";
import { type AxeTab, copyForAxe } from "./axe-tabs.ts";

/** What hangs on colours alone takes most of the time: it is judged of each look once. */
const colourRules = ["color-contrast", "link-in-text-block"];
const allButColours: axe.RunOptions = {
  // What passes is not wanted, and takes a third of the time; nor is what only needs the styles' text.
  resultTypes: ["violations"],
  preload: false,
  rules: Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }])),
};
const coloursAlone: axe.RunOptions = {
  resultTypes: ["violations", "passes"],
  preload: false,
  runOnly: colourRules,
  elementRef: true,
};

/** One line a rule, with the markup at fault. */
const told = "violations.map(({ id, nodes }) => id + ': ' + nodes.map((node) => node.html))";

/** What axe-core finds on the page as it stands, whatever its colours are. */
const faults = `axe.run(${JSON.stringify(allButColours)}).then(({ violations }) => ${told})`;

/** What it finds in the colours of texts that do not look like any that it passed before. */
const faultsOfColours = `(async () => {
  const found = looks.findNew();
  if (found.size === 0) return [];
  const within = { include: [...found.keys()] };
  const { violations, passes } = await axe.run(within, ${JSON.stringify(coloursAlone)});
  if (violations.length === 0) looks.markJudged(found, passes);
  return ${told};
})()`;

async function expectNoFaults({ page, colorScheme }: AxeTab): Promise<void> {
  expect(await page.evaluate(faults)).toEqual([]);
  const other = colorScheme === "light" ? "dark" : "light";
  for (const scheme of [other, colorScheme] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    expect({ scheme, faults: await page.evaluate(faultsOfColours) }).toEqual({
      scheme,
      faults: [],
    });
  }
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
