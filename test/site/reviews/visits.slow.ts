/**
 * A seller's page and a dataset with reviews in a browser: accessible in both schemes, and no wider
 * than a phone.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { answerReview, reviewedDataset } from "../../api/reviews/support.ts";
import { testMarket } from "../../support/market.ts";
import { expectToSuitEverybody } from "../accessibility/accessibility.ts";
import { BROWSER_START_TIMEOUT_MS, launchChromium, openTab } from "../chromium.ts";

setDefaultTimeout(60_000);

const market = await testMarket();
const { api, seller } = market;
const longWord = "a-word-without-any-place-to-break-it-".repeat(8);
const { datasetId, reviewId } = await reviewedDataset(market, { stars: 2, text: longWord });
await answerReview(api, seller.token, reviewId, longWord);

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
}, BROWSER_START_TIMEOUT_MS);
afterAll(() => browser.close());

test.each([
  ["seller", `/sellers/${seller.agentId}`],
  ["dataset with a review", `/datasets/${datasetId}/reviews`],
])("%s: accessible in both colour schemes, and fits a phone", async (name, path) => {
  const { context, page, complaints } = await openTab(browser);
  await page.goto(`http://localhost:${api.config.API_PORT}${path}`);
  await expectToSuitEverybody(page, name);
  expect(complaints).toEqual([]);
  await context.close();
});
