/** `GET /datasets/{id}/croissant`: valid Croissant 1.1, bound to the file by its hash. */

import { describe, expect, test } from "bun:test";
import { describeAsCroissant } from "../../../market/catalogue/croissant.ts";
import { CROISSANT_STATISTICS_COLUMNS_MAX } from "../../../market/catalogue/croissant-records.ts";
import type { DatasetItem } from "../../../market/catalogue/schemas.ts";
import { currentOffers } from "../../../market/listing/pricing/offers.ts";
import type { ColumnProfile, Profile } from "../../../market/profile/schemas.ts";
import { verifiedAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import { exampleProfile } from "../../support/example-profile.ts";
import { exampleCsv, publishedListing } from "../../support/listings.ts";
import { eventually } from "../../support/stack.ts";
import { findCroissantFaults } from "./croissant-rules.ts";

const api = await testApi();
const { token } = await verifiedAgent(api);

const croissantOf = (id: string) => api.send("GET", `/datasets/${id}/croissant`);

describe("over the API", () => {
  test("a free dataset leads to its bytes, whose hash and size it states", async () => {
    const id = await publishedListing(api, token, { license: "CC-BY-4.0", tags: ["flowers"] });
    const answer = await croissantOf(id);
    expect(await findCroissantFaults(answer.body)).toEqual([]);
    expect(answer.headers.get("content-type")).toBe(
      'application/ld+json; profile="http://mlcommons.org/croissant/1.1"',
    );
    const [file] = answer.body.distribution as Record<string, string>[];
    expect(file).toMatchObject({
      "@type": "cr:FileObject",
      name: "iris-flowers.csv",
      encodingFormat: "text/csv",
      contentSize: `${exampleCsv.length} B`,
      sha256: "a".repeat(64),
    });
    const bytes = await fetch(String(file?.contentUrl));
    expect(await bytes.text()).toBe(exampleCsv);
    expect(answer.body).toMatchObject({
      license: "https://spdx.org/licenses/CC-BY-4.0.html",
      keywords: ["other", "flowers"],
      version: "1.0.0",
      isAccessibleForFree: true,
    });
    expect(answer.body).not.toHaveProperty("offers");
  });

  test("a paid dataset has an offer, and its file no address of bytes", async () => {
    const id = await publishedListing(api, token, { price_cents: 1250, license: "Ask us" });
    const { body } = await croissantOf(id);
    expect(await findCroissantFaults(body)).toEqual([]);
    const buyUrl = `${api.config.PUBLIC_BASE_URL}/datasets/${id}/buy`;
    expect(body.offers).toMatchObject({ price: "12.50", priceCurrency: "USD", url: buyUrl });
    expect(body.distribution).toMatchObject([{ contentUrl: buyUrl, sha256: "a".repeat(64) }]);
    expect(body).toMatchObject({
      isAccessibleForFree: false,
      license: { "@type": "sc:CreativeWork", name: "Ask us" },
    });
    const file = await api.send("GET", `/datasets/${id}/file`);
    expect(file.body).toMatchObject({ status: 402, code: "purchase_required" });
  });

  test("a dataset without a profile has a file and no records", async () => {
    const id = await publishedListing(api, token, {}, "no_sample");
    const { body } = await croissantOf(id);
    expect(await findCroissantFaults(body)).toEqual([]);
    expect(body).not.toHaveProperty("recordSet");
  });

  test("the dataset links it, its ETag answers 304, and it goes with the dataset", async () => {
    const id = await publishedListing(api, token);
    const { body } = await api.send("GET", `/datasets/${id}`);
    const { croissant } = body.links as Record<string, string>;
    const first = await api.send("GET", String(croissant));
    expect(first.status).toBe(200);
    const headers = { "if-none-match": String(first.headers.get("etag")) };
    expect((await api.send("GET", String(croissant), { headers })).status).toBe(304);
    await api.send("POST", `/listings/${id}/withdraw`, { token });
    await eventually(async () => (await croissantOf(id)).status === 404);
  });
});

const dataset: DatasetItem = {
  id: "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b",
  title: "Iris flowers",
  description: "Four measures of 150 flowers.",
  category: "scientific",
  tags: [],
  license: null,
  pricing_type: "buy_it_now",
  price_cents: 0,
  offers: currentOffers({ priceCents: 0, pricingType: "buy_it_now" }, null, "usd"),
  currency: "usd",
  status: "active",
  format: "csv",
  compression: null,
  byte_size: 40,
  row_count: 2,
  column_count: 2,
  quality_score: 0.9,
  sha256: "a".repeat(64),
  version: 3,
  seller: {
    id: "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0c",
    name: "ada",
    verified: true,
    identity_checked: false,
  },
  rating: { mean: null, count: 0 },
  published_at: "2026-11-21T09:30:00.000Z",
  updated_at: "2026-11-21T09:30:00.000Z",
  version_published_at: "2026-11-21T09:30:00.000Z",
  covers_from: null,
  covers_to: null,
  covers_precision: null,
  bbox: null,
  countries: null,
  languages: null,
  has_personal_data: null,
  license_id: null,
  license_groups: [],
  auction: null,
  capabilities: { sample: true, profile: true, download: true, buy: false, bid: false },
  links: {
    self: "https://market.test/datasets/0192f0c1",
    file: "https://market.test/datasets/0192f0c1/file",
  },
};

const marketplace = { name: "Dataset Marketplace", url: "https://market.test" };

function describeFile(
  file: Partial<Pick<DatasetItem, "format" | "compression" | "title">>,
  profile: Partial<Profile> = {},
) {
  const { format } = file;
  const whole = { ...exampleProfile, ...(format ? { format } : {}), ...profile };
  return describeAsCroissant({ ...dataset, ...file }, whole, marketplace);
}

type RecordSet = { field: Record<string, unknown>[]; annotation: { value: number }[] };
const recordsOf = (document: ReturnType<typeof describeFile>) =>
  (document.recordSet as RecordSet[])[0] ?? { field: [], annotation: [] };

function column(values: Partial<ColumnProfile>): ColumnProfile {
  const [first] = exampleProfile.columns;
  if (first === undefined) throw new Error("the example has no column");
  return { ...first, ...values };
}

describe("the description of", () => {
  const extractions: [format: string, extract: object][] = [
    ["csv", { column: "sepal" }],
    ["parquet", { column: "sepal" }],
    ["jsonl", { column: "sepal" }],
    ["json", { jsonPath: "$[*]['sepal']" }],
    ["geojson", { jsonPath: "$.features[*].properties['sepal']" }],
    ["txt", { fileProperty: "lines" }],
  ];
  for (const [format, extract] of extractions) {
    test(`${format} says how a column is read`, async () => {
      const document = describeFile({ format });
      expect(await findCroissantFaults(document)).toEqual([]);
      expect(recordsOf(document).field[0]).toMatchObject({
        source: { fileObject: { "@id": `iris-flowers.${format}` }, extract },
      });
    });
  }

  const types: [format: string, type: string][] = [
    ["csv", "text/csv"],
    ["tsv", "text/tab-separated-values"],
    ["jsonl", "application/jsonlines"],
    ["parquet", "application/x-parquet"],
  ];
  for (const [format, encodingFormat] of types) {
    test(`${format} names the type by which mlcroissant reads it`, () => {
      expect(describeFile({ format }).distribution[0]).toMatchObject({ encodingFormat });
    });
  }

  for (const compression of ["gzip", "zstd", "zip"]) {
    test(`a file in ${compression} is read from its compressed contents`, async () => {
      const document = describeFile({ compression });
      expect(await findCroissantFaults(document)).toEqual([]);
      expect(document.distribution).toMatchObject([
        { "@type": "cr:FileObject", encodingFormat: `application/${compression}` },
        { "@type": "cr:FileSet", encodingFormat: "text/csv" },
      ]);
      expect(recordsOf(document).field[0]).toMatchObject({
        source: { fileSet: { "@id": "content" } },
      });
    });
  }

  test("an archive of pictures has one record a picture", async () => {
    const size = { min: 28, max: 28, mean: 28 };
    const images = {
      count: 7,
      formats: [{ name: "jpeg", count: 7 }],
      colour_spaces: [],
      width: size,
      height: size,
      bytes: size,
      animated: 0,
      duplicates: 0,
      unreadable: [],
    };
    const document = describeFile({ format: "zip" }, { format: "zip", images });
    expect(await findCroissantFaults(document)).toEqual([]);
    const includes = ["jpg", "JPG", "jpeg", "JPEG"].flatMap((end) => [`*.${end}`, `**/*.${end}`]);
    expect(document.distribution[1]).toMatchObject({ encodingFormat: "image/jpeg", includes });
    const records = recordsOf(document);
    expect(records.annotation[0]?.value).toBe(7);
    expect(records.field.map((one) => one.dataType)).toEqual(["sc:Text", "sc:ImageObject"]);
  });

  test("an open auction offers bids at the next minimum", () => {
    const links = { self: "https://market.test/d", bids: "https://market.test/d/bids" };
    const sold = { download: false, buy: false, sample: true, profile: true };
    const auction = (state: "open" | "ended") =>
      ({ state, reserve_met: false, next_minimum_bid_cents: 5_400 }) as const;
    const sale = { priceCents: 1_000, pricingType: "auction" };
    const offerOf = (bid: boolean) =>
      describeAsCroissant(
        {
          ...dataset,
          links,
          capabilities: { ...sold, bid },
          offers: currentOffers(sale, auction(bid ? "open" : "ended"), "usd"),
        },
        exampleProfile,
        marketplace,
      );
    expect(offerOf(true)).toMatchObject({
      offers: { price: "54.00", url: links.bids, availability: { "@id": "sc:InStock" } },
      distribution: [{ contentUrl: links.bids }],
    });
    expect(offerOf(false).offers).not.toHaveProperty("price");
    expect(offerOf(false)).toMatchObject({ offers: { availability: { "@id": "sc:OutOfStock" } } });
  });

  test("columns has their types, and statistics in the specification's vocabularies", () => {
    const { field, annotation } = recordsOf(describeFile({}));
    expect(annotation[0]).toMatchObject({ value: 2, dataType: ["sc:Integer", "wd:Q4049983"] });
    expect(field.map((one) => one.dataType)).toEqual(["sc:Float", "sc:Text"]);
    const [sepal] = field as { annotation: { name: string; value: unknown }[] }[];
    const values = Object.fromEntries(
      (sepal?.annotation ?? []).map((one) => [one.name, one.value]),
    );
    expect(values).toMatchObject({ missing: 0, distinct: 2, min: 5.1, max: 6.3, mean: 5.7 });
    expect(sepal?.annotation).toContainEqual(
      expect.objectContaining({ dataType: ["sc:Float", "ddi-stats:7975ed0"], value: 5.7 }),
    );
  });

  test("columns with any name keeps their ids apart", async () => {
    const names = ["a/b", "a b", "it's", "count", "ü#min", "\ud800", "content", "x\\y"];
    const columns = names.map((name, index) => column({ name, index }));
    for (const format of ["csv", "jsonl"]) {
      const document = describeFile({ format }, { columns });
      expect(await findCroissantFaults(document)).toEqual([]);
      expect(recordsOf(document).field.map((one) => one.name)).toEqual(names);
    }
  });

  test("a very wide table has every column, and statistics of the first ones", () => {
    const columns = Array.from({ length: CROISSANT_STATISTICS_COLUMNS_MAX + 1 }, (_, index) =>
      column({ name: `c${index}`, index }),
    );
    const { field } = recordsOf(describeFile({}, { columns }));
    expect(field).toHaveLength(columns.length);
    expect(field.at(-2)).toHaveProperty("annotation");
    expect(field.at(-1)).not.toHaveProperty("annotation");
  });
});

describe("the rules themselves", () => {
  const faulty: [
    name: string,
    change: (document: Record<string, unknown>) => void,
    fault: string,
  ][] = [
    ["no licence", (one) => Reflect.deleteProperty(one, "license"), "the dataset: license"],
    ["another version", (one) => Object.assign(one, { conformsTo: "http://x/1.0" }), "conform"],
    [
      "a field of an unknown file",
      (one) => Object.assign((one.distribution as object[])[0] ?? {}, { "@id": "other" }),
      "is of",
    ],
    ["a list of no file", (one) => Object.assign(one, { distribution: [] }), "distribution"],
  ];
  for (const [name, change, fault] of faulty) {
    test(`find ${name}`, async () => {
      const document = structuredClone(describeFile({})) as Record<string, unknown>;
      change(document);
      expect((await findCroissantFaults(document)).join("\n")).toContain(fault);
    });
  }
});
