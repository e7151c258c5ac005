/** Recommendations for a need, over HTTP and the real database. */
import { describe, expect, test } from "bun:test";
import { verifiedAgent } from "../../support/agents.ts";
import { type Json, testApi } from "../../support/api.ts";
import { exampleProfile } from "../../support/example-profile.ts";
import { attachFile, createDraft, endJob, exampleSample } from "../../support/listings.ts";
import { newKey, newOwner } from "../../support/operators.ts";

const [example] = exampleProfile.columns;
if (!example) throw new Error("the example has columns");
type Column = typeof example;

const api = await testApi();
const { token } = await verifiedAgent(api);
const ids: Record<string, string> = {};

const dateColumn = (from: string, to: string): Partial<Column> => ({
  name: "date",
  type: "date",
  semantic_type: null,
  min: from,
  max: to,
  dates: {
    granularity: "day",
    method: "exact",
    expected: 1461,
    present: 1461,
    missing: 0,
    largest_gap: null,
  },
});

async function publish(
  name: string,
  fields: Json,
  { columns, filled = 1 }: { columns: Partial<Column>[]; filled?: number },
): Promise<void> {
  const draftId = await createDraft(api, token, fields);
  const path = await attachFile(api, token, draftId);
  const all = columns.map((column, index) => ({ ...example, ...column, index }) as Column);
  const completeness = { ...exampleProfile.completeness, ratio: filled };
  const profile = { ...exampleProfile, row_count: 1461, columns: all, completeness };
  await endJob(api, path, "generated", exampleSample, profile);
  expect((await api.send("POST", `/listings/${draftId}/publish`, { token })).status).toBe(200);
  ids[name] = draftId;
}

const wind: Partial<Column> = { name: "wind_speed", type: "number", semantic_type: null };

await publish(
  "seattle",
  {
    title: "Daily weather of Seattle",
    description: "Rain and wind in the United States.",
    price_cents: 900,
    license: "CC-BY-4.0",
  },
  { columns: [dateColumn("2012-01-01", "2015-12-31"), wind], filled: 0.9 },
);
await publish(
  "closed",
  {
    title: "Weather of Seattle by day, daily measured",
    description: "Rain.",
    price_cents: 100,
    license: "CC-BY-NC-4.0",
  },
  { columns: [dateColumn("2014-01-01", "2015-12-31")] },
);
await publish(
  "flowers",
  { title: "Flowers of a garden", description: "Petals.", price_cents: 0 },
  { columns: [{ name: "petal", type: "number" }] },
);

async function recommend(body: Json): Promise<Json> {
  const answer = await api.send("POST", "/recommendations", { body });
  expect(answer.status).toBe(200);
  return answer.body;
}

const names = (list: unknown) =>
  (list as Json[]).map(({ id }) => Object.keys(ids).find((name) => ids[name] === id));
const need = "daily weather of Seattle";

describe("a need that something meets", () => {
  test("gets it with its price, its facts and the reasons", async () => {
    const answer = await recommend({
      need,
      budget_cents: 1000,
      columns: ["date", "wind", ":date"],
      covers_from: "2012",
      covers_to: "2015-06",
      granularity: "week",
      country: ["United States"],
      min_completeness: 0.9,
      license_use: ["commercial"],
    });
    expect(names(answer.candidates)).toEqual(["seattle"]);
    expect(answer).toMatchObject({
      outcome: "recommended",
      says: "1 dataset fits; the first: $9.00.",
      nearest: [],
      post_request: null,
    });
    const [first] = answer.candidates as Json[];
    expect(first).toMatchObject({
      title: "Daily weather of Seattle",
      offers: { buy_now_cents: 900 },
      cents_per_row: 0.616,
      completeness: 0.9,
      license_id: "CC-BY-4.0",
      similar_columns: [{ asked: "wind", column: "wind_speed" }],
      missing: [],
      unknown: [{ criterion: "columns", says: "It has columns like: wind." }],
    });
    const fits = ((first?.fits ?? []) as Json[]).map(({ criterion }) => criterion);
    expect(fits).toEqual([
      ...["topic", "budget", "columns", "period", "granularity"],
      ...["region", "completeness", "license"],
    ]);
  });

  test("gets the same answer again", async () => {
    expect(await recommend({ need })).toEqual(await recommend({ need }));
  });

  test("limits that the words say count too", async () => {
    expect(names((await recommend({ need: `${need} below 5 dollars` })).candidates)).toEqual([
      "closed",
    ]);
  });
});

