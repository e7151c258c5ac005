/** Bundles by REST: one charge, a purchase for each dataset, and what refuses an order. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { findPurse } from "../../../db/queries/purchases/purses.ts";
import { bundleItems, bundles, listings, outbox, purchases } from "../../../db/schema/index.ts";
import { settleDuePurses } from "../../../market/purchase/settlement/settle-due-purchases.ts";
import { sellerAgent } from "../../support/agents.ts";
import type { Json } from "../../support/api.ts";
import { silentLog } from "../../support/log-lines.ts";
import { newPayingBuyer, offer, testMoney } from "../../support/money.ts";
import { readPdf } from "../../support/read-pdf.ts";
import { eventually } from "../../support/stack.ts";
import { orderBundle } from "./support.ts";

setDefaultTimeout(120_000);

const declinedCard = "pm_card_chargeCustomerFail";
const money = await testMoney();
const { api } = money;
const seller = await sellerAgent(api);

type Token = { token: string };
const post = (path: string, { token }: Token, body: Json = {}, headers = {}) =>
  api.send("POST", path, { token, body, headers });
const read = (path: string, by?: Token) => api.send("GET", path, by ?? {});
const listing = (by: { agentId: string } = seller) => offer(api, by);
type NewBuyer = Parameters<typeof newPayingBuyer>[2];
const newBuyer = (given: NewBuyer = {}) => newPayingBuyer(api, money.provider, given);
type Buyer = Awaited<ReturnType<typeof newBuyer>>;

const create = (ids: string[], fields: Json = {}) =>
  post("/bundles", seller, { title: "Two", price_cents: 1500, dataset_ids: ids, ...fields });
async function bundle(ids?: string[], fields: Json = {}) {
  const datasets = ids ?? [await listing(), await listing()];
  const answer = await create(datasets, fields);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return { id: String(answer.body.id), datasets };
}
const end = (id: string, { token }: Token = seller) =>
  api.send("DELETE", `/bundles/${id}`, { token });
const partsOf = async (by: Token, id: unknown) =>
  (await read(`/purchases?bundle_purchase_id=${id}`, by)).body.items as Json[];
const buy = (by: Buyer, id: string, more: Json = {}, headers = {}) =>
  post(`/bundles/${id}/buy`, by, { payment_method_id: by.cardId, ...more }, headers);
const reprice = (id: string, price_cents: number) =>
  api.send("PATCH", `/listings/${id}`, { token: seller.token, body: { price_cents } });
const withdraw = (id: string) => post(`/listings/${id}/withdraw`, seller);
const countOf = ({ operator }: Buyer) =>
  api.db.$count(purchases, eq(purchases.accountId, operator.accountId));

test("a buyer pays a bundle with one charge, and each dataset is a purchase at its share", async () => {
  const [buyer, { id, datasets }] = [await newBuyer(), await bundle()];
  const shown = await read(`/bundles/${id}`);
  expect(shown.body).toMatchObject({ status: "open", price_cents: 1500, separate_cents: 2000 });
  expect((shown.body.datasets as Json[]).map((one) => one.share_cents)).toEqual([750, 750]);
  const answer = await buy(buyer, id, { expected_price_cents: 1500 });
  expect(answer).toMatchObject({ status: 201, body: { status: "paid", bundle_id: id } });
  const parts = answer.body.purchases as Json[];
  expect(parts.map((one) => [one.dataset_id, one.price_cents])).toEqual(
    datasets.map((dataset) => [dataset, 750]),
  );
  const part = await read(`/purchases/${parts[0]?.id}`, buyer);
  expect(part.body).toMatchObject({
    status: "in_escrow",
    bundle_purchase_id: answer.body.id,
    price_cents: 750,
  });
  expect(answer.headers.get("location")).toEndWith(
    `/purchases?bundle_purchase_id=${answer.body.id}`,
  );
  const purse = await findPurse(api.db, String(answer.body.id));
  expect(purse).toMatchObject({ state: "released", allottedCents: 1500, refundCents: 0 });
  const ids = [String(answer.body.id), ...parts.map((one) => String(one.id))];
  const mails = await api.db
    .select({ notice: sql<string>`${outbox.payload}->>'notice'` })
    .from(outbox)
    .where(
      sql`coalesce(${outbox.payload}->>'purchase_id', ${outbox.payload}->>'purse_id') in ${ids}`,
    );
  expect(mails.map(({ notice }) => notice).toSorted()).toEqual(["bundle_bought", "bundle_sold"]);
  const own = (await partsOf(buyer, answer.body.id)).map((one) => one.dataset_id);
  expect(own.toSorted()).toEqual(datasets.toSorted());
  expect(await partsOf(await newBuyer(), answer.body.id)).toEqual([]);
  const download = await read(`/purchases/${parts[0]?.id}/download-url`, buyer);
  expect(download.status).toBe(200);
  const path = `/purchases/${parts[0]?.id}/receipt`;
  const receipt = await read(path, buyer);
  const shared = { kind: "bundle", cents: 1500 };
  expect(receipt.body).toMatchObject({ price_cents: 750, shared_charge: shared });
  const headers = { authorization: `Bearer ${buyer.token}` };
  const address = `${api.config.PUBLIC_BASE_URL}${path}?format=pdf`;
  const pdf = await api.fetch(new Request(address, { headers }));
  const { text } = await readPdf(await pdf.bytes());
  expect(text).toContain("Shared charge $15.00 for the whole bundle");
});

test("a dataset's detail names its open bundles, until one ends or saves nothing any more", async () => {
  const { id, datasets } = await bundle();
  const [a = "", b = ""] = datasets;
  const named = async (of: string) => (await read(`/datasets/${of}`)).body.bundles;
  /** A busy process may answer a change before it drops what it cached. */
  const expectNamed = (of: string, bundles: Json[]) =>
    eventually(async () => {
      expect(await named(of)).toEqual(bundles);
      return true;
    });
  const offered = { id, title: "Two", price_cents: 1500, saving_cents: 500 };
  await expectNamed(a, [offered]);
  await expectNamed(b, [offered]);
  expect((await reprice(a, 900)).status).toBe(200);
  await expectNamed(b, [{ ...offered, saving_cents: 400 }]);
  expect((await reprice(a, 500)).status).toBe(200);
  await expectNamed(b, []);
  expect((await read(`/bundles/${id}`)).body.status).toBe("unavailable");
  await reprice(a, 2000);
  await expectNamed(b, [{ ...offered, saving_cents: 1500 }]);
  await withdraw(a);
  await expectNamed(b, []);
  const { body } = await read(`/bundles/${id}`);
  expect(body).toMatchObject({ status: "unavailable", separate_cents: null });
  expect((body.datasets as Json[])[0]).toMatchObject({ title: null, price_cents: null });
});

