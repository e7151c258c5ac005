/** Purchases with an acceptance contract, against the payment stand-in and a query process. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { storeJoinColumns } from "../../../db/queries/search/join-columns.ts";
import { acceptances, listings, twinJobs, twins } from "../../../db/schema/index.ts";
import { freePort } from "../../../dev/parts/ports.ts";
import { joinKeyOf } from "../../../market/profile/join/join-key.ts";
import { evaluateDueAcceptances } from "../../../market/query/acceptance/evaluate-due.ts";
import { findSaleAcceptance } from "../../../market/query/acceptance/read.ts";
import { openQueries } from "../../../platform/query/open-queries.ts";
import type { Queries } from "../../../platform/query/port.ts";
import { sketchValues } from "../../../sdk/src/value-sketch.ts";
import { readTermsForm, termsOf } from "../../../site/kit/terms-form.ts";
import { agentTokenOf } from "../../support/agents.ts";
import { newAuction, readAuction } from "../../support/auctions.ts";
import { forFile } from "../../support/for-file.ts";
import { csvOf, joinColumnsOfCsv } from "../../support/joinable.ts";
import {
  balancesOf,
  newPayingBuyer,
  offer,
  openMoney,
  postingsOf,
  readRow,
  runClock,
} from "../../support/money.ts";
import { newPayingBidder, readAwards, readListing, runOut } from "../../support/paid-auctions.ts";
import { giveTwin, irisParquet, serveQueries } from "../../workers/query/query-world.ts";

setDefaultTimeout(120_000);

const QUERY_URL = `http://127.0.0.1:${await freePort()}`;
const money = await openMoney({ env: { QUERY_URL } });
await forFile(Promise.resolve({ close: () => money.close() }));
const { api, provider, seller } = money;
await forFile(serveQueries(api, { children: 1 }));
const irises = await irisParquet();
const columns = [
  { name: "id", type: "integer" as const },
  { name: "species", type: "string" as const },
  { name: "day", type: "date" as const },
];

async function irisListing(made: Promise<string> = offer(api, seller)): Promise<string> {
  const listing = await made;
  const uploadId = await giveTwin(api, listing, irises);
  await api.db.update(twins).set({ columns }).where(eq(twins.uploadId, uploadId));
  await api.db
    .update(listings)
    .set({ rowCount: 200, columnCount: 4 })
    .where(eq(listings.id, listing));
  return listing;
}

const rows = (mustBe: number) => ({ quality: [{ metric: "rowCount", mustBe }] });
const buyer = () => newPayingBuyer(api, provider);
type Buyer = Awaited<ReturnType<typeof buyer>>;

const buy = (by: Buyer, listing: string, table: object) =>
  api.send("POST", `/datasets/${listing}/buy`, {
    token: by.token,
    headers: { "idempotency-key": crypto.randomUUID() },
    body: { payment_method_id: by.cardId, acceptance: { schema: [table] } },
  });
const buyWith = (by: Buyer, listing: string, acceptance: unknown) =>
  api.send("POST", `/datasets/${listing}/buy`, {
    token: by.token,
    headers: { "idempotency-key": crypto.randomUUID() },
    body: { payment_method_id: by.cardId, acceptance },
  });
const evaluate = (queries: Queries | null = openQueries(api.config), hours = 0) =>
  evaluateDueAcceptances(
    { ...api.ctx, now: () => new Date(Date.now() + hours * 3_600_000) },
    queries,
    { rowsMax: 10 },
  );
const get = (by: Buyer, path: string) => api.send("GET", path, { token: by.token });

test("a contract waits for a Parquet file that is being written", async () => {
  const by = await buyer();
  const listing = await irisListing();
  const [row] = await api.db.select().from(listings).where(eq(listings.id, listing));
  const isOfFile = eq(twins.uploadId, row?.currentUploadId ?? "");
  const [twin] = await api.db.delete(twins).where(isOfFile).returning();
  if (twin === undefined) throw new Error("there is no Parquet file");
  const ofJob = eq(twinJobs.uploadId, twin.uploadId);
  await api.db.update(twinJobs).set({ dueAt: new Date(), finishedAt: null }).where(ofJob);
  const refused = await buy(by, listing, rows(200));
  expect([refused.status, refused.body.code]).toEqual([503, "queries_unavailable"]);
  expect(refused.body.detail).toContain("is being written");
  expect(refused.body.retry_after).toBeGreaterThan(0);
  const bought = buy(by, listing, rows(200));
  await api.db.transaction(async (tx) => {
    await tx.insert(twins).values(twin);
    await tx.update(twinJobs).set({ dueAt: null, finishedAt: new Date() }).where(ofJob);
  });
  expect((await bought).status).toBe(201);
});

test("values that no query process would read are refused with their place", async () => {
  const by = await buyer();
  const listing = await irisListing();
  const validValues = Array.from({ length: 100 }, (_, at) => `${at}${"x".repeat(60)}`);
  const check = { metric: "invalidValues", arguments: { validValues }, mustBe: 0 };
  const table = { properties: [{ name: "species", quality: [check] }] };
  const { status, body } = await buy(by, listing, table);
  expect([status, body.code]).toEqual([422, "invalid_acceptance"]);
  expect(body.errors).toMatchObject([
    { pointer: "/acceptance/schema/0/properties/0/quality/0", detail: expect.any(String) },
  ]);
  expect(body.detail).toContain("5000 characters");
});

test("a file that passes is downloadable only then, and its seller is paid at once", async () => {
  const by = await buyer();
  const listing = await irisListing();
  const table = {
    properties: [
      { name: "id", logicalType: "integer", required: true, unique: true },
      {
        name: "species",
        quality: [
          {
            metric: "invalidValues",
            arguments: { validValues: ["setosa", "virginica"] },
            unit: "percent",
            mustBeLessThan: 0.5,
          },
        ],
      },
      {
        name: "day",
        quality: [{ query: "SELECT max({property}) < {today} FROM {object}", mustBe: true }],
      },
    ],
    quality: [{ metric: "rowCount", mustBe: 200 }],
  };
  const bought = await buy(by, listing, table);
  expect(bought.status).toBe(201);
  expect(bought.body).toMatchObject({
    ...{ status: "in_escrow", acceptance: "pending" },
    capabilities: { download: false, confirm: false, dispute: false },
  });
  const path = `/purchases/${bought.body.id}`;
  for (const [method, action] of [
    ["GET", "download-url"],
    ["POST", "confirm"],
  ] as const) {
    const refused = await api.send(method, `${path}/${action}`, { token: by.token });
    expect(refused.body.detail).toContain("evaluat");
  }
  expect((await get(by, `${path}/acceptance`)).body).toMatchObject({
    status: "pending",
    results: [],
  });
  expect(await Promise.all([evaluate(), evaluate()])).toContain(1);
  const after = (await get(by, path)).body;
  expect(after).toMatchObject({
    ...{ status: "released", release_cause: "acceptance_passed", acceptance: "passed" },
    capabilities: { download: true },
  });
  const { results } = (await get(by, `${path}/acceptance`)).body;
  expect(results).toContainEqual(
    expect.objectContaining({ title: "rowCount", figure: 200, passed: true }),
  );
  expect((results as { passed: boolean }[]).every(({ passed }) => passed)).toBe(true);
  await runClock(api);
  expect(await postingsOf(api, String(bought.body.id))).toEqual([
    "captured",
    "released",
    "transferred",
  ]);
  const sale = await api.send("GET", `/agent/sales/${bought.body.id}/acceptance`, {
    token: by.token,
  });
  expect(sale.status).toBe(401);
});

test("conditions that a person states in the form are evaluated", async () => {
  const fields = {
    ...{ acceptance_rows: "200", acceptance_rows_max: "200" },
    ...{ acceptance_column_1: "id", acceptance_unique_1: "true", acceptance_missing_1: "0" },
    ...{ acceptance_from_1: "0", acceptance_to_1: "100,000", acceptance_column_2: "day" },
    ...{ acceptance_from_2: "1900-01-01", acceptance_to_2: "2100-01-01" },
    ...{ acceptance_missing_2: "1", acceptance_days_2: "40,000" },
    ...{ acceptance_column_3: "species", acceptance_from_3: "a", acceptance_to_3: "it's" },
  };
  const terms = termsOf(readTermsForm(new URLSearchParams(fields)));
  const by = await buyer();
  const bought = await buyWith(by, await irisListing(), terms);
  expect(bought.status).toBe(201);
  await evaluate();
  const { body } = await get(by, `/purchases/${bought.body.id}/acceptance`);
  const results = body.results as { title: string; passed: boolean }[];
  expect(results.filter(({ passed }) => !passed).map(({ title }) => title)).toEqual([
    "values outside a to it's",
  ]);
  expect(results).toHaveLength(12);
});

test("a document of the standard as its tools write it decides about a CSV file", async () => {
  const by = await buyer();
  const document = {
    ...{ version: "1.0.0", apiVersion: "v3.1.0", kind: "DataContract", id: "irises" },
    ...{ status: "active", name: "irises", slaProperties: [{ property: "latency", value: 4 }] },
    schema: [
      {
        ...{ name: "Iris_Flowers", physicalType: "table", description: "Flowers of a year." },
        properties: [
          {
            ...{ name: "number", physicalName: "id", primaryKey: true, primaryKeyPosition: 1 },
            ...{ logicalType: "integer", physicalType: "int", description: "Of the flower." },
            quality: [
              {
                ...{ type: "sql", mustBe: 0, dimension: "accuracy", severity: "error" },
                query: "select count(*) from Iris_Flowers where ID < 0 or Id >= 500",
              },
            ],
          },
          {
            ...{ name: "species", logicalType: "string", primaryKey: true },
            quality: [
              {
                ...{ metric: "invalidValues", mustBeLessThan: 1, unit: "percent" },
                arguments: { validValues: ["", null, "setosa", "virginica"] },
              },
            ],
          },
        ],
        quality: [
          { metric: "duplicateValues", arguments: { properties: ["species"] }, mustBe: 198 },
        ],
      },
    ],
  };
  const bought = await buyWith(by, await irisListing(), document);
  expect(bought.status).toBe(201);
  await evaluate();
  const { body } = await get(by, `/purchases/${bought.body.id}/acceptance`);
  expect(body.status).toBe("passed");
  expect(body.results).toHaveLength(8);
  expect(body.results).toContainEqual(
    expect.objectContaining({ title: "duplicateValues of id, species", figure: 0, passed: true }),
  );
  expect(body.terms).toMatchObject({ schema: [{ name: "Iris_Flowers" }] });
});

test("a file that fails is refunded with its figures, and stays closed to its buyer", async () => {
  const by = await buyer();
  const bought = await buy(by, await irisListing(), {
    quality: [
      { metric: "rowCount", mustBeGreaterThan: 200 },
      { query: "SELECT sum(id) FROM {object}", mustBe: 1 },
    ],
  });
  await evaluate();
  const path = `/purchases/${bought.body.id}`;
  expect((await get(by, path)).body).toMatchObject({
    ...{ status: "refunded", refund_cause: "acceptance_failed", acceptance: "failed" },
  });
  const { results } = (await get(by, `${path}/acceptance`)).body;
  expect(results).toMatchObject([
    { pointer: "/schema/0/quality/0", figure: 200, passed: false },
    { pointer: "/schema/0/quality/1", figure: 20_000, passed: false },
  ]);
  expect((await get(by, `${path}/download-url`)).body.code).toBe("payment_not_confirmed");
  await runClock(api);
  const row = await readRow(api, String(bought.body.id));
  expect(row.refundPaidAt).not.toBeNull();
  expect(Object.values(await balancesOf(api, row.id)).every((cents) => cents === 0)).toBe(true);
});

test("without an outcome it is tried again for a day, then an administrator decides", async () => {
  const by = await buyer();
  const bought = await buy(by, await irisListing(), rows(200));
  const id = String(bought.body.id);
  const down: Queries = { run: async () => ({ kind: "failed", reason: "it is down" }) };
  expect(await evaluate(down)).toBe(0);
  expect((await get(by, `/purchases/${id}/acceptance`)).body).toMatchObject({
    ...{ status: "pending", trouble: "it is down" },
  });
  expect(await evaluate(down, 25)).toBe(1);
  expect((await get(by, `/purchases/${id}`)).body).toMatchObject({
    ...{ status: "disputed", acceptance: "undecided" },
    dispute: { reason: "acceptance_undecided" },
    capabilities: { download: true },
  });
  expect(await postingsOf(api, id)).toEqual(["captured"]);
});

test("a contract that cannot be evaluated is refused before anything is charged", async () => {
  const by = await buyer();
  const listing = await irisListing();
  const cases: [table: object, pointer: string, detail: string][] = [
    [{ properties: [{ name: "idd" }] }, "/properties/0", 'There is no column "idd".'],
    [{ properties: [{ name: "day", logicalType: "string" }] }, "/properties/0", "of type date"],
    [{ quality: [{ query: "SELECT max(idd) FROM {object}", mustBe: 1 }] }, "/quality/0", "idd"],
    [{ quality: [{ query: "SELECT id FROM {object}", mustBe: 1 }] }, "/quality/0", "aggregated"],
    [
      { quality: [{ query: "SELECT count(*) FROM {object} GROUP BY id", mustBe: 1 }] },
      "/quality/0",
      "aggregated",
    ],
    [{ quality: [{ query: "SELECT count(* FROM {object}", mustBe: 1 }] }, "/quality/0", ""],
    [{ quality: [{ query: "SELECT count(*) FROM other", mustBe: 1 }] }, "/quality/0", "{object}"],
    [{ quality: [{ query: "SELECT 1", mustBe: 1 }] }, "/quality/0", "FROM {object}"],
    [
      { quality: [{ query: "SELECT max(day) >= now() FROM {object}", mustBe: true }] },
      "/quality/0",
      "Write {today}",
    ],
    [
      { quality: [{ query: "SELECT max(day) > current_date FROM {object}", mustBe: true }] },
      "/quality/0",
      "Write {today}",
    ],
    [
      {
        quality: [
          { metric: "duplicateValues", arguments: { properties: ["id", "idd"] }, mustBe: 0 },
        ],
      },
      ...(["/quality/0", "idd"] as const),
    ],
  ];
  for (const [table, pointer, detail] of cases) {
    const { status, body } = await buy(by, listing, table);
    expect([status, body.code]).toEqual([422, "invalid_acceptance"]);
    const [fault] = body.errors as { pointer: string; detail: string }[];
    expect(fault?.pointer).toBe(`/acceptance/schema/0${pointer}`);
    expect(fault?.detail).toContain(detail);
  }
  const spent = Array.from({ length: 20 }, () => ({
    query: "SELECT sum(id) FROM {object}",
    mustBe: 0,
  }));
  const { body } = await buy(by, listing, { quality: spent });
  expect(body.code).toBe("acceptance_budget_spent");
  expect((await get(by, "/purchases")).body.items).toEqual([]);
});

test("a contract gives away no column of a listing that is not on sale", async () => {
  const by = await buyer();
  const other = { schema: [{ properties: [{ name: "idd" }] }] };
  const cases: Partial<typeof listings.$inferInsert>[] = [
    { status: "draft", publishedAt: null },
    { status: "withdrawn" },
    { status: "sold" },
    {
      ...{ status: "suspended", suspendedAt: new Date() },
      ...{ suspendedReason: "stolen", suspendedBy: "listing" },
    },
  ];
  for (const pricingType of ["buy_it_now", "auction"] as const) {
    for (const change of cases) {
      const made = pricingType === "auction" ? newAuction(api, seller) : offer(api, seller);
      const listing = await irisListing(made);
      await api.db.update(listings).set(change).where(eq(listings.id, listing));
      const asked =
        pricingType === "auction"
          ? (acceptance?: object) => bidWith(by, listing, 3_000, acceptance)
          : (acceptance?: object) => buyWith(by, listing, acceptance);
      const [plain, refused] = [await asked(), await asked(other)];
      const name = `${pricingType} ${change.status}`;
      expect([name, refused.body.code]).toEqual([name, plain.body.code]);
      expect(refused.status).toBe(change.status === "draft" ? 404 : 400);
      expect(JSON.stringify(refused.body)).not.toContain("idd");
    }
  }
});

test("a process that died while evaluating leaves it to the next one", async () => {
  const by = await buyer();
  const bought = await buy(by, await irisListing(), rows(200));
  const hanging: Queries = { run: () => Promise.reject(new Error("killed")) };
  await expect(evaluate(hanging)).rejects.toThrow();
  expect(await evaluate()).toBe(0);
  const [row] = await api.db
    .select()
    .from(acceptances)
    .where(eq(acceptances.purchaseId, String(bought.body.id)));
  expect(row?.dueAt?.getTime()).toBeGreaterThan(Date.now());
  expect(await evaluate(openQueries(api.config), 1)).toBe(1);
  expect((await readRow(api, String(bought.body.id))).state).toBe("released");
});

const bidWith = (by: Buyer, listing: string, maxCents: number, acceptance?: object | null) =>
  api.send("POST", `/datasets/${listing}/bids`, {
    token: by.token,
    body: {
      max_amount_cents: maxCents,
      ...(acceptance === undefined ? {} : { acceptance }),
    },
  });

test("a bid's contract is checked after the win: failed, the next bidder gets the offer", async () => {
  const [ada, bob] = [await newPayingBidder(api, provider), await newPayingBidder(api, provider)];
  const listing = await irisListing(newAuction(api, seller));
  const other = { quality: [{ query: "SELECT nothing FROM {object}", mustBe: 1 }] };
  const refused = await bidWith(ada, listing, 3_000, { schema: [other] });
  expect([refused.status, refused.body.code]).toEqual([422, "invalid_acceptance"]);
  expect((await bidWith(ada, listing, 3_000, { schema: [rows(201)] })).status).toBe(201);
  // A raise keeps the contract; null removes it.
  const raised = await bidWith(ada, listing, 5_000);
  expect(raised.body.acceptance).toEqual({ schema: [rows(201)] });
  expect((await get(ada, "/bids")).body.items).toMatchObject([
    { max_amount_cents: 5_000, acceptance: { schema: [rows(201)] } },
  ]);
  await bidWith(bob, listing, 3_500, { schema: [rows(1)] });
  expect((await bidWith(bob, listing, 4_000, null)).body.acceptance).toBeNull();
  expect((await bidWith(bob, listing, 4_500, { schema: [rows(200)] })).status).toBe(201);

  await runOut(api, 25);
  const [won] = await readAwards(api, listing);
  expect(won).toMatchObject({ accountId: ada.owner.accountId, state: "charging" });
  const path = `/purchases/${won?.purchaseId}`;
  expect((await get(ada, path)).body).toMatchObject({
    ...{ status: "in_escrow", acceptance: "pending" },
  });
  expect(await evaluate(openQueries(api.config), 26)).toBe(1);
  expect((await get(ada, path)).body).toMatchObject({ refund_cause: "acceptance_failed" });
  await runOut(api, 25);
  expect(await readAwards(api, listing)).toMatchObject([
    { accountId: ada.owner.accountId, state: "lapsed" },
    { accountId: bob.owner.accountId, state: "offered", priceCents: 4_500 },
  ]);
  const [, next] = await readAwards(api, listing);
  const paid = await api.send("POST", `/offers/${next?.id}/accept`, {
    token: bob.token,
    body: { payment_method_id: bob.cardId },
  });
  expect(paid.body).toMatchObject({ status: "in_escrow", acceptance: "pending" });
  expect(await evaluate(openQueries(api.config), 26)).toBe(1);
  await runOut(api, 25);
  expect((await readAwards(api, listing)).map(({ state }) => state)).toEqual(["lapsed", "paid"]);
  expect((await get(bob, `/purchases/${paid.body.id}`)).body.status).toBe("released");
  expect((await readAuction(api, listing)).outcome).toBe("sold");
});

test("the checks of a standing bid count in the budget of a purchase, and the reverse", async () => {
  const by = await newPayingBidder(api, provider);
  const hybrid = { pricingType: "hybrid", priceCents: 9_000, reservePriceCents: 8_000 } as const;
  const listing = await irisListing(newAuction(api, seller, hybrid));
  const probes = (count: number) => ({
    quality: Array.from({ length: count }, () => ({
      query: "SELECT sum(id) FROM {object}",
      mustBe: 0,
    })),
  });
  const many = await bidWith(by, listing, 3_000, { schema: [probes(20)] });
  expect([many.status, many.body.code]).toEqual([403, "acceptance_budget_spent"]);
  const left = Number(/ (\d+) of \d+ are left/.exec(String(many.body.detail))?.[1]);
  expect(left).toBeGreaterThan(0);
  expect((await bidWith(by, listing, 3_000, { schema: [probes(left)] })).status).toBe(201);
  expect((await buy(by, listing, probes(1))).body.code).toBe("acceptance_budget_spent");
});

test("a condition on the buyer's own values compares their sketch with a key column", async () => {
  const by = await buyer();
  const listing = await irisListing();
  const codes = Array.from({ length: 200 }, (_, at) => `code-${at}`);
  const { hashKey, id: keyId } = joinKeyOf(api.config);
  const column = (await joinColumnsOfCsv(csvOf({ species: codes }), hashKey)).get("species");
  if (column === undefined) throw new Error("the column is no key");
  const uploadId = (await readListing(api, listing)).currentUploadId ?? "";
  await storeJoinColumns(api.db, { uploadId, listingId: listing, keyId }, [
    { ...column, tableName: null, shown: [] },
  ]);
  const ofOwn = (name: string, values: string[], mustBeGreaterOrEqualTo: number) => ({
    properties: [
      {
        name,
        quality: [
          {
            metric: "matchedValues",
            arguments: { sketch: sketchValues(values) },
            unit: "percent",
            mustBeGreaterOrEqualTo,
          },
        ],
      },
    ],
  });
  const own = [...codes.slice(0, 90), ...Array.from({ length: 10 }, (_, at) => `other-${at}`)];
  const few = await buy(by, listing, ofOwn("species", own.slice(0, 10), 90));
  expect([few.status, few.body.code]).toEqual([400, "invalid_request"]);
  const noKey = await buy(by, listing, ofOwn("day", own, 90));
  expect([noKey.status, noKey.body.code]).toEqual([422, "invalid_acceptance"]);
  for (const [least, status] of [
    [91, "refunded"],
    [90, "released"],
  ] as const) {
    const bought = await buy(by, listing, ofOwn("species", own, least));
    expect(bought.body.status).toBe("in_escrow");
    await evaluate();
    const path = `/purchases/${bought.body.id}`;
    expect((await get(by, path)).body.status).toBe(status);
    const { results, terms } = (await get(by, `${path}/acceptance`)).body;
    const expected = `mustBeGreaterOrEqualTo ${least} percent`;
    expect(results).toContainEqual(expect.objectContaining({ figure: 90, query: null, expected }));
    expect(JSON.stringify(terms)).toContain("sketch");
    const sold = await findSaleAcceptance(api.ctx, seller.owner, String(bought.body.id));
    expect(JSON.stringify(sold?.terms)).not.toContain("sketch");
  }
});

test("a seller's contract is checked before each version, and buyers may take it as theirs", async () => {
  const token = await agentTokenOf(api, seller.agentId);
  const send = (method: string, path: string, body?: object) =>
    api.send(method, path, { token, ...(body && { body }) });
  const promise = (mustBe: number) => ({ contract: { schema: [rows(mustBe)] } });
  const by = await buyer();
  const listing = await irisListing();
  const none = await buyWith(by, listing, { promised: true });
  expect([none.status, none.body.code]).toEqual([422, "invalid_acceptance"]);
  const broken = await send("PATCH", `/listings/${listing}`, promise(201));
  expect([broken.status, broken.body.code]).toEqual([422, "contract_broken"]);
  expect(broken.body.errors).toMatchObject([
    {
      pointer: "/contract/schema/0/quality/0",
      detail: "Number of rows: 200, expected exactly 201.",
    },
  ]);
  const unknown = await send("PATCH", `/listings/${listing}`, {
    contract: { schema: [{ quality: [{ query: "SELECT nothing FROM {object}", mustBe: 1 }] }] },
  });
  expect([unknown.status, unknown.body.code]).toEqual([422, "invalid_acceptance"]);
  const kept = await send("PATCH", `/listings/${listing}`, promise(200));
  expect([kept.status, kept.body.contract]).toEqual([200, promise(200).contract]);
  const shown = (await get(by, `/datasets/${listing}`)).body;
  expect(shown.contract).toEqual(promise(200).contract);
  expect(shown.contract_checked_at).toBeString();
  const bought = await buyWith(by, listing, { promised: true });
  expect(bought.body.acceptance).toBe("pending");
  await evaluate();
  const path = `/purchases/${bought.body.id}`;
  expect((await get(by, path)).body.status).toBe("released");
  expect((await get(by, `${path}/acceptance`)).body.terms).toEqual(promise(200).contract);

  expect((await send("POST", `/listings/${listing}/versions`)).status).toBeLessThan(300);
  const uploadId = await giveTwin(api, listing, await irisParquet(199));
  await api.db.update(listings).set({ nextUploadId: uploadId }).where(eq(listings.id, listing));
  const refused = await send("POST", `/listings/${listing}/publish`);
  expect([refused.status, refused.body.code]).toEqual([422, "contract_broken"]);
});

test("a condition that cannot be read is refused with its place", async () => {
  const by = await buyer();
  const listing = await irisListing();
  const schema = [{ properties: [{ name: "id", quality: [{ metric: "rowsCount", mustBe: 1 }] }] }];
  const { status, body } = await buyWith(by, listing, { schema });
  expect([status, body.code]).toEqual([400, "invalid_request"]);
  expect(body.errors).toMatchObject([
    { pointer: "/acceptance/schema/0/properties/0/quality/0/metric" },
  ]);
  for (const wrong of [{}, { promised: true, schema: [rows(1)] }, "promised"]) {
    expect((await buyWith(by, listing, wrong)).status).toBe(400);
  }
});

test("a purchase at a private price takes a contract, too", async () => {
  const by = await buyer();
  const listing = await irisListing();
  const body = { price_cents: 700 };
  const made = await api.send("POST", `/datasets/${listing}/private-offers`, { ...by, body });
  const token = await agentTokenOf(api, seller.agentId);
  await api.send("POST", `/private-offers/${made.body.id}/accept`, { token, body: {} });
  const bought = await api.send("POST", `/datasets/${listing}/buy`, {
    token: by.token,
    body: {
      payment_method_id: by.cardId,
      private_offer_id: made.body.id,
      acceptance: { schema: [rows(200)] },
    },
  });
  expect(bought.body).toMatchObject({ price_cents: 700, acceptance: "pending" });
});
