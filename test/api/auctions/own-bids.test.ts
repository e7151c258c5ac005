/** An operator's own bids in all auctions: where it leads, what it won, and what it has to pay. */
import { expect, setDefaultTimeout, test } from "bun:test";
import type { Json } from "../../support/api.ts";
import { newAuction } from "../../support/auctions.ts";
import { type MoneyBuyer, testMoney } from "../../support/money.ts";
import { newKey } from "../../support/operators.ts";
import { bidOrThrow, newPayingBidder, purchasesOf, runOut } from "../../support/paid-auctions.ts";

setDefaultTimeout(60_000);

const money = await testMoney({ webhooks: false });
const { api, provider, seller } = money;

async function list({ token }: Pick<MoneyBuyer, "token">, query = ""): Promise<Json[]> {
  const { status, body, text } = await api.send("GET", `/bids${query}`, { token });
  if (status !== 200) throw new Error(text);
  return body.items as Json[];
}
const datasets = (items: Json[]) => items.map(({ dataset }) => (dataset as Json).id);

test("open auctions show the leader and the next minimum bid, and nobody else's maximum", async () => {
  const ada = await newPayingBidder(api, provider);
  const bob = await newPayingBidder(api, provider);
  const id = await newAuction(api, seller);
  await bidOrThrow(api, ada, id, 5_011);
  await bidOrThrow(api, bob, id, 3_000);
  expect(await list(ada)).toMatchObject([
    {
      dataset: { id },
      status: "leading",
      max_amount_cents: 5_011,
      minimum_bid_cents: 5_012,
      auction: { current_price_cents: 3_100 },
      offer: null,
    },
  ]);
  const [outbid] = await list(bob);
  expect(outbid).toMatchObject({ status: "outbid", minimum_bid_cents: 3_200 });
  expect(JSON.stringify(outbid)).not.toMatch(/:5011\b|50\.11/);
});

test("closed auctions show wins, payments with deadlines and losses, by filters and pages", async () => {
  const ada = await newPayingBidder(api, provider);
  const poor = await newPayingBidder(api, provider, { card: "pm_card_chargeCustomerFail" });
  const [paid, unpaid] = [await newAuction(api, seller), await newAuction(api, seller)];
  await bidOrThrow(api, ada, paid, 5_000);
  await bidOrThrow(api, poor, paid, 3_000);
  await bidOrThrow(api, poor, unpaid, 4_000);
  await runOut(api, 24.1);
  const open = await newAuction(api, seller);
  await bidOrThrow(api, poor, open, 2_000);
  const [purchase] = await purchasesOf(api, paid);
  expect(await list(ada)).toMatchObject([
    { status: "paid", minimum_bid_cents: null, offer: { purchase_id: purchase?.id } },
  ]);
  expect((await list(poor)).map(({ status }) => status)).toEqual(["leading", "to_pay", "lost"]);
  const [due] = await list(poor, "?status=to_pay");
  expect(due).toMatchObject({ dataset: { id: unpaid }, offer: { status: "unpaid" } });
  const { due_at = "" } = (due?.offer ?? {}) as { due_at?: string };
  expect(Date.parse(due_at)).toBeGreaterThan(Date.now());
  expect(datasets(await list(poor, "?status=open"))).toEqual([open]);
  expect(datasets(await list(poor, "?status=lost"))).toEqual([paid]);
  expect(datasets(await list(ada, "?status=won"))).toEqual([paid]);
  expect(datasets(await list(poor, `?dataset_id=${unpaid}`))).toEqual([unpaid]);
  const other = await newKey(api, poor.owner, { scopes: ["read"] });
  const first = await api.send("GET", "/bids?limit=2", { token: other.secret });
  const { next_cursor } = first.body.pagination as { next_cursor: string };
  expect(datasets(await list(poor, `?limit=2&cursor=${next_cursor}`))).toEqual([paid]);
});
