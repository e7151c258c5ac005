/**
 * A dataset page's data for search engines: only schema.org terms, checked with the types that
 * Google generates from the vocabulary (schema-dts), and all fields that Google Dataset Search
 * requires or recommends.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { z } from "zod";
import { sellerAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import { newAuction } from "../../support/auctions.ts";
import { exampleTables } from "../../support/example-tables.ts";
import { createDraft, publishedListing } from "../../support/listings.ts";
import { offer } from "../../support/money.ts";
import { createTestDir } from "../../support/stack.ts";

setDefaultTimeout(60_000);

const api = await testApi();
const seller = await sellerAgent(api);
const repositoryDir = join(import.meta.dir, "../../..");

const told = {
  title: "Readings </script> of “seven” stations",
  license: "CC-BY-4.0",
  tags: ["tide", "water"],
  source_url: "https://stations.example/readings",
  citation: "Ada (2025): Readings. https://doi.org/10.1000/1",
  collection_method: "Measured each hour by pressure sensors.",
};

type Described = Record<string, unknown>;

async function described(id: string): Promise<Described> {
  const headers = { accept: "text/html" };
  const { text } = await api.send("GET", `/datasets/${id}`, { headers });
  const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
  return JSON.parse(json) as Described;
}

const documents = await Promise.all(
  [
    await publishedListing(api, seller.token, told),
    await publishedListing(api, seller.token, { ...told, license: "My own terms, ask me" }),
    await publishedListing(
      api,
      seller.token,
      { description: "Short." },
      "generated",
      exampleTables,
    ),
    await publishedListing(api, seller.token, {}, "no_sample"),
    await offer(api, seller, { priceCents: 1200 }),
    await newAuction(api, seller),
  ].map(described),
);

/** The items, by position, that the compiler rejects as schema.org datasets, with its message. */
async function vocabularyFaults(given: Described[]): Promise<Map<number, string>> {
  const dir = createTestDir();
  const files = given.map((_, at) => `d${at}.ts`);
  for (const [at, { "@context": _, ...one }] of given.entries()) {
    const source = `export const described: Dataset = ${JSON.stringify(one, null, 1)};\n`;
    await Bun.write(
      join(dir, `d${at}.ts`),
      `import type { Dataset } from "schema-dts";\n${source}`,
    );
  }
  const compilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    module: "esnext",
    moduleResolution: "bundler",
    types: [],
    paths: { "schema-dts": [join(repositoryDir, "node_modules/schema-dts/dist/schema.d.ts")] },
  };
  await Bun.write(join(dir, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const command = [process.execPath, "--bun", "node_modules/.bin/tsc", "--pretty", "false"];
  const compiler = Bun.spawn([...command, "-p", dir], { cwd: repositoryDir, stdout: "pipe" });
  const words = await new Response(compiler.stdout).text();
  const isGood = (await compiler.exited) === 0;
  const faults = [...words.matchAll(/d(\d+)\.ts\(.*?error .*/g)];
  if (!isGood && faults.length === 0) throw new Error(words);
  return new Map(faults.map(([line, at]) => [Number(at), line]));
}

test("every page speaks schema.org, and the check finds who does not", async () => {
  const [first = {}] = documents;
  const { license, ...others } = first;
  const wrong = [
    { ...others, licence: license },
    { ...first, distribution: [{ "@type": "DataDownload", sha512: "x" }] },
    { ...first, spatialCoverage: { "@type": "Place", geo: { "@type": "GeoBox" } } },
  ];
  const faults = await vocabularyFaults([...documents, ...wrong]);
  expect([...faults].filter(([at]) => at < documents.length)).toEqual([]);
  expect([...faults.keys()].toSorted()).toEqual(wrong.map((_, at) => documents.length + at));
});

const address = z.url({ protocol: /^https?$/ });
const named = z.looseObject({
  "@type": z.enum(["Organization", "Person"]),
  name: z.string().min(1),
});
const day = z.union([z.iso.date(), z.iso.datetime()]);

/** developers.google.com/search/docs/appearance/structured-data/dataset: required ones first. */
const googleDataset = z.looseObject({
  "@context": z.enum(["https://schema.org", "https://schema.org/"]),
  "@type": z.literal("Dataset"),
  name: z.string().min(1),
  description: z.string().min(50).max(5000),
  creator: z.union([named, z.array(named).min(1)]),
  identifier: z.string().min(1),
  isAccessibleForFree: z.boolean(),
  keywords: z.array(z.string().min(1)).min(1),
  license: z.union([
    address,
    z.looseObject({ "@type": z.literal("CreativeWork"), name: z.string().min(1), url: address }),
  ]),
  url: address,
  version: z.union([z.string(), z.number()]),
  includedInDataCatalog: z.looseObject({ "@type": z.literal("DataCatalog"), name: z.string() }),
  variableMeasured: z.array(
    z.looseObject({ "@type": z.literal("PropertyValue"), name: z.string() }),
  ),
  distribution: z
    .array(
      z.looseObject({
        "@type": z.literal("DataDownload"),
        contentUrl: address,
        encodingFormat: z.string().regex(/^[a-z]+\/[a-z0-9.+-]+$/),
      }),
    )
    .min(1),
  datePublished: day,
  dateModified: day,
  temporalCoverage: z
    .string()
    .regex(/^\d{4}(-\d\d){0,2}(\/(\.\.|\d{4}(-\d\d){0,2}))?$/)
    .optional(),
  citation: z.string().min(1).optional(),
  measurementTechnique: z.string().min(1).optional(),
  isBasedOn: address.optional(),
});

test("every page has what Google Dataset Search requires and recommends, in its form", async () => {
  for (const one of documents) expect(googleDataset.safeParse(one).error?.issues ?? []).toEqual([]);
  const [free, ownTerms, , , paid, auction] = documents;
  expect(free).toMatchObject({
    name: told.title,
    license: "https://spdx.org/licenses/CC-BY-4.0.html",
    isBasedOn: told.source_url,
    citation: told.citation,
    measurementTechnique: told.collection_method,
    isAccessibleForFree: true,
  });
  expect(ownTerms?.license).toMatchObject({ name: "My own terms, ask me" });
  for (const one of [paid, auction]) {
    // By its address: Schemarama's and schema.org's own shapes refuse text here.
    const availability = { "@id": "https://schema.org/InStock" };
    const offers = { priceCurrency: "USD", availability };
    expect(one).toMatchObject({ isAccessibleForFree: false, offers });
  }
});

test("a draft is described to nobody", async () => {
  const draft = await createDraft(api, seller.token, told);
  await expect(described(draft)).rejects.toThrow();
});
