/** How every page has to be: nothing that axe-core finds fault with, and no wider than a phone. */
import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type axe from "axe-core";
import type { Page } from "playwright-core";
import { DESKTOP } from "./chromium.ts";

const PHONE = { width: 320, height: 640 };

/** What one scheme and not the other may break: both style the same markup in the same places. */
const coloursAlone: axe.RunOptions = { runOnly: ["color-contrast", "link-in-text-block"] };

const schemes = [
  { colorScheme: "light", rules: {} },
  { colorScheme: "dark", rules: coloursAlone },
] as const;

/** `axe.source` is more than twice as long, and half of a page's time went into reading it. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** What axe-core finds on the page as it stands: one line a rule, with the markup at fault. */
async function findAccessibilityFaults(page: Page, rules: axe.RunOptions): Promise<string[]> {
  if (await page.evaluate("globalThis.axe === undefined")) await page.evaluate(axeSource);
  // What passes is not wanted, and takes a third of the time.
  const options = JSON.stringify({ resultTypes: ["violations"], ...rules });
  const told = "({ id, nodes }) => id + ': ' + nodes.map((node) => node.html)";
  return page.evaluate(`axe.run(${options}).then(({ violations }) => violations.map(${told}))`);
}

/**
 * Fails unless the page that is open is accessible in both colour schemes and fits a phone. With
 * SCREENSHOT_DIR each view is kept there under the page's name.
 */
export async function expectToSuitEverybody(page: Page, name: string): Promise<void> {
  for (const { colorScheme, rules } of schemes) {
    await page.emulateMedia({ colorScheme });
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport);
      expect(await findAccessibilityFaults(page, rules)).toEqual([]);
      const width = await page.evaluate("document.documentElement.scrollWidth");
      expect(width).toBeLessThanOrEqual(viewport.width);
      const folder = process.env.SCREENSHOT_DIR;
      if (folder === undefined) continue;
      const file = `${name.replaceAll(" ", "-")}-${colorScheme}-${viewport.width}.png`;
      await page.screenshot({ path: `${folder}/${file}`, fullPage: true });
    }
  }
}
