/** An auction after its end, with real charges at the payment stand-in. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { accounts, agents, events, listings } from "../../../db/schema/index.ts";
import { acceptOffer } from "../../../market/auction/accept-offer.ts";
import { closeDueAuctions } from "../../../market/auction/closing/close-due-auctions.ts";
import { payPurchase } from "../../../market/auction/closing/pay-purchase.ts";
import { openPurchase } from "../../../market/purchase/open-purchase.ts";
import { hourMs, newAuction, readAuction } from "../../support/auctions.ts";
import { auditOf } from "../../support/market.ts";
import {
  addCard,
  balancesOf,
  buy,
  heldFor,
  type MoneyBuyer,
  testMoney,
} from "../../support/money.ts";
import { refusalOf } from "../../support/operators.ts";
import {
  bidOrThrow,
  eventsTo,
  newPayingBidder,
  noticesTo,
  purchasesOf,
  readAwards,
  readListing,
  runOut,
  runTask,
} from "../../support/paid-auctions.ts";

setDefaultTimeout(60_000);

const afterEnd = 24.1;

const money = await testMoney({ webhooks: false });
const { api, provider } = money;
const ada = await newPayingBidder(api, provider);
const bob = await newPayingBidder(api, provider);
const cyd = await newPayingBidder(api, provider);

/** An auction with these bids, in this order. */
async function auctionWith(
  bids: [MoneyBuyer, number][],
  given: Parameters<typeof newAuction>[2] = {},
): Promise<string> {
  const id = await newAuction(money.api, money.seller, given);
  for (const [bidder, maxCents] of bids) await bidOrThrow(money.api, bidder, id, maxCents);
  return id;
}

const states = async (id: string) => (await readAwards(money.api, id)).map(({ state }) => state);
const declining = () =>
  newPayingBidder(money.api, money.provider, { card: "pm_card_chargeCustomerFail" });

