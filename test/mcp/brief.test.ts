/** Results are brief unless `detail` asks for all, and their text holds the facts that decide. */
import { describe, expect, test } from "bun:test";
import { briefly, leadsTo } from "../../mcp/brief.ts";
import { verifiedAgent } from "../support/agents.ts";
import { exampleProfile } from "../support/example-profile.ts";
import { attachFile, createDraft, endJob, exampleSample } from "../support/listings.ts";
import { buy, newPayingBuyer, offer, testMoney } from "../support/money.ts";
import { tokensOf } from "../support/tokens.ts";
import { connectModern, testMcp } from "./support.ts";

const HIT_TOKENS_MAX = 120;

const money = await testMoney({ webhooks: false });
const { api, provider, seller } = money;
const mcp = await testMcp({ apiUrl: api.config.PUBLIC_BASE_URL });
const client = await connectModern(mcp.url);
const { token } = await verifiedAgent(api);

type Data = Record<string, unknown>;

async function call(name: string, args: object, by = client) {
  const { content, structuredContent } = await by.callTool({ name, arguments: { ...args } });
  const blocks = content as { text?: string }[];
  const text = blocks.map((block) => block.text ?? "").join("\n");
  return { text, data: structuredContent as Data };
}

describe("a brief answer", () => {
  const answer = {
    id: 1,
    note: null,
    links: { self: "x" },
    items: [{ name: "a", tags: [], offers: { text: "free", cents: 0 }, score: null }],
    rows: [[null, 1]],
    none: [],
  };

  test("holds the named fields, without nulls and empty lists inside", () => {
    const paths = ["id", "note", "items/name", "items/tags", "items/offers/text", "rows", "none"];
    expect(briefly(answer, paths)).toEqual({
      id: 1,
      items: [{ name: "a", offers: { text: "free" } }],
      rows: [[null, 1]],
      none: [],
    });
  });

  test.each([
    ["/items/*/name", true],
    ["/items/*/title", false],
    ["/rows", true],
    ["/none/*/name", false],
    ["/id/name", false],
  ])("%s leads to something: %p", (pointer, leads) => {
    expect(leadsTo(answer, pointer)).toBe(leads);
  });
});

describe("a search", () => {
  test("shows five hits of at most 120 tokens each, however long the titles are", async () => {
    for (let made = 0; made < 6; made += 1) {
      await publish(`Lighthouses ${made} ${"and their many names ".repeat(8)}`);
    }
    const { text, data } = await call("search_datasets", { query: "lighthouses" });
    const items = data.items as Data[];
    const lines = text.split("\n").filter((line) => line.startsWith("- "));
    expect([items.length, lines.length]).toEqual([5, 5]);
    for (const hit of [...items, ...lines])
      expect(tokensOf(hit)).toBeLessThanOrEqual(HIT_TOKENS_MAX);
    for (const [at, item] of items.entries()) expect(lines[at]).toContain(String(item.id));
    expect(JSON.stringify(data)).not.toMatch(/"(links|score|matched)"/);
  });

  test("gives all fields with detail=full", async () => {
    const { data } = await call("search_datasets", { query: "lighthouses", detail: "full" });
    const [item] = data.items as Data[];
    expect(Object.keys(item ?? {})).toEqual(expect.arrayContaining(["links", "score"]));
  });
});

test("a profile's text names findings, gaps, keys, units and means", async () => {
  const [numbers, words] = exampleProfile.columns;
  if (numbers === undefined || words === undefined) throw new Error("the example has two columns");
  const finding = (code: "outliers" | "missing_values" | "personal_data" | "skewed") => ({
    code,
    detail: `Found: ${code}.`,
  });
  const id = await publish("Measured irises", {
    ...exampleProfile,
    keys: [{ columns: ["species"], method: "exact", repeats_max: 0, confidence: 1 }],
    columns: [
      {
        ...numbers,
        unit: "EUR",
        null_count: 1,
        null_ratio: 0.5,
        alerts: [finding("skewed"), finding("outliers"), finding("missing_values")],
      },
      { ...words, alerts: [finding("personal_data")] },
    ],
  });
  const { text, data } = await call("get_profile", { dataset_id: id });
  for (const fact of [
    "4 findings, the 3 most important below",
    '! personal_data in "species": Found: personal_data.',
    '! missing_values in "sepal": Found: missing_values.',
    'Keys: "species"',
    '"sepal": number, 1 missing (50 %), 5.1 to 6.3, mean 5.7, unit "EUR"',
    '"species": string, no gaps',
  ]) {
    expect(text).toContain(fact);
  }
  expect(text).not.toContain("Found: skewed");
  expect((data.findings as Data[]).map(({ code }) => code)).toEqual([
    "personal_data",
    "missing_values",
    "outliers",
  ]);
  expect(data).toMatchObject({ findings_total: 4, columns: [{ mean: 5.7, unit: "EUR" }, {}] });
  expect(JSON.stringify(data)).not.toContain("histogram");
  const full = await call("get_profile", { dataset_id: id, detail: "full" });
  expect(JSON.stringify(full.data)).toContain("histogram");
});

test("a purchase is listed with its title, in text and in structured content", async () => {
  const datasetId = await offer(api, seller);
  const buyer = await newPayingBuyer(api, provider);
  const { body: bought } = await buy(api, buyer, datasetId);
  const own = await connectModern(mcp.url, buyer.token);
  const { text, data } = await call("list_purchases", {}, own);
  expect(text).toContain(`${bought.id}: "Prices" (dataset ${datasetId}), in_escrow, $10.00`);
  const expected = { id: bought.id, dataset_title: "Prices", price_cents: 1000, currency: "usd" };
  expect(data.items).toMatchObject([expected]);
  expect(JSON.stringify(data)).not.toContain("links");
  await own.close();
});

async function publish(title: string, profile = exampleProfile): Promise<string> {
  const draftId = await createDraft(api, token, { title });
  const path = await attachFile(api, token, draftId);
  await endJob(api, path, "generated", exampleSample, profile);
  const answer = await api.send("POST", `/listings/${draftId}/publish`, { token });
  if (answer.status !== 200) throw new Error(answer.text);
  return draftId;
}
