/** Trials and their credit, against the payment stand-in. */
import { afterEach, describe, expect, test } from "bun:test";
import { and, eq, isNull } from "drizzle-orm";
import { countSales } from "../../../db/queries/sellers/sellers.ts";
import { listings, purchases, trialFiles, uploads } from "../../../db/schema/index.ts";
import { supersedeTrialFiles } from "../../../market/listing/trial/supersede-trial-files.ts";
import { trialPath } from "../../../market/listing/trial/trial-paths.ts";
import { releaseDuePurchases } from "../../../market/purchase/settlement/release-due-purchases.ts";
import { approveWaitingPurchase } from "../../../market/purchase/waiting/approve-waiting-purchase.ts";
import {
  balancesOf,
  buy,
  expectExactSums,
  heldFor,
  type MoneyBuyer,
  newPayingBuyer,
  postingsOf,
  readRow,
  runClock,
  runClockOut,
  testMoney,
} from "../../support/money.ts";
import { newKey } from "../../support/operators.ts";
import { openFindings, reconcile } from "../reconciliation/books.ts";
import { giveTrialFile, trial, trialListing } from "./rows.ts";

const money = await testMoney({ webhooks: false });
const { api, provider } = money;
const dayMs = 86_400_000;
afterEach(async () => {
  api.clock.skewMs = 0;
  await money.clearFaults();
});

const newBuyer = (given: Parameters<typeof newPayingBuyer>[2] = {}) =>
  newPayingBuyer(api, provider, given);
const get = (by: MoneyBuyer, path: string) => api.send("GET", path, { token: by.token });
const post = (by: MoneyBuyer, path: string, body: object = {}) =>
  api.send("POST", path, { token: by.token, body });

/** A buyer with a paid trial. */
async function tried(datasetId?: string) {
  const id = datasetId ?? (await trialListing(money));
  const by = await newBuyer();
  const bought = await buy(api, by, id, { body: { trial: true } });
  expect([bought.status, bought.body.code]).toEqual([201, undefined]);
  return { id, by, trialId: String(bought.body.id) };
}

const complaint = { reason: "not_as_described", detail: "The rows end in 2013." };