describe("at the end of an auction", () => {
  test("the best bidder is charged the price into escrow, and everybody is notified", async () => {
    const { api, seller, provider } = money;
    const id = await auctionWith([
      [ada, 5_000],
      [bob, 3_000],
    ]);
    await runOut(api, 23.9);
    expect((await readAuction(api, id)).closedAt).toBeNull();
    await runOut(api, afterEnd);
    expect(await readAuction(api, id)).toMatchObject({ outcome: "sold", currentPriceCents: 3_100 });
    expect(await readListing(api, id)).toMatchObject({ status: "sold" });
    const [purchase, ...others] = await purchasesOf(api, id);
    if (purchase === undefined) throw new Error("nobody bought it");
    expect(others).toEqual([]);
    expect(purchase).toMatchObject({
      state: "in_escrow",
      accountId: ada.owner.accountId,
      apiKeyId: ada.operator.apiKeyId,
      priceCents: 3_100,
      feeCents: 155,
    });
    expect(await heldFor(provider, purchase.id)).toMatchObject({ charges: [3_100] });
    expect(await balancesOf(api, purchase.id)).toEqual({ buyer: -3_100, escrow: 3_100 });
    expect(await noticesTo(api, id, ada.owner.accountId)).toEqual(["won"]);
    expect(await noticesTo(api, id, bob.owner.accountId)).toEqual(["lost"]);
    expect(await noticesTo(api, id, seller.owner.accountId)).toEqual(["auction_sold"]);
    expect(await eventsTo(api, id, ada.owner.accountId)).toEqual(["auction.closed won"]);
    expect(await eventsTo(api, id, bob.owner.accountId)).toEqual(["auction.closed lost"]);
    for (const principal of [seller.owner.accountId, seller.agentId]) {
      expect(await eventsTo(api, id, principal)).toEqual(["auction.closed sold", "listing.sold"]);
    }
    expect((await auditOf(api, id)).slice(2)).toEqual([
      "auction.closed",
      "auction.won",
      "auction.award_paid",
      "auction.settled",
    ]);
  });

  test("several licences go to the best bidders, all at one price", async () => {
    const { api } = money;
    const id = await auctionWith(
      [
        [ada, 5_000],
        [bob, 3_000],
        [cyd, 4_000],
      ],
      { licenses: 2 },
    );
    await runOut(api, afterEnd);
    const bought = await purchasesOf(api, id);
    expect(bought.map((one) => [one.accountId, one.priceCents, one.state])).toEqual([
      [ada.owner.accountId, 3_100, "in_escrow"],
      [cyd.owner.accountId, 3_100, "in_escrow"],
    ]);
  });

  test("nothing is sold below the reserve, nor without a bid: the listing is withdrawn", async () => {
    const { api, seller } = money;
    const unmet = await auctionWith([[ada, 5_000]], { reservePriceCents: 8_000 });
    const empty = await auctionWith([]);
    await runOut(api, afterEnd);
    for (const id of [unmet, empty]) {
      expect(await readAuction(api, id)).toMatchObject({ outcome: "not_sold" });
      expect(await readListing(api, id)).toMatchObject({ status: "withdrawn" });
      expect(await purchasesOf(api, id)).toEqual([]);
      expect(await noticesTo(api, id, seller.owner.accountId)).toEqual(["auction_not_sold"]);
    }
    expect(await noticesTo(api, unmet, ada.owner.accountId)).toEqual(["lost"]);
  });

  test("suspended or withdrawn datasets are not sold, and withdrawn ones end at once", async () => {
    const { api } = money;
    const suspended = await auctionWith([[ada, 5_000]]);
    const withdrawn = await auctionWith([[ada, 5_000]]);
    const change = { suspendedAt: new Date(), suspendedReason: "test", suspendedBy: "listing" };
    await api.db
      .update(listings)
      .set({ ...change, suspendedBy: "listing", status: "suspended" })
      .where(eq(listings.id, suspended));
    await api.db.update(listings).set({ status: "withdrawn" }).where(eq(listings.id, withdrawn));
    await runOut(api, 0);
    expect((await readAuction(api, suspended)).closedAt).toBeNull();
    expect((await readAuction(api, withdrawn)).outcome).toBe("not_sold");
    await runOut(api, afterEnd);
    expect((await readAuction(api, suspended)).outcome).toBe("not_sold");
    for (const id of [suspended, withdrawn]) {
      expect(await readListing(api, id)).toMatchObject({ status: "withdrawn", suspendedAt: null });
      expect(await purchasesOf(api, id)).toEqual([]);
    }
  });

  test("losers get their budget back, and the winner has spent only the price", async () => {
    const { api, provider } = money;
    const key = { budget_cents: 5_000, budget_period: "total" as const };
    const winner = await newPayingBidder(api, provider, { key });
    const loser = await newPayingBidder(api, provider, { key });
    await auctionWith([
      [winner, 5_000],
      [loser, 3_000],
    ]);
    const other = await auctionWith([], { endsAt: new Date(Date.now() + 72 * hourMs) });
    expect((await tryBid(loser, other, 2_001)).status).toBe(402);
    await runOut(api, afterEnd);
    expect((await tryBid(winner, other, 1_901)).status).toBe(402);
    expect((await tryBid(winner, other, 1_900)).status).toBe(201);
    expect((await tryBid(loser, other, 5_000)).status).toBe(201);
  });

  const tryBid = (bidder: MoneyBuyer, id: string, cents: number) =>
    money.api.send("POST", `/datasets/${id}/bids`, {
      token: bidder.token,
      body: { max_amount_cents: cents },
    });
});

