/**
 * No deal's terms may block other callers: the largest terms that are read, from a buyer, a seller and a poster who
 * own what they name, and pages full of them. bench/edge/event-loop.ts measures what each costs the event loop.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { bids, listings, subscriptions, twins } from "../../../db/schema/index.ts";
import type { AcceptanceTerms } from "../../../market/acceptance/schemas.ts";
import type { ApiKeyInput } from "../../../market/account/schemas.ts";
import { sketchValues } from "../../../sdk/src/value-sketch.ts";
import { planned } from "../../market/subscription/support.ts";
import { trialListing } from "../../market/trial/rows.ts";
import { type Visitor, visitorOf } from "../../site/visitor.ts";
import { agentTokenOf } from "../../support/agents.ts";
import { newAuction, setDefaultCard } from "../../support/auctions.ts";
import { copyRows } from "../../support/copies.ts";
import { createDraft } from "../../support/listings.ts";
import { type Money, openMoney } from "../../support/money.ts";
import { newKey } from "../../support/operators.ts";
import { type MeasuredProcess, startMeasured } from "../../support/programs/measured-process.ts";
import { testEnv } from "../../support/stack.ts";
import { giveTwin } from "../../workers/query/query-world.ts";

/** Agrees to every query. */
const queryProcess = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: () => Response.json({ rows: [[7]] }),
});

let money: Money;
let child: MeasuredProcess;
let base: string;
let seller: string;
let buyer: string;
let cardId: string;
let visitor: Visitor;
let datasetId: string;
let otherId: string;
let auctionId: string;
let plannedId: string;
let draftId: string;

beforeAll(async () => {
  money = await openMoney({ webhooks: false });
  const { api } = money;
  const env = await testEnv({
    DATABASE_URL: api.databaseUrl,
    AGENT_TOKEN_SECRET: api.config.AGENT_TOKEN_SECRET.join(","),
    STRIPE_API_BASE_URL: money.provider.url,
    STRIPE_SECRET_KEY: money.provider.secretKey,
    RATE_LIMIT_AGENT_PER_MINUTE: "100000",
    RATE_LIMIT_OPERATOR_PER_MINUTE: "100000",
    RATE_LIMIT_PUBLIC_PER_MINUTE: "100000",
    SESSION_SECRET: api.config.SESSION_SECRET.join(","),
    QUERY_URL: `http://127.0.0.1:${queryProcess.port}`,
  });
  base = `http://127.0.0.1:${env.API_PORT}`;
  const isReady = async () => (await fetch(`${base}/health/ready`)).ok;
  child = await startMeasured("api/main.ts", env, isReady);
  seller = await agentTokenOf(api, money.seller.agentId);
  const key = { scopes: ["purchase", "bid", "message", "read"] as ApiKeyInput["scopes"] };
  buyer = (await newKey(api, money.buyer.owner, key)).secret;
  cardId = money.buyer.cardId;
  await setDefaultCard(api, money.buyer.owner.accountId, cardId);
  visitor = await visitorOf(api, money.buyer.owner);
  datasetId = await trialListing(money);
  otherId = await trialListing(money);
  auctionId = await newAuction(api, money.seller);
  plannedId = await planned(money);
  draftId = await createDraft(api, seller);
  const columns = [{ name: "a", type: "string" as const }];
  for (const id of [datasetId, auctionId, plannedId]) {
    const uploadId = await giveTwin(api, id, import.meta.path);
    await api.db.update(twins).set({ columns }).where(eq(twins.uploadId, uploadId));
    await api.db.update(listings).set({ rowCount: 200, columnCount: 4 }).where(eq(listings.id, id));
  }
}, 90_000);

afterAll(async () => {
  await child.stop();
  await queryProcess.stop(true);
  await money.close();
});

