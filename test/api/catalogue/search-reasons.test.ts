/** The stated reasons for a match, and the answer when nothing matches. */
import { describe, expect, test } from "bun:test";
import { verifiedAgent } from "../../support/agents.ts";
import { type Json, testApi } from "../../support/api.ts";
import { publishedListing } from "../../support/listings.ts";

const catalogue: Record<string, Json> = {
  lab: {
    title: "Kelvin readings",
    description: "Of a laboratory in Zürich, where <i>probes</i> are read daily.",
    category: "sensor",
    tags: ["kelvin-scale", "daily"],
  },
  flowers: { title: "Flowers", description: "Sepals, measured.", category: "scientific" },
  stocks: { title: "Stocks", description: "Prices.", category: "financial", price_cents: 900 },
};

const ids: Record<string, string> = {};
const api = await testApi();
const { token } = await verifiedAgent(api);
for (const [name, fields] of Object.entries(catalogue)) {
  ids[name] = await publishedListing(api, token, fields);
}

async function search(query: string): Promise<Json> {
  const answer = await api.send("GET", `/datasets?${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

type Snippet = { field: string; text: string; highlights: [number, number][] };
type Matched = {
  fields: string[];
  snippets: Snippet[];
  tags: string[];
  columns: string[];
  concepts: Json[];
};

async function matchedOf(query: string, name: string): Promise<Matched> {
  const items = (await search(query)).items as Json[];
  return items.find(({ id }) => id === ids[name])?.matched as Matched;
}

describe("a hit says why", () => {
  test("in which fields, tags and columns its words stand", async () => {
    const lab = await matchedOf("query=kelvin+probe", "lab");
    expect(lab.fields).toEqual(["title", "tags", "description"]);
    expect(lab.tags).toEqual(["kelvin-scale"]);
    const flowers = await matchedOf("query=sepal+flowers", "flowers");
    expect(flowers.fields).toEqual(["title", "columns", "description"]);
    expect(flowers.columns).toEqual(["sepal"]);
  });

  test("by plain snippets with the offsets of matches", async () => {
    const { snippets } = await matchedOf("query=kelvin+probe+read", "lab");
    const marked = snippets.map(({ field, text, highlights }) => [
      field,
      ...highlights.map(([start, end]) => text.slice(start, end)),
    ]);
    expect(marked).toEqual([
      ["title", "Kelvin", "readings"],
      ["description", "probes", "read"],
    ]);
  });

  test("and by which words each thing that was asked for was covered", async () => {
    const { concepts } = await matchedOf("query=probe+kelvin", "lab");
    expect(concepts).toEqual([
      { word: "probe", by: "probe", kind: "typed" },
      { word: "kelvin", by: "kelvin", kind: "typed" },
    ]);
    const spelt = await matchedOf("query=flowrs", "flowers");
    expect(spelt.concepts).toEqual([{ word: "flowrs", by: "flowers", kind: "spelling" }]);
  });

  test("the parts of its score add up to the total that orders the page", async () => {
    const { items } = await search("query=kelvin+flowers");
    const scores = (items as { score: Record<string, number> }[]).map(({ score }) => score);
    expect(scores.length).toBe(2);
    for (const { total = 0, ...parts } of scores) {
      const sum = Object.values(parts).reduce((all, part) => all + part, 0);
      expect(total).toBeCloseTo(sum, 4);
      expect(total).toBeGreaterThan(0);
    }
    const totals = scores.map(({ total = 0 }) => total);
    expect(totals).toEqual([...totals].sort((one, other) => other - one));
  });

  test("nothing is said of words where none were given, nor of a score in another order", async () => {
    expect((await search("")).items).toContainEqual(
      expect.objectContaining({ matched: null, score: null, missing_words: [] }),
    );
    expect((await search("query=kelvin&sort=newest")).items).toEqual([
      expect.objectContaining({ matched: expect.anything(), score: null }),
    ]);
  });
});

describe("an empty answer", () => {
  test("names filters to omit, with the resulting counts", async () => {
    const body = await search("query=kelvin&category=sensor&min_price=5&format=csv");
    expect(body.items).toEqual([]);
    expect(body.suggestions).toMatchObject({
      drop: [{ kind: "filter", name: "min_price", total: 1, total_is_exact: true }],
      nearest: [{ id: ids.lab }],
    });
  });

  test("says nothing where something was found", async () => {
    expect((await search("query=kelvin")).suggestions).toBeNull();
  });

  test("has no suggestion for words that nothing holds", async () => {
    expect((await search("query=zzqqxx+qqzzyy")).suggestions).toEqual({ drop: [], nearest: [] });
  });
});