describe("a need that nothing meets", () => {
  test.each<[why: string, limits: Json, criterion: string]>([
    ["the budget", { budget_cents: 99 }, "budget"],
    ["a column", { columns: ["humidity"] }, "columns"],
    ["the period", { covers_from: "2017", covers_to: "2018" }, "period"],
    ["the granularity", { granularity: "hour" }, "granularity"],
    ["the completeness", { min_completeness: 0.95, columns: ["wind"] }, "completeness"],
    ["the licence", { license_use: ["commercial"], budget_cents: 500 }, "license"],
  ])("for %s gets the nearest, and a data request to post", async (_why, limits, criterion) => {
    const answer = await recommend({ need, ...limits });
    expect(answer).toMatchObject({ outcome: "nothing_fits", candidates: [] });
    expect(names(answer.nearest)).toContain("seattle");
    const missing = (answer.nearest as Json[]).flatMap((one) => one.missing as Json[]);
    expect(missing.map((point) => point.criterion)).toContain(criterion);
    expect(answer.post_request).toMatchObject({ title: need });
  });

  test("for its place does not get another place", async () => {
    const answer = await recommend({ need: "daily weather of Tokyo" });
    expect(answer).toMatchObject({ outcome: "nothing_fits", candidates: [] });
    const [nearest] = answer.nearest as Json[];
    expect(nearest?.missing).toEqual([
      { criterion: "topic", says: "It matches the words only weakly. It lacks: Tokyo." },
    ]);
  });

  test("for its topic gets no dataset at all", async () => {
    const answer = await recommend({ need: "protein sequences" });
    expect(answer).toMatchObject({
      outcome: "nothing_fits",
      says: "Nothing fits: no dataset matches the words.",
      nearest: [],
    });
  });

  test("can be posted as the answer says", async () => {
    const { post_request: request } = await recommend({
      need: "tide gauges in Brest",
      budget_cents: 5000,
      columns: [":latitude", "level"],
    });
    const { secret } = await newKey(api, await newOwner(api));
    const body = request as Json;
    const posted = await api.send("POST", "/requests", { token: secret, body });
    expect(posted.status).toBe(201);
  });
});

test.each<[pointer: string, body: Json]>([
  ["/need", {}],
  ["/need", { need: "---" }],
  ["/need", { need: "w".repeat(301) }],
  ["/budget_cents", { need, budget_cents: -1 }],
  ["/columns/0", { need, columns: [":"] }],
  ["/columns", { need, columns: Array(21).fill("date") }],
  ["/covers_from", { need, covers_from: "2012-13" }],
  ["/covers_to", { need, covers_from: "2012", covers_to: "2011" }],
  ["/granularity", { need, granularity: "fortnight" }],
  ["/country/0", { need, country: ["Atlantis"] }],
  ["/min_completeness", { need, min_completeness: 90 }],
  ["/license_use/0", { need, license_use: ["resale"] }],
])("a fault at %s is refused by name", async (pointer, body) => {
  const answer = await api.send("POST", "/recommendations", { body });
  expect(answer.status).toBe(400);
  const faults = (answer.body.errors as Json[]).map((fault) => fault.pointer);
  expect(faults).toEqual([pointer]);
});

describe("the search says how well it matches", () => {
  const quality = async (query: string) => {
    const answer = await api.send("GET", `/datasets?query=${encodeURIComponent(query)}`);
    const items = answer.body.items as Json[];
    return [answer.body.match_quality, items.map((item) => item.is_weak)];
  };

  test.each<[query: string, quality: unknown, weak: unknown[]]>([
    ["flowers", "good", [false]],
    ["flowers of Tokyo", "weak", [true]],
    ["flowers of Japan", "weak", [true]],
    ["rain in the United States", "good", [false, true]],
    ["flowers since 2020", "weak", [false]],
    ["protein", null, []],
  ])("%s: %p", async (query, expected, weak) => {
    expect(await quality(query)).toEqual([expected, weak]);
  });

  test("and nothing where relevance does not order", async () => {
    const { body } = await api.send("GET", "/datasets");
    expect(body.match_quality).toBeNull();
    expect((body.items as Json[])[0]?.is_weak).toBeNull();
  });
});