test("the lists of a dataset and of a seller show what is open, and each status alone", async () => {
  const { id, datasets } = await bundle();
  const [a = ""] = datasets;
  const ids = async (query: string) =>
    ((await read(`/bundles?${query}`)).body.items as Json[]).map((one) => one.id);
  const seen = (await read(`/bundles/${id}`)).body.seller as Json;
  expect(await ids(`dataset_id=${a}`)).toEqual([id]);
  expect(await ids(`seller_id=${seen.id}&limit=1`)).toEqual([id]);
  expect(await ids(`dataset_id=${a}&status=ended`)).toEqual([]);
  const ended = await end(id);
  expect(ended.body).toMatchObject({ status: "ended", ended_at: expect.any(String) });
  expect((await end(id)).body).toEqual(ended.body);
  expect(await ids(`dataset_id=${a}`)).toEqual([]);
  expect(await ids(`dataset_id=${a}&status=ended`)).toEqual([id]);
  expect((await read(`/datasets/${a}`)).body.bundles).toEqual([]);
  const stranger = await sellerAgent(api);
  expect((await end(id, stranger)).body.code).toBe("bundle_not_found");
});

test("a list counts up to a thousand bundles, and finds unavailable ones of one party only", async () => {
  const { agentId } = await sellerAgent(api);
  const ended = { agentId, title: "Old", priceCents: 1500, createdAt: new Date() };
  const rows = Array.from({ length: 1001 }, () => ({ ...ended, id: v7(), endedAt: new Date() }));
  await api.db.insert(bundles).values(rows);
  const item = { position: 0, listingId: await listing() };
  await api.db.insert(bundleItems).values(rows.map(({ id: bundleId }) => ({ ...item, bundleId })));
  const listed = await read(`/bundles?status=ended&seller_id=${agentId}&limit=1`);
  expect(listed.body.pagination).toMatchObject({ total: 1000, total_is_exact: false });
  expect((await read("/bundles?status=unavailable")).body.code).toBe("invalid_request");
  const none = await read(`/bundles?status=unavailable&seller_id=${agentId}`);
  expect(none.body.pagination).toMatchObject({ total: 0, total_is_exact: true });
});