describe("a winner whose card is declined", () => {
  test("has a day to pay with another card, by a purchase of its own", async () => {
    const { api, provider } = money;
    const dan = await declining();
    const id = await auctionWith([
      [dan, 5_000],
      [ada, 3_000],
    ]);
    await runOut(api, afterEnd);
    expect(await states(id)).toEqual(["unpaid"]);
    expect((await readAuction(api, id)).outcome).toBeNull();
    expect(await noticesTo(api, id, dan.owner.accountId)).toEqual(["won", "charge_failed"]);
    const [failed] = await purchasesOf(api, id);
    if (failed === undefined) throw new Error("nobody was charged");
    expect(failed.state).toBe("payment_failed");
    const of = { accountId: dan.owner.accountId, customerId: dan.customerId, card: "pm_card_visa" };
    const body = { payment_method_id: await addCard(api, provider.stripe, of) };
    const strange = await refusalOf(payPurchase(at(30), ada.operator, failed.id, body));
    expect(strange.code).toBe("purchase_not_yours");
    const late = await refusalOf(payPurchase(at(49), dan.operator, failed.id, body));
    expect(late.code).toBe("offer_not_open");
    const purchase = await payPurchase(at(30), dan.operator, failed.id, body);
    expect(purchase.priceCents).toBe(3_100);
    const twice = await refusalOf(payPurchase(at(30), dan.operator, failed.id, body));
    expect(twice.code).toBe("purchase_not_payable");
    await runOut(api, 31);
    expect(await states(id)).toEqual(["paid"]);
    expect((await readAuction(api, id)).outcome).toBe("sold");
    expect(await heldFor(provider, failed.id)).toMatchObject({ charges: [] });
    expect(await heldFor(provider, purchase.id)).toMatchObject({ charges: [3_100] });
  });

  test("loses it after a day to the next bidder, who pays at most their maximum", async () => {
    const { api, provider } = money;
    const dan = await declining();
    const id = await auctionWith([
      [dan, 5_000],
      [ada, 3_000],
      [bob, 4_500],
    ]);
    await runOut(api, afterEnd);
    await runOut(api, afterEnd + 23.9);
    expect(await states(id)).toEqual(["unpaid"]);
    await runOut(api, afterEnd + 24.1);
    const [, offered] = await readAwards(api, id);
    if (offered === undefined) throw new Error("nobody was asked");
    expect(offered).toMatchObject({
      accountId: bob.owner.accountId,
      state: "offered",
      priceCents: 4_500,
    });
    expect((await readAuction(api, id)).currentPriceCents).toBe(4_600);
    expect(await noticesTo(api, id, bob.owner.accountId)).toEqual(["lost", "second_chance"]);
    expect(await eventsTo(api, id, bob.owner.accountId)).toEqual([
      "auction.closed lost",
      "offer.made offered",
    ]);
    expect(await eventsTo(api, id, dan.owner.accountId)).toEqual([
      "auction.closed won",
      "offer.made unpaid",
    ]);
    const now = at(afterEnd + 25);
    const body = { payment_method_id: bob.cardId };
    const strange = await refusalOf(acceptOffer(now, ada.operator, offered.id, body));
    expect(strange.code).toBe("offer_not_found");
    const foreign = { payment_method_id: ada.cardId };
    const card = await refusalOf(acceptOffer(now, bob.operator, offered.id, foreign));
    expect(card.code).toBe("payment_method_unknown");
    const purchase = await acceptOffer(now, bob.operator, offered.id, body);
    await runOut(api, afterEnd + 26);
    expect(await states(id)).toEqual(["lapsed", "paid"]);
    expect(await heldFor(provider, purchase.id)).toMatchObject({ charges: [4_500] });
    expect((await readAuction(api, id)).outcome).toBe("sold");
  });

  test("passes it on and on, until nobody is left: then the listing is withdrawn", async () => {
    const { api, seller } = money;
    const [dan, eve] = [await declining(), await declining()];
    const id = await auctionWith([
      [dan, 5_000],
      [eve, 3_000],
      [ada, 4_000],
    ]);
    await runOut(api, afterEnd);
    await runOut(api, afterEnd + 25);
    expect(await states(id)).toEqual(["lapsed", "offered"]);
    await runOut(api, afterEnd + 50);
    expect(await states(id)).toEqual(["lapsed", "lapsed", "offered"]);
    expect(await readListing(api, id)).toMatchObject({ status: "sold" });
    await runOut(api, afterEnd + 75);
    expect(await states(id)).toEqual(["lapsed", "lapsed", "lapsed"]);
    expect(await readAuction(api, id)).toMatchObject({ outcome: "not_sold" });
    expect(await readListing(api, id)).toMatchObject({ status: "withdrawn" });
    expect(await noticesTo(api, id, seller.owner.accountId)).toEqual([
      "auction_sold",
      "auction_unpaid",
    ]);
  });

  test("is not offered to bidders below the reserve", async () => {
    const { api } = money;
    const dan = await declining();
    const id = await auctionWith(
      [
        [ada, 4_000],
        [dan, 9_000],
      ],
      { reservePriceCents: 8_000 },
    );
    await runOut(api, afterEnd);
    await runOut(api, afterEnd + 25);
    expect(await states(id)).toEqual(["lapsed"]);
    expect((await readAuction(api, id)).outcome).toBe("not_sold");
  });

  const at = (hours: number) => ({
    ...money.api.ctx,
    now: () => new Date(Date.now() + hours * hourMs),
  });
});

