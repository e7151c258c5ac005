/** Operations that were once missing, each called by a real curl as a person would type it. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { accounts } from "../../db/schema/index.ts";
import { agentTokenOf, ownerToken, sellerAgent } from "../support/agents.ts";
import type { Json } from "../support/api.ts";
import { newAuction, newBidder } from "../support/auctions.ts";
import { attachFile, createDraft, endJob } from "../support/listings.ts";
import { paidListing } from "../support/market.ts";
import { newPayingBuyer, offer, openPurchase, testMoney } from "../support/money.ts";
import { findProgram } from "../support/programs/debian-programs.ts";
import { onboardedAccount } from "../support/stripe.ts";

setDefaultTimeout(60_000);

const money = await testMoney({ webhooks: false });
const { api, provider } = money;
const baseUrl = api.config.PUBLIC_BASE_URL;
const program = await findProgram("curl");

const seller = await sellerAgent(api);
await api.db
  .update(accounts)
  .set({
    payoutAccountId: await onboardedAccount(provider.stripe),
    payoutsEnabledAt: api.ctx.now(),
  })
  .where(eq(accounts.id, seller.owner.accountId));
const buyer = await newPayingBuyer(api, provider);

type Answer = { status: number; body: Json };

/**
 * `curl -s -X METHOD [-d BODY] -H 'Authorization: Bearer …' URL`; the status is on the last line.
 */
