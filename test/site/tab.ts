/** A tab of a browser that notes what the page complains of, and how every page has to look in one. */
import { expect } from "bun:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { findAccessibilityFaults } from "./accessibility.ts";

const PHONE = { width: 320, height: 640 };
const DESKTOP = { width: 1280, height: 800 };

/** Opens one in a context of its own; `complaints` are the console's words and the scripts' errors. */
export async function openTab(browser: Browser, options: BrowserContextOptions = {}) {
  const complaints: string[] = [];
  const context = await browser.newContext({ viewport: DESKTOP, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  return { context, page, complaints };
}

/**
 * Fails unless the page that is open is accessible in both colour schemes and fits a phone. With
 * SCREENSHOT_DIR each view is kept there under the page's name.
 */
export async function expectToSuitEverybody(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport);
      expect(await findAccessibilityFaults(page)).toEqual([]);
      const width = await page.evaluate("document.documentElement.scrollWidth");
      expect(width).toBeLessThanOrEqual(viewport.width);
      const folder = process.env.SCREENSHOT_DIR;
      if (folder === undefined) continue;
      const file = `${name.replaceAll(" ", "-")}-${colorScheme}-${viewport.width}.png`;
      await page.screenshot({ path: `${folder}/${file}`, fullPage: true });
    }
  }
}