test("nobody is charged if seller or bidder was suspended after the end", async () => {
  const { api, provider } = money;
  const bad = await newPayingBidder(api, provider);
  const id = await auctionWith([
    [bob, 2_000],
    [bad, 5_000],
    [ada, 3_000],
  ]);
  const suspended = { suspendedAt: new Date(), suspendedReason: "test" };
  await api.db.update(accounts).set(suspended).where(eq(accounts.id, bad.owner.accountId));
  await runOut(api, afterEnd);
  expect(await purchasesOf(api, id)).toEqual([]);
  const told = ["auction.closed won", "offer.made unpaid"];
  expect(await eventsTo(api, id, bad.owner.accountId)).toEqual(told);
  await runOut(api, afterEnd + 25);
  expect(await states(id)).toEqual(["lapsed", "offered"]);
  const [, offered] = await readAwards(api, id);
  const by = { suspendedBy: "agent" as const };
  const { agentId } = money.seller;
  await api.db
    .update(agents)
    .set({ ...suspended, ...by })
    .where(eq(agents.id, agentId));
  const later = { ...api.ctx, now: () => new Date(Date.now() + (afterEnd + 26) * hourMs) };
  const body = { payment_method_id: ada.cardId };
  const refused = await refusalOf(acceptOffer(later, ada.operator, offered?.id ?? "", body));
  expect(refused.code).toBe("dataset_not_available");
  await runOut(api, afterEnd + 50);
  expect((await readAuction(api, id)).outcome).toBe("not_sold");
  const free = { suspendedAt: null, suspendedReason: null, suspendedBy: null };
  await api.db.update(agents).set(free).where(eq(agents.id, agentId));
});

describe("a hybrid", () => {
  const hybrid = { pricingType: "hybrid" as const, priceCents: 9_000, reservePriceCents: 5_000 };

  test("that is sold out at its price ends at once, and its bidders have lost", async () => {
    const { api } = money;
    const id = await auctionWith([[ada, 2_000]], hybrid);
    expect((await buy(api, bob, id)).status).toBe(201);
    await runTask(api, "close_auctions", 0);
    expect((await readAuction(api, id)).closedAt).toBeNull();
    await runOut(api, 0);
    expect(await readAuction(api, id)).toMatchObject({ outcome: "sold" });
    expect(await readListing(api, id)).toMatchObject({ status: "sold" });
    expect(await noticesTo(api, id, ada.owner.accountId)).toEqual(["lost"]);
    const { accountId } = money.seller.owner;
    expect(await noticesTo(api, id, accountId)).toEqual(["auction_bought"]);
    const closed = await api.db
      .select({ data: events.data })
      .from(events)
      .where(and(eq(events.subjectId, id), eq(events.type, "auction.closed")));
    expect(closed.map(({ data }) => data.price_cents)).toEqual([null, null, null]);
    expect(await purchasesOf(api, id)).toHaveLength(1);
  });

  test("sells by auction the licences that were not sold at its price", async () => {
    const { api } = money;
    const id = await auctionWith([], { ...hybrid, licenses: 2 });
    expect((await buy(api, bob, id)).status).toBe(201);
    await bidOrThrow(api, ada, id, 7_000);
    await bidOrThrow(api, cyd, id, 6_000);
    await runOut(api, afterEnd);
    const bought = await purchasesOf(api, id);
    expect(bought.map((one) => [one.accountId, one.priceCents])).toEqual([
      [bob.owner.accountId, 9_000],
      [ada.owner.accountId, 6_100],
    ]);
  });

  test("waits at its end for a sale at its price whose outcome nobody knows yet", async () => {
    const { api } = money;
    const { reservePriceCents: _, ...plain } = hybrid;
    const id = await newAuction(api, money.seller, plain);
    await openPurchase(api.ctx, bob.operator, id, { payment_method_id: bob.cardId });
    await bidOrThrow(api, ada, id, 2_000);
    const other = await auctionWith([[cyd, 2_000]]);
    const now = () => new Date(Date.now() + afterEnd * hourMs);
    await closeDueAuctions({ ...api.ctx, now }, { rowsMax: 1 });
    expect((await readAuction(api, id)).closedAt).toBeNull();
    // It does not delay auctions that ended later.
    expect((await readAuction(api, other)).closedAt).not.toBeNull();
    await runOut(api, afterEnd);
    const bought = await purchasesOf(api, id);
    expect(bought.map(({ accountId, state }) => [accountId, state])).toEqual([
      [bob.owner.accountId, "expired"],
      [ada.owner.accountId, "in_escrow"],
    ]);
  });
});
