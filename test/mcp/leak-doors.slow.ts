/**
 * All public reads of a small paid file together: every answer is searched for the file's cells.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { events, outbox } from "../../db/schema/index.ts";
import { callers } from "../../market/contract/callers.ts";
import { leakBudgetCells } from "../../market/profile/leak-budget.ts";
import { toolsByName } from "../../mcp/tools.ts";
import { generated, makeFolder, profileBytes } from "../dataset/support/dataset-files.ts";
import { verifiedAgent } from "../support/agents.ts";
import { testApi } from "../support/api.ts";
import { attachFile, createDraft, endJob, publishNext } from "../support/listings.ts";
import { connectModern, testMcp } from "./support.ts";

const api = await testApi();
const mcp = await testMcp({ apiUrl: api.config.PUBLIC_BASE_URL });
const client = await connectModern(mcp.url);
const { token } = await verifiedAgent(api);
const folder = makeFolder();
afterAll(() => folder.remove());

type Row = Record<string, unknown>;

/** No two cells of a table are alike, and none equals anything else in an answer. */
function rowOf(n: number): Row {
  const day = new Date(Date.UTC(1900, 0, 1) + n * 40 * 86_400_000).toISOString().slice(0, 10);
  return {
    code: `zq${n * 7919}xk`,
    amount: 73_000_000 + n * 6151,
    price: Number(`${4700 + n * 3}.${1009 + n * 17}`),
    day,
    place: { city: `vf${n * 104_729}city`, tags: [`jw${n * 7}tag`, `jw${n * 7 + 1}tag`] },
    half: n % 2 === 0 ? `ph${n}even` : null,
  };
}

const cellsPerRow = 8;

/** All single values of a row, in the spelling of any answer. */
function tokensOf(value: unknown): string[] {
  if (value === null) return [];
  return typeof value === "object" ? Object.values(value).flatMap(tokensOf) : [String(value)];
}

/** The same read in other formats. */
const forms = ["json", "csv", "geojson", "webp"].map((form) => `/sample?format=${form}`);

/**
 * Every read operation on a dataset in the interface, including operations added after this test.
 */
async function readPaths(): Promise<string[]> {
  const { paths } = JSON.parse((await api.send("GET", "/openapi.json")).text) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const own = Object.keys(paths).filter(
    (path) => path.startsWith("/datasets/{id}") && paths[path]?.get,
  );
  const bare = own.map((path) => path.replace("/datasets/{id}", "").replace(/\{\w+\}/g, "1"));
  // The link card, the page of rows and the second table are in no list of operations.
  return [...bare, ...forms, "/card.png", "/rows", "?table=1"];
}

const paths = await readPaths();

/** Queries that a buyer may send: for a paid file all are refused, and no refusal shows a cell. */
const queries: readonly object[] = [
  { limit: 50 },
  { columns: ["code", "amount"], filter: { column: "amount", op: "gt", value: 0 } },
  { group_by: ["code"], aggregates: [{ function: "count" }] },
];

/** Every tool that needs only a dataset's id, and no key. */
async function toolsOfOne(): Promise<string[]> {
  const { tools } = await client.listTools();
  return tools
    .filter(({ annotations, inputSchema }) => {
      const { required = [] } = inputSchema as { required?: string[] };
      return annotations?.readOnlyHint && required.every((name) => name === "dataset_id");
    })
    .filter(({ inputSchema }) => "dataset_id" in (inputSchema.properties ?? {}))
    .filter(({ name }) => !needsKey(name))
    .map(({ name }) => name);
}

function needsKey(name: string): boolean {
  const by = toolsByName.get(name)?.by;
  return by === undefined || callers[by].isOptional !== true;
}

const tools = await toolsOfOne();

/** All public reads of a dataset, and everything the job mails, sends or shows to its seller. */
async function readAllDoors(id: string, word: string): Promise<string> {
  const told: string[] = [];
  for (const path of paths) {
    for (const accept of ["*/*", "text/html"]) {
      const answer = await api.send("GET", `/datasets/${id}${path}`, { headers: { accept } });
      told.push(answer.text);
    }
  }
  for (const query of [`query=${word}`, "columns=amount", "limit=100", "facets=true"]) {
    for (const path of ["/datasets", "/datasets.atom"]) {
      told.push((await api.send("GET", `${path}?${query}`)).text);
    }
    const headers = { accept: "text/html" };
    told.push((await api.send("GET", `/datasets?${query}`, { headers })).text);
  }
  for (const body of queries) {
    told.push((await api.send("POST", `/datasets/${id}/query`, { body })).text);
  }
  told.push((await api.send("GET", `/listings/${id}`, { token })).text);
  const args = { dataset_id: id };
  for (const name of tools) {
    told.push(JSON.stringify(await client.callTool({ name, arguments: args })));
  }
  told.push(
    JSON.stringify(await client.callTool({ name: "search_datasets", arguments: { query: word } })),
  );
  for (const uri of [`dataset://${id}`, `dataset://${id}/profile`, `dataset://${id}/sample`]) {
    const read = await client.readResource({ uri }).catch((error) => String(error));
    told.push(JSON.stringify(read));
  }
  told.push(JSON.stringify(await api.db.select().from(outbox)));
  const sent = await api.db.select().from(events);
  told.push(JSON.stringify(sent, (_, value) => (typeof value === "bigint" ? `${value}` : value)));
  return told.join("\n").replaceAll('\\"', '"');
}

