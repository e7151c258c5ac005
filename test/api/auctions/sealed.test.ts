/** Other rules that keep a maximum sealed: a person bids once and retracts only once. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { accounts, paymentMethods } from "../../../db/schema/index.ts";
import { findSeller, verifiedAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import { type Bidder, bid, newAuction, newBidder, readAuction } from "../../support/auctions.ts";
import { createDraft } from "../../support/listings.ts";
import { auditOf } from "../../support/market.ts";

setDefaultTimeout(30_000);

const api = await testApi();
const { token, email } = await verifiedAgent(api);
const seller = await findSeller(api, email);

const history = async (id: string) => (await api.send("GET", `/datasets/${id}/bids`)).body;
const release = (listingId: string, bidId: unknown, by = token) =>
  api.send("DELETE", `/listings/${listingId}/bids/${bidId}`, { token: by });
const giveCard = (bidder: Bidder, fingerprint: string) =>
  api.db.update(paymentMethods).set({ fingerprint }).where(eq(paymentMethods.id, bidder.cardId));

describe("a seller lets a bidder off", () => {
  test("price and history stand as if the bid had never been, and the bidder is out", async () => {
    const [ada, bob, cyd] = [await newBidder(api), await newBidder(api), await newBidder(api)];
    const id = await newAuction(api, seller);
    await bid(api, ada, id, 2_000);
    const mistyped = await bid(api, bob, id, 150_000);
    await bid(api, cyd, id, 3_000);
    expect(await readAuction(api, id)).toMatchObject({ currentPriceCents: 3_100 });
    const answer = await release(id, mistyped.body.id);
    expect(answer).toMatchObject({
      status: 200,
      body: { current_price_cents: 2_050, next_minimum_bid_cents: 2_100, bid_count: 2 },
    });
    const { items } = await history(id);
    expect((items as { price_cents: number }[]).map(({ price_cents }) => price_cents)).toEqual([
      2_050, 1_000,
    ]);
    expect(await auditOf(api, id)).toContain("bid.released");
    expect((await bid(api, bob, id, 4_000)).body.code).toBe("bidder_has_left");
    expect((await release(id, mistyped.body.id)).body.code).toBe("bid_not_retractable");
  });

  test("nobody else can, and no other auction's bid", async () => {
    const ada = await newBidder(api);
    const [id, other] = [await newAuction(api, seller), await newAuction(api, seller)];
    const placed = await bid(api, ada, id, 2_000);
    const stranger = await verifiedAgent(api);
    expect((await release(id, placed.body.id, stranger.token)).body.code).toBe("listing_not_found");
    expect((await release(id, placed.body.id, ada.token)).status).toBe(401);
    expect((await release(other, placed.body.id)).body.code).toBe("bid_not_found");
    const draft = await createDraft(api, token);
    expect((await release(draft, placed.body.id)).body.code).toBe("listing_not_found");
  });
});

describe("accounts that count as one bidder", () => {
  test("the same card", async () => {
    const [ada, twin] = [await newBidder(api), await newBidder(api)];
    await giveCard(ada, "one card");
    await giveCard(twin, "one card");
    const id = await newAuction(api, seller);
    expect((await bid(api, ada, id, 2_000)).status).toBe(201);
    const refused = await bid(api, twin, id, 5_000);
    expect(refused).toMatchObject({ status: 409, body: { code: "linked_account_bids" } });
    expect(String(refused.body.detail)).toContain("with the same card, has bid in this auction");
    expect((await bid(api, ada, id, 6_000)).status).toBe(201);
  });

  test("the same verified address", async () => {
    const [ada, twin] = [await newBidder(api), await newBidder(api)];
    const change = { email: "one-person@example.com" };
    for (const { accountId } of [ada, twin]) {
      await api.db.update(accounts).set(change).where(eq(accounts.id, accountId));
    }
    const id = await newAuction(api, seller);
    expect((await bid(api, ada, id, 2_000)).status).toBe(201);
    expect((await bid(api, twin, id, 5_000)).body.code).toBe("linked_account_bids");
  });

  test("the seller's own other account is the seller", async () => {
    const shill = await newBidder(api);
    await giveCard(shill, "the seller's card");
    const { accountId } = seller.owner;
    const card = { id: `pm_${accountId}`, accountId, brand: "visa", last4: "4242" };
    const times = { expMonth: 12, expYear: 2034, addedAt: new Date() };
    await api.db
      .insert(paymentMethods)
      .values({ ...card, ...times, fingerprint: "the seller's card" });
    const id = await newAuction(api, seller);
    expect((await bid(api, shill, id, 5_000)).body.code).toBe("own_dataset");
  });
});
