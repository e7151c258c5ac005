/**
 * Search cursors in every order: valid cursors continue the list, and altered ones are refused by
 * name.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import type { Json } from "../../support/api.ts";
import { paidListing, testMarket } from "../../support/market.ts";
import { postedRequest } from "../../support/requests.ts";

setDefaultTimeout(60_000);

const { api, seller, buyer } = await testMarket({ RATE_LIMIT_PUBLIC_PER_MINUTE: "10000" });
for (let at = 0; at < 3; at++) {
  await paidListing({ api, seller }, `a,b\n1,${at}\n`);
  await postedRequest(api, buyer.token, { budget_cents: 100 + at });
}

const orders = [
  "/datasets?sort=newest",
  "/datasets?sort=-newest",
  "/datasets?sort=price",
  "/datasets?sort=-price",
  "/datasets?sort=quality",
  "/datasets?sort=relevance",
  "/datasets?sort=relevance&query=iris",
  "/requests?sort=newest",
  "/requests?sort=budget",
  "/requests?sort=expiring",
];

const walk = (startedAt: number) => [false, startedAt, [], {}, "plain"];
const values = [
  ...["1e400", "1e-400", "99999999999999999999", "2147483648", "-2147483649", "NaN", "1.5e", "+"],
  ...["-1-11-28 13:14:18.083+00", "2026-02-30 00:00:00+00", "9999-99-99 00:00:00+00"],
  ...["0000-01-01 00:00:00+00", "2026-11-28 25:00:00+00", "2026-11-28", "T", "::", "e"],
];

async function read(path: string) {
  const { status, body } = await api.send("GET", path);
  return { status, code: body.code, items: body.items as Json[], page: body.pagination as Json };
}

test("a walk goes on to its end, and a place that is none of its order is refused", async () => {
  const untrue: unknown[] = [];
  for (const order of orders) {
    const whole = (await read(`${order}&limit=10`)).items.map(({ id }) => id);
    const first = await read(`${order}&limit=1`);
    const own = String(first.page.next_cursor);
    const rest = await read(`${order}&limit=10&cursor=${own}`);
    expect([order, rest.items.map(({ id }) => id)]).toEqual([order, whole.slice(1)]);
    const [sort, value, id] = JSON.parse(Buffer.from(own, "base64url").toString()) as string[];
    const changed = [
      ...values.map((other) => [sort, other, id, null]),
      [sort, value, id, walk(8_640_000_000_000_000)],
    ];
    for (const parts of changed) {
      const cursor = Buffer.from(JSON.stringify(parts)).toString("base64url");
      const { status, code } = await read(`${order}&limit=1&cursor=${cursor}`);
      if (status === 400 && code === "invalid_request") continue;
      // Another number is a valid value here.
      const isNumber = /quality|query/.test(order) && /^-?\d+$/.test(String(parts[1]));
      if (isNumber && status === 200) continue;
      untrue.push([order, parts, status]);
    }
  }
  expect(untrue).toEqual([]);
});