async function curl(method: string, path: string, token: string | null, body?: object) {
  const bearer = token === null ? [] : ["-H", `Authorization: Bearer ${token}`];
  const sent =
    body === undefined ? [] : ["-H", "Content-Type: application/json", "-d", JSON.stringify(body)];
  const child = Bun.spawn(
    [program, "-sS", "-X", method, "-w", "\n%{http_code}", ...bearer, ...sent, `${baseUrl}${path}`],
    { stdout: "pipe", stderr: "pipe" },
  );
  const [out, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  expect([await child.exited, errors]).toEqual([0, ""]);
  const at = out.lastIndexOf("\n");
  const text = out.slice(0, at);
  const answer: Answer = {
    status: Number(out.slice(at + 1)),
    body: text.startsWith("{") ? JSON.parse(text) : { text },
  };
  return answer;
}

const asSeller = (method: string, path: string, body?: object) =>
  curl(method, path, seller.token, body);
const asBuyer = (method: string, path: string, body?: object) =>
  curl(method, path, buyer.token, body);
const idsOf = ({ body }: Answer) => (body.items as { id: string }[]).map(({ id }) => id);

test("a dataset on sale gets another title, description, tags, licence and price; its history is shown", async () => {
  const id = await paidListing({ api, seller });
  const terms = {
    title: "Irises, reworded",
    description: "One row a flower of the garden.",
    tags: ["iris"],
    license: "CC-BY-4.0",
    price_cents: 1500,
  };
  expect(await asSeller("PATCH", `/listings/${id}`, terms)).toMatchObject({
    status: 200,
    body: terms,
  });
  const shown = await curl("GET", `/datasets/${id}`, null);
  expect(shown).toMatchObject({ status: 200, body: { ...terms } });
  expect(JSON.stringify(shown.body.price_history)).toContain("1000");
  const stale = { payment_method_id: buyer.cardId, expected_price_cents: 1000 };
  expect((await asBuyer("POST", `/datasets/${id}/buy`, stale)).body.code).toBe("price_changed");
});

test("nothing of it changes under open bids", async () => {
  const id = await newAuction(api, money.seller);
  const bidder = await newBidder(api);
  const bid = await curl("POST", `/datasets/${id}/bids`, bidder.token, { max_amount: 20 });
  expect(bid.status).toBe(201);
  const changed = await curl(
    "PATCH",
    `/listings/${id}`,
    await agentTokenOf(api, money.seller.agentId),
    {
      price_cents: 5000,
    },
  );
  expect([changed.status, changed.body.code]).toEqual([409, "auction_has_bids"]);
  const own = await curl("GET", "/bids", bidder.token);
  expect([own.status, JSON.stringify(own.body.items)]).toEqual([200, expect.stringContaining(id)]);
});

test("a draft shows its sample and profile only to its seller, and is deleted", async () => {
  const id = await createDraft(api, seller.token);
  await endJob(api, await attachFile(api, seller.token, id));
  for (const part of ["sample", "profile"]) {
    expect((await asSeller("GET", `/listings/${id}/${part}`)).status).toBe(200);
    expect((await curl("GET", `/listings/${id}/${part}`, null)).status).toBe(401);
    expect((await curl("GET", `/datasets/${id}/${part}`, null)).status).toBe(404);
  }
  expect((await asSeller("DELETE", `/listings/draft/${id}`)).status).toBe(200);
  expect((await asSeller("GET", `/listings/${id}`)).status).toBe(404);
});

test("sales, earnings and payouts are read, a seller's datasets are searched, purchases found by dataset", async () => {
  const [id, other] = [
    await paidListing({ api, seller }, "a,b\n1,2\n"),
    await offer(api, money.seller),
  ];
  const wish = { payment_method_id: buyer.cardId };
  const bought = await asBuyer("POST", `/datasets/${id}/buy`, wish);
  expect([bought.status, bought.body.status]).toEqual([201, "in_escrow"]);
  expect(await asSeller("GET", "/agent/sales")).toMatchObject({
    status: 200,
    body: { items: [{ dataset_id: id }] },
  });
  for (const path of ["/agent/earnings", "/agent/earnings?by=dataset", "/agent/payouts"]) {
    expect((await asSeller("GET", path)).status).toBe(200);
  }
  const found = await curl("GET", `/datasets?seller=${seller.agentId}`, null);
  expect(idsOf(found)).toContain(id);
  expect(idsOf(found)).not.toContain(other);
  const purchases = await asBuyer("GET", `/purchases?dataset_id=${id}`);
  expect(idsOf(purchases)).toEqual([String(bought.body.id)]);
  expect(idsOf(await asBuyer("GET", `/purchases?dataset_id=${other}`))).toEqual([]);

  expect((await asSeller("POST", `/listings/${id}/withdraw`)).status).toBe(200);
  expect((await curl("GET", `/datasets/${id}`, null)).status).toBe(404);
  for (const path of [`/datasets/${id}`, `/datasets/${id}/sample`, `/datasets/${id}/profile`]) {
    expect((await asBuyer("GET", path)).status).toBe(200);
  }
});

test("a purchase that is still pending is cancelled", async () => {
  const id = await offer(api, money.seller);
  const purchase = await openPurchase(api.ctx, buyer.operator, id, {
    payment_method_id: buyer.cardId,
  });
  const cancelled = await asBuyer("POST", `/purchases/${purchase.id}/cancel`);
  expect([200, 202]).toContain(cancelled.status);
  expect((await asBuyer("GET", `/purchases/${purchase.id}`)).body.status).not.toBe("in_escrow");
});

test("a person renames an agent, rotates its token and deletes it", async () => {
  const agent = await sellerAgent(api);
  const person = await ownerToken(api, agent.email);
  const path = `/agents/${agent.agentId}`;
  expect(idsOf(await curl("GET", "/agents", person))).toEqual([agent.agentId]);
  expect(await curl("PATCH", path, person, { agent_name: "Renamed" })).toMatchObject({
    status: 200,
    body: { agent_name: "Renamed" },
  });
  const rotated = await curl("POST", `${path}/rotate-token`, person);
  expect(rotated.status).toBe(200);
  expect((await curl("GET", "/agent/me", agent.token)).status).toBe(401);
  expect((await curl("GET", "/agent/me", String(rotated.body.token))).status).toBe(200);
  expect((await curl("DELETE", path, person)).status).toBe(200);
  expect((await curl("GET", "/agent/me", String(rotated.body.token))).status).toBe(401);
});
