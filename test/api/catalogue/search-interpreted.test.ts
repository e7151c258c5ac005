/**
 * Filters inferred from the words of a search: applied, named and undone. They never leave a search
 * without results.
 */
import { expect, test } from "bun:test";
import { verifiedAgent } from "../../support/agents.ts";
import { type Json, testApi } from "../../support/api.ts";
import { publishedListing } from "../../support/listings.ts";

const catalogue: Record<string, Json> = {
  gratis: { title: "Seattle rainfall", description: "Daily.", price_cents: 0 },
  cheap: { title: "Berlin rainfall", description: "Hourly.", price_cents: 500 },
  dear: { title: "Oslo rainfall", description: "Monthly.", price_cents: 5000 },
  floors: { title: "Parquet floors", description: "Prices of wood.", price_cents: 900 },
  throws: { title: "Basketball shots", description: "Free throw statistics.", price_cents: 900 },
  tokens: { title: "JSON web tokens", description: "Claims seen.", price_cents: 900 },
  coffee: { title: "Coffee prices", description: "From Brazil.", price_cents: 9000 },
};

const ids: Record<string, string> = {};
const api = await testApi();
const { token } = await verifiedAgent(api);
for (const [name, fields] of Object.entries(catalogue)) {
  ids[name] = await publishedListing(api, token, fields);
}

async function search(words: string, further = ""): Promise<Json> {
  const answer = await api.send("GET", `/datasets?query=${encodeURIComponent(words)}${further}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

const names = (body: Json) =>
  (body.items as Json[]).map(({ id }) => Object.keys(ids).find((name) => ids[name] === id)).sort();

test("a price in words is a filter that the answer names", async () => {
  const body = await search("I need rainfall under 10 dollars please");
  expect(names(body)).toEqual(["cheap", "gratis"]);
  expect(body.match).toBe("exact");
  expect(body.interpreted).toEqual([
    { filter: "max_price", value: 10, words: "under 10 dollars", applied: true },
  ]);
});

test("several filters hold together, and the rest of the words still match", async () => {
  const body = await search("free rainfall csv");
  expect(names(body)).toEqual(["gratis"]);
  expect((body.interpreted as Json[]).map(({ filter }) => filter)).toEqual(["free", "format"]);
});

test("interpret=false takes all words as they are", async () => {
  const body = await search("free rainfall", "&interpret=false");
  expect(body.interpreted).toEqual([]);
  expect(names(body)).toEqual(expect.arrayContaining(["cheap", "dear", "gratis"]));
});

test("a parameter that is given wins over a word", async () => {
  const body = await search("rainfall under 10 dollars", "&max_price=60");
  expect(names(body)).toEqual(["cheap", "dear", "gratis"]);
  expect(body.interpreted).toEqual([]);
  expect(names(await search("free rainfall", "&free=false"))).toEqual(["cheap", "dear"]);
});

test("a period that words end before its given beginning is answered as one of no data", async () => {
  for (const [words, further] of [
    ["rainfall since 2024", "&covers_to=2020-01-01"],
    ["rainfall since 2024", "&covers_to=2020-01-01&facets=true"],
    ["rainfall until 2019", "&covers_from=2021"],
  ]) {
    const { pagination, interpreted } = await search(String(words), further);
    expect(pagination).toMatchObject({ total: 0 });
    expect(interpreted).toMatchObject([{ applied: true }]);
  }
  const { items, interpreted } = await search("rainfall since 2024 until 2019");
  expect(items).toHaveLength(3);
  expect(interpreted).toMatchObject([{ applied: false }, { applied: false }]);
});

for (const [words, name] of [
  ["parquet floors", "floors"],
  ["free throw statistics", "throws"],
  ["json web tokens", "tokens"],
]) {
  test(`"${words}" are what they are called`, async () => {
    const body = await search(String(words));
    expect(names(body)[0]).toBe(String(name));
    expect(body).toMatchObject({ match: "exact", interpreted: [] });
  });
}

test("a filter that leaves nothing is left out, and the answer says so", async () => {
  const body = await search("coffee prices under 10 dollars");
  expect((body.items as Json[])[0]).toMatchObject({ id: ids.coffee, missing_words: [] });
  expect(body.interpreted).toEqual([
    { filter: "max_price", value: 10, words: "under 10 dollars", applied: false },
  ]);
});

test("filters without words find exactly their matches", async () => {
  const body = await search("free");
  expect(names(body)).toEqual(["gratis"]);
  expect(names(await search("free datasets please"))).toEqual(["gratis"]);
});

test("later pages keep to the reading of the first", async () => {
  for (const words of ["rainfall under 10 dollars", "rainfall under 1000 rupees"]) {
    const first = await search(words, "&limit=1");
    const cursor = (first.pagination as Json).next_cursor;
    const second = await search(words, `&limit=1&cursor=${String(cursor)}`);
    expect(second.interpreted).toEqual(first.interpreted);
    expect(names(second)).not.toEqual(names(first));
  }
});

test("exclusions in words apply, are listed, and can be undone", async () => {
  const body = await search("rainfall but not in Oslo");
  expect(names(body)).toEqual(["cheap", "gratis"]);
  expect(body).toMatchObject({ match: "exact" });
  expect(body.interpreted).toEqual([
    { filter: "query", value: "-Oslo", words: "but not in Oslo", applied: true },
  ]);
  expect(names(await search("rainfall but not in Oslo", "&interpret=false"))).toContain("dear");
  expect(names(await search("Niederschlag außer Oslo"))).toEqual(["cheap", "gratis"]);
  const mended = await search("raimfall except Oslo");
  expect([mended.corrected_query, names(mended)]).toEqual([
    expect.stringContaining("rainfall"),
    ["cheap", "gratis"],
  ]);
});

test("if exclusions leave nothing, the words search without them, and the answer says so", async () => {
  const body = await search("coffee except Brazil");
  expect(names(body)).toContain("coffee");
  expect((body.interpreted as Json[])[0]).toMatchObject({ value: "-Brazil", applied: false });
});

test("filters that match nothing return nothing, and the answer names one to drop", async () => {
  const body = await search("free csv files larger than 5 GB");
  expect(body).toMatchObject({ items: [], match: "none" });
  expect((body.interpreted as Json[]).map(({ filter }) => filter)).toEqual([
    "free",
    "format",
    "min_bytes",
  ]);
  const { drop } = body.suggestions as { drop: Json[] };
  expect(drop).toMatchObject([{ kind: "filter", name: "min_bytes", total: 1 }]);
});