test("a bundle needs two or more own datasets on sale, and has to save something", async () => {
  const [a, b] = [await listing(), await listing()];
  const strange = await listing(await sellerAgent(api));
  const faults = async (ids: string[], fields: Json = {}) =>
    ((await create(ids, fields)).body.errors as Json[]).map((one) => one.pointer);
  expect(await faults([a])).toEqual(["/dataset_ids"]);
  expect(await faults([a, a])).toEqual(["/dataset_ids/1"]);
  expect(await faults([a, strange])).toEqual(["/dataset_ids/1"]);
  expect(await faults([a, b], { price_cents: 2000 })).toEqual(["/price_cents"]);
  expect(await faults([a, b], { price_cents: 49 })).toEqual(["/price_cents"]);
  await withdraw(b);
  expect(await faults([a, b])).toEqual(["/dataset_ids/1"]);
});

test("an ended bundle, a withdrawn dataset and a saving that is gone are refused", async () => {
  const buyer = await newBuyer();
  const [ended, gone, cheap] = [await bundle(), await bundle(), await bundle()];
  await end(ended.id);
  await withdraw(gone.datasets[1] ?? "");
  await reprice(cheap.datasets[0] ?? "", 500);
  for (const { id } of [ended, gone, cheap]) {
    const { status, body } = await buy(buyer, id);
    expect([status, body.code]).toEqual([409, "bundle_not_available"]);
  }
  const changed = await buy(buyer, (await bundle()).id, { expected_price_cents: 1400 });
  expect(changed.body).toMatchObject({ code: "price_changed", current_price_cents: 1500 });
  expect(await countOf(buyer)).toBe(0);
});

test("a dataset that the buyer has is named, and nothing of the bundle is bought", async () => {
  const [buyer, { id, datasets }] = [await newBuyer(), await bundle()];
  const [a = "", b = ""] = datasets;
  await post(`/datasets/${b}/buy`, buyer, { payment_method_id: buyer.cardId });
  const { status, body } = await buy(buyer, id);
  expect([status, body.code]).toEqual([400, "already_purchased"]);
  expect(String(body.detail)).toStartWith(`Dataset ${b}: `);
  expect(await countOf(buyer)).toBe(1);
  expect((await read(`/purchases?dataset_id=${a}`, buyer)).body.items).toEqual([]);
});

test("the key's limits hold for the whole price and each category", async () => {
  const { id } = await bundle();
  const codes = async (key: object) => (await buy(await newBuyer({ key }), id)).body.code;
  expect(await codes({ max_per_purchase_cents: 1499 })).toBe("spend_limit_exceeded");
  expect(await codes({ budget_cents: 1499, budget_period: "month" })).toBe("spend_limit_exceeded");
  expect(await codes({ categories: ["images"] })).toBe("category_not_allowed");
  expect(await codes({ scopes: ["read"] })).toBe("scope_missing");
  const exact = { max_per_purchase_cents: 1500, confirm_above_cents: 1500 };
  const budget = { budget_cents: 1500, budget_period: "month" as const };
  const buyer = await newBuyer({ key: { ...exact, ...budget } });
  expect((await buy(buyer, id)).status).toBe(201);
  const other = await listing();
  const spent = await post(`/datasets/${other}/buy`, buyer, { payment_method_id: buyer.cardId });
  expect(spent.body.code).toBe("spend_limit_exceeded");
});

