/** Clients of both generations buy, download and confirm through MCP, with the payment stand-in. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { settleDuePurses } from "../../market/purchase/settlement/settle-due-purchases.ts";
import { idempotencyMetaKey } from "../../mcp/server.ts";
import { verifiedAgent } from "../support/agents.ts";
import { newAuction, newBidder } from "../support/auctions.ts";
import { silentLog } from "../support/log-lines.ts";
import { paidListing } from "../support/market.ts";
import { newPayingBuyer, offer, readRow, testMoney } from "../support/money.ts";
import { connectModern, connectOlder, testMcp } from "./support.ts";

setDefaultTimeout(30_000);

const money = await testMoney();
const mcp = await testMcp({ apiUrl: money.api.config.PUBLIC_BASE_URL });
const sellerToken = (await verifiedAgent(money.api)).token;

async function publishPaid(content: string): Promise<string> {
  return paidListing({ api: money.api, seller: { token: sellerToken } }, content);
}

type Called = { isError?: unknown; structuredContent?: unknown; content?: unknown };
type Caller = { callTool(call: { name: string; arguments: object }): Promise<Called> };

async function answered(client: unknown, name: string, args: object = {}) {
  const result = await (client as Caller).callTool({ name, arguments: args });
  if (result.isError) throw new Error(`${name}: ${JSON.stringify(result.content)}`);
  return result.structuredContent as Record<string, unknown>;
}

describe.each([
  ["a client of the current revision", connectModern],
  ["a client of the 2025 revisions", connectOlder],
] as const)("%s", (title, connect) => {
  test("finds a paid dataset, buys it, downloads the very file and confirms", async () => {
    const content = `day,price\n2026-01-01,${title}\n`;
    const datasetId = await publishPaid(content);
    const buyer = await newPayingBuyer(money.api, money.provider);
    const client = await connect(mcp.url, buyer.token);

    const operator = await answered(client, "get_operator");
    const [card] = operator.payment_methods as { id: string }[];
    const purchase = await answered(client, "buy_now", {
      dataset_id: datasetId,
      payment_method_id: card?.id,
    });
    expect(purchase).toMatchObject({ status: "in_escrow", dataset_id: datasetId });

    const args = { purchase_id: purchase.id };
    const download = await answered(client, "get_purchase_download_url", args);
    const file = await fetch(String(download.download_url));
    const bytes = await file.bytes();
    expect(new TextDecoder().decode(bytes)).toBe(content);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(String(download.sha256));

    expect(await answered(client, "confirm_purchase", args)).toMatchObject({ status: "released" });
    const list = await answered(client, "list_purchases");
    expect(list).toMatchObject({ items: [{ id: purchase.id, status: "released" }] });
    expect((await readRow(money.api, String(purchase.id))).state).toBe("released");
    await client.close();
  });
});

test("a call that an agent repeats under its own key buys once, and gets the same purchase", async () => {
  const datasetId = await publishPaid("day,price\n2026-01-02,7\n");
  const buyer = await newPayingBuyer(money.api, money.provider);
  const client = await connectModern(mcp.url, buyer.token);
  const call = () =>
    client.callTool({
      name: "buy_now",
      arguments: { dataset_id: datasetId, payment_method_id: buyer.cardId },
      _meta: { [idempotencyMetaKey]: "order-0000000000000042" },
    });
  const [first, second] = [await call(), await call()];
  expect(first.structuredContent).toMatchObject({ status: "in_escrow" });
  expect(second.structuredContent).toEqual(first.structuredContent);
  const another = await client.callTool({
    name: "buy_now",
    arguments: { dataset_id: datasetId, payment_method_id: buyer.cardId },
  });
  expect([another.isError, JSON.stringify(another.content)]).toEqual([
    true,
    expect.stringContaining("Download it: get_purchase_download_url"),
  ]);
  await client.close();
});

test("a model posts a bounty, and a seller's model delivers to it with a price", async () => {
  const datasetId = await publishPaid("day,price\n2026-01-04,9\n");
  const buyer = await newPayingBuyer(money.api, money.provider);
  const poster = await connectModern(mcp.url, buyer.token);
  const bounty = {
    acceptance: { schema: [{ quality: [{ metric: "rowCount", mustBe: 1 }] }] },
    prize_cents: 2000,
    payment_method_id: buyer.cardId,
    mode: "lowest_price",
  };
  const wish = { title: "Prices by the day", description: "One day.", budget_cents: 2000 };
  const posted = await answered(poster, "post_request", { ...wish, bounty });
  await settleDuePurses({ ctx: money.api.ctx, log: silentLog });
  const seller = await connectModern(mcp.url, sellerToken);
  const found = await answered(seller, "list_requests", { query: "prices by the day" });
  expect(JSON.stringify(found)).toContain("The number of rows is 1");
  const args = { request_id: posted.id, dataset_id: datasetId };
  const refused = await seller.callTool({ name: "answer_request", arguments: args });
  expect(JSON.stringify(refused.content)).toContain("name your price");
  await answered(seller, "answer_request", { ...args, price_cents: 900 });
  const answers = await answered(poster, "list_request_answers", { request_id: posted.id });
  expect(answers).toMatchObject({ items: [{ delivery: { status: "pending" } }] });
  await Promise.all([poster.close(), seller.close()]);
});

test("a changed price is refused with the current one; the purchase is found by its dataset", async () => {
  const datasetId = await publishPaid("day,price\n2026-01-03,8\n");
  const buyer = await newPayingBuyer(money.api, money.provider);
  const client = await connectModern(mcp.url, buyer.token);
  const { price_cents: seen } = await answered(client, "get_dataset", { dataset_id: datasetId });
  const change = { token: sellerToken, body: { price_cents: Number(seen) + 100 } };
  await money.api.send("PATCH", `/listings/${datasetId}`, change);
  const wish = { dataset_id: datasetId, payment_method_id: buyer.cardId };
  const args = { ...wish, expected_price_cents: seen };
  const refused = await client.callTool({ name: "buy_now", arguments: args });
  expect([refused.isError, JSON.stringify(refused.content)]).toEqual([
    true,
    expect.stringContaining("price_changed"),
  ]);
  const paid = { ...wish, expected_price_cents: Number(seen) + 100 };
  const { id } = await answered(client, "buy_now", paid);
  const list = (dataset_id: string) => answered(client, "list_purchases", { dataset_id });
  expect(await list(datasetId)).toMatchObject({ items: [{ id }] });
  expect(await list(await publishPaid("day,price\n2026-01-04,9\n"))).toMatchObject({ items: [] });
  await client.close();
});

test("bytes that the account has are named before a buy, refused by it, and bought on purpose", async () => {
  const sha256 = createHash("sha256").update("twins").digest("hex");
  const [own, twin] = [
    await offer(money.api, money.seller, { sha256, priceCents: 900 }),
    await offer(money.api, money.seller, { sha256, priceCents: 1_200 }),
  ];
  const buyer = await newPayingBuyer(money.api, money.provider);
  const client = await connectModern(mcp.url, buyer.token);
  const told = await client.callTool({ name: "get_dataset", arguments: { dataset_id: twin } });
  expect(JSON.stringify(told.content)).toContain(`for less: ${own} at $9.00.`);
  const wish = { dataset_id: twin, payment_method_id: buyer.cardId };
  const first = await answered(client, "buy_now", { ...wish, dataset_id: own });
  const refused = await client.callTool({ name: "buy_now", arguments: wish });
  const text = JSON.stringify(refused.content);
  expect(refused.isError).toBe(true);
  for (const part of ["identical_file_owned", String(first.id), "get_purchase_download_url"]) {
    expect(text).toContain(part);
  }
  const second = await answered(client, "buy_now", { ...wish, allow_duplicate: true });
  expect(second).toMatchObject({ status: "in_escrow", dataset_id: twin });
  await client.close();
});

test("a mistyped maximum by MCP binds only when it is repeated, and a raise can be retracted", async () => {
  const datasetId = await newAuction(money.api, money.seller, { startPriceCents: 500 });
  const client = await connectModern(mcp.url, (await newBidder(money.api)).token);
  const lot = { dataset_id: datasetId };
  const mistyped = { ...lot, max_amount: 1500 };
  const refused = await client.callTool({ name: "place_bid", arguments: mistyped });
  const text = JSON.stringify(refused.content);
  expect(refused.isError).toBe(true);
  for (const part of ["bid_not_confirmed", "$1,500.00 (confirm_max_amount_cents: 150000)"]) {
    expect(text).toContain(part);
  }
  expect(await answered(client, "list_bids", lot)).not.toHaveProperty("your_position");

  await answered(client, "place_bid", { ...lot, max_amount: 15 });
  const confirmed = { ...mistyped, confirm_max_amount_cents: 150_000 };
  const bid = await answered(client, "place_bid", confirmed);
  expect(bid).toMatchObject({ max_amount_cents: 150_000, is_leading: true });
  const retraction = { ...lot, bid_id: bid.id, reason: "amount_mistyped" };
  const told = await client.callTool({ name: "retract_bid", arguments: retraction });
  expect(JSON.stringify(told.content)).toContain("of at most $1,500.00 is retracted");
  expect(await answered(client, "list_bids", lot)).toMatchObject({
    your_position: { max_amount_cents: 1_500 },
  });
  const again = await client.callTool({ name: "place_bid", arguments: { ...lot, max_amount: 20 } });
  expect(JSON.stringify(again.content)).toContain("bidder_has_left");
  await client.close();
});

test("two bidders by MCP: the second leads, the first sees that it is outbid", async () => {
  const datasetId = await newAuction(money.api, money.seller);
  const [first, second] = await Promise.all(
    [await newBidder(money.api), await newBidder(money.api)].map(({ token }) =>
      connectModern(mcp.url, token),
    ),
  );
  const lot = { dataset_id: datasetId };
  expect(await answered(first, "place_bid", { ...lot, max_amount: 20 })).toMatchObject({
    is_leading: true,
    auction: { current_price_cents: 1000 },
  });
  expect(await answered(second, "place_bid", { ...lot, max_amount: 35.5 })).toMatchObject({
    is_leading: true,
    max_amount_cents: 3550,
  });
  expect(await answered(first, "list_bids", lot)).toMatchObject({
    your_position: { is_leading: false, max_amount_cents: 2000 },
  });
  const low = await (first as unknown as Caller).callTool({
    name: "place_bid",
    arguments: { ...lot, max_amount: 10 },
  });
  expect([low.isError, JSON.stringify(low.content)]).toEqual([
    true,
    expect.stringContaining("bid_too_low"),
  ]);
  expect(await answered(first, "list_offers")).toMatchObject({ items: [] });
  const anyone = await connectModern(mcp.url);
  const history = await answered(anyone, "list_bids", lot);
  expect([history.your_position ?? null, JSON.stringify(history).includes("3550")]).toEqual([
    null,
    false,
  ]);
  await Promise.all([first?.close(), second?.close(), anyone.close()]);
});
