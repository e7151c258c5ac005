/** Bidding over HTTP: sealed maxima, public data, budgets, retraction, times. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { accounts, agents, listings } from "../../../db/schema/index.ts";
import { listOwnApiKeys } from "../../../market/account/read.ts";
import { testApi } from "../../support/api.ts";
import {
  type Bidder,
  bid,
  hourMs,
  newAuction,
  newBidder,
  readAuction,
  readBids,
  setDefaultCard,
} from "../../support/auctions.ts";
import { auditOf } from "../../support/market.ts";
import { offer } from "../../support/money.ts";
import { newKey, newSeller } from "../../support/operators.ts";

setDefaultTimeout(30_000);

const api = await testApi();
const seller = await newSeller(api);
const [ada, bob, cyd] = await Promise.all([newBidder(api), newBidder(api), newBidder(api)]);

const who = (bidder: Bidder | undefined): Bidder => {
  if (bidder === undefined) throw new Error("no such bidder");
  return bidder;
};
const from = (ms: number) => new Date(Date.now() + ms);
const history = (id: string, token?: string) => api.send("GET", `/datasets/${id}/bids`, { token });
const codesOf = (answer: { body: Record<string, unknown> }) =>
  (answer.body.errors as { code: string }[] | undefined)?.map(({ code }) => code);

describe("a bid", () => {
  test("is answered with how the auction stands, and moves the price by the table", async () => {
    const id = await newAuction(api, seller);
    const first = await api.send("POST", `/datasets/${id}/bids`, {
      token: who(ada).token,
      body: { max_amount: 50.5 },
    });
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      dataset_id: id,
      max_amount_cents: 5_050,
      is_leading: true,
      minimum_bid_cents: 5_051,
      auction: { current_price_cents: 1_000, next_minimum_bid_cents: 1_050, bid_count: 1 },
    });
    const second = await bid(api, who(bob), id, 3_000);
    expect(second.body).toMatchObject({
      is_leading: false,
      minimum_bid_cents: 3_200,
      auction: { current_price_cents: 3_100, reserve_met: true, state: "open", currency: "usd" },
    });
    expect(await auditOf(api, id)).toEqual(["bid.placed", "bid.placed"]);
  });

  test("is shown to others only by its effect: no maximum, no account", async () => {
    const id = await newAuction(api, seller, { reservePriceCents: 7_654 });
    await bid(api, who(ada), id, 4_321);
    await bid(api, who(bob), id, 1_234);
    await bid(api, who(ada), id, 5_678);
    const seen = await history(id);
    expect(seen.status).toBe(200);
    const prices = (seen.body.items as Record<string, unknown>[]).map((item) => [
      item.bidder,
      item.price_cents,
      item.is_yours,
    ]);
    expect(prices).toEqual([
      ["bidder 1", 1_284, false],
      ["bidder 2", 1_284, false],
      ["bidder 1", 1_000, false],
    ]);
    expect(seen.body.your_position).toBeNull();
    expect(seen.body.auction).toMatchObject({ reserve_met: false, bid_count: 3 });
    expect(seen.text).not.toMatch(/:(?:4321|5678|7654)\b/);
    for (const secret of [who(ada).accountId, who(ada).apiKeyId]) {
      expect(seen.text).not.toContain(secret);
    }
    const own = await history(id, who(ada).token);
    expect(own.body.your_position).toMatchObject({
      is_leading: true,
      max_amount_cents: 5_678,
      minimum_bid_cents: 5_679,
      api_key_id: who(ada).apiKeyId,
    });
    expect((await history(id, who(cyd).token)).body.your_position).toBeNull();
  });

  test("is placed once, however often its Idempotency-Key comes", async () => {
    const id = await newAuction(api, seller);
    const headers = { "idempotency-key": "one-bid" };
    const answers = await Promise.all([1, 2, 3].map(() => bid(api, who(ada), id, 2_000, headers)));
    for (const { status } of answers) expect([201, 409]).toContain(status);
    const again = await bid(api, who(ada), id, 2_000, headers);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await readBids(api, id)).toHaveLength(1);
  });

  test("in the last two minutes moves the end, until the hard end", async () => {
    const endsAt = from(60_000);
    const id = await newAuction(api, seller, { endsAt, hardEndsAt: from(150_000) });
    await bid(api, who(ada), id, 2_000);
    const moved = (await readAuction(api, id)).endsAt.getTime();
    expect(moved - Date.now()).toBeWithin(110_000, 121_000);
    api.clock.skewMs = 50_000;
    await bid(api, who(bob), id, 3_000).finally(() => {
      api.clock.skewMs = 0;
    });
    const ended = await readAuction(api, id);
    expect(ended.endsAt).toEqual(ended.hardEndsAt);
    expect(ended.announcedEndsAt).toEqual(endsAt);
  });
});

describe("a bid is refused", () => {
  const cases: [string, (id: string) => Promise<unknown>, number, string][] = [
    ["below the start price", (id) => bid(api, who(ada), id, 999), 400, "bid_too_low"],
    ["by the seller", async (id) => bid(api, await sellersOwn(), id, 2_000), 400, "own_dataset"],
    [
      "by a key without the scope",
      async (id) => bid(api, await reader(), id, 2_000),
      403,
      "scope_missing",
    ],
    [
      "without a default card",
      async (id) => bid(api, await cardless(), id, 2_000),
      400,
      "payment_method_unknown",
    ],
  ];
  for (const [name, send, status, code] of cases) {
    test(`${name}: ${code}`, async () => {
      const answer = await send(await newAuction(api, seller));
      expect(answer).toMatchObject({ status, body: { code } });
    });
  }

  test("before the start and after the end", async () => {
    const scheduled = await newAuction(api, seller, { startsAt: from(hourMs) });
    expect((await bid(api, who(ada), scheduled, 2_000)).body.code).toBe("auction_not_open");
    const ended = await newAuction(api, seller, { endsAt: from(-1_000) });
    expect((await bid(api, who(ada), ended, 2_000)).body.code).toBe("auction_not_open");
    expect((await history(ended)).body.auction).toMatchObject({ state: "ended" });
  });

  test("where nothing is sold by auction, or nothing at all", async () => {
    const [plain] = await api.db.select().from(listings).where(eq(listings.id, seller.listingId));
    expect(plain?.status).toBe("draft");
    const draft = await bid(api, who(ada), seller.listingId, 2_000);
    expect(draft).toMatchObject({ status: 404, body: { code: "dataset_not_found" } });
    expect((await history(seller.listingId)).status).toBe(404);
  });

  test("for every reason at once", async () => {
    const id = await newAuction(api, seller, { startPriceCents: 5_000 });
    const poor = await newBidder(api, { card: false, key: { max_per_purchase_cents: 900 } });
    expect(codesOf(await bid(api, poor, id, 1_000))).toEqual([
      "bid_too_low",
      "payment_method_unknown",
      "spend_limit_exceeded",
    ]);
  });

  test("far above the next minimum, unless the same call repeats it", async () => {
    const id = await newAuction(api, seller, { startPriceCents: 500 });
    const send = (body: object) =>
      api.send("POST", `/datasets/${id}/bids`, { token: who(ada).token, body });
    const refused = await send({ max_amount: 1500 });
    expect(refused).toMatchObject({
      status: 400,
      body: { code: "bid_not_confirmed", resolution: "fix_request" },
    });
    expect(refused.body.detail).toContain("$1,500.00 (confirm_max_amount_cents: 150000)");
    expect(refused.body.next).toContain("`confirm_max_amount_cents`");
    const other = await send({ max_amount: 1500, confirm_max_amount_cents: 1_500 });
    expect(other.body.code).toBe("bid_not_confirmed");
    expect((await readAuction(api, id)).bidCount).toBe(0);
    const meant = await send({ max_amount: 1500, confirm_max_amount_cents: 150_000 });
    expect(meant).toMatchObject({ status: 201, body: { max_amount_cents: 150_000 } });
    // Compared with the bidder's own next minimum: a bidder who confirmed a maximum may raise it.
    expect((await send({ max_amount: 2000 })).status).toBe(201);
  });

  test("in a body that names no amount, two, or more than two decimals", async () => {
    const id = await newAuction(api, seller);
    for (const body of [{}, { max_amount: 20, max_amount_cents: 2_000 }, { max_amount: 10.001 }]) {
      const answer = await api.send("POST", `/datasets/${id}/bids`, {
        token: who(ada).token,
        body,
      });
      expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    }
  });

  async function sellersOwn() {
    const { secret } = await newKey(api, seller.owner);
    return { token: secret };
  }
  async function reader() {
    return { token: (await newKey(api, who(ada).owner, { scopes: ["read", "purchase"] })).secret };
  }
  async function cardless() {
    return newBidder(api, { card: false });
  }
});

describe("the budget of a key", () => {
  const budget = { budget_cents: 5_000, budget_period: "day" as const };

  test("keeps the maxima of open bids, whether they lead or not", async () => {
    const [one, two] = [await newAuction(api, seller), await newAuction(api, seller)];
    const saver = await newBidder(api, { key: budget });
    expect((await bid(api, saver, one, 3_000)).status).toBe(201);
    await bid(api, who(ada), one, 9_000);
    const beyond = await bid(api, saver, two, 2_001);
    expect(beyond).toMatchObject({ status: 402, body: { code: "spend_limit_exceeded" } });
    expect((await bid(api, saver, two, 2_000)).status).toBe(201);
    const me = await api.send("GET", "/operator/me", { token: saver.token });
    expect(me.body).toMatchObject({ spent_cents: 0, reserved_cents: 5_000, remaining_cents: 0 });
    const [shown] = await listOwnApiKeys(api.ctx, saver.owner);
    expect(shown).toMatchObject({ spentCents: 0, reservedCents: 5_000, remainingCents: 0 });
  });

  test("keeps a raise in place of the earlier maximum", async () => {
    const id = await newAuction(api, seller);
    const saver = await newBidder(api, { key: budget });
    expect((await bid(api, saver, id, 4_000)).status).toBe(201);
    expect((await bid(api, saver, id, 5_000)).status).toBe(201);
    expect((await bid(api, saver, id, 5_001)).status).toBe(402);
  });

  test("is not spent on a purchase while open bids keep it", async () => {
    const [wanted, other] = [await newAuction(api, seller), await newAuction(api, seller)];
    const saver = await newBidder(api, { key: budget });
    expect((await bid(api, saver, other, 4_000)).status).toBe(201);
    const buy = async (priceCents: number) => {
      const id = await offer(api, seller, { priceCents });
      const body = { payment_method_id: saver.cardId };
      return (await api.send("POST", `/datasets/${id}/buy`, { token: saver.token, body })).body;
    };
    expect(await buy(1_001)).toMatchObject({ code: "spend_limit_exceeded" });
    expect(await buy(1_000)).not.toMatchObject({ code: "spend_limit_exceeded" });
    expect((await bid(api, saver, wanted, 1_001)).status).toBe(402);
  });

  test("holds when ten auctions are bid on at once", async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => newAuction(api, seller)));
    const saver = await newBidder(api, { key: budget });
    const answers = await Promise.all(ids.map((id) => bid(api, saver, id, 1_000)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 201, 201, 201, 201, 402, 402, 402, 402, 402]);
  });
});

describe("a retraction", () => {
  const retract = (id: string, bidId: unknown, by: Bidder, reason = "amount_mistyped") =>
    api.send("DELETE", `/datasets/${id}/bids/${bidId}?reason=${reason}`, { token: by.token });

  test("of a raise that nobody has seen is taken, once: then the bidder is out", async () => {
    const id = await newAuction(api, seller);
    await bid(api, who(bob), id, 1_500);
    await bid(api, who(ada), id, 2_000);
    const before = (await history(id)).body;
    const mistyped = await bid(api, who(ada), id, 200_000);
    const answer = await retract(id, mistyped.body.id, who(ada));
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      is_leading: true,
      auction: { current_price_cents: 1_550, bid_count: 2 },
    });
    expect((await history(id)).body).toEqual(before);
    const own = await history(id, who(ada).token);
    expect(own.body.your_position).toMatchObject({ max_amount_cents: 2_000 });
    const later = await bid(api, who(ada), id, 5_000);
    expect(later).toMatchObject({ status: 409, body: { code: "bidder_has_left" } });
  });

  test("of a bid that has shown another's maximum, or the reserve, is refused", async () => {
    const id = await newAuction(api, seller);
    await bid(api, who(ada), id, 2_000);
    const spying = await bid(api, who(bob), id, 150_000);
    expect(spying.body).toMatchObject({ auction: { current_price_cents: 2_050 } });
    const refused = await retract(id, spying.body.id, who(bob));
    expect(refused).toMatchObject({ status: 409, body: { code: "bid_not_retractable" } });
    const reserved = await newAuction(api, seller, { reservePriceCents: 7_000 });
    const lone = await bid(api, who(bob), reserved, 150_000);
    expect(lone.body).toMatchObject({ auction: { current_price_cents: 7_000 } });
    expect((await retract(reserved, lone.body.id, who(bob))).body.code).toBe("bid_not_retractable");
  });

  test("is refused of another's bid, an earlier bid, an old one, and for no good reason", async () => {
    const id = await newAuction(api, seller);
    const first = await bid(api, who(ada), id, 2_000);
    expect((await retract(id, first.body.id, who(bob))).body.code).toBe("bid_not_found");
    expect((await retract(id, first.body.id, who(ada), "regret")).status).toBe(400);
    await bid(api, who(ada), id, 3_000);
    expect((await retract(id, first.body.id, who(ada))).body.code).toBe("bid_not_retractable");
  });

  test("of a suspended dataset's bid is taken at any time", async () => {
    const id = await newAuction(api, seller, { endsAt: from(hourMs) });
    const placed = await bid(api, who(ada), id, 2_000);
    const refused = await retract(id, placed.body.id, who(ada), "seller_suspended");
    expect(refused.status).toBe(409);
    const suspended = { suspendedAt: new Date(), suspendedReason: "test" };
    await api.db
      .update(listings)
      .set({ status: "suspended", suspendedBy: "listing", ...suspended })
      .where(eq(listings.id, id));
    expect((await bid(api, who(bob), id, 2_000)).body.code).toBe("dataset_not_available");
    const answer = await retract(id, placed.body.id, who(ada), "seller_suspended");
    expect(answer).toMatchObject({ status: 200, body: { auction: { bid_count: 0 } } });
  });
});

test("a suspended agent's datasets take no bids, and suspended accounts cannot bid", async () => {
  const banned = await newSeller(api);
  const id = await newAuction(api, banned);
  const suspended = { suspendedAt: new Date(), suspendedReason: "test" };
  await api.db
    .update(agents)
    .set({ ...suspended, suspendedBy: "agent" })
    .where(eq(agents.id, banned.agentId));
  expect((await bid(api, who(ada), id, 2_000)).body.code).toBe("dataset_not_available");
  const bad = await newBidder(api);
  await api.db.update(accounts).set(suspended).where(eq(accounts.id, bad.accountId));
  expect((await bid(api, bad, id, 2_000)).body.code).toBe("account_suspended");
});

test("the table of increments is published, and the same for everybody", async () => {
  const answer = await api.send("GET", "/auctions/increments");
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ soft_close_seconds: 120, hard_end_hours: 24 });
  const [first] = answer.body.increments as Record<string, unknown>[];
  expect(first).toEqual({ from_cents: 0, increment_cents: 5 });
});

test("a bidder who removed the default card can bid again with another one", async () => {
  const id = await newAuction(api, seller);
  const bidder = await newBidder(api, { card: false });
  expect((await bid(api, bidder, id, 2_000)).body.code).toBe("payment_method_unknown");
  await setDefaultCard(api, bidder.accountId, bidder.cardId);
  expect((await bid(api, bidder, id, 2_000)).status).toBe(201);
});
