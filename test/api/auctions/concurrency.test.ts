/**
 * Bids at once over two processes' pools: the order in which they were accepted explains every result. The simulator
 * plays one statement at a time, so it shows nothing of locks.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { rankBidders } from "../../../db/queries/auctions/bids.ts";
import { auctions } from "../../../db/schema/index.ts";
import { leadersOf } from "../../../market/auction/standing.ts";
import * as naive from "../../market/auction/naive-model.ts";
import { type TestApi, testApi } from "../../support/api.ts";
import {
  type Bidder,
  bid,
  hourMs,
  newAuction,
  newBidder,
  readAuction,
  readBids,
} from "../../support/auctions.ts";
import { newSeller } from "../../support/operators.ts";
import { eventually } from "../../support/stack.ts";

setDefaultTimeout(120_000);

const bidderCount = 50;
const licenses = 10;
const reservePriceCents = 2_500;
const bidsEach = 2;

const first = await testApi();
const apis: TestApi[] = [first, await testApi({ DATABASE_URL: first.databaseUrl })];
const bidders = await Promise.all(Array.from({ length: bidderCount }, () => newBidder(first)));

test("a hundred bids at once end as the model says", async () => {
  const [api] = apis;
  if (api === undefined) throw new Error("no API");
  const listingId = await newAuction(api, await newSeller(api), {
    licenses,
    reservePriceCents,
    endsAt: new Date(Date.now() + 90_000),
  });
  const opened = await readAuction(api, listingId);
  const wishes = Array.from({ length: bidderCount * bidsEach }, (_, index) => ({
    bidder: bidders[index % bidderCount] as Bidder,
    api: apis[index % apis.length] as TestApi,
    // Mostly rising, so that many are accepted, and in steps of 5.00, so that many are equal.
    maxCents: 1_000 + 500 * Math.floor(index / 3 + Math.random() * 10),
  }));
  const answers = await Promise.all(
    wishes.map((wish) => bid(wish.api, wish.bidder, listingId, wish.maxCents)),
  );
  const statuses = answers.map((answer) => `${answer.status} ${answer.body.code ?? ""}`.trim());
  expect(statuses.filter((status) => !["201", "400 bid_too_low"].includes(status))).toEqual([]);

  const rows = await readBids(api, listingId);
  const accepted = statuses.filter((status) => status === "201").length;
  expect(rows.map(({ position }) => position)).toEqual(rows.map((_, index) => index + 1));
  expect(rows.length).toBe(accepted);

  const auction: naive.Auction = {
    startPriceCents: opened.startPriceCents,
    reservePriceCents,
    licenses,
    endsAtMs: opened.announcedEndsAt.getTime(),
    hardEndsAtMs: opened.hardEndsAt.getTime(),
  };
  let model = naive.begin(auction);
  for (const row of rows) {
    const { accountId, maxCents, placedAt } = row;
    const made = { bidder: accountId, maxCents, atMs: placedAt.getTime() };
    const after = naive.offer(auction, model, made);
    expect(after).not.toBe(model);
    expect(row.priceAfterCents).toBe(after.priceCents);
    model = after;
  }
  const ended = await readAuction(api, listingId);
  const ranking = await rankBidders(api.db, listingId);
  const terms = { ...ended, licenses };
  const standing = { ranking, priceCents: ended.currentPriceCents, endsAt: ended.endsAt };
  expect(ended.currentPriceCents).toBe(model.priceCents);
  expect(ended.endsAt.getTime()).toBe(model.endsAtMs);
  expect(ended.bidCount).toBe(accepted);
  expect(ended.nextMinimumCents).toBe(naive.leastOf(auction, model, "somebody new"));
  const leaders = leadersOf(terms, standing).map(({ bidderId }) => bidderId);
  expect(leaders).toEqual(naive.winners(auction, model));

  // A maximum that was too low when it was refused is still too low at the end.
  for (const [index, wish] of wishes.entries()) {
    if (statuses[index] === "201") continue;
    expect(wish.maxCents).toBeLessThan(naive.leastOf(auction, model, wish.bidder.accountId));
  }
  console.info(
    `${wishes.length} bids at once: ${accepted} accepted, ` +
      `${rows.length} rows replayed by the model, price ${model.priceCents} cents`,
  );
});

test("a bid that waits for the lock beyond the end is late", async () => {
  const bidder = await newBidder(first);
  const endsAt = new Date(Date.now() + hourMs);
  const id = await newAuction(first, await newSeller(first), { endsAt });
  const waiting = sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  const { answer } = await first.db.transaction(async (tx) => {
    await tx.select().from(auctions).where(eq(auctions.listingId, id)).for("update");
    const answer = bid(first, bidder, id, 2_000);
    await eventually(async () => (await tx.execute(waiting)).length > 0);
    first.clock.skewMs = 2 * hourMs;
    return { answer };
  });
  expect((await answer).body).toMatchObject({ code: "auction_not_open" });
  first.clock.skewMs = 0;
});
