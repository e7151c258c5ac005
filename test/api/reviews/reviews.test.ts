/**
 * Reviews, only by buyers: who writes them, what everybody reads, who is notified, and what counts.
 */
import { describe, expect, test } from "bun:test";
import { isDeepStrictEqual } from "node:util";
import { eq, sql } from "drizzle-orm";
import { events, listingRatings, purchases, reviewRevisions } from "../../../db/schema/index.ts";
import type { PurchaseState } from "../../../db/vocabulary/purchase.ts";
import { restoreAccount } from "../../../market/administration/restore-account.ts";
import { suspendAccount } from "../../../market/administration/suspend-account.ts";
import {
  dismissReports,
  removeReview,
  restoreReview,
} from "../../../market/review/moderate-review.ts";
import { listReportedReviews, viewReviewForAdmin } from "../../../market/review/read.ts";
import { adminEmail, administrator } from "../../support/administrators.ts";
import { sellerAgent } from "../../support/agents.ts";
import { auditOf, newBuyer, paidListing, purchaseOf, testMarket } from "../../support/market.ts";
import { newKey } from "../../support/operators.ts";
import { eventually } from "../../support/stack.ts";
import {
  answerReview,
  confirmedBuyer,
  ownReviews,
  putReview,
  reportReview,
  reviewedDataset,
  shownReviews,
} from "./support.ts";

const market = await testMarket({ ADMIN_EMAILS: adminEmail });
const { api, seller } = market;
const admin = await administrator(api);

/** Waits for the public cache to show the rating after the change notice. */
const eventuallyRated = (datasetId: string, rating: { mean: number | null; count: number }) =>
  eventually(async () => {
    const { body } = await api.send("GET", `/datasets/${datasetId}`);
    return isDeepStrictEqual(body.rating, rating);
  });

describe("a review is written", () => {
  test("by a buyer whose purchase is confirmed, and everybody reads it without a name", async () => {
    const { datasetId, author, reviewId } = await reviewedDataset(market);
    const shown = await shownReviews(api, datasetId);
    expect(shown.items).toMatchObject([
      {
        id: reviewId,
        dataset_version: 1,
        stars: 4,
        body: { content: "Complete.", content_type: "text/plain", untrusted: true },
        wordings: 1,
        answer: null,
      },
    ]);
    const { accountId, email } = author.owner;
    for (const secret of [accountId, email, author.purchaseId]) {
      expect(shown.text).not.toContain(secret);
    }
    expect(await auditOf(api, reviewId)).toEqual(["review.posted"]);
  });

  test.each<PurchaseState>([
    "payment_pending",
    "in_escrow",
    "disputed",
    "refunded",
    "payment_failed",
    "cancelled",
    "expired",
  ])("by nobody whose purchase is %s", async (state) => {
    const datasetId = await paidListing(market);
    const buyer = await newBuyer(api);
    await purchaseOf({ ...market, buyer }, datasetId, state);
    const refused = await putReview(api, buyer.token, datasetId);
    expect([refused.status, refused.body.code]).toEqual([403, "no_confirmed_purchase"]);
  });

  test("neither by buyers of other datasets nor by the seller, whichever agent sells", async () => {
    const datasetId = await paidListing(market);
    const elsewhere = await confirmedBuyer(market, await paidListing(market));
    const refused = await putReview(api, elsewhere.token, datasetId);
    expect(refused.body.code).toBe("no_confirmed_purchase");
    const own = await newKey(api, seller.owner);
    expect((await putReview(api, own.secret, datasetId)).body.code).toBe("own_dataset");
  });

  test("once a version: other words change it, the same change nothing, all are kept", async () => {
    const { datasetId, author, reviewId } = await reviewedDataset(market);
    expect((await putReview(api, author.token, datasetId)).status).toBe(200);
    const changed = await putReview(api, author.token, datasetId, { stars: 1 });
    expect([changed.status, changed.body.id, changed.body.wordings]).toEqual([200, reviewId, 2]);
    const kept = await api.db
      .select()
      .from(reviewRevisions)
      .where(eq(reviewRevisions.reviewId, reviewId))
      .orderBy(reviewRevisions.revision);
    expect(kept.map(({ stars, text }) => [stars, text])).toEqual([
      [4, "Complete."],
      [1, null],
    ]);
    await eventuallyRated(datasetId, { mean: 1, count: 1 });
  });

  test("and taken back: it is shown and counted no more, until it is posted again", async () => {
    const { datasetId, author } = await reviewedDataset(market);
    const path = `/datasets/${datasetId}/review`;
    for (const _repeat of [1, 2]) {
      const gone = await api.send("DELETE", path, { token: author.token });
      expect([gone.status, gone.body.hidden_because]).toEqual([200, "withdrawn"]);
    }
    await eventuallyRated(datasetId, { mean: null, count: 0 });
    expect((await shownReviews(api, datasetId)).items).toEqual([]);
    expect((await putReview(api, author.token, datasetId)).body.wordings).toBe(2);
    await eventuallyRated(datasetId, { mean: 4, count: 1 });
  });
});

