/** What careless and hostile operators try in auctions, and why it fails. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { and, eq, sql } from "drizzle-orm";
import { auctions, events } from "../../../db/schema/index.ts";
import type { Json } from "../../support/api.ts";
import { bid, newAuction, readAuction, readBids } from "../../support/auctions.ts";
import { addCard, buy, type MoneyBuyer, testMoney } from "../../support/money.ts";
import { newKey } from "../../support/operators.ts";
import { newPayingBidder, readAwards, runOut } from "../../support/paid-auctions.ts";

setDefaultTimeout(30_000);

const money = await testMoney();

const payer = (): Promise<MoneyBuyer> => newPayingBidder(money.api, money.provider);
const hybrid = { pricingType: "hybrid" as const, priceCents: 9_000, reservePriceCents: 5_000 };

test("a bid that counts again after a retraction takes nothing from the budget of the key that placed it", async () => {
  const { api, seller } = money;
  const rich = await payer();
  const budget = { budget_cents: 5_000, budget_period: "total" as const };
  const { secret: token, key: poor } = await newKey(api, rich.owner, budget);
  const [wanted, other] = [await newAuction(api, seller), await newAuction(api, seller)];
  expect((await bid(api, { token }, wanted, 5_000)).status).toBe(201);
  const raised = await bid(api, rich, wanted, 8_000);
  expect((await bid(api, { token }, other, 5_000)).status).toBe(201);
  const path = `/datasets/${wanted}/bids/${raised.body.id}?reason=amount_mistyped`;
  expect((await api.send("DELETE", path, { token: rich.token })).status).toBe(200);
  const reserved = async (by: string) =>
    (await api.send("GET", "/operator/me", { token: by })).body.reserved_cents;
  expect([await reserved(token), await reserved(rich.token)]).toEqual([5_000, 5_000]);
  const [standing] = (await readBids(api, wanted)).filter(({ isCurrent }) => isCurrent);
  expect(standing).toMatchObject({ maxCents: 5_000, apiKeyId: rich.operator.apiKeyId });
  expect(poor.id).not.toBe(rich.operator.apiKeyId);
});

test("a key that may only write messages learns nothing of its account's bids", async () => {
  const { api, seller } = money;
  const ada = await payer();
  const id = await newAuction(api, seller);
  await bid(api, ada, id, 5_000);
  const shown = async (token: string) => {
    const { body } = await api.send("GET", `/datasets/${id}/bids`, { token });
    const { items, your_position: own } = body as { items: Json[]; your_position: Json | null };
    return [items.map(({ is_yours: isYours }) => isYours), own?.max_amount_cents ?? null];
  };
  const { secret } = await newKey(api, ada.owner, { scopes: ["message"] });
  expect(await shown(secret)).toEqual([[false], null]);
  const reading = await newKey(api, ada.owner, { scopes: ["read"] });
  expect(await shown(reading.secret)).toEqual([[true], 5_000]);
});

describe("after a sale at the price of a hybrid", () => {
  test("a bidder who lost the lead by it cannot lower their maximum", async () => {
    const { api, seller } = money;
    const [ada, bob, cyd] = [await payer(), await payer(), await payer()];
    const id = await newAuction(api, seller, { ...hybrid, licenses: 2 });
    await bid(api, ada, id, 4_000);
    await bid(api, bob, id, 3_000);
    expect((await buy(api, cyd, id)).status).toBe(201);
    const lower = await bid(api, bob, id, 2_000);
    expect(lower).toMatchObject({ status: 400, body: { code: "bid_too_low" } });
    expect((await bid(api, bob, id, 3_001)).status).toBe(201);
  });

  test("everybody sees the new minimum bid after a licence is sold", async () => {
    const { api, seller } = money;
    const [ada, bob, cyd] = [await payer(), await payer(), await payer()];
    const id = await newAuction(api, seller, { ...hybrid, licenses: 2 });
    await bid(api, ada, id, 4_000);
    expect((await readAuction(api, id)).nextMinimumCents).toBe(1_000);
    expect((await buy(api, cyd, id)).status).toBe(201);
    const { nextMinimumCents, currentPriceCents } = await readAuction(api, id);
    expect([currentPriceCents, nextMinimumCents]).toEqual([1_000, 1_050]);
    expect((await bid(api, bob, id, nextMinimumCents - 1)).body.code).toBe("bid_too_low");
    expect((await bid(api, bob, id, nextMinimumCents)).status).toBe(201);
  });
});

test("a bidder whose card was declined pays with another at once, before the clock sees the failure", async () => {
  const { api, provider, seller } = money;
  const dan = await newPayingBidder(api, provider, { card: "pm_card_chargeCustomerFail" });
  const id = await newAuction(api, seller);
  await bid(api, dan, id, 2_000);
  await runOut(api, 24.1);
  const [award] = await readAwards(api, id);
  const pay = (cardId: string) =>
    api.send("POST", `/offers/${award?.id}/accept`, {
      token: dan.token,
      body: { payment_method_id: cardId },
    });
  expect(await pay(dan.cardId)).toMatchObject({ status: 402 });
  const of = { accountId: dan.owner.accountId, customerId: dan.customerId, card: "pm_card_visa" };
  const good = await addCard(api, provider.stripe, of);
  expect(await pay(good)).toMatchObject({ status: 201, body: { status: "in_escrow" } });
  expect((await pay(good)).body.code).toBe("offer_not_open");
  await runOut(api, 24.2);
  expect(await readAwards(api, id)).toMatchObject([{ state: "paid" }]);
});

// The last test, because whoever closes due auctions afterwards has ten thousand bidders to notify.
test("a late bid in an auction with ten thousand bidders is accepted, and each of them is notified of the new end", async () => {
  const { api, seller } = money;
  const [first, late] = [await payer(), await payer()];
  const endsAt = new Date(api.ctx.now().getTime() + 60_000);
  const id = await newAuction(api, seller, { endsAt });
  expect((await bid(api, first, id, 1_000)).status).toBe(201);
  await api.db.execute(sql`
    with others as (
      insert into accounts (id, issuer, subject, email, email_verified, created_at, last_seen_at)
      select gen_random_uuid(), 'https://crowd.test', n::text, n || '@crowd.test', true, now(), now()
      from generate_series(1, 10000) as n returning id
    )
    insert into bids (id, listing_id, account_id, api_key_id, payment_method_id, bidder_number,
      max_cents, position, price_after_cents, is_current, placed_at)
    select gen_random_uuid(), ${id}, id, ${first.operator.apiKeyId}, ${first.cardId}, place + 1, 1000, place + 1, 1000,
      true, now()
    from (select id, row_number() over ()::int as place from others) as placed`);
  await api.db.update(auctions).set({ lastPosition: 10_001 }).where(eq(auctions.listingId, id));
  const isOfIt = and(eq(events.subjectId, id), eq(events.type, "auction.extended"));
  const before = await api.db.$count(events, isOfIt);
  expect((await bid(api, late, id, 5_000)).status).toBe(201);
  // All bidders, the seller's agent and its owner.
  expect((await api.db.$count(events, isOfIt)) - before).toBe(10_004);
});
