/**
 * No deal's terms may block other callers: the largest terms that are read, from a buyer, a seller and a poster who
 * own what they name. bench/edge/event-loop.ts measures what each costs the event loop.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { listings } from "../../../db/schema/index.ts";
import { trialListing } from "../../market/trial/rows.ts";
import { agentTokenOf } from "../../support/agents.ts";
import { type Money, openMoney } from "../../support/money.ts";
import { newKey } from "../../support/operators.ts";
import { type MeasuredProcess, startMeasured } from "../../support/programs/measured-process.ts";
import { testEnv } from "../../support/stack.ts";

let money: Money;
let child: MeasuredProcess;
let base: string;
let seller: string;
let buyer: string;
let datasetId: string;
let otherId: string;

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
  });
  base = `http://127.0.0.1:${env.API_PORT}`;
  const isReady = async () => (await fetch(`${base}/health/ready`)).ok;
  child = await startMeasured("api/main.ts", env, isReady);
  seller = await agentTokenOf(api, money.seller.agentId);
  const key = { scopes: ["purchase" as const, "message" as const, "read" as const] };
  buyer = (await newKey(api, money.buyer.owner, key)).secret;
  datasetId = await trialListing(money);
  otherId = await trialListing(money);
  await api.db
    .update(listings)
    .set({ rowCount: 200, columnCount: 4 })
    .where(eq(listings.id, datasetId));
}, 90_000);

afterAll(async () => {
  await child.stop();
  await money.close();
});

const times = (text: string, count: number) => text.repeat(count);
const list = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => item(index));
const quality = (rules: object[]) => ({ schema: [{ quality: rules }] });
const query = (sql: string) => quality([{ type: "sql", query: sql, mustBe: 0 }]);

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
    // No query process runs, which the contracts that are sound would be checked by.
    if (!answer.text.includes('"code":"queries_unavailable"'))
      expect(answer.status).toBeLessThan(500);
    if (answer.status >= 400) expect(answer.text).toContain('"code":');
  },
);