describe("everybody reads", () => {
  test("count and mean with the dataset and in searches, and the reviews by cursor and stars", async () => {
    const datasetId = await paidListing(market);
    const stars = [5, 3, 5, 1];
    for (const given of stars) {
      const { token } = await confirmedBuyer(market, datasetId);
      await putReview(api, token, datasetId, { stars: given });
    }
    const rating = { mean: 3.5, count: 4 };
    await eventuallyRated(datasetId, rating);
    const search = await api.send("GET", `/datasets?seller=${seller.agentId}&limit=100`);
    const hits = search.body.items as { id: string; rating: unknown }[];
    expect(hits.find(({ id }) => id === datasetId)?.rating).toEqual(rating);
    const first = await shownReviews(api, datasetId, "?limit=3");
    expect([first.rating, first.by_stars]).toEqual([rating, [1, 0, 1, 0, 2]]);
    const cursor = first.pagination.next_cursor ?? "";
    const second = await shownReviews(api, datasetId, `?limit=3&cursor=${cursor}`);
    expect([...first.items, ...second.items].map((item) => item.stars)).toEqual([1, 5, 3, 5]);
    const good = await shownReviews(api, datasetId, "?stars=5");
    expect(good.items.map((item) => item.stars)).toEqual([5, 5]);
    const croissant = await api.send("GET", `/datasets/${datasetId}/croissant`);
    expect(croissant.body.aggregateRating).toMatchObject({ ratingValue: 3.5, reviewCount: 4 });
  });

  test("no aggregate rating in Croissant where there is no review", async () => {
    const { body } = await api.send("GET", `/datasets/${await paidListing(market)}/croissant`);
    expect(body).not.toHaveProperty("aggregateRating");
  });
});

describe("the seller", () => {
  test("is notified, answers once and may change the answer; the author is notified of both", async () => {
    const { author, reviewId, datasetId } = await reviewedDataset(market);
    const answered = await answerReview(api, seller.token, reviewId, "Thank you.");
    expect(answered.body.answer).toMatchObject({ body: { content: "Thank you." } });
    await answerReview(api, seller.token, reviewId, "Thank you, really.");
    await putReview(api, author.token, datasetId, { stars: 5 });
    const [shown] = (await shownReviews(api, datasetId)).items;
    expect(shown?.answer).toMatchObject({
      body: { content: "Thank you, really.", untrusted: true },
      is_older_than_review: true,
    });
    const rows = await api.db.select().from(events).where(eq(events.subjectId, reviewId));
    const told = rows.map(({ type, principalKind }) => `${type} ${principalKind}`).sort();
    expect(told).toEqual([
      "review.answered account",
      "review.answered account",
      "review.changed account",
      "review.changed agent",
      "review.posted account",
      "review.posted agent",
    ]);
  });

  test("answers nothing that is said of another's datasets", async () => {
    const { reviewId } = await reviewedDataset(market);
    const stranger = await sellerAgent(api);
    const refused = await answerReview(api, stranger.token, reviewId, "Not mine.");
    expect([refused.status, refused.body.code]).toEqual([404, "review_not_found"]);
    expect(await ownReviews(api, stranger.token)).toEqual([]);
  });

  test("reads reviews of its datasets, and not why one is hidden", async () => {
    const { reviewId, datasetId, author } = await reviewedDataset(market);
    const [own] = await ownReviews(api, author.token);
    expect(own).toMatchObject({ id: reviewId, your_role: "author", is_shown: true });
    expect((await ownReviews(api, seller.token)).map(({ id }) => id)).toContain(reviewId);
    await api.send("DELETE", `/datasets/${datasetId}/review`, { token: author.token });
    expect((await ownReviews(api, seller.token)).map(({ id }) => id)).not.toContain(reviewId);
  });
});

describe("a payment that is taken back", () => {
  test("takes its review along: hidden while the bank disputes it, back if the seller wins", async () => {
    const { author, datasetId } = await reviewedDataset(market);
    const setChargeback = (chargeback: "open" | "won" | "lost") =>
      api.db.update(purchases).set({ chargeback }).where(eq(purchases.id, author.purchaseId));
    const standing = async () => {
      const [{ is_shown, hidden_because } = { is_shown: null, hidden_because: null }] =
        await ownReviews(api, author.token);
      return [is_shown, hidden_because];
    };
    await setChargeback("open");
    expect(await standing()).toEqual([false, "charged_back"]);
    const refused = await putReview(api, author.token, datasetId, { stars: 1 });
    expect(refused.body.code).toBe("no_confirmed_purchase");
    await eventuallyRated(datasetId, { mean: null, count: 0 });
    await setChargeback("won");
    expect(await standing()).toEqual([true, null]);
    await eventuallyRated(datasetId, { mean: 4, count: 1 });
    await setChargeback("lost");
    expect(await standing()).toEqual([false, "charged_back"]);
  });

  test("and an author's suspension hides theirs, as long as it lasts", async () => {
    const { author, datasetId } = await reviewedDataset(market);
    await suspendAccount(api.ctx, admin, author.owner.accountId, { reason: "Made-up reviews." });
    await eventuallyRated(datasetId, { mean: null, count: 0 });
    await restoreAccount(api.ctx, admin, author.owner.accountId);
    await eventuallyRated(datasetId, { mean: 4, count: 1 });
  });
});

