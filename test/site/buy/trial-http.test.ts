/** A trial on the website: bought, counted towards the whole file, and set by its seller. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { listings, purchases, trialFiles } from "../../../db/schema/index.ts";
import { giveTrialFile, trialListing } from "../../market/trial/rows.ts";
import { newPayingBuyer, offer, testMoney } from "../../support/money.ts";
import { visitorOf } from "../visitor.ts";

setDefaultTimeout(60_000);

const money = await testMoney();
const { api, provider, seller } = money;
const html = { accept: "text/html" };

async function arrive(card?: string) {
  const datasetId = await trialListing(money);
  const buyer = await newPayingBuyer(api, provider, card === undefined ? {} : { card });
  const visitor = await visitorOf(api, buyer.owner);
  const path = `/datasets/${datasetId}/trial`;
  const submit = (more: Record<string, string> = {}) =>
    visitor.submit(`/account${path}`, {
      ...{ payment_method_id: buyer.cardId, expected_price_cents: "100", version: "1" },
      ...more,
    });
  const bought = () =>
    api.db.select().from(purchases).where(eq(purchases.accountId, buyer.owner.accountId));
  return { datasetId, buyer, visitor, path, submit, bought };
}

test("a dataset's page offers some rows, which are bought once and count towards the file", async () => {
  const { datasetId, buyer, visitor, path, submit, bought } = await arrive();
  const dataset = await api.send("GET", `/datasets/${datasetId}`, { headers: html });
  expect(dataset.text).toContain("Try 20 rows for $1.00");
  expect(dataset.text).toContain("It counts towards the price.");
  expect(dataset.text).toContain(">or a trial</a>");
  const page = await visitor.open(path);
  for (const words of ["Pay $1.00", "$10.00", "90 days"]) expect(page.text).toContain(words);

  const once = crypto.randomUUID();
  const [first, second] = [await submit({ once }), await submit({ once })];
  const purchasePath = String(first.headers.get("location"));
  expect([first.status, second.headers.get("location")]).toEqual([303, purchasePath]);
  expect((await bought()).map(({ trialRows, state }) => [trialRows, state])).toEqual([
    [20, "in_escrow"],
  ]);
  const sales = await (await visitorOf(api, seller.owner)).open("/account/sales");
  expect(sales.text).toContain("A trial of 20 rows. Version 1");
  const trial = await visitor.open(purchasePath);
  expect(trial.text).toContain("A trial: some rows of the file");
  expect(trial.text).toContain(`href="${purchasePath}/download"`);
  expect(trial.text).toContain("Buy it for $9.00");
  expect(trial.text).not.toContain("Use it in a program");
  expect((await visitor.open(path)).text).toContain("You have the trial of this version");

  const buy = await visitor.open(`/datasets/${datasetId}/buy`);
  for (const words of ["Pay $9.00", "Your trial", "−<span"]) expect(buy.text).toContain(words);
  const whole = await visitor.submit(`/account/datasets/${datasetId}/buy`, {
    ...{ payment_method_id: buyer.cardId, expected_price_cents: "900", version: "1" },
  });
  const wholePath = String(whole.headers.get("location"));
  expect([whole.status, wholePath]).toEqual([303, expect.stringMatching(/^\/account\/purchases/)]);
  expect((await visitor.open(wholePath)).text).toContain("Trial counted");
  const counted = await visitor.open(purchasePath);
  expect(counted.text).toContain(`href="${wholePath}"`);
  expect(counted.text).not.toContain("Buy it for");
  expect((await visitor.open(path)).text).toContain("You have bought this version");
});

test("rows that are still being drawn, or failed, are not sold, and both sides read why", async () => {
  const { datasetId, visitor, path, submit, bought } = await arrive();
  const state = (change: object) =>
    api.db.update(trialFiles).set(change).where(eq(trialFiles.listingId, datasetId));
  const owner = await visitorOf(api, seller.owner);
  const own = `/account/listings/${datasetId}`;
  expect((await owner.open(own)).text).toContain("20 rows for $1.00");
  await state({ state: "preparing", dueAt: new Date(), finishedAt: null });
  expect((await visitor.open(path)).text).toContain("The rows of this version are being drawn.");
  expect([(await submit()).status, await bought()]).toEqual([409, []]);
  expect((await owner.open(own)).text).toContain("Being drawn");
  await state({
    ...{ state: "failed", dueAt: null, finishedAt: new Date() },
    ...{ errorCode: "too_many_rows", errorDetail: "It has <i>more</i> than half." },
  });
  expect((await visitor.open(path)).text).toContain("The seller offers no trial");
  expect((await owner.open(own)).text).toContain("It has &lt;i");
});

test("a declined card leads back to the trial, and a new card is added on the way", async () => {
  const { path, visitor, submit, bought } = await arrive("pm_card_chargeCustomerFail");
  const declined = String((await submit()).headers.get("location"));
  expect(declined).toStartWith(`${path}?declined=`);
  const page = await visitor.open(declined);
  expect(page.text).toContain("Your card was declined. Nothing was charged.");
  const left = await submit({ payment_method_id: "new" });
  const { origin } = new URL(left.headers.get("location") ?? "");
  expect(api.ctx.payments.hostedOrigins).toContain(origin);
  expect(await bought()).toHaveLength(1);
});

test("a seller sets a trial on the listing's form, reads what is wrong, and ends it", async () => {
  const id = await offer(api, seller);
  await api.db
    .update(listings)
    .set({ title: "Tides", description: "By the hour." })
    .where(eq(listings.id, id));
  const owner = await visitorOf(api, seller.owner);
  const form = {
    ...{ title: "Tides", description: "By the hour.", category: "other", act: "save" },
    price_cents: "10.00",
  };
  const save = (more: Record<string, string>) =>
    owner.submit(`/account/listings/${id}/terms`, { ...form, ...more });
  const few = await save({ trial_rows: "2", trial_price: "" });
  expect(few.status).toBe(400);
  for (const field of ["trial_rows", "trial_price"]) {
    expect(few.text).toContain(`href="#${field}"`);
  }
  const dear = await save({ trial_rows: "20", trial_price: "10.00" });
  expect([dear.status, dear.text.includes('href="#trial_price"')]).toEqual([400, true]);
  expect(dear.text).toContain('name="trial_rows" type="text" value="20"');
  expect((await save({ trial_rows: "20", trial_price: "1.00" })).status).toBe(303);
  const termsOf = async () =>
    (await api.db.select().from(listings).where(eq(listings.id, id)))[0]?.trial;
  expect(await termsOf()).toEqual({ rows: 20, price_cents: 100 });
  await giveTrialFile(api, id).catch(() => undefined);
  expect((await save({ trial_rows: "", trial_price: "" })).status).toBe(303);
  expect(await termsOf()).toBeNull();
});