describe("a trial", () => {
  test("is a purchase like any other, of the trial's file", async () => {
    const { id, by, trialId } = await tried();
    const { body } = await get(by, `/purchases/${trialId}`);
    expect(body).toMatchObject({
      ...{ status: "in_escrow", dataset_id: id, price_cents: 100, format: "csv", credit: null },
      dataset_title: "Prices (trial: 20 rows)",
      trial: { rows: 20, credited_to: null },
      capabilities: { download: true, confirm: true, dispute: true },
    });
    const download = await get(by, `/purchases/${trialId}/download-url?embed=true`);
    expect(download.body).toMatchObject({ sha256: body.sha256, byte_size: body.byte_size });
    const files = await get(by, `/purchases/${trialId}/files`);
    expect(files.body.items).toMatchObject([{ sha256: body.sha256 }]);
    const found = await get(by, `/purchases?sha256=${body.sha256}`);
    expect(found.body.items).toMatchObject([{ id: trialId }]);
    const receipt = await get(by, `/purchases/${trialId}/receipt`);
    expect(receipt.text).toContain(String(body.sha256));
    expect((await post(by, `/purchases/${trialId}/confirm`)).body.status).toBe("released");
    await runClockOut(api);
    expect(await postingsOf(api, trialId)).toEqual(["captured", "released", "transferred"]);
    expect(await heldFor(provider, trialId)).toMatchObject({ charges: [100], transfers: [95] });
    await expectExactSums(api, money.seller.owner);
  });

  test("is had once for each version, and not by who has the whole file", async () => {
    const { id, by } = await tried();
    expect((await buy(api, by, id, { body: { trial: true } })).body.code).toBe("already_purchased");
    await api.db
      .update(listings)
      .set({ trial: { ...trial, rows: 30 } })
      .where(eq(listings.id, id));
    await giveTrialFile(api, id);
    expect((await buy(api, by, id, { body: { trial: true } })).body.code).toBe("already_purchased");
    const owner = await newBuyer();
    expect((await buy(api, owner, id)).status).toBe(201);
    const late = await buy(api, owner, id, { body: { trial: true } });
    expect(late.body.code).toBe("already_purchased");
  });

  test("is refused while its rows are drawn, without one, and with other terms", async () => {
    const id = await trialListing(money);
    const by = await newBuyer();
    const refusal = async (body: object) => {
      const { status, body: answer } = await buy(api, by, id, { body });
      return `${status} ${answer.code}`;
    };
    expect(await refusal({ trial: true, coupon: "SPRING" })).toBe("400 invalid_request");
    expect(await refusal({ trial: true, plan: "month" })).toBe("400 invalid_request");
    expect(await refusal({ trial: true, expected_price_cents: 1000 })).toBe("400 price_changed");
    const ended = { state: "preparing", dueAt: new Date(), finishedAt: null } as const;
    await api.db.update(trialFiles).set(ended).where(eq(trialFiles.listingId, id));
    const soon = await buy(api, by, id, { body: { trial: true, expected_price_cents: 100 } });
    expect(soon.text).not.toContain("price_changed");
    expect([soon.status, soon.body.code]).toEqual([409, "trial_not_available"]);
    expect(Number(soon.headers.get("retry-after"))).toBeGreaterThan(0);
    await api.db.update(listings).set({ trial: null }).where(eq(listings.id, id));
    expect(await refusal({ trial: true })).toBe("409 trial_not_available");
    expect(await api.db.$count(purchases, eq(purchases.listingId, id))).toBe(0);
  });

  test("above the key's limit waits for its owner, who buys the same rows", async () => {
    const id = await trialListing(money);
    const by = await newBuyer({ key: { confirm_above_cents: 50 } });
    const asked = await buy(api, by, id, { body: { trial: true } });
    expect([asked.status, asked.body.price_cents]).toEqual([202, 100]);
    const { body: dataset } = await api.send("GET", `/datasets/${id}`);
    expect(asked.body.sha256).toBe((dataset.trial as { sha256: string }).sha256);
    const { purchaseId } = await approveWaitingPurchase(api.ctx, by.owner, String(asked.body.id));
    await runClockOut(api);
    expect(await readRow(api, purchaseId)).toMatchObject({ trialRows: 20, state: "in_escrow" });
  });

  test("is no sale of the file: no review, no query, no part of the seller's sales", async () => {
    const { id, by, trialId } = await tried();
    const history = { agentId: money.seller.agentId, exceptBuyers: [] };
    await post(by, `/purchases/${trialId}/confirm`);
    const before = await countSales(api.db, history);
    await tried(await trialListing(money));
    expect(await countSales(api.db, history)).toBe(before);
    await buy(api, await newBuyer(), id);
    expect(await countSales(api.db, history)).toBe(before + 1);
    const review = await api.send("PUT", `/datasets/${id}/review`, {
      token: by.token,
      body: { stars: 1 },
    });
    expect(review.status).toBe(403);
    const query = await post(by, `/datasets/${id}/query`, { sql: "SELECT count(*) FROM dataset" });
    expect(query.body.code).toBe("query_needs_purchase");
    await api.db.update(listings).set({ status: "withdrawn" }).where(eq(listings.id, id));
    expect((await get(by, `/datasets/${id}`)).status).toBe(404);
    expect((await get(by, `/purchases/${trialId}/download-url`)).status).toBe(200);
  });

  test("whose file is lost is refunded, and its rows are drawn again", async () => {
    const { id, by, trialId } = await tried();
    const { uploadId } = await readRow(api, trialId);
    await api.ctx.storage.delete(trialPath(uploadId));
    const answer = await get(by, `/purchases/${trialId}/download-url`);
    expect(answer.body.code).toBe("file_not_available");
    expect(await readRow(api, trialId)).toMatchObject({ state: "refunded" });
    const [file] = await api.db.select().from(trialFiles).where(eq(trialFiles.id, uploadId));
    expect(file?.state).toBe("preparing");
    const [listing] = await api.db.select().from(listings).where(eq(listings.id, id));
    expect(listing?.status).toBe("active");
  });
});