describe("moderation", () => {
  test("a report waits once an account and part, and nobody reports their own words", async () => {
    const { reviewId, author } = await reviewedDataset(market);
    const first = await reportReview(api, seller.token, reviewId);
    const again = await reportReview(api, seller.token, reviewId, { reason: "abusive" });
    expect([again.status, again.body.reported_at]).toEqual([200, first.body.reported_at]);
    expect((await reportReview(api, author.token, reviewId)).body.code).toBe("own_words");
    const { items } = await listReportedReviews(api.ctx, admin, { limit: 100, offset: 0 });
    const reported = items.find(({ review }) => review.id === reviewId);
    expect(reported?.reports.map(({ reason }) => reason)).toEqual(["spam"]);
    expect(await dismissReports(api.ctx, admin, { reviewId, part: "review" })).toEqual({
      closed: 1,
    });
    const left = await listReportedReviews(api.ctx, admin, { limit: 100, offset: 0 });
    expect(left.items.map(({ review }) => review.id)).not.toContain(reviewId);
  });

  test("a removed review is gone with a reason that its author reads, and can come back", async () => {
    const { reviewId, author, datasetId } = await reviewedDataset(market);
    const of = { reviewId, part: "review" } as const;
    await reportReview(api, seller.token, reviewId);
    const reason = "It names a person.";
    expect(await removeReview(api.ctx, admin, of, { reason })).toEqual({ changed: true });
    expect(await removeReview(api.ctx, admin, of, { reason: "x" })).toEqual({ changed: false });
    expect(await ownReviews(api, author.token)).toMatchObject([
      { is_shown: false, hidden_because: "removed", removed_reason: reason },
    ]);
    expect((await putReview(api, author.token, datasetId)).body.code).toBe("review_removed");
    await eventuallyRated(datasetId, { mean: null, count: 0 });
    expect(await restoreReview(api.ctx, admin, of)).toEqual({ changed: true });
    await eventuallyRated(datasetId, { mean: 4, count: 1 });
    const told = await api.db.select().from(events).where(eq(events.subjectId, reviewId));
    const authors = told.filter(({ principalId }) => principalId === author.owner.accountId);
    expect(authors.map(({ type }) => type).sort()).toEqual(["review.removed", "review.restored"]);
  });

  test("no administrator moderates their own texts, or reviews of their own datasets", async () => {
    const { reviewId, author } = await reviewedDataset(market);
    await answerReview(api, seller.token, reviewId, "Thank you.");
    await reportReview(api, seller.token, reviewId);
    for (const { accountId } of [author.owner, seller.owner]) {
      const party = { ...admin, accountId };
      for (const part of ["review", "answer"] as const) {
        const of = { reviewId, part };
        const refused = { code: "party_to_dispute" };
        await expect(removeReview(api.ctx, party, of, { reason: "x" })).rejects.toMatchObject(
          refused,
        );
        await expect(restoreReview(api.ctx, party, of)).rejects.toMatchObject(refused);
        await expect(dismissReports(api.ctx, party, of)).rejects.toMatchObject(refused);
      }
    }
    expect((await ownReviews(api, author.token))[0]?.is_shown).toBe(true);
  });

  test("a removed answer leaves the review, and its seller reads why", async () => {
    const { reviewId, datasetId } = await reviewedDataset(market);
    await answerReview(api, seller.token, reviewId, "Liar!");
    const of = { reviewId, part: "answer" } as const;
    await removeReview(api.ctx, admin, of, { reason: "Abusive." });
    expect((await shownReviews(api, datasetId)).items).toMatchObject([{ answer: null }]);
    const own = (await ownReviews(api, seller.token)).find(({ id }) => id === reviewId);
    expect(own).toMatchObject({ answer_removed_reason: "Abusive.", removed_reason: null });
    expect((await answerReview(api, seller.token, reviewId, "Sorry.")).status).toBe(409);
    const shown = await viewReviewForAdmin(api.ctx, admin, reviewId);
    expect(shown.revisions.map(({ part, text }) => [part, text])).toEqual([
      ["answer", "Liar!"],
      ["review", "Complete."],
    ]);
  });
});

test("the counters equal the visible reviews afterwards", async () => {
  const counted = sql`select listing_id, count(*) filter (where stars = 1) as one,
    count(*) filter (where stars = 2) as two, count(*) filter (where stars = 3) as three,
    count(*) filter (where stars = 4) as four, count(*) filter (where stars = 5) as five
    from reviews where is_shown group by listing_id`;
  const faulty = await api.db.execute(sql`select * from listing_ratings as kept
    left join (${counted}) as anew using (listing_id)
    where (stars1, stars2, stars3, stars4, stars5) is distinct from (coalesce(one, 0),
      coalesce(two, 0), coalesce(three, 0), coalesce(four, 0), coalesce(five, 0))`);
  expect([...faulty]).toEqual([]);
  expect(await api.db.$count(listingRatings)).toBeGreaterThan(5);
});
