/** Requirements for every page: no axe-core violations, and no content wider than a phone. */
import { expect } from "bun:test";
import type axe from "axe-core";
import type { Page } from "playwright-core";
import { type AxeTab, copyForAxe } from "./axe-tabs.ts";

/** Colour rules take most of the time, so each look is checked only once. */
const colourRules = ["color-contrast", "link-in-text-block"];
const allButColours: axe.RunOptions = {
  // Passed rules are not needed and take a third of the time; nor are rules that need only the
  // stylesheet.
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

/** One line per rule, with the faulty markup. */
const told = "violations.map(({ id, nodes }) => id + ': ' + nodes.map((node) => node.html))";

/** axe-core's violations on the current page, except those of colours. */
const faults = `axe.run(${JSON.stringify(allButColours)}).then(({ violations }) => ${told})`;

/** Violations in the colours of texts whose look has not passed before. */
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
    // A colour that is still changing fails.
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    expect({ scheme, faults: await page.evaluate(faultsOfColours) }).toEqual({
      scheme,
      faults: [],
    });
  }
}

/** With SCREENSHOT_DIR each view is saved there under the page's name. */
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
 * Fails unless the open page is accessible in both colour schemes, and fits a desktop and a phone.
 * It checks a copy, so the page itself does not change.
 */
export async function expectToSuitEverybody(page: Page, name: string): Promise<void> {
  for (const tab of await copyForAxe(page)) {
    const width = await tab.page.evaluate("document.documentElement.scrollWidth");
    expect(width).toBeLessThanOrEqual(tab.viewport.width);
    // A table in a cell has no room for its columns, and its rows turn into blocks too late. Swagger UI's
    // tables are its own.
    const nested = "document.querySelectorAll('main td table:not(.swagger-ui *)').length";
    expect(await tab.page.evaluate(nested)).toBe(0);
    await expectNoFaults(tab);
    await keepPictures(tab, name);
  }
}
