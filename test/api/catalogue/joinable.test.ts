/** Datasets that share a key with another one, over HTTP with the real database and engine. */
import { expect, test } from "bun:test";
import { count, eq } from "drizzle-orm";
import { forgetJoinColumns } from "../../../db/queries/search/join-columns.ts";
import { joinColumns, joinHashes, listings } from "../../../db/schema/index.ts";
import { verifiedAgent } from "../../support/agents.ts";
import { type Json, testApi } from "../../support/api.ts";
import { csvOf, publishCsv, readDraft } from "../../support/joinable.ts";

const api = await testApi();
const { token } = await verifiedAgent(api);

const range = (many: number, make: (at: number) => string | number) =>
  Array.from({ length: many }, (_, at) => make(at));
const code = (at: number) => `S${String((at * 7919) % 100_003).padStart(5, "0")}`;
const figure = (at: number) => ((at * 37) % 1000) / 8;

const stations = await publishCsv(
  api,
  token,
  csvOf({ station: range(200, code), height_m: range(200, figure) }),
  { title: "Stations" },
);
const readings = await publishCsv(
  api,
  token,
  csvOf({
    station_no: range(400, (at) => ` ${code(at % 100)} `.toLowerCase()),
    level: range(400, figure),
  }),
  { title: "Readings", price_cents: 500 },
);
const zips = await publishCsv(
  api,
  token,
  csvOf({
    zip: range(300, (at) => String(501 + ((at * 263) % 90_000)).padStart(5, "0")),
    n: range(300, figure),
  }),
  { title: "Zip codes" },
);
const shops = await publishCsv(
  api,
  token,
  csvOf({ zip_code: range(150, (at) => 501 + ((at * 263) % 90_000)), n: range(150, figure) }),
  { title: "Shops" },
);
const countsOne = await publishCsv(
  api,
  token,
  csvOf({
    id: range(500, (at) => at + 1),
    customer_id: range(500, (at) => at + 1),
    x: range(500, figure),
  }),
  { title: "Counted" },
);
const countsOther = await publishCsv(
  api,
  token,
  csvOf({
    id: range(500, (at) => at + 1),
    CustomerNo: range(500, (at) => at + 1),
    y: range(500, figure),
  }),
  { title: "Counted too" },
);

async function joinable(id: string, more = "") {
  const answer = await api.send("GET", `/datasets?joinable_with=${id}${more}`);
  expect(answer.status).toBe(200);
  const items = answer.body.items as (Json & { id: string; joinable: Json[] })[];
  return { items, answer: answer.body };
}

test("values meet in any case and with blanks, and the answer names both columns", async () => {
  const { items, answer } = await joinable(stations);
  expect(items.map(({ id }) => id)).toEqual([readings]);
  expect(items[0]?.joinable).toMatchObject([
    { column: "station", table: null, with: "station_no" },
  ]);
  const { containment, contained, error } = items[0]?.joinable[0] ?? {};
  // Half and all, except for noise that is new each time; estimates.test.ts checks its
  // distribution.
  expect(Number(contained)).toBeGreaterThan(Number(containment));
  expect(Number(error)).toBeWithin(0.01, 0.5);
  expect(answer.joinable_with).toEqual({ columns: ["station"], reason: null, detail: null });
});

test("codes with leading zeros meet integers, exactly where both files are free and small", async () => {
  const { items } = await joinable(shops);
  expect(items.map(({ id }) => id)).toEqual([zips]);
  expect(items[0]?.joinable).toEqual([
    {
      column: "zip_code",
      table: null,
      with: "zip",
      with_table: null,
      overlap: 0.5,
      containment: 1,
      contained: 0.5,
      error: 0.03,
    },
  ]);
});

test("integers from 1 to n are joined where the columns are called after one thing, not by chance", async () => {
  const { items } = await joinable(countsOne);
  expect(items.map(({ id }) => id)).toEqual([countsOther]);
  expect(items[0]?.joinable.map(({ column, with: other }) => [column, other])).toEqual([
    ["customer_id", "CustomerNo"],
  ]);
});

test("filters, words and sorts combine with it", async () => {
  expect((await joinable(stations, "&free=true")).items).toEqual([]);
  expect((await joinable(stations, "&free=false&facets=true")).answer.facets).toMatchObject({
    price: { paid: 1 },
  });
  expect((await joinable(stations, "&query=readings")).items.map(({ id }) => id)).toEqual([
    readings,
  ]);
  expect((await joinable(stations, "&query=penguins")).items).toEqual([]);
  expect((await joinable(stations, "&sort=-overlap&limit=1")).items.length).toBe(1);
});

test("an empty answer says why", async () => {
  const lonely = await publishCsv(
    api,
    token,
    csvOf({ name: range(60, (at) => `only here ${at}`), v: range(60, figure) }),
    { title: "Lonely" },
  );
  const none = await publishCsv(api, token, "a,b\n1,true\n2,false\n", { title: "None" });
  const lonelyAnswer = (await joinable(lonely)).answer;
  expect(lonelyAnswer.joinable_with).toMatchObject({ columns: ["name"], reason: "none_shared" });
  expect((await joinable(none)).answer.joinable_with).toMatchObject({
    columns: [],
    reason: "no_keys",
  });
});

test("a draft is no probe, and an unknown dataset is refused", async () => {
  const csv = csvOf({ station: range(200, code), height_m: range(200, figure) });
  const draft = await readDraft(api, token, csv, { title: "Draft" });
  for (const id of [draft, "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b"]) {
    const answer = await api.send("GET", `/datasets?joinable_with=${id}`, { token });
    expect([answer.status, answer.body.code]).toEqual([404, "dataset_not_found"]);
  }
  expect((await joinable(readings)).items.map(({ id }) => id)).toEqual([stations]);
});

test("sort=overlap without joinable_with is refused, and the detail links to the search", async () => {
  expect((await api.send("GET", "/datasets?sort=overlap")).status).toBe(400);
  const detail = await api.send("GET", `/datasets/${stations}`);
  const { joinable: link } = detail.body.links as { joinable: string };
  expect(link).toEndWith(`/datasets?joinable_with=${stations}`);
  expect(detail.text).not.toContain("hashes");
});

test("stored sketches are deleted with their upload and leave no hash", async () => {
  const [row] = await api.db.select().from(listings).where(eq(listings.id, shops));
  const uploadId = row?.currentUploadId ?? "";
  const held = await api.db.select().from(joinColumns).where(eq(joinColumns.uploadId, uploadId));
  expect(held.length).toBe(1);
  const ofColumn = eq(joinHashes.columnId, held[0]?.id ?? 0);
  const hashes = async () =>
    (await api.db.select({ n: count() }).from(joinHashes).where(ofColumn))[0]?.n;
  expect(await hashes()).toBe(64);
  await forgetJoinColumns(api.db, [uploadId]);
  expect(await hashes()).toBe(0);
  expect((await joinable(zips)).items).toEqual([]);
});