function knownOf(text: string, rows: readonly Row[]): string[] {
  const words = new Set(text.match(/[\w.-]+/g));
  return rows.flatMap(tokensOf).filter((cell) => words.has(cell));
}

const jsonl = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(row)).join("\n");

async function profileRows(rows: readonly Row[], coarse = false) {
  const options = { hint: "jsonl", paid: true, coarse };
  return generated(await profileBytes(folder.path, jsonl(rows), options));
}

async function publish(
  rows: readonly Row[],
  word: string,
  distributions: "full" | "coarse" = "full",
): Promise<string> {
  const fields = { title: `Paid ${word}`, price_cents: 900, distributions };
  const id = await createDraft(api, token, fields);
  const { profile, sample } = await profileRows(rows, distributions === "coarse");
  await endJob(api, await attachFile(api, token, id), "generated", sample, profile);
  const answer = await api.send("POST", `/listings/${id}/publish`, { token });
  if (answer.status !== 200) throw new Error(answer.text);
  return id;
}

describe("all public answers of a paid file together", () => {
  test("are asked at every door that there is", () => {
    expect(paths).toEqual(expect.arrayContaining(["", "/sample", "/profile", "/croissant"]));
    expect(paths.length).toBeGreaterThan(18);
    expect(tools).toEqual(expect.arrayContaining(["get_dataset", "get_sample", "query_dataset"]));
  });

  test.each([2, 5, 12, 40, 300])(
    "of %i rows hold no more of its cells than the budget",
    async (count) => {
      const rows = Array.from({ length: count }, (_, n) => rowOf(n + 1));
      const id = await publish(rows, `table${count}`);
      const text = await readAllDoors(id, `table${count}`);
      expect(text).toContain(`Paid table${count}`);
      const known = knownOf(text, rows);
      expect(known.length).toBeLessThanOrEqual(leakBudgetCells(count, cellsPerRow));
      // The reads worked: they contain the values that the profile shows.
      expect(known.length).toBeGreaterThan(0);
    },
  );

  test("of a version with more rows add little to the first version's disclosure", async () => {
    const rows = Array.from({ length: 60 }, (_, n) => rowOf(n + 2000));
    const first = rows.slice(0, 55);
    const id = await publish(first, "growing");
    const before = new Set(knownOf(await readAllDoors(id, "growing"), rows));
    const { profile, sample } = await profileRows(rows);
    await publishNext(api, token, id, profile, sample);
    const after = new Set(knownOf(await readAllDoors(id, "growing"), rows));
    const both = new Set([...before, ...after]);
    expect(after.size).toBeGreaterThan(0);
    expect(both.size).toBeLessThanOrEqual(leakBudgetCells(60, cellsPerRow) * 1.5);
  });

  test.each(["full", "coarse"] as const)(
    "with %s distributions show frequent values outside the sample only if they are full",
    async (distributions) => {
      const rows = Array.from({ length: 600 }, (_, n) => ({
        kind: `kd${(n % 40) * 7919}${distributions}`,
        place: `pl${(n % 25) * 104_729}${distributions}`,
        amount: 73_000_000 + n * 6151,
      }));
      const id = await publish(rows, `told${distributions}`, distributions);
      const sample = (await api.send("GET", `/datasets/${id}/sample`)).text;
      const texts = rows.map(({ kind, place }) => ({ kind, place }));
      const text = await readAllDoors(id, `told${distributions}`);
      const sampled = new Set(knownOf(sample, texts));
      const further = new Set(knownOf(text, texts).filter((value) => !sampled.has(value)));
      expect(sampled.size).toBeGreaterThan(0);
      if (distributions === "full") expect(further.size).toBeGreaterThan(0);
      else expect([...further]).toEqual([]);
      expect(text.includes('"distributions":"coarse"')).toBe(distributions === "coarse");
    },
  );
});
