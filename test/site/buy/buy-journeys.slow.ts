/**
 * A person buys on the website, over the whole service: a browser without scripts, real services.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { apiKeys, listings, purchases } from "../../../db/schema/index.ts";
import {
  addCard,
  expectHeading,
  expectNotice,
  newEmail,
  press,
  testJourneys,
} from "../journeys-support.ts";

setDefaultTimeout(60_000);

const { world, visit } = await testJourneys();

const purchasesOf = (datasetId: string) =>
  world.api.db.select().from(purchases).where(eq(purchases.listingId, datasetId));

test("from the dataset's page through sign-in and a card to the purchase, its key and the audit log", async () => {
  const datasetId = await world.offer();
  const { page } = await visit(newEmail("ada"), `/datasets/${datasetId}/buy`);
  expect(page.url()).toBe(`${world.baseUrl}/datasets/${datasetId}/buy`);
  await expectHeading(page, "Buy Iris flowers");
  await press(page, "Add a card");
  await page.getByRole("button", { name: "ending in 4242" }).first().click();
  await expectNotice(page, "The card is added.");
  expect(new URL(page.url()).pathname).toBe(`/datasets/${datasetId}/buy`);

  await press(page, "Pay $10.00");
  await expectHeading(page, "Iris flowers");
  await page.getByRole("button", { name: "Confirm the delivery" }).waitFor();
  await page.getByRole("link", { name: "Download" }).waitFor();
  const [bought] = await purchasesOf(datasetId);
  expect(bought).toMatchObject({ state: "in_escrow", priceCents: 1000 });
  const intent = await world.api.ctx.payments.readIntent(String(bought?.paymentIntentId));
  expect(intent).toMatchObject({ kind: "ok", value: { status: "succeeded", amountCents: 1000 } });

  await page.goto(`/datasets/${datasetId}/buy`);
  await page.getByRole("heading", { name: "You have bought this version" }).waitFor();
  expect(await page.getByRole("button", { name: "Pay" }).count()).toBe(0);

  await page.goto("/account/keys");
  await page.getByRole("row").filter({ hasText: "You, on this website" }).waitFor();
  await page.goto("/account/audit");
  await page.getByText("you, on this website").first().waitFor();
});

test("from a dataset's page to its bundle, through a new card to each file", async () => {
  const { api, seller } = world;
  const other = await world.offer();
  await api.db
    .update(listings)
    .set({ sha256: "ab".repeat(32) })
    .where(eq(listings.id, other));
  const datasetId = await world.offer();
  const body = { title: "Iris and rain", price_cents: 1500, dataset_ids: [datasetId, other] };
  const made = await api.send("POST", "/bundles", { token: seller.token, body });
  expect(made.status).toBe(201);
  const { page } = await visit(newEmail("cleo"));
  await page.goto(`/datasets/${datasetId}`);
  await page.getByRole("link", { name: "Iris and rain" }).click();
  await page.getByRole("link", { name: "Buy all for $15.00" }).click();
  await page.getByLabel("Check each file against what its seller promises").check();
  await press(page, "Add a card");
  await page.getByRole("button", { name: "ending in 4242" }).first().click();
  await expectNotice(page, "The card is added.");
  expect(await page.getByLabel("Check each file").isChecked()).toBe(true);
  await press(page, "Pay $15.00");
  await expectHeading(page, "Iris and rain");
  await page.getByText("Paid", { exact: true }).waitFor();
  expect(await page.getByRole("link", { name: "Download" }).count()).toBe(2);
  const rows = [...(await purchasesOf(datasetId)), ...(await purchasesOf(other))];
  expect(rows.map(({ state, priceCents }) => [state, priceCents])).toEqual([
    ["in_escrow", 750],
    ["in_escrow", 750],
  ]);
});

test("a page that is sent twice, and again after that, buys once and leads to the same purchase", async () => {
  const datasetId = await world.offer();
  const person = await visit(newEmail("ben"));
  await addCard(person);
  const { page, context } = person;
  await page.goto(`/datasets/${datasetId}/buy`);
  const form = await page
    .locator("form[action^='/account/datasets']")
    .evaluate((element) =>
      Object.fromEntries(new FormData(element as HTMLFormElement) as unknown as [string, string][]),
    );
  const send = () =>
    context.request.post(`/account/datasets/${datasetId}/buy`, {
      form,
      maxRedirects: 0,
      headers: { origin: world.baseUrl, "sec-fetch-site": "same-origin" },
    });
  const [first, second] = await Promise.all([send(), send()]);
  const third = await send();
  const led = [first, second, third].map((answer) => answer.headers().location);
  const rows = await purchasesOf(datasetId);
  expect(rows).toHaveLength(1);
  expect(led).toEqual(Array(3).fill(`/account/purchases/${rows[0]?.id}`));
});

test("a price that has changed since the page was shown charges nothing, and the page shows the new one", async () => {
  const datasetId = await world.offer();
  const person = await visit(newEmail("cleo"));
  await addCard(person);
  const { page } = person;
  await page.goto(`/datasets/${datasetId}/buy`);
  await world.api.db.update(listings).set({ priceCents: 1500 }).where(eq(listings.id, datasetId));
  await press(page, "Pay $10.00");
  await page.getByRole("alert").filter({ hasText: "The price is" }).waitFor();
  await page.getByRole("button", { name: "Pay $15.00" }).waitFor();
  expect(await purchasesOf(datasetId)).toEqual([]);
});

test("a version that came on sale since the page was shown is not bought unseen", async () => {
  const datasetId = await world.offer();
  const person = await visit(newEmail("dora"));
  await addCard(person);
  const { page } = person;
  await page.goto(`/datasets/${datasetId}/buy`);
  await world.api.db.update(listings).set({ version: 2 }).where(eq(listings.id, datasetId));
  await press(page, "Pay $10.00");
  await page.getByRole("alert").filter({ hasText: "Version 2 is now on sale" }).waitFor();
  expect(await purchasesOf(datasetId)).toEqual([]);
});

test("the budget that a person sets for their own key holds on the website", async () => {
  const first = await world.offer();
  const person = await visit(newEmail("emil"));
  await addCard(person);
  const { page } = person;
  await page.goto(`/datasets/${first}/buy`);
  await press(page, "Pay $10.00");
  await expectHeading(page, "Iris flowers");
  await page.goto("/account/keys");
  await page.getByRole("link", { name: "You, on this website" }).click();
  await page.getByLabel("Let the key spend without a budget").uncheck();
  await page.getByLabel("Budget (USD)").fill("15");
  await page.getByLabel("Budget period").selectOption("month");
  await press(page, "Save");
  await expectNotice(page, "The key's limits are saved.");
  const second = await world.offer();
  await page.goto(`/datasets/${second}/buy`);
  await press(page, "Pay $10.00");
  await page.getByRole("alert").filter({ hasText: "left of its budget" }).waitFor();
  expect(await purchasesOf(second)).toEqual([]);
  expect(await world.api.db.$count(apiKeys, eq(apiKeys.isBuiltIn, true))).toBeGreaterThan(0);
});