const times = (text: string, count: number) => text.repeat(count);
const list = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => item(index));
const quality = (rules: object[]) => ({ schema: [{ quality: rules }] });
const condition = (query: string) => ({ type: "sql", query, mustBe: 0 });
const query = (text: string) => quality([condition(text)]);
const queries = (text: string) => quality(list(20, () => condition(text)));
/** Queries that every limit allows, and that take a parser and a reader of its tree the longest. */
const longQueries: [name: string, text: string][] = [
  ["sums", `SELECT count(*)${times("+1", 300)} FROM {object}`],
  ["ORs", `SELECT count(*) FROM {object} WHERE ${times("a=1 OR ", 80)}a=1`],
  ["values", `SELECT count(*) FROM {object} WHERE a IN (1${times(",1", 300)})`],
  ["figures", `SELECT sum(a)${times("+sum(a)", 80)} FROM {object}`],
  ["nested calls", `SELECT count(${times("abs(", 38)}a${times(")", 38)}) FROM {object}`],
  ["brackets", `SELECT ${times("(", 300)}count(*)${times(")", 300)} FROM {object}`],
  ["names", `SELECT count(*)${times("+{property}", 50)} FROM {object}`],
  ["tables", `SELECT count(*) FROM ${times("{object},", 60)}{object}`],
  ["lines", `SELECT count(*)${times("\n", 300)} FROM {object} WHERE`],
  ["wide letters", `SELECT '${times("\u{1f926}", 300)}' FROM {object} WHERE`],
];
const largestName = times("\u00e9", 1000);

/** Contracts as large, deep or twisted as they may be. */
const contracts: [name: string, acceptance: object][] = [
  ["20 conditions", quality(list(20, () => ({ metric: "rowCount", mustBe: 7 })))],
  ["900 conditions", quality(list(300, () => ({ metric: "rowCount", mustBe: 7 })))],
  [
    "100 columns with rules",
    {
      schema: [
        {
          properties: list(100, (index) => ({
            name: `c${index}`,
            quality: [{ metric: "nullValues", mustBe: 0 }],
          })),
        },
      ],
    },
  ],
  [
    "a long list of valid values",
    quality([
      { metric: "invalidValues", mustBe: 0, arguments: { validValues: list(900, String) } },
    ]),
  ],
  [
    "a pattern that backtracks",
    quality([
      { metric: "invalidValues", mustBe: 0, arguments: { pattern: `${times("(a+)+", 100)}$` } },
    ]),
  ],
  ["SQL of nested brackets", query(`SELECT ${times("(", 900)}1${times(")", 900)} FROM data`)],
  ["SQL of brackets that never end", query(times("(", 1900))],
  ["SQL of 900 sums", query(`SELECT 1${times("+1", 900)} FROM data`)],
  ["SQL of 300 ORs", query(`SELECT count(*) FROM data WHERE ${times("a=1 OR ", 250)}a=1`)],
  [
    "SQL of nested CASE",
    query(`SELECT ${times("CASE WHEN a=1 THEN ", 80)}1${times(" END", 80)} FROM data`),
  ],
  ["SQL of nested queries", query(`${times("SELECT * FROM (", 100)}SELECT 1${times(") x", 100)}`)],
  ["SQL of quotes", query(times("'", 1999))],
  ["SQL of dollars", query(times("$a$", 660))],
  ["SQL of comments", query(times("/*", 990))],
  ["SQL of a quarter of a megabyte", query(`SELECT ${times("x", 240_000)}`)],
  ["SQL of stacked marks", query(`SELECT "a${times("\u0301", 1900)}" FROM data`)],
  ...longQueries.flatMap(([name, text]): typeof contracts => [
    [`20 queries of ${name}`, queries(text)],
    [
      `20 queries of ${name} about a column with the longest name`,
      {
        schema: [
          {
            name: largestName,
            properties: [{ name: largestName, quality: list(20, () => condition(text)) }],
          },
        ],
      },
    ],
  ]),
  [
    "2,000 values",
    {
      schema: [
        {
          properties: [
            {
              name: "a",
              quality: list(20, (at) => ({
                ...{ metric: "invalidValues", mustBe: at % 2 },
                arguments: { validValues: list(100, () => times("'", 100)) },
              })),
            },
          ],
        },
      ],
    },
  ],
  [
    "5 tables of 100 columns",
    {
      schema: list(5, (table) => ({
        name: `${table}${times("a", 990)}`,
        properties: list(100, (column) => ({ name: `${column}${times("b", 400)}` })),
      })),
    },
  ],
];

