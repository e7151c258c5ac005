/** The current price, wherever a listing is shown, searched or sorted by price. */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { connectModern, testMcp } from "../../mcp/support.ts";
import { sellerAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import { bid, newAuction, newBidder } from "../../support/auctions.ts";
import { offer } from "../../support/money.ts";
import { eventually } from "../../support/stack.ts";

setDefaultTimeout(60_000);

const api = await testApi();
const mcp = await testMcp({ apiUrl: api.config.PUBLIC_BASE_URL });
const seller = await sellerAgent(api);
const [ada, bob] = [await newBidder(api), await newBidder(api)];
const client = await connectModern(mcp.url);
afterAll(() => client.close());

type Offers = { pay_now_cents: number | null; buy_now_cents: number | null; text: string };
type Item = { id: string; price_cents: number; offers: Offers };

/** Started at 10.00; two bids have raised the next minimum to 54.00. */
async function contested(): Promise<string> {
  const id = await newAuction(api, seller);
  for (const [bidder, cents] of [
    [ada, 5_100],
    [bob, 6_000],
  ] as const) {
    expect((await bid(api, bidder, id, cents)).status).toBe(201);
  }
  return id;
}

const read = async (id: string) => (await api.send("GET", `/datasets/${id}`)).body as Item;
/** Polls, because a notice drops the cached detail a moment after the change. */
const offersOnce = (id: string, isSo: (offers: Offers) => boolean): Promise<Offers> =>
  eventually(async () => {
    const { offers } = await read(id);
    return isSo(offers) && offers;
  });
const found = async (query: string): Promise<Item[]> => {
  const mine = `seller=${seller.agentId}&limit=100`;
  const { status, body } = await api.send("GET", `/datasets?${mine}&${query}`);
  expect(status).toBe(200);
  return body.items as Item[];
};
const idsOf = (items: Item[]) => items.map(({ id }) => id);
const textOf = async (path: string, accept: string): Promise<string> =>
  (await api.send("GET", path, { headers: { accept } })).text;
async function told(name: string, args: object): Promise<string> {
  const result = await client.callTool({ name, arguments: { ...args } });
  expect(result.isError).not.toBe(true);
  return JSON.stringify(result.content);
}

const next = { is_free: false, pay_now_cents: 5_300, buy_now_cents: null, next_bid_cents: 5_300 };
const inWords = "$53.00 for the next bid";

describe("an auction with bids costs its next minimum bid", async () => {
  const id = await contested();

  test("in its detail and among the hits, next to the earlier price", async () => {
    const offers = { ...next, text: inWords };
    expect(await read(id)).toMatchObject({ price_cents: 1_000, offers });
    const [hit] = (await found("")).filter((item) => item.id === id);
    expect(hit).toMatchObject({ price_cents: 1_000, offers });
  });

  test("to filters and sorts", async () => {
    const cheaper = await offer(api, seller, { priceCents: 2_000 });
    const dearer = await offer(api, seller, { priceCents: 9_000 });
    expect(idsOf(await found("max_price=52.99"))).not.toContain(id);
    expect(idsOf(await found("max_price_cents=5300"))).toContain(id);
    expect(idsOf(await found("min_price=53"))).toContain(id);
    expect(idsOf(await found("min_price_cents=5301"))).not.toContain(id);
    expect(idsOf(await found("max_price=0"))).not.toContain(id);
    const three = [cheaper, id, dearer];
    const sorted = async (sort: string) =>
      idsOf(await found(`sort=${sort}`)).filter((one) => three.includes(one));
    expect(await sorted("price")).toEqual(three);
    expect(await sorted("-price")).toEqual(three.toReversed());
  });

  test("on pages, in feeds and in the documents for machines", async () => {
    const page = await textOf(`/datasets/${id}`, "text/html");
    expect(page).toContain('"price":"53.00"');
    const list = `/datasets?seller=${seller.agentId}`;
    expect(await textOf(list, "text/html")).toMatch(/\$53\.00<\/strong><small>next bid/);
    expect(await textOf(`/datasets.atom?seller=${seller.agentId}`, "*/*")).toContain(
      "$53.00 for the next bid",
    );
    const { body } = await api.send("GET", `/datasets/${id}/croissant`);
    expect(body.offers).toMatchObject({ price: "53.00", priceCurrency: "USD" });
  });

  test("to tools, in words", async () => {
    const other = await offer(api, seller, {});
    expect(await told("search_datasets", { seller: seller.agentId, limit: 100 })).toContain(
      `${id}: \\"Prices\\" (pricing; ${inWords}`,
    );
    expect(await told("get_dataset", { dataset_id: id })).toContain(`${id}, version 1: ${inWords}`);
    const compared = await told("compare_datasets", { dataset_ids: [id, other] });
    expect(compared).toContain(`${id}: ${inWords}`);
    expect(compared).not.toContain(`${id}: $10.00`);
  });
});

test("a hybrid costs its price until a bid meets the reserve, then its next bid", async () => {
  const price = { pricingType: "hybrid", priceCents: 10_000, reservePriceCents: 3_000 } as const;
  const id = await newAuction(api, seller, price);
  expect((await bid(api, ada, id, 2_000)).status).toBe(201);
  expect((await read(id)).offers).toMatchObject({
    pay_now_cents: 10_000,
    buy_now_cents: 10_000,
    text: expect.stringMatching(/^\$100\.00 to buy now, \$[\d.]+ for the next bid$/),
  });
  expect(idsOf(await found("max_price=99"))).not.toContain(id);
  expect((await bid(api, bob, id, 4_000)).status).toBe(201);
  const offers = await offersOnce(id, ({ buy_now_cents: buyNow }) => buyNow === null);
  expect(offers.text).toContain("next bid");
  expect(offers.pay_now_cents).toBeLessThan(10_000);
  expect(idsOf(await found(`max_price_cents=${offers.pay_now_cents}`))).toContain(id);
});

test("a bid that is taken back takes its price back", async () => {
  const id = await newAuction(api, seller);
  const first = await bid(api, ada, id, 3_000);
  const second = await bid(api, bob, id, 8_000);
  const before = (await read(id)).offers.pay_now_cents;
  const path = `/listings/${id}/bids/${second.body.id}`;
  expect((await api.send("DELETE", path, { token: seller.token })).status).toBe(200);
  expect(first.status).toBe(201);
  const offers = await offersOnce(id, ({ pay_now_cents: now }) => Number(now) < Number(before));
  expect(idsOf(await found(`max_price_cents=${offers.pay_now_cents}`))).toContain(id);
});

test("bids that come together leave the price of the last one, and none waits for another forever", async () => {
  const id = await newAuction(api, seller);
  const bidders = await Promise.all(Array.from({ length: 8 }, () => newBidder(api)));
  const answers = await Promise.all(
    bidders.map((bidder, at) => bid(api, bidder, id, 2_000 + at * 700)),
  );
  expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  const { offers } = await read(id);
  expect(idsOf(await found(`max_price_cents=${offers.pay_now_cents}`))).toContain(id);
  expect(idsOf(await found(`min_price_cents=${offers.pay_now_cents}`))).toContain(id);
});

test("a draft states its price, and FREE only if it is free", async () => {
  const create = async (body: object) => {
    const common = { title: "Tides", description: "One row an hour." };
    const { body: draft } = await api.send("POST", "/listings/draft", {
      token: seller.token,
      body: { ...common, ...body },
    });
    return draft as Item;
  };
  const endsAt = new Date(Date.now() + 86_400_000).toISOString();
  const auction = { ends_at: endsAt, start_price_cents: 1_000 };
  const drafts = [
    await create({ pricing_type: "auction", auction }),
    await create({ price_cents: 0 }),
    await create({ price_cents: 999 }),
  ];
  expect(drafts.map(({ offers }) => offers.text)).toEqual([
    "$10.00 for the next bid",
    "free",
    "$9.99",
  ]);
  const own = await connectModern(mcp.url, seller.token);
  const listed = await own.callTool({ name: "list_listings", arguments: { status: "draft" } });
  const text = JSON.stringify(listed.content);
  const words = ["$10.00 for the next bid", "FREE", "$9.99"];
  for (const [at, { id }] of drafts.entries()) {
    expect(text).toContain(`Listing ${id}: draft, ${words[at]}.`);
  }
  await own.close();
});
