/** The operators in the contract suite: one who pays, and keys with missing permissions. */
import { eq } from "drizzle-orm";
import { accounts } from "../../../db/schema/index.ts";
import type { ReviewPart } from "../../../db/vocabulary/review.ts";
import { removeReview } from "../../../market/review/moderate-review.ts";
import { findSeller } from "../../support/agents.ts";
import { openTestApi, type TestApi } from "../../support/api.ts";
import { publishNext } from "../../support/listings.ts";
import {
  type Buyer,
  type Market,
  newBuyer,
  paidListing,
  purchaseOf,
} from "../../support/market.ts";
import { newPayingBuyer } from "../../support/money.ts";
import { newKey, newOwner } from "../../support/operators.ts";
import { sharedClient } from "../../support/stripe.ts";

export async function openOperators(api: TestApi, agent: { token: string; email: string }) {
  const buyer = await newPayingBuyer(api, { stripe: await sharedClient() });
  const seller = { ...agent, ...(await findSeller(api, agent.email)) };
  const market: Market = { api, seller, buyer };
  const stranger: Market = { api, seller, buyer: await newBuyer(api) };
  const { owner } = buyer;
  return {
    buyer,
    market,
    strangerKey: stranger.buyer.token,
    foreignPurchaseId: await purchaseOf(stranger, await paidListing(stranger)),
    readerToken: (await newKey(api, owner, { scopes: ["read"] })).secret,
    bidderToken: (await newKey(api, owner, { scopes: ["bid"] })).secret,

    /** Gives one of the market's buyers a confirmed purchase of the listing's current version. */
    confirm: (reviewer: Buyer, listingId: string) =>
      purchaseOf({ ...market, buyer: reviewer }, listingId, "released"),
    publishNext: (listingId: string) => publishNext(api, agent.token, listingId),

    removeReview: (reviewId: string, part: ReviewPart) => {
      const admin = { kind: "admin", accountId: owner.accountId, email: owner.email } as const;
      return removeReview(api.ctx, admin, { reviewId, part }, { reason: "Not about the data." });
    },

    async suspendedKey() {
      const suspended = await newOwner(api);
      const { secret } = await newKey(api, suspended);
      await api.db
        .update(accounts)
        .set({ suspendedAt: api.ctx.now(), suspendedReason: "test" })
        .where(eq(accounts.id, suspended.accountId));
      return secret;
    },
  };
}

/** The same market over a store that answered when the API started, and never since. */
export async function openStorelessApi(overrides: Record<string, string>): Promise<TestApi> {
  const store = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const api = await openTestApi({
    ...overrides,
    S3_ENDPOINT: `http://127.0.0.1:${store.port}`,
    S3_BUCKET: "datasets",
    S3_ACCESS_KEY_ID: "key",
    S3_SECRET_ACCESS_KEY: "secret",
  });
  await store.stop(true);
  return api;
}