const terms: [
  name: string,
  method: string,
  path: () => string,
  token: () => string,
  body: () => object,
][] = [
  ...contracts.flatMap(([name, acceptance]): typeof terms => [
    [
      `a buy with ${name}`,
      "POST",
      () => `/datasets/${datasetId}/buy`,
      () => buyer,
      () => ({ acceptance, payment_method_id: "pm_none" }),
    ],
    [
      `a subscription with ${name}`,
      "POST",
      () => `/datasets/${plannedId}/buy`,
      () => buyer,
      () => ({ acceptance, plan: "month", payment_method_id: "pm_none" }),
    ],
    [
      `a bid with ${name}`,
      "POST",
      () => `/datasets/${auctionId}/bids`,
      () => buyer,
      () => ({ acceptance, max_amount_cents: 2000 }),
    ],
    [
      `a bounty with ${name}`,
      "POST",
      () => "/requests",
      () => buyer,
      () => ({
        title: "Rows",
        description: "Rows.",
        bounty: { acceptance, prize_cents: 1000, payment_method_id: "pm_none" },
      }),
    ],
    [
      `a draft with the promise of ${name}`,
      "PATCH",
      () => `/listings/draft/${draftId}`,
      () => seller,
      () => ({ contract: acceptance }),
    ],
    [
      `a promise of ${name}`,
      "PATCH",
      () => `/listings/${datasetId}`,
      () => seller,
      () => ({ contract: acceptance }),
    ],
  ]),
  [
    "a bundle of 10 strange datasets",
    "POST",
    () => "/bundles",
    () => seller,
    () => ({ title: "All", price_cents: 100, dataset_ids: list(10, () => crypto.randomUUID()) }),
  ],
  [
    "a bundle of 900 datasets",
    "POST",
    () => "/bundles",
    () => seller,
    () => ({ title: "All", price_cents: 100, dataset_ids: list(900, () => otherId) }),
  ],
  [
    "a bundle with marks",
    "POST",
    () => "/bundles",
    () => seller,
    () => ({
      title: `a${times("\u0301", 100)}`,
      description: times("\u0301\u0323", 1000),
      price_cents: 1500,
      dataset_ids: [datasetId, otherId],
    }),
  ],
  [
    "a coupon of 900 datasets",
    "POST",
    () => "/coupons",
    () => seller,
    () => ({ percent_off: 5, dataset_ids: list(900, () => otherId) }),
  ],
  [
    "a coupon's code of marks",
    "POST",
    () => "/coupons",
    () => seller,
    () => ({ percent_off: 5, code: times("a-", 100_000) }),
  ],
  [
    "a buy with a long code",
    "POST",
    () => `/datasets/${datasetId}/buy`,
    () => buyer,
    () => ({ payment_method_id: "pm_none", coupon: times("-", 200_000) }),
  ],
  [
    "a trial of too many rows",
    "PATCH",
    () => `/listings/${datasetId}`,
    () => seller,
    () => ({ trial: { rows: 1e15, price_cents: 1 } }),
  ],
  [
    "a trial buy with a contract",
    "POST",
    () => `/datasets/${datasetId}/buy`,
    () => buyer,
    () => ({ trial: true, payment_method_id: "pm_none", acceptance: contracts[0]?.[1] }),
  ],
  [
    "an access form of 900 answers",
    "POST",
    () => `/datasets/${datasetId}/access-requests`,
    () => buyer,
    () => ({ answers: list(900, () => times("a", 200)) }),
  ],
  [
    "a gate of 900 questions",
    "PUT",
    () => `/listings/${datasetId}/gate`,
    () => seller,
    () => ({ questions: list(600, () => times("\u0301", 90)) }),
  ],
  [
    "an offer's note of marks",
    "POST",
    () => `/datasets/${datasetId}/private-offers`,
    () => buyer,
    () => ({ price_cents: 700, note: times("a\u0301\u0323", 30_000) }),
  ],
];

test.each(terms.map((of) => [of[0], of] as const))(
  "%s is answered, and refused with a reason if at all",
  async (name, [, method, path, token, body]) => {
    const sent = JSON.stringify(body());
    const answer = await child.measure(`deals, ${name}`, async () => {
      const headers = { authorization: `Bearer ${token()}`, "content-type": "application/json" };
      const response = await fetch(base + path(), { method, headers, body: sent });
      return { status: response.status, text: await response.text() };
    });
    expect(answer.status).toBeGreaterThanOrEqual(200);
    expect(answer.status).toBeLessThan(500);
    if (answer.status >= 400) expect(answer.text).toContain('"code":');
  },
);

