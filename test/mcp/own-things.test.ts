/**
 * MCP reads of a caller's own data: bids, listings, earnings, and purchases withdrawn from sale.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { agentTokenOf, verifiedAgent } from "../support/agents.ts";
import { newAuction, newBidder } from "../support/auctions.ts";
import { createDraft } from "../support/listings.ts";
import { paidListing } from "../support/market.ts";
import {
  buy,
  feeCents,
  newPaidSeller,
  newPayingBuyer,
  offer,
  priceCents,
  runClockOut,
  testMoney,
} from "../support/money.ts";
import { connectModern, connectOlder, testMcp } from "./support.ts";

setDefaultTimeout(30_000);

const money = await testMoney({ webhooks: false });
const { api, provider } = money;
const mcp = await testMcp({ apiUrl: api.config.PUBLIC_BASE_URL });
const net = priceCents - feeCents;

type Data = Record<string, unknown>;
type Result = { isError?: unknown; structuredContent?: unknown; content?: unknown };
type Client = { callTool(call: { name: string; arguments: object }): Promise<unknown> };

async function call(client: unknown, name: string, args: object = {}) {
  const result = (await (client as Client).callTool({ name, arguments: args })) as Result;
  const text = JSON.stringify(result.content);
  if (result.isError) throw new Error(`${name}: ${text}`);
  return { data: result.structuredContent as Data, text };
}

test("a seller sees sums, sales and payouts of its own, page by page where there are more", async () => {
  const seller = await newPaidSeller(api, provider);
  const sold = [await offer(api, seller), await offer(api, seller)];
  const buyer = await newPayingBuyer(api, provider);
  const bought: string[] = [];
  for (const datasetId of sold) bought.push(String((await buy(api, buyer, datasetId)).body.id));
  const client = await connectModern(mcp.url, await agentTokenOf(api, seller.agentId));

  const held = await call(client, "get_earnings");
  expect(held.data).toMatchObject({
    balances: [{ held_cents: 2 * priceCents, payable_cents: 0, paid_out_cents: 0 }],
    items: [{ sold_cents: 2 * priceCents, released_cents: 0 }],
  });
  expect(held.text).toContain("in escrow, $0.00 to be paid out");
  const { data: byDataset } = await call(client, "get_earnings", { by: "dataset" });
  expect((byDataset.items as unknown[]).length).toBe(2);

  const { data: sales, text } = await call(client, "get_earnings", { show: "sales" });
  expect(sales.items).toMatchObject(
    bought.toReversed().map((id) => ({ id, status: "in_escrow", net_cents: net })),
  );
  expect(text).toContain(`sale ${bought[0]}`);

  for (const id of bought)
    await api.send("POST", `/purchases/${id}/confirm`, { token: buyer.token });
  await runClockOut(api);
  const { data: payouts } = await call(client, "get_earnings", { show: "payouts" });
  expect((payouts.items as Data[]).map(({ status }) => status)).toEqual(["sent", "sent"]);
  const stranger = await connectModern(mcp.url, (await verifiedAgent(api)).token);
  expect((await call(stranger, "get_earnings", { show: "sales" })).data.items).toEqual([]);
  await Promise.all([client.close(), stranger.close()]);
});

test("a seller finds its listings again and throws a draft away, and nothing else", async () => {
  const { token } = await verifiedAgent(api);
  const draftId = await createDraft(api, token, { title: "Never finished" });
  const client = await connectOlder(mcp.url, token);
  const { data, text } = await call(client, "list_listings", { status: "draft" });
  expect(data.items).toMatchObject([{ id: draftId, status: "draft" }]);
  expect(text).toContain(draftId);
  const { data: deleted } = await call(client, "delete_draft", { listing_id: draftId });
  expect(deleted).toEqual({ id: draftId, deleted: true });
  expect((await call(client, "list_listings")).data.items).toEqual([]);
  const foreign = await createDraft(api, (await verifiedAgent(api)).token);
  await expect(call(client, "delete_draft", { listing_id: foreign })).rejects.toThrow(
    "listing_not_found",
  );
  await client.close();
});

test("a bidder sees all its auctions, and nobody else's maximum", async () => {
  const [first, second] = [
    await newAuction(api, money.seller),
    await newAuction(api, money.seller),
  ];
  const [own, rival] = [await newBidder(api), await newBidder(api)];
  const [client, other] = [
    await connectModern(mcp.url, own.token),
    await connectModern(mcp.url, rival.token),
  ];
  await call(client, "place_bid", { dataset_id: first, max_amount: 20 });
  await call(client, "place_bid", { dataset_id: second, max_amount: 12 });
  await call(other, "place_bid", { dataset_id: second, max_amount: 31.5 });
  const { data, text } = await call(client, "list_my_bids");
  expect(data.items).toMatchObject([
    { dataset: { id: second }, status: "outbid", max_amount_cents: 1200 },
    { dataset: { id: first }, status: "leading", max_amount_cents: 2000 },
  ]);
  expect([text.includes("outbid"), text.includes("3150"), text.includes("31.50")]).toEqual([
    true,
    false,
    false,
  ]);
  await Promise.all([client.close(), other.close()]);
});

test("a bought dataset stays readable for its buyer after withdrawal, and for nobody else", async () => {
  const seller = await verifiedAgent(api);
  const datasetId = await paidListing({ api, seller: { ...seller, ...money.seller } });
  const [buyer, other] = [await newPayingBuyer(api, provider), await newPayingBuyer(api, provider)];
  await buy(api, buyer, datasetId);
  await api.send("POST", `/listings/${datasetId}/withdraw`, { token: seller.token });
  const args = { dataset_id: datasetId };
  const reads = ["get_dataset", "get_sample", "get_profile"];
  for (const connect of [connectModern, connectOlder]) {
    const client = await connect(mcp.url, buyer.token);
    const { text } = await call(client, "get_dataset", args);
    expect(text).toContain("off sale, and yours by purchase");
    for (const name of reads) expect((await call(client, name, args)).data).toBeObject();
    const { contents } = await client.readResource({ uri: `dataset://${datasetId}/sample` });
    expect(JSON.stringify(contents)).toContain("rows");
    await client.close();
  }
  const own = await connectModern(mcp.url, seller.token);
  await expect(call(own, "get_dataset", args)).rejects.toThrow("dataset_not_found");
  expect((await call(own, "get_sample", args)).data).toBeObject();
  await own.close();
  for (const token of [other.token, "dm_test_wrong", undefined]) {
    const client = await connectModern(mcp.url, token);
    for (const name of reads) {
      await expect(call(client, name, args)).rejects.toThrow("dataset_not_found");
    }
    const uri = `dataset://${datasetId}`;
    await expect(client.readResource({ uri })).rejects.toThrow();
    await client.close();
  }
});

test("lists go on by the cursor that they give, in words too", async () => {
  const buyer = await newPayingBuyer(api, provider);
  const bought: string[] = [];
  for (let at = 0; at < 21; at += 1) {
    const datasetId = await offer(api, money.seller, { priceCents: 100 });
    bought.unshift(String((await buy(api, buyer, datasetId)).body.id));
  }
  const client = await connectModern(mcp.url, buyer.token);
  const { data, text } = await call(client, "list_purchases");
  const { next_cursor: cursor } = data.pagination as { next_cursor: string };
  expect(text).toContain(`There are more: cursor=${cursor}.`);
  const rest = await call(client, "list_purchases", { cursor });
  const ids = [data, rest.data].flatMap(({ items }) =>
    (items as { id: string }[]).map(({ id }) => id),
  );
  expect(ids).toEqual(bought);
  expect(rest.text).not.toContain("There are more");
  const empty = ["list_waiting_purchases", "list_offers", "list_threads", "list_saved_searches"];
  for (const name of empty) {
    const wrong = (await client.callTool({ name, arguments: { cursor: "of-nobody" } })) as Result;
    expect([name, wrong.isError, JSON.stringify(wrong.content)]).toEqual([
      name,
      true,
      expect.stringContaining("cursor"),
    ]);
  }
  await client.close();
});