describe("the credit", () => {
  test("lowers the whole file's price once, and is named by both purchases", async () => {
    const { id, by, trialId } = await tried();
    const bought = await buy(api, by, id, { body: { expected_price_cents: 900 } });
    expect(bought.body).toMatchObject({
      ...{ status: "in_escrow", price_cents: 900, trial: null },
      credit: { purchase_id: trialId, cents: 100 },
    });
    const { body } = await get(by, `/purchases/${trialId}`);
    expect(body).toMatchObject({
      trial: { credited_to: bought.body.id },
      capabilities: { confirm: true, dispute: false },
    });
    await api.db.update(listings).set({ version: 2 }).where(eq(listings.id, id));
    await runClockOut(api);
    expect(await heldFor(provider, String(bought.body.id))).toMatchObject({ charges: [900] });
    await expectExactSums(api, money.seller.owner);
  });

  test("is taken as well if the buyer names the listing's price", async () => {
    const { id, by } = await tried();
    const wrong = await buy(api, by, id, { body: { expected_price_cents: 950 } });
    expect(wrong.body).toMatchObject({ code: "price_changed", current_price_cents: 900 });
    const bought = await buy(api, by, id, { body: { expected_price_cents: 1000 } });
    expect(bought.body.price_cents).toBe(900);
  });

  test("is back once the purchase that it lowered has failed", async () => {
    const { id, by, trialId } = await tried();
    await money.fault({ operation: "POST /v1/payment_intents/:id/confirm", kind: "card_declined" });
    const declined = await buy(api, by, id);
    expect(declined.status).toBe(402);
    const bought = await buy(api, by, id);
    expect(bought.body).toMatchObject({ price_cents: 900, credit: { purchase_id: trialId } });
  });

  test("of two buys at once is used once", async () => {
    const { id, by, trialId } = await tried();
    const other = await newKey(api, by.owner, {});
    const answers = await Promise.all([
      buy(api, by, id),
      buy(api, { ...by, token: other.secret }, id),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    const used = await api.db
      .select()
      .from(purchases)
      .where(eq(purchases.creditedTrialId, trialId));
    expect(used.map(({ priceCents }) => priceCents)).toEqual([900]);
  });

  test("ends with a dispute of the trial, and a counted trial cannot be disputed", async () => {
    const first = await tried();
    expect((await post(first.by, `/purchases/${first.trialId}/dispute`, complaint)).status).toBe(
      200,
    );
    expect((await buy(api, first.by, first.id)).body.price_cents).toBe(1000);

    const second = await tried();
    await buy(api, second.by, second.id);
    const refused = await post(second.by, `/purchases/${second.trialId}/dispute`, complaint);
    expect([refused.status, refused.body.code]).toEqual([409, "trial_credited"]);
  });

  test("and a dispute at once: the trial is either counted or disputed, never both", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, by, trialId } = await tried();
      const [bought, disputed] = await Promise.all([
        buy(api, by, id),
        post(by, `/purchases/${trialId}/dispute`, complaint),
      ]);
      expect(bought.status).toBe(201);
      const outcome = `${bought.body.price_cents} ${disputed.status}`;
      expect(["900 409", "1000 200"]).toContain(outcome);
    }
  });

  test("is kept by a counted trial whose file is lost: it is released, not refunded", async () => {
    const { id, by, trialId } = await tried();
    await buy(api, by, id);
    const { uploadId } = await readRow(api, trialId);
    await api.ctx.storage.delete(trialPath(uploadId));
    expect((await get(by, `/purchases/${trialId}/download-url`)).body.code).toBe(
      "file_not_available",
    );
    expect(await readRow(api, trialId)).toMatchObject({ state: "in_escrow" });
    api.clock.skewMs = 8 * dayMs;
    await runClock(api);
    await releaseDuePurchases(api.ctx, { rowsMax: 100 });
    expect(await readRow(api, trialId)).toMatchObject({ state: "released" });
    expect(await balancesOf(api, trialId)).toMatchObject({ seller_payable: 95 });
  });

  test("is over after 90 days", async () => {
    const { id, by } = await tried();
    api.clock.skewMs = 91 * dayMs;
    expect((await buy(api, by, id)).body.price_cents).toBe(1000);
  });
});

test("the books agree with the provider about trials and lowered prices", async () => {
  const { id, by, trialId } = await tried();
  const bought = await buy(api, by, id);
  for (const purchaseId of [trialId, String(bought.body.id)]) {
    await post(by, `/purchases/${purchaseId}/confirm`);
  }
  await runClockOut(api);
  await reconcile(money);
  expect(await openFindings(money)).toEqual([]);
});

describe("a trial's file that is not on offer any more", () => {
  test("is purged once nobody can download it, and kept for its buyers", async () => {
    const sold = await tried();
    const unsold = await trialListing(money);
    const kept = await trialListing(money);
    for (const id of [sold.id, unsold]) {
      await api.db.update(listings).set({ trial: null }).where(eq(listings.id, id));
    }
    while ((await supersedeTrialFiles(api.ctx, { rowsMax: 100 })) > 0);
    const stateOf = async (id: string) => {
      const [row] = await api.db.select().from(trialFiles).where(eq(trialFiles.listingId, id));
      return row?.state;
    };
    expect(await Promise.all([sold.id, unsold, kept].map(stateOf))).toEqual([
      "ready",
      "superseded",
      "ready",
    ]);
    const [upload] = await api.db
      .select()
      .from(uploads)
      .where(and(eq(uploads.listingId, unsold), isNull(uploads.version)));
    expect(upload).toMatchObject({ state: "superseded" });
  });
});
