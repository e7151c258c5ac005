/**
 * Concurrent price changes, purchases, bids and versions: each sale has terms that were offered
 * together.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { asc, eq } from "drizzle-orm";
import { listingChanges, listings, purchases, uploads } from "../../../db/schema/index.ts";
import { MarketError } from "../../../market/errors.ts";
import { changeListing } from "../../../market/listing/changes/change-listing.ts";
import { type TestApi, testApi } from "../../support/api.ts";
import { type Bidder, bid, newAuction, newBidder, readBids } from "../../support/auctions.ts";
import { forFile } from "../../support/for-file.ts";
import { attachFile, endJob, exampleCsv } from "../../support/listings.ts";
import { openMarket, paidListing } from "../../support/market.ts";
import { openPurchase } from "../../support/money.ts";

setDefaultTimeout(120_000);

const market = await openMarket();
await forFile(Promise.resolve(market.api));
const { api, seller } = market;
const second = await testApi({
  DATABASE_URL: api.databaseUrl,
  AGENT_TOKEN_SECRET: api.config.AGENT_TOKEN_SECRET.join(","),
});
const apis: TestApi[] = [api, second];
const agent = { kind: "agent", agentId: seller.agentId, verified: true } as const;
const offered = [1000, 1100, 1200, 1300, 1400];
const licenseOf = (priceCents: number) => `Terms of ${priceCents}`;

const apiAt = (index: number) => apis[index % apis.length] ?? api;
const pause = () => Bun.sleep(Math.random() * 30);

/** Each price has a different licence, so that a mixture of two offers shows. */
async function changePrices(listingId: string): Promise<string[]> {
  const codes: string[] = [];
  for (const [index, price_cents] of offered.slice(1).entries()) {
    await pause();
    const patch = { price_cents, license: licenseOf(price_cents) };
    const change = changeListing(apiAt(index).ctx, agent, listingId, patch);
    codes.push(await change.then(() => "changed", codeOf));
  }
  return codes;
}

function codeOf(error: unknown): string {
  if (error instanceof MarketError) return error.code;
  throw error;
}

async function buyAt(buyer: Bidder, listingId: string, index: number): Promise<string> {
  const { accountId, apiKeyId, cardId } = buyer;
  const expected = offered[index % offered.length];
  await pause();
  const body = { payment_method_id: cardId, expected_price_cents: expected };
  const operator = { kind: "operator", accountId, apiKeyId } as const;
  return openPurchase(apiAt(index).ctx, operator, listingId, body).then((bought) => {
    expect(bought.priceCents).toBe(expected ?? 0);
    return "bought";
  }, codeOf);
}

async function expectWholeOffers(listingId: string): Promise<number> {
  const rows = await api.db.select().from(purchases).where(eq(purchases.listingId, listingId));
  for (const { priceCents, license } of rows) expect(license).toBe(licenseOf(priceCents));
  return rows.length;
}

async function readChanges(listingId: string) {
  return api.db
    .select()
    .from(listingChanges)
    .where(eq(listingChanges.listingId, listingId))
    .orderBy(asc(listingChanges.position));
}

const startAt = (listingId: string) =>
  api.db
    .update(listings)
    .set({ license: licenseOf(1000) })
    .where(eq(listings.id, listingId));

test("a buyer during changes of price and file pays the expected price or nothing", async () => {
  const listingId = await paidListing(market);
  await startAt(listingId);
  await api.send("POST", `/listings/${listingId}/versions`, { token: seller.token });
  const path = await attachFile(api, seller.token, listingId, `${exampleCsv}4.9,setosa\n`);
  await endJob(api, path);
  const buyers = await Promise.all(Array.from({ length: 40 }, () => newBidder(api)));
  const publishing = pause().then(() =>
    second.send("POST", `/listings/${listingId}/publish`, { token: seller.token }),
  );
  const [changed, published, ...outcomes] = await Promise.all([
    changePrices(listingId),
    publishing,
    ...buyers.map((buyer, index) => buyAt(buyer, listingId, index)),
  ]);
  expect(changed).toEqual(Array(4).fill("changed"));
  expect(published.status).toBe(200);
  expect([...new Set(outcomes)].filter((outcome) => outcome !== "bought")).toEqual([
    "price_changed",
  ]);
  expect(await expectWholeOffers(listingId)).toBe(outcomes.filter((o) => o === "bought").length);
  const rows = await api.db
    .select({ bought: purchases.version, file: uploads.version })
    .from(purchases)
    .innerJoin(uploads, eq(uploads.id, purchases.uploadId))
    .where(eq(purchases.listingId, listingId));
  for (const { bought, file } of rows) expect(bought).toBe(file ?? 0);
  const history = await readChanges(listingId);
  expect(history.map((row) => [row.fromPriceCents, row.priceCents])).toEqual([
    [1000, 1100],
    [1100, 1200],
    [1200, 1300],
    [1300, 1400],
  ]);
});

test("a hybrid's terms are frozen by the first bid, in any order of buying and bidding", async () => {
  for (let round = 0; round < 6; round += 1) {
    const terms = { pricingType: "hybrid", priceCents: 1000, licenses: 50 } as const;
    const listingId = await newAuction(api, seller, { ...terms, startPriceCents: 500 });
    await startAt(listingId);
    const buyers = await Promise.all(Array.from({ length: 8 }, () => newBidder(api)));
    const bidder = await newBidder(api);
    const bidding = Bun.sleep(Math.random() * 120).then(() => bid(second, bidder, listingId, 600));
    const [changed, placed] = await Promise.all([
      changePrices(listingId),
      bidding,
      ...buyers.map((buyer, index) => buyAt(buyer, listingId, index)),
    ]);
    expect(placed.status).toBe(201);
    const frozen = changed.indexOf("auction_has_bids");
    if (frozen !== -1) {
      expect(new Set(changed.slice(frozen))).toEqual(new Set(["auction_has_bids"]));
    }
    const [first] = await readBids(api, listingId);
    const history = await readChanges(listingId);
    expect(history.length).toBe(frozen === -1 ? 4 : frozen);
    for (const { changedAt } of history) {
      expect(changedAt.getTime()).toBeLessThanOrEqual(first?.placedAt.getTime() ?? 0);
    }
    await expectWholeOffers(listingId);
  }
});
