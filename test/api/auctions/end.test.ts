/**
 * The last second of an auction with concurrent bids, buyers and clocks. Every bid is either in
 * time or late.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { rankBidders } from "../../../db/queries/auctions/bids.ts";
import { closeDueAuctions } from "../../../market/auction/closing/close-due-auctions.ts";
import * as naive from "../../market/auction/naive-model.ts";
import { type Answer, type TestApi, testApi } from "../../support/api.ts";
import {
  bid,
  newAuction,
  newBidder,
  readAuction,
  readBids,
  setDefaultCard,
} from "../../support/auctions.ts";
import { newCard, newSeller } from "../../support/operators.ts";
import { eventsTo, readAwards } from "../../support/paid-auctions.ts";

setDefaultTimeout(60_000);

const first = await testApi();
const apis: [TestApi, TestApi] = [first, await testApi({ DATABASE_URL: first.databaseUrl })];
const seller = await newSeller(first);
const bidders = await Promise.all(Array.from({ length: 12 }, () => newBidder(first)));

test("bids that come while three clocks close the auction are in time or late, and the best wins", async () => {
  const [api] = apis;
  const endsAt = new Date(Date.now() + 3_000);
  const id = await newAuction(api, seller, { endsAt, hardEndsAt: endsAt, licenses: 2 });
  const answers: { answer: Answer; accountId: string }[] = [];
  const isOver = () => Date.now() > endsAt.getTime() + 300;
  const bidding = bidders.map(async (bidder, index) => {
    for (let round = 0; !isOver(); round += 1) {
      const on = apis[(index + round) % 2] ?? api;
      const maxCents = 1_000 + round * 400 + index * 50;
      answers.push({ answer: await bid(on, bidder, id, maxCents), accountId: bidder.accountId });
    }
  });
  const closing = Array.from({ length: 3 }, async (_, index) => {
    let closed = 0;
    const on = apis[index % 2] ?? api;
    while (!isOver()) closed += await closeDueAuctions(on.ctx, { rowsMax: 10 });
    return closed;
  });
  await Promise.all(bidding);
  const closes = await Promise.all(closing);
  expect(closes.reduce((sum, count) => sum + count, 0)).toBe(1);

  const codes = answers.map(({ answer }) => String(answer.body.code ?? answer.status));
  expect(new Set(codes)).toEqual(new Set(["201", "bid_too_low", "auction_not_open"]));
  const rows = await readBids(api, id);
  const ended = await readAuction(api, id);
  expect(rows).toHaveLength(codes.filter((code) => code === "201").length);
  for (const { placedAt } of rows) expect(placedAt.getTime()).toBeLessThan(endsAt.getTime());
  expect(ended.endsAt).toEqual(endsAt);

  const auction: naive.Auction = {
    startPriceCents: 1_000,
    reservePriceCents: null,
    licenses: 2,
    endsAtMs: endsAt.getTime(),
    hardEndsAtMs: endsAt.getTime(),
  };
  const model = rows.reduce((state, { accountId, maxCents, placedAt }) => {
    const made = { bidder: accountId, maxCents, atMs: placedAt.getTime() };
    return naive.offer(auction, state, made);
  }, naive.begin(auction));
  const awards = await readAwards(api, id);
  expect(awards.map(({ accountId }) => accountId)).toEqual(naive.winners(auction, model));
  for (const { priceCents } of awards) expect(priceCents).toBe(model.priceCents);
  console.info(`${answers.length} bids around the end: ${rows.length} in time`);
});

test("events notify outbid bidders and those who wait for an extended end, in order", async () => {
  const [api] = apis;
  const [ada, bob] = bidders;
  if (ada === undefined || bob === undefined) throw new Error("no bidders");
  const id = await newAuction(api, seller, { endsAt: new Date(Date.now() + 60_000) });
  await bid(api, ada, id, 2_000);
  await bid(api, bob, id, 3_000);
  expect(await eventsTo(api, id, ada.accountId)).toEqual([
    "auction.extended",
    "bid.outbid",
    "auction.extended",
  ]);
  expect(await eventsTo(api, id, bob.accountId)).toEqual(["auction.extended"]);
  expect(await eventsTo(api, id, seller.agentId)).toEqual(["auction.extended", "auction.extended"]);
});

test("a bidder who raises with another card is charged on that card", async () => {
  const [api] = apis;
  const ada = await newBidder(api);
  const id = await newAuction(api, seller);
  await bid(api, ada, id, 2_000);
  const other = await newCard(api, ada.owner);
  await setDefaultCard(api, ada.accountId, other);
  await bid(api, ada, id, 3_000);
  const rows = await readBids(api, id);
  expect(rows.map(({ paymentMethodId, isCurrent }) => [paymentMethodId, isCurrent])).toEqual([
    [ada.cardId, false],
    [other, true],
  ]);
  expect(await rankBidders(api.db, id)).toMatchObject([{ maxCents: 3_000, position: 2 }]);
});