test.each(contracts)("a form with %s is answered in words", async (name, acceptance) => {
  const fields = new URLSearchParams({
    ...{ form_token: visitor.formToken, payment_method_id: cardId, once: crypto.randomUUID() },
    acceptance_json: JSON.stringify(acceptance),
  });
  for (const path of [`/account/datasets/${datasetId}/buy`, `/account/datasets/${auctionId}/bid`]) {
    const answer = await child.measure(`deals, a form at ${path} with ${name}`, async () => {
      const headers = { ...visitor.headers, "content-type": "application/x-www-form-urlencoded" };
      const init = {
        method: "POST",
        headers,
        body: fields.toString(),
        redirect: "manual",
      } as const;
      const response = await fetch(base + path, init);
      return { status: response.status, text: await response.text() };
    });
    expect(answer.status).toBeLessThan(500);
    expect(answer.status).not.toBe(404);
    if (answer.status !== 303) expect(answer.text).toContain("<h1");
  }
});

const copies = 100;
const sketched: AcceptanceTerms = {
  schema: [
    {
      properties: list(20, (column) => ({
        name: `c${column}`,
        quality: [
          {
            metric: "matchedValues",
            mustBeGreaterThan: 1,
            arguments: { sketch: sketchValues(list(2000, String)) },
          },
        ],
      })),
    },
  ],
};
/** As many columns, checks and tables as there may be, in as many characters. */
const wordy = {
  schema: list(5, (table) => ({
    name: `${table}${times("a", 20)}`,
    quality: list(4, () => condition(`SELECT count(*)${times("+1", 36)} FROM {object}`)),
    properties: list(20, (column) => ({
      name: `${column}${times("b", 8)}`,
      logicalType: "timestamp",
    })),
  })),
};

test("pages full of the largest contracts are answered", async () => {
  const { db } = money.api;
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${buyer}`, "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    const response = await fetch(base + path, init);
    const made = (await response.json()) as { id: string };
    if (response.status !== 201) throw new Error(JSON.stringify(made).slice(0, 1000));
    return made.id;
  };
  const bounty = { acceptance: wordy, prize_cents: 1000, payment_method_id: cardId };
  const requestId = await post("/requests", { title: "Rows", description: "Rows.", bounty });
  const plan = { plan: "month", payment_method_id: cardId };
  await post(`/datasets/${plannedId}/buy`, plan);
  await post(`/datasets/${auctionId}/bids`, { max_amount_cents: 3000 });
  await db.update(subscriptions).set({ acceptance: sketched });
  await db.update(bids).set({ acceptance: sketched });
  await db.transaction(async (tx) => {
    const count = copies;
    await copyRows(tx, "data_requests", { where: sql`original.id = ${requestId}`, count });
    const isPurse = sql`id = (select purse_id from bounties where request_id = ${requestId})`;
    const changes = { payment_intent_id: sql`'pi_' || g`, settle_due_at: sql`null` };
    await copyRows(tx, "purses", { where: isPurse, count, changes });
    await tx.execute(sql`insert into bounties (request_id, purse_id, mode, prize_cents, winners,
        terms, probes, created_at)
      select request.id, purse.id, mode, prize_cents, winners, terms, probes, bounty.created_at
      from bounties as bounty,
        (select id, row_number() over () as at from data_requests where id <> ${requestId}) as request
        join (select id, row_number() over () as at from purses
          where id not in (select purse_id from bounties)) as purse using (at)
      where bounty.request_id = ${requestId}`);
    const ended = { state: sql`'ended'`, ended_at: sql`now()`, end_cause: sql`'cancelled'` };
    const where = sql`listing_id = ${plannedId}`;
    await copyRows(tx, "subscriptions", {
      ...{ where, count },
      changes: { ...ended, next_step_at: sql`null` },
    });
  });
  const pages = ["/requests", "/requests/mine", "/subscriptions", "/bids", "/purchases"];
  for (const page of pages) {
    const answer = await child.measure(`deals, a page of ${page}`, async () => {
      const headers = { authorization: `Bearer ${buyer}` };
      const response = await fetch(`${base}${page}?limit=100`, { headers });
      return { status: response.status, text: await response.text() };
    });
    expect([page, answer.status]).toEqual([page, 200]);
    expect(answer.text).toContain('"items":[{');
  }
  for (const page of ["/requests", "/account/requests", "/account/subscriptions"]) {
    const answer = await child.measure(`deals, a page of ${page} as HTML`, async () => {
      const response = await fetch(base + page, {
        headers: { ...visitor.headers, accept: "text/html" },
      });
      return { status: response.status, text: await response.text() };
    });
    expect([page, answer.status]).toEqual([page, 200]);
  }
}, 60_000);
