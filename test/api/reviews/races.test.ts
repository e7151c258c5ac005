/** Concurrent reviews, and what the tables themselves refuse. */
import { expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { lockPurchase } from "../../../db/queries/purchases/purchases.ts";
import { readStarCounts } from "../../../db/queries/reviews/reviews.ts";
import { listings, purchases, reviewRevisions, reviews } from "../../../db/schema/index.ts";
import { newBuyer, paidListing, purchaseOf, testMarket } from "../../support/market.ts";
import { confirmedBuyer, putReview, reviewedDataset } from "./support.ts";

const market = await testMarket();
const { api, seller } = market;

test("two concurrent reviews are one review, with either text", async () => {
  const datasetId = await paidListing(market);
  const { token } = await confirmedBuyer(market, datasetId);
  const answers = await Promise.all(
    [1, 2, 3, 4, 5].map((stars) => putReview(api, token, datasetId, { stars })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
  const rows = await api.db.select().from(reviews).where(eq(reviews.listingId, datasetId));
  expect(rows.map(({ revision }) => revision)).toEqual([5]);
  const counts = await readStarCounts(api.db, datasetId);
  expect(counts[(rows[0]?.stars ?? 0) - 1]).toBe(1);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
});

test("a review and a chargeback in any order: no unpaid review is shown", async () => {
  for (let round = 0; round < 5; round += 1) {
    const datasetId = await paidListing(market);
    const { token, purchaseId } = await confirmedBuyer(market, datasetId);
    const takenBack = api.db.transaction(async (tx) => {
      await lockPurchase(tx, purchaseId);
      await tx.update(purchases).set({ chargeback: "open" }).where(eq(purchases.id, purchaseId));
    });
    const [posted] = await Promise.all([putReview(api, token, datasetId), takenBack]);
    expect([201, 403]).toContain(posted.status);
    expect(await readStarCounts(api.db, datasetId)).toEqual([0, 0, 0, 0, 0]);
  }
});

test("many buyers at once are counted exactly", async () => {
  const datasetId = await paidListing(market);
  const buyers = await Promise.all(
    Array.from({ length: 10 }, () => confirmedBuyer(market, datasetId)),
  );
  await Promise.all(
    buyers.map(({ token }, index) => putReview(api, token, datasetId, { stars: (index % 5) + 1 })),
  );
  expect(await readStarCounts(api.db, datasetId)).toEqual([2, 2, 2, 2, 2]);
});

/** A row that claims a review for a purchase in escrow, as faulty code would write it. */
async function unconfirmed() {
  const listingId = await paidListing(market);
  const buyer = await newBuyer(api);
  const purchaseId = await purchaseOf({ ...market, buyer }, listingId, "in_escrow");
  const accountId = buyer.owner.accountId;
  const values = { purchaseId, listingId, version: 1, accountId, sellerAgentId: seller.agentId };
  return { ...values, id: v7(), stars: 5, postedAt: api.ctx.now() };
}

const causeOf = async (write: Promise<unknown>): Promise<string> =>
  write.then(
    () => "written",
    (error: Error) => String((error.cause as Error | undefined)?.message ?? error.message),
  );

test("the table refuses reviews without a confirmed purchase, or of somebody else's", async () => {
  const values = await unconfirmed();
  expect(await causeOf(api.db.insert(reviews).values(values))).toContain("no confirmed purchase");
  const { author, datasetId } = await reviewedDataset(market);
  const { owner } = await newBuyer(api);
  const foreign = {
    ...values,
    purchaseId: author.purchaseId,
    listingId: datasetId,
    accountId: owner.accountId,
  };
  expect(await causeOf(api.db.insert(reviews).values(foreign))).toContain("no confirmed purchase");
});

test("the tables refuse another author, a deletion, a changed wording and made-up stars", async () => {
  const { reviewId, datasetId } = await reviewedDataset(market);
  const isIt = eq(reviews.id, reviewId);
  const { owner } = await newBuyer(api);
  const moved = api.db.update(reviews).set({ accountId: owner.accountId }).where(isIt);
  expect(await causeOf(moved)).toContain("never changes");
  expect(await causeOf(api.db.delete(reviews).where(isIt))).toContain("refused");
  const reworded = api.db
    .update(reviewRevisions)
    .set({ text: "Other." })
    .where(eq(reviewRevisions.reviewId, reviewId));
  expect(await causeOf(reworded)).toContain("refused");
  const rated = api.db.execute(
    sql`update listing_ratings set stars5 = 100 where listing_id = ${datasetId}`,
  );
  expect(await causeOf(rated)).toContain("refused");
  await api.db.update(reviews).set({ isShown: false, revision: 9 }).where(isIt);
  const [row] = await api.db.select().from(reviews).where(isIt);
  expect([row?.isShown, row?.revision]).toEqual([true, 1]);
});

test("a listing's row is not touched by its reviews: its ETag of edits stays", async () => {
  const datasetId = await paidListing(market);
  const read = () => api.db.select().from(listings).where(eq(listings.id, datasetId));
  const before = await read();
  const { token } = await confirmedBuyer(market, datasetId);
  await putReview(api, token, datasetId);
  expect(await read()).toEqual(before);
});
