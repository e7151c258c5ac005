/** From a search to mails about it, for a person who has to sign in on the way. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { savedSearches } from "../../../db/schema/index.ts";
import { SEARCH_QUERY_CHARS_MAX } from "../../../market/limits.ts";
import { forFile } from "../../support/for-file.ts";
import { launchChromium } from "../chromium.ts";
import { expectNotice, newEmail, press, testJourneys } from "../journeys-support.ts";

setDefaultTimeout(120_000);

const { world } = await testJourneys();
const browser = await forFile(launchChromium());

/** Each character takes nine characters in an address. */
const words = "数据".repeat(SEARCH_QUERY_CHARS_MAX / 2);

test.each([
  ["of nothing found", { query: words, max_price: "20", tags: "a,b" }],
  ["of what was found", { max_price: "500", sort: "newest" }],
])("the words and filters %s survive the sign-in", async (_, search) => {
  await world.offer();
  const context = await browser.newContext({ baseURL: world.baseUrl, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`/datasets?${new URLSearchParams(search)}`);
  await press(page, "Save this search");
  await page.getByLabel("E-mail address").fill(newEmail("mia"));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`${world.baseUrl}/account/saved-searches/new**`);
  await page.getByLabel("Name").fill("Mine");
  await press(page, "Save the search");
  await expectNotice(page, "saved");
  const rows = await world.api.db.select().from(savedSearches);
  const { sort: _order, ...kept } = { sort: "", ...search };
  expect(rows.map(({ parameters }) => parameters)).toContainEqual(kept);
  await context.close();
});