test("a seller cannot buy their own bundle, and a foreign card is refused once", async () => {
  const [buyer, other, { id }] = [await newBuyer(), await newBuyer(), await bundle()];
  const { status, body } = await buy(buyer, id, { payment_method_id: other.cardId });
  expect([status, body.code]).toEqual([400, "payment_method_unknown"]);
  expect(body.errors).toHaveLength(1);
});

test("a declined card leaves nothing bought, and another card buys it", async () => {
  const [poor, { id }] = [await newBuyer({ card: declinedCard }), await bundle()];
  const { status, body } = await buy(poor, id);
  expect([status, body.code]).toEqual([402, "payment_declined"]);
  const rows = await api.db
    .select({ state: purchases.state, cents: purchases.priceCents })
    .from(purchases)
    .where(eq(purchases.accountId, poor.operator.accountId));
  expect(rows).toEqual([
    { state: "payment_failed", cents: 750 },
    { state: "payment_failed", cents: 750 },
  ]);
  expect((await buy(await newBuyer(), id)).status).toBe(201);
});

test("two orders of one buyer at once buy it once; so do two with one idempotency key", async () => {
  const [buyer, { id }] = [await newBuyer(), await bundle()];
  const answers = await Promise.all([buy(buyer, id), buy(buyer, id)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400]);
  expect(await countOf(buyer)).toBe(2);
  const [other, headers] = [await newBuyer(), { "idempotency-key": "one-bundle" }];
  const first = await buy(other, id, {}, headers);
  const repeat = await buy(other, id, {}, headers);
  expect(repeat.body).toEqual(first.body);
  expect(repeat.headers.get("idempotent-replayed")).toBe("true");
  expect(await countOf(other)).toBe(2);
});

test("if the process dies before the charge, the clock pays the bundle once", async () => {
  const [buyer, { id }] = [await newBuyer(), await bundle()];
  const body = { payment_method_id: buyer.cardId };
  const purse = await orderBundle(api, buyer.operator, id, body);
  const states = async () => (await partsOf(buyer, purse.id)).map((one) => one.status);
  expect(await states()).toEqual(["payment_pending", "payment_pending"]);
  const now = () => new Date(Date.now() + api.clock.skewMs + 120_000);
  await settleDuePurses({ ctx: { ...api.ctx, now }, log: silentLog });
  expect(await states()).toEqual(["in_escrow", "in_escrow"]);
  const [first] = await partsOf(buyer, purse.id);
  const late = await post(`/purchases/${first?.id}/cancel`, buyer);
  expect(late.body.code).toBe("purchase_not_cancellable");
});

test("cancelling one unpaid purchase cancels the whole bundle, and its budget returns", async () => {
  const key = { budget_cents: 1500, budget_period: "month" as const };
  const [buyer, { id }] = [await newBuyer({ key }), await bundle()];
  const body = { payment_method_id: buyer.cardId };
  const purse = await orderBundle(api, buyer.operator, id, body);
  expect((await buy(buyer, id)).body.code).toBe("purchase_in_progress");
  const [, second] = await partsOf(buyer, purse.id);
  const stranger = await post(`/purchases/${second?.id}/cancel`, await newBuyer());
  expect(stranger.body.code).toBe("purchase_not_yours");
  const cancelled = await post(`/purchases/${second?.id}/cancel`, buyer);
  expect(cancelled.body).toMatchObject({ id: second?.id, status: "cancelled" });
  const states = (await partsOf(buyer, purse.id)).map((one) => one.status);
  expect(states).toEqual(["cancelled", "cancelled"]);
  expect((await buy(buyer, id)).status).toBe(201);
});

test("a bundle is made while all listings of its agent are locked in the order of their ids", async () => {
  const [low = "", high = ""] = [await listing(), await listing()].sort();
  const lock = (tx: typeof api.db, id: string) =>
    tx.select({ id: listings.id }).from(listings).where(eq(listings.id, id)).for("update");
  const making = await api.db.transaction(async (tx) => {
    await lock(tx, low);
    const made = create([high, low]);
    await eventually(async () => (await lockWaiters()) > 0);
    await lock(tx, high);
    return { made };
  });
  expect((await making.made).status).toBe(201);
});

async function lockWaiters(): Promise<number> {
  const rows = await api.db.execute(sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return rows.length;
}
