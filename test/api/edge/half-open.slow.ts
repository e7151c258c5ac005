/**
 * Database connections that stay open while nothing passes, as after a pulled cable, at each step
 * of selling and buying. Each call is answered during the outage, and repeating it with the same
 * key has one effect.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { visitorOf } from "../../site/visitor.ts";
import { verifiedAgent } from "../../support/agents.ts";
import type { Answer } from "../../support/api.ts";
import { newAuction } from "../../support/auctions.ts";
import { createDraft } from "../../support/listings.ts";
import { type Money, offer, openMoney } from "../../support/money.ts";
import { type CuttingProxy, startCuttingProxy } from "../../support/programs/cutting-proxy.ts";
import { createTestDatabase, eventually, type TestDatabase } from "../../support/stack.ts";

let database: TestDatabase;
let proxy: CuttingProxy;
let market: Money;
let agent: string;
const ids = { draft: "", offer: "", auction: "" };

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startCuttingProxy(new URL(database.url));
  const url = new URL(database.url);
  url.port = String(proxy.port);
  market = await openMoney({
    env: {
      DATABASE_URL: url.href,
      // One connection per moment: each waits in a statement, none waits for a free connection.
      DATABASE_POOL_MAX: String(moments.length + 5),
      DATABASE_SLOT_WAIT_MS_MAX: "2500",
      DATABASE_LOCK_WAIT_MS_MAX: "2500",
      DATABASE_STATEMENT_MS_MAX: "4000",
      ANSWER_READ_MS_MAX: "4500",
      ANSWER_WRITE_MS_MAX: "5500",
    },
  });
  const { api, seller } = market;
  agent = (await verifiedAgent(api)).token;
  ids.draft = await createDraft(api, agent);
  ids.offer = await offer(api, seller);
  ids.auction = await newAuction(api, seller);
}, 90_000);

afterAll(async () => {
  await market.close();
  await proxy.close();
  await database.drop();
});

type Moment = {
  name: string;
  method: string;
  path: () => string;
  token: () => string | undefined;
  body: () => object | undefined;
};

const nobody = () => undefined;
const asAgent = () => agent;
const asBuyer = () => market.buyer.token;
const nothing = () => undefined;

const moments: Moment[] = [
  {
    name: "register",
    method: "POST",
    path: () => "/agent/register",
    token: nobody,
    body: () => ({ owner_email: "half-open@example.com" }),
  },
  {
    name: "draft",
    method: "POST",
    path: () => "/listings/draft",
    token: asAgent,
    body: () => ({ title: "Rain", description: "Of a year." }),
  },
  {
    name: "PATCH",
    method: "PATCH",
    path: () => `/listings/draft/${ids.draft}`,
    token: asAgent,
    body: () => ({ title: "Snow" }),
  },
  {
    name: "upload URLs",
    method: "POST",
    path: () => `/listings/${ids.draft}/upload-urls`,
    token: asAgent,
    body: () => ({}),
  },
  {
    name: "publish",
    method: "POST",
    path: () => `/listings/${ids.draft}/publish`,
    token: asAgent,
    body: nothing,
  },
  {
    name: "search",
    method: "GET",
    path: () => `/datasets?query=half${Math.random()}`,
    token: nobody,
    body: nothing,
  },
  {
    name: "buy",
    method: "POST",
    path: () => `/datasets/${ids.offer}/buy`,
    token: asBuyer,
    body: () => ({ payment_method_id: market.buyer.cardId }),
  },
  {
    name: "bid",
    method: "POST",
    path: () => `/datasets/${ids.auction}/bids`,
    token: asBuyer,
    body: () => ({ max_amount_cents: 2000, payment_method_id: market.buyer.cardId }),
  },
  {
    name: "message",
    method: "POST",
    path: () => `/datasets/${ids.offer}/messages`,
    token: asBuyer,
    body: () => ({ message: "Hello." }),
  },
  {
    name: "webhook",
    method: "POST",
    path: () => "/webhooks",
    token: asBuyer,
    body: () => ({ url: "http://127.0.0.1:8443/" }),
  },
  { name: "events", method: "GET", path: () => "/events", token: asBuyer, body: nothing },
];

function send(moment: Moment): Promise<Answer> {
  const { method, path, token, body } = moment;
  const headers: Record<string, string> = {};
  if (method === "POST") headers["idempotency-key"] = `half-open-${moment.name}`;
  return market.api.send(method, path(), { token: token(), body: body(), headers });
}

const isReady = async () => (await market.api.send("GET", "/health/ready")).status === 200;

test("each moment: 503 over a database that stays half open, and one effect by its repeat", async () => {
  await eventually(isReady, { timeoutMs: 30_000 });
  proxy.freeze(true);
  const allStuck = await Promise.all(
    moments.map(async (moment) => ({ moment, stuck: await send(moment) })),
  ).finally(() => proxy.freeze(false));
  for (const { moment, stuck } of allStuck) {
    expect({ of: moment.name, status: stuck.status, text: stuck.text }).toMatchObject({
      of: moment.name,
      status: 503,
    });
    expect(Number(stuck.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  // Data sent into the frozen connections is lost with them.
  proxy.cut();
  await eventually(isReady, { timeoutMs: 30_000 });
  for (const moment of moments) {
    const repeat = await eventually(async () => {
      const answer = await send(moment);
      return answer.status === 503 ? null : answer;
    });
    expect([moment.name, repeat.status < 500]).toEqual([moment.name, true]);
    const again = await send(moment);
    if (moment.method === "POST") expect(again.body.id).toEqual(repeat.body.id);
  }
}, 120_000);

test("a signed-in person's page is 503 meanwhile too", async () => {
  await eventually(isReady, { timeoutMs: 30_000 });
  const visitor = await visitorOf(market.api, market.buyer.owner);
  proxy.freeze(true);
  const headers = { ...visitor.headers, accept: "text/html,application/xhtml+xml" };
  const asked = market.api.send("GET", "/account", { headers });
  const page = await asked.finally(() => proxy.freeze(false));
  expect(page.status).toBe(503);
  expect(page.headers.get("content-type")).toStartWith("text/html");
  proxy.cut();
}, 60_000);
