/**
 * Searching datasets by a column's name with its type, meaning or unit, over HTTP and the real
 * database.
 */
import { expect, test } from "bun:test";
import { verifiedAgent } from "../../support/agents.ts";
import { type Json, testApi } from "../../support/api.ts";
import { exampleProfile } from "../../support/example-profile.ts";
import { attachFile, createDraft, endJob, exampleSample } from "../../support/listings.ts";

const [example] = exampleProfile.columns;
if (!example) throw new Error("the example has columns");
type Column = typeof example;

const api = await testApi();
const { token } = await verifiedAgent(api);
const ids: Record<string, string> = {};

async function publishWith(title: string, columns: Partial<Column>[]): Promise<void> {
  const draftId = await createDraft(api, token, { title });
  const path = await attachFile(api, token, draftId);
  const full = columns.map((column, index) => ({
    ...example,
    semantic_type: null,
    ...column,
    index,
  }));
  const profile = { ...exampleProfile, columns: full as Column[] };
  await endJob(api, path, "generated", exampleSample, profile);
  const answer = await api.send("POST", `/listings/${draftId}/publish`, { token });
  expect(answer.status).toBe(200);
  ids[draftId] = title;
}

await publishWith("stations", [
  { name: "Lat", type: "number", semantic_type: "latitude" },
  { name: "price", type: "integer" },
]);
await publishWith("marks", [
  { name: "lat", type: "string" },
  { name: "y", type: "number", semantic_type: "latitude" },
  { name: "price", type: "number", unit: "EUR" },
]);
await publishWith("places", [
  { name: "addr:city", type: "string" },
  { name: "a,b\\c", type: "datetime" },
]);
await publishWith("wide", [
  ...Array.from({ length: 10_000 }, (_, at) => ({ name: `c${at}`, type: "integer" as const })),
]);

async function found(query: string): Promise<string[]> {
  const answer = await api.send("GET", `/datasets?${query}`);
  expect(answer.status).toBe(200);
  return (answer.body.items as Json[]).map((item) => ids[String(item.id)] ?? "unknown").sort();
}

const searches: [columns: string, titles: string[]][] = [
  ["lat", ["marks", "stations"]],
  ["lat:latitude", ["stations"]],
  ["LAT:Lat", ["stations"]],
  [":latitude", ["marks", "stations"]],
  ["lat:string", ["marks"]],
  ["price:float", ["marks", "stations"]],
  ["price:integer", ["stations"]],
  ["price:eur", ["marks"]],
  [":eur,:latitude", ["marks"]],
  ["price:number,lat:number", ["stations"]],
  [":date", ["places"]],
  ["addr:city", ["places"]],
  ["addr\\:city:text", ["places"]],
  ["addr\\:city:number", []],
  ["a\\,b\\\\c:date", ["places"]],
  ["c999:integer", ["wide"]],
  [":longitude", []],
];

test.each(searches)("columns=%s", async (columns, titles) => {
  expect(await found(`columns=${encodeURIComponent(columns)}`)).toEqual(titles);
});

test("an ask that is too long is refused by name", async () => {
  const answer = await api.send("GET", `/datasets?columns=${"a".repeat(201)}`);
  expect(answer.status).toBe(400);
  const [fault] = answer.body.errors as { pointer: string }[];
  expect(fault?.pointer).toStartWith("?columns");
});
