/** Declining an offer of an unpaid auction, with real charges at the payment stand-in. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { declineOffer } from "../../../market/auction/decline-offer.ts";
import { hourMs, newAuction, readAuction } from "../../support/auctions.ts";
import { auditOf } from "../../support/market.ts";
import { type MoneyBuyer, testMoney } from "../../support/money.ts";
import { refusalOf } from "../../support/operators.ts";
import {
  bidOrThrow,
  eventsTo,
  newPayingBidder,
  noticesTo,
  readAwards,
  readListing,
  runOut,
} from "../../support/paid-auctions.ts";

setDefaultTimeout(60_000);

const money = await testMoney({ webhooks: false });
const { api, provider, seller } = money;
const ada = await newPayingBidder(api, provider);
const bob = await newPayingBidder(api, provider);
const poor = await newPayingBidder(api, provider, { card: "pm_card_chargeCustomerFail" });

const at = (hours: number) => ({ ...api.ctx, now: () => new Date(Date.now() + hours * hourMs) });
const byRest = (who: MoneyBuyer, id: string) =>
  api.send("POST", `/offers/${id}/decline`, { token: who.token });

/** An auction whose winner's card was declined. */
async function unpaidAuction(): Promise<string> {
  const id = await newAuction(api, seller);
  await bidOrThrow(api, ada, id, 3_000);
  await bidOrThrow(api, bob, id, 4_500);
  await bidOrThrow(api, poor, id, 5_000);
  await runOut(api, 24.1);
  return id;
}

/** The id of the award at this rank, 1 being the best bidder. */
async function awardOf(listingId: string, rank: number): Promise<string> {
  return (await readAwards(api, listingId)).find((award) => award.rank === rank)?.id ?? "";
}

test("a declined offer goes to the next bidder at once; if the last declines, nothing is sold", async () => {
  const id = await unpaidAuction();
  const won = await refusalOf(declineOffer(at(25), poor.operator, await awardOf(id, 1)));
  expect(won.code).toBe("offer_not_open");
  await runOut(api, 48.2);
  const offered = await awardOf(id, 2);
  const strange = await refusalOf(declineOffer(at(49), ada.operator, offered));
  expect(strange.code).toBe("offer_not_found");
  const late = await refusalOf(declineOffer(at(73), bob.operator, offered));
  expect(late.code).toBe("offer_not_open");

  const declined = await declineOffer(at(49), bob.operator, offered);
  expect(declined).toMatchObject({ id: offered, status: "declined", purchase_id: null });
  expect(Object.keys(declined.links)).toEqual(["bids"]);
  expect((await readAwards(api, id)).map(({ state }) => state)).toEqual([
    "lapsed",
    "lapsed",
    "offered",
  ]);
  expect((await noticesTo(api, id, ada.owner.accountId)).slice(-2)).toEqual([
    "lost",
    "second_chance",
  ]);
  expect((await eventsTo(api, id, bob.owner.accountId)).slice(-2)).toEqual([
    "auction.closed lost",
    "offer.made offered",
  ]);

  // Again, through either interface: nothing more happens.
  const again = await byRest(bob, offered);
  expect([again.status, again.body.status]).toEqual([200, "declined"]);
  expect(await readAwards(api, id)).toHaveLength(3);
  const mine = await api.send("GET", "/bids?status=lost", { token: bob.token });
  expect(mine.body.items).toMatchObject([{ status: "lost", offer: { status: "declined" } }]);

  const last = await byRest(ada, await awardOf(id, 3));
  expect([last.status, last.body.status]).toEqual([200, "declined"]);
  expect(await readAuction(api, id)).toMatchObject({ outcome: "not_sold" });
  expect(await readListing(api, id)).toMatchObject({ status: "withdrawn" });
  expect(await noticesTo(api, id, seller.owner.accountId)).toEqual([
    "auction_sold",
    "auction_unpaid",
  ]);
  const audit = await auditOf(api, id);
  expect(audit.filter((action) => action === "auction.offer_declined")).toHaveLength(2);
});

test("a key that may neither buy nor bid turns nothing down", async () => {
  const reader = await newPayingBidder(api, provider, { key: { scopes: ["read"] } });
  const answer = await byRest(reader, "01926fb0-7d4e-7c3a-9d1b-5a4c3e2f1a0b");
  expect([answer.status, answer.body.code]).toEqual([403, "scope_missing"]);
});
