/**
 * Counted limits under concurrency: the last call within the limit succeeds, whoever calls at the
 * same moment.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { API_KEYS_PER_ACCOUNT_MAX } from "../../../market/account/limits.ts";
import { PRICE_CHANGES_PER_DAY_MAX } from "../../../market/listing/limits.ts";
import { MESSAGES_PER_ACCOUNT_PER_HOUR_MAX } from "../../../market/message/limits.ts";
import { OPEN_DATA_REQUESTS_PER_ACCOUNT_MAX } from "../../../market/request/limits.ts";
import { REVIEW_WORDINGS_MAX } from "../../../market/review/limits.ts";
import { WEBHOOKS_PER_PRINCIPAL_MAX } from "../../../market/webhook/limits.ts";
import type { Answer, Json } from "../../support/api.ts";
import { newBuyer, paidListing, purchaseOf, testMarket } from "../../support/market.ts";
import { newKey, refusalOf } from "../../support/operators.ts";

setDefaultTimeout(120_000);

const plenty = "100000";
const market = await testMarket({
  RATE_LIMIT_OPERATOR_PER_MINUTE: plenty,
  RATE_LIMIT_AGENT_PER_MINUTE: plenty,
});
const { api, seller } = market;
const buyer = await newBuyer(api);
const dataset = await paidListing(market);
await purchaseOf({ ...market, buyer }, dataset, "released");

const send = (method: string, path: string, token: string, body: Json) =>
  api.send(method, path, { token, body });

type Row = [name: string, max: number, code: string, call: (at: number) => Promise<Answer>];

const rows: Row[] = [
  [
    "webhooks",
    WEBHOOKS_PER_PRINCIPAL_MAX,
    "limit_reached",
    (at) => send("POST", "/webhooks", buyer.token, { url: `https://a.example/${at}` }),
  ],
  [
    "open data requests",
    OPEN_DATA_REQUESTS_PER_ACCOUNT_MAX,
    "limit_reached",
    (at) => send("POST", "/requests", buyer.token, { title: `Wanted ${at}`, description: "x" }),
  ],
  [
    "wordings of a review",
    REVIEW_WORDINGS_MAX,
    "limit_reached",
    (at) =>
      send("PUT", `/datasets/${dataset}/review`, buyer.token, { stars: 3, text: `Word ${at}` }),
  ],
  [
    "changes of a price",
    PRICE_CHANGES_PER_DAY_MAX,
    "rate_limited",
    (at) => send("PATCH", `/listings/${dataset}`, seller.token, { price_cents: 500 + at }),
  ],
  [
    "messages",
    MESSAGES_PER_ACCOUNT_PER_HOUR_MAX,
    "rate_limited",
    (at) => send("POST", `/datasets/${dataset}/messages`, buyer.token, { message: `Word ${at}` }),
  ],
];

test.each(rows)(
  "%s: as many as the limit of those that come at once",
  async (_name, max, code, call) => {
    for (let at = 2; at < max; at++) expect((await call(at)).status).toBeLessThan(300);
    const raced = await Promise.all(Array.from({ length: 6 }, (_, at) => call(max + at)));
    const codes = raced.map(({ status, body }) => (status < 300 ? "taken" : String(body.code)));
    expect(codes.sort()).toEqual([code, code, code, code, "taken", "taken"].sort());
    const refused = raced.filter(({ status }) => status >= 300);
    const untold = refused.filter(
      ({ body }) => !new RegExp(`\\b${max}\\b`).test(String(body.detail)),
    );
    expect(untold).toEqual([]);
  },
);

test("keys of an account: as many as the limit of those that are made at once", async () => {
  const { owner } = buyer;
  for (let at = 3; at < API_KEYS_PER_ACCOUNT_MAX; at++) await newKey(api, owner);
  const raced = await Promise.allSettled(Array.from({ length: 6 }, () => newKey(api, owner)));
  expect(raced.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect(await refusalOf(newKey(api, owner))).toMatchObject({ code: "limit_reached" });
});
