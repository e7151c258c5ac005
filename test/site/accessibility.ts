/** What axe-core says of a page. */
import axe from "axe-core";
import type { Page } from "playwright-core";

/** What axe-core finds on the page as it stands: one line a rule, with the markup at fault. */
export async function findAccessibilityFaults(page: Page): Promise<string[]> {
  if (await page.evaluate("globalThis.axe === undefined")) await page.evaluate(axe.source);
  const results: axe.AxeResults = await page.evaluate("axe.run()");
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html)}`);
}
