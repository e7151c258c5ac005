/**
 * Searching datasets by facts about data and licence (time, place, language, size), over HTTP and
 * the real database.
 */
import { expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { listings, profiles } from "../../../db/schema/index.ts";
import { refreshDueFacts } from "../../../market/facts/refresh-facts.ts";
import type { ColumnProfile, Profile } from "../../../market/profile/schemas.ts";
import { createLogger } from "../../../platform/log.ts";
import { sellerAgent } from "../../support/agents.ts";
import { type Json, testApi } from "../../support/api.ts";
import { exampleProfile } from "../../support/example-profile.ts";
import {
  attachFile,
  createDraft,
  endJob,
  exampleSample,
  publishNext,
} from "../../support/listings.ts";

const [example] = exampleProfile.columns;
if (!example) throw new Error("the example has columns");
const plain: ColumnProfile = { ...example, min: null, max: null, histogram: null };

const api = await testApi();
const { token } = await sellerAgent(api);
const other = await sellerAgent(api);
const ids: Record<string, string> = {};

const column = (fields: Partial<ColumnProfile>): ColumnProfile => ({ ...plain, ...fields });
const days = (name: string, min: string, max: string) => column({ name, type: "date", min, max });

function points(west: number, south: number, east: number, north: number): ColumnProfile[] {
  const bounds = { min_lon: west, min_lat: south, max_lon: east, max_lat: north };
  return [
    column({ name: "lat", semantic_type: "latitude", min: south, max: north, bounds }),
    column({ name: "lon", semantic_type: "longitude", min: west, max: east, bounds }),
  ];
}

const values = (name: string, ...texts: string[]) =>
  column({ name, type: "string", top_values: texts.map((value) => ({ value, count: 2 })) });

function profileOf(columns: ColumnProfile[], more: Partial<Profile> = {}): Profile {
  return { ...exampleProfile, ...more, columns: columns.map((one, index) => ({ ...one, index })) };
}

async function publish(
  title: string,
  columns: ColumnProfile[],
  fields: Json = {},
  more: Partial<Profile> = {},
  seller = token,
): Promise<string> {
  const draftId = await createDraft(api, seller, { title, ...fields });
  const path = await attachFile(api, seller, draftId);
  await endJob(api, path, "generated", exampleSample, profileOf(columns, more));
  const answer = await api.send("POST", `/listings/${draftId}/publish`, { token: seller });
  expect(answer.status).toBe(200);
  ids[draftId] = title;
  return draftId;
}

await publish(
  "seattle",
  [...points(-122.46, 47.5, -122.22, 47.73), days("date", "2012-01-01", "2015-12-31")],
  {
    license: "CC-BY-4.0",
  },
);
await publish("fiji", points(177, -19, 181, -16), {
  license: "Creative Commons Zero v1.0 Universal",
});
await publish("world", [
  ...points(-180, -90, 180, 90),
  column({ name: "year", type: "integer", semantic_type: "year", min: 1960, max: 2020 }),
  values("country", "France", "Deutschland", "USA"),
]);
await publish(
  "people",
  [
    days("birth_date", "1930-02-01", "2001-05-06"),
    days("admitted", "2020-03-01", "2021-04-01"),
    column({ name: "email", type: "string", pii: [{ kind: "email", count: 2, ratio: 1 }] }),
    values("country_code", "DEU", "AUT"),
  ],
  { license: "CC BY-NC 4.0" },
  {},
  other.token,
);
await publish(
  "letters",
  [
    column({
      name: "body",
      type: "string",
      language: { code: "de", share: 1, confidence: 1, texts_read: 9 },
    }),
    values("state", "CA", "WA", "DE"),
  ],
  { license: "ask me" },
  { row_count: 5000, language: "de" },
);

async function found(query: string): Promise<string[]> {
  const answer = await api.send("GET", `/datasets?${query}`);
  expect([query, answer.status, answer.text]).toEqual([query, 200, answer.text]);
  return (answer.body.items as Json[]).map((item) => ids[String(item.id)] ?? "unknown").sort();
}

const searches: [query: string, titles: string[]][] = [
  ["covers_from=2016", ["people", "world"]],
  ["covers_from=2015-12-31&covers_to=2016", ["seattle", "world"]],
  ["covers_to=2001-05-06", ["world"]],
  ["covers_from=2014-02&covers_to=2014-02-28", ["seattle", "world"]],
  ["covers_from=2021-01-01T10:00:00Z", ["people"]],
  ["covers_from=9999", []],
  ["bbox=-123,47,-122,48", ["seattle", "world"]],
  ["bbox=179,-20,-179,-10", ["fiji", "world"]],
  ["bbox=-179.5,-17,-178,-16", ["fiji", "world"]],
  ["bbox=180,-17,180,-17", ["fiji", "world"]],
  ["bbox=10,10,20,20", ["world"]],
  ["country=US", ["seattle", "world"]],
  ["country=de", ["people", "world"]],
  ["country=Germany&country=fiji", ["fiji", "people", "world"]],
  ["country=AUT,FRA", ["people", "world"]],
  ["country=CA", []],
  ["language=de-AT", ["letters"]],
  ["language=en,de", ["letters"]],
  ["language=fr", []],
  ["license=cc-by-4.0", ["seattle"]],
  ["license=CC0", ["fiji"]],
  ["license=allows-commercial-use", ["fiji", "seattle"]],
  ["license=public-domain,non-commercial", ["fiji", "people"]],
  ["license=unknown", ["letters", "world"]],
  ["license=share-alike", []],
  ["seller=SELLER", ["people"]],
  ["min_rows=100", ["letters"]],
  ["max_rows=100", ["fiji", "people", "seattle", "world"]],
  ["min_bytes=1&max_bytes=1000", ["fiji", "letters", "people", "seattle", "world"]],
  ["max_bytes=3", []],
  ["has_personal_data=true", ["people"]],
  ["has_personal_data=false&country=US", ["seattle", "world"]],
  ["updated_since=2000-01-01&country=DE", ["people", "world"]],
  ["updated_since=2999-01-01", []],
  ["format=csv&format=json", ["fiji", "letters", "people", "seattle", "world"]],
  ["format=json,parquet", []],
  ["category=other&category=sensor", ["fiji", "letters", "people", "seattle", "world"]],
];

test("a list that is too long is refused, in every notation", async () => {
  const many = Array.from({ length: 21 }, (_, at) => `t${at}`);
  for (const query of [`tags=${many.join()}`, many.map((tag) => `tags=${tag}`).join("&")]) {
    const answer = await api.send("GET", `/datasets?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([
      { pointer: "?tags", code: "too_big", detail: "may have at most 20 items" },
    ]);
  }
});

test.each(searches)("%s", async (query, titles) => {
  expect(await found(query.replace("SELLER", other.agentId))).toEqual(titles);
});

test("a hit states known facts about its data, and null for unknown ones", async () => {
  const answer = await api.send("GET", "/datasets?bbox=-123,47,-122,48&license=cc-by");
  const [item] = answer.body.items as Json[];
  expect(item).toMatchObject({
    covers_from: "2012-01-01",
    covers_to: "2015-12-31",
    covers_precision: "day",
    bbox: [-122.46, 47.5, -122.22, 47.73],
    countries: ["US"],
    languages: null,
    has_personal_data: false,
    license_id: "CC-BY-4.0",
    license_groups: ["open", "allows-commercial-use", "allows-derivatives", "attribution"],
  });
});

test("facets count known facts, each as if its own filter were not set", async () => {
  const answer = await api.send("GET", "/datasets?facets=true&country=DE,US&license=open");
  expect(answer.body.pagination).toMatchObject({ total: 1 });
  expect(answer.body.facets_cut).toEqual({ values: [], listings: [] });
  const facets = answer.body.facets as Record<string, Record<string, number>>;
  expect(facets).toMatchObject({
    country: { FJ: 1, US: 1 },
    license: { "CC-BY-4.0": 1, "CC-BY-NC-4.0": 1, unknown: 1 },
    covers: { "2010-2019": 1 },
    updated: { "7d": 1, "30d": 1, "365d": 1, all: 1 },
    rows: { "0-9": 1 },
    bytes: { "0-999": 1 },
    has_personal_data: { false: 1 },
  });
  expect(facets.license_group).toEqual({
    ...{ unknown: 1, "allows-commercial-use": 1, open: 1, "non-commercial": 1 },
    ...{ attribution: 2, "allows-derivatives": 2 },
  });
});

test("each facet's count equals its filter's results", async () => {
  const answer = await api.send("GET", "/datasets?facets=true");
  const facets = answer.body.facets as Record<string, Record<string, number>>;
  const asked: Record<string, (value: string) => string> = {
    country: (value) => `country=${value}`,
    language: (value) => `language=${value}`,
    license_group: (value) => `license=${value}`,
    seller: (value) => `seller=${value}`,
    covers: (value) => `covers_from=${value.slice(0, 4)}&covers_to=${value.slice(5)}`,
    rows: (value) => `min_rows=${value.split("-")[0]}&max_rows=${value.split("-")[1]}`,
    columns: (value) => `columns=${encodeURIComponent(value)}`,
    column_kinds: (value) => `columns=${encodeURIComponent(value)}`,
    quality: (value) => `min_quality_score=${value}`,
    bytes: (value) => `min_bytes=${value.split("-")[0]}&max_bytes=${value.split("-")[1]}`,
  };
  for (const [name, queryOf] of Object.entries(asked)) {
    expect([name, Object.keys(facets[name] ?? {}).length > 0]).toEqual([name, true]);
    for (const [value, total] of Object.entries(facets[name] ?? {})) {
      expect([name, value, (await found(queryOf(value))).length]).toEqual([name, value, total]);
    }
  }
});

const refused: [query: string, pointer: string][] = [
  ["bbox=NaN,0,1,1", "?bbox"],
  ["bbox=1,2,3", "?bbox"],
  ["bbox=1,2,3,4,5", "?bbox"],
  ["bbox=0,10,10,0", "?bbox"],
  ["bbox=0,0,181,1", "?bbox"],
  ["bbox=0,0,1e1,1", "?bbox"],
  ["bbox=Infinity,0,1,1", "?bbox"],
  ["bbox=0,0,1,1&bbox=0,0,1,1", "?bbox"],
  ["covers_from=99999", "?covers_from"],
  ["covers_from=0000", "?covers_from"],
  ["covers_from=2015-02-30", "?covers_from"],
  ["covers_from=2015-13", "?covers_from"],
  ["covers_from=2016&covers_to=2015", "?covers_to"],
  ["covers_to=yesterday", "?covers_to"],
  ["min_rows=9&max_rows=8", "?max_rows"],
  ["min_bytes=9&max_bytes=8", "?max_bytes"],
  ["max_bytes=-1", "?max_bytes"],
  ["country=Atlantis", "?country"],
  ["language=x", "?language"],
  ["license=my-own", "?license"],
  ["seller=me", "?seller"],
  ["updated_since=2015-02-30", "?updated_since"],
  ["updated_since=99999-01-01", "?updated_since"],
  ["has_personal_data=maybe", "?has_personal_data"],
  [`${"tags=a&".repeat(1000)}tags=b`, "?tags"],
  [`country=${"DE,".repeat(30)}${"FR,AT,CH,US,GB,".repeat(9)}x`, "?country"],
  [`license=${Array.from({ length: 21 }, (_, at) => `MIT${at}`).join()}`, "?license"],
];

test.each(refused)("%s is refused by name", async (query, pointer) => {
  const answer = await api.send("GET", `/datasets?${query}`);
  expect(answer.status).toBe(400);
  const [fault] = answer.body.errors as { pointer: string }[];
  expect(fault?.pointer).toStartWith(pointer);
});

test("a new version brings its own facts, those of an older release are read again", async () => {
  const id = await publish("turned", [days("date", "1980-01-01", "1981-01-01")]);
  const before = await found("covers_from=1980&covers_to=1981");
  expect(before).toEqual(["turned", "world"]);
  await publishNext(api, token, id, profileOf([days("date", "1990-01-01", "1991-01-01")]));
  expect(await found("covers_from=1980&covers_to=1981")).toEqual(["world"]);
  expect(await found("covers_from=1990&covers_to=1991")).toEqual(["turned", "world"]);

  const [row] = await api.db.select().from(listings).where(eq(listings.id, id));
  await api.db.execute(
    sql`update ${profiles} set facts = null where upload_id = ${row?.currentUploadId}`,
  );
  await api.db
    .update(listings)
    .set({
      factsVersion: 0,
      coversFrom: null,
      coversTo: null,
      coversPrecision: null,
      versionPublishedAt: null,
      license: "MIT",
    })
    .where(eq(listings.id, id));
  const log = createLogger({ level: "silent", service: "test" });
  while ((await refreshDueFacts(api.ctx, { rowsMax: 2, log })) > 0);
  expect(await found("covers_from=1990&covers_to=1991&license=mit")).toEqual(["turned"]);
  const [after] = await api.db.select().from(listings).where(eq(listings.id, id));
  expect(after?.updatedAt).toEqual(row?.updatedAt as Date);
  expect(after?.versionPublishedAt).toEqual(row?.versionPublishedAt as Date);
});
