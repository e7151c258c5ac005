/**
 * After a refusal or a lost answer, the message names a next step that a client can take with its
 * tools.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import type { Client } from "@modelcontextprotocol/client";
import { forRest } from "../../market/problem/problem.ts";
import { problems } from "../../market/problem/problems.ts";
import { verifiedAgent } from "../support/agents.ts";
import { newAuction } from "../support/auctions.ts";
import { buy, newPayingBuyer, offer, testMoney } from "../support/money.ts";
import { bidOrThrow, newPayingBidder, runOut } from "../support/paid-auctions.ts";
import { connectModern, testMcp } from "./support.ts";

setDefaultTimeout(60_000);

const money = await testMoney({ webhooks: false });
const { api, provider, seller } = money;
const mcp = await testMcp({ apiUrl: api.config.PUBLIC_BASE_URL });

type Data = Record<string, unknown>;

async function call(client: Client, name: string, args: object = {}) {
  const {
    isError = false,
    content,
    structuredContent,
  } = await client.callTool({
    name,
    arguments: { ...args },
  });
  const [first] = content as { text?: string }[];
  return { isError, text: first?.text ?? "", data: structuredContent as Data };
}

async function refusal(client: Client, name: string, args: object): Promise<Data> {
  const { isError, text } = await call(client, name, args);
  if (!isError) throw new Error(`${name} was not refused: ${text}`);
  return JSON.parse(text) as Data;
}

test("a second buy names the purchase, and the tool that downloads it takes that id", async () => {
  const datasetId = await offer(api, seller);
  const buyer = await newPayingBuyer(api, provider);
  const client = await connectModern(mcp.url, buyer.token);
  const wish = { dataset_id: datasetId, payment_method_id: buyer.cardId };
  const { data: purchase } = await call(client, "buy_now", wish);

  const refused = await refusal(client, "buy_now", wish);
  expect(refused).toMatchObject({ code: "already_purchased", purchase_id: purchase.id });
  expect(refused.detail).toContain(String(purchase.id));
  expect(refused.next).toBe("Download it: get_purchase_download_url with the id in `purchase_id`.");
  const list = await call(client, "list_purchases", { dataset_id: datasetId });
  expect(list.data).toMatchObject({ items: [{ id: refused.purchase_id }] });

  const byRest = await buy(api, buyer, datasetId);
  expect(byRest.body).toMatchObject({
    code: "already_purchased",
    purchase_id: purchase.id,
    next: forRest(problems.already_purchased.whatToDo),
  });
  expect(byRest.body.next).toContain("`GET /purchases/{id}/download-url`");
  await client.close();
});

test("a bid on an already bought dataset names the purchase, too", async () => {
  const buyer = await newPayingBidder(api, provider);
  const hybrid = { pricingType: "hybrid", priceCents: 9_000, licenses: 2 } as const;
  const id = await newAuction(api, seller, hybrid);
  const bought = await buy(api, buyer, id);
  const client = await connectModern(mcp.url, buyer.token);
  const refused = await refusal(client, "place_bid", { dataset_id: id, max_amount: 20 });
  expect(refused).toMatchObject({ code: "already_purchased", purchase_id: bought.body.id });
  await client.close();
});

test("a losing bidder is referred to similar datasets and to data requests", async () => {
  const ada = await newPayingBidder(api, provider);
  const bob = await newPayingBidder(api, provider);
  const id = await newAuction(api, seller);
  await bidOrThrow(api, ada, id, 5_000);
  await bidOrThrow(api, bob, id, 3_000);
  const client = await connectModern(mcp.url, bob.token);
  await runOut(api, 24.1);

  const events = await call(client, "list_events");
  const closed = events.text.split("\n").find((line) => line.includes("auction.closed"));
  expect(closed).toContain("next: list_my_bids with status lost; search_datasets");
  expect(closed).toContain("post_request");

  const bids = await call(client, "list_my_bids", { status: "lost", detail: "full" });
  expect(bids.text).toContain("Of a lost one: search_datasets with its title");
  const [lost] = bids.data.items as { dataset: Data; links: Record<string, string> }[];
  expect(lost?.dataset.id).toBe(id);
  const { similar = "", ask_sellers: askSellers = "" } = lost?.links ?? {};
  for (const url of [similar, askSellers]) {
    expect([url, (await fetch(url, { headers: { accept: "application/json" } })).status]).toEqual([
      url,
      200,
    ]);
  }
  const found = await call(client, "search_datasets", { query: String(lost?.dataset.title) });
  expect(found.isError).toBe(false);

  const late = await refusal(client, "place_bid", { dataset_id: id, max_amount: 60 });
  expect(late.next).toContain("search_datasets");
  expect(late.next).toContain("post_request");
  await client.close();
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

test("the terms of an auction are changed before its publication, and taken away again", async () => {
  const { token } = await verifiedAgent(api);
  const client = await connectModern(mcp.url, token);
  const terms = { start_price_cents: 2_000, ends_at: inHours(48) };
  const draft = await call(client, "create_draft", {
    title: "Sensor readings",
    description: "One row a reading.",
    price_cents: 0,
    pricing_type: "auction",
    auction: terms,
  });
  const listing = { listing_id: draft.data.id };
  const read = async () => (await call(client, "get_listing", { ...listing, detail: "full" })).data;
  await call(client, "update_listing", {
    ...listing,
    auction: { ...terms, start_price_cents: 3_000, reserve_price_cents: 5_000 },
  });
  expect(await read()).toMatchObject({
    pricing_type: "auction",
    auction: { start_price_cents: 3_000, reserve_price_cents: 5_000 },
  });
  await call(client, "update_listing", {
    ...listing,
    pricing_type: "buy_it_now",
    price_cents: 900,
  });
  expect(await read()).toMatchObject({
    pricing_type: "buy_it_now",
    price_cents: 900,
    auction: null,
  });
  await client.close();
});
