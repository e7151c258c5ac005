/** What the demo catalogue holds. */
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { demoDatasets } from "../../dev/catalogue/datasets.ts";
import { openPackageMetadata } from "../../dev/catalogue/package-metadata.ts";
import { draftBody } from "../../market/listing/schemas.ts";

const metadataOf = openPackageMetadata();

describe("the demo catalogue", () => {
  test("holds about 20 datasets of all five formats, some of them for sale", () => {
    expect(demoDatasets.length).toBeGreaterThanOrEqual(20);
    const formats = new Set(demoDatasets.map(({ format }) => format));
    expect([...formats].toSorted()).toEqual(["csv", "geojson", "json", "parquet", "tsv"]);
    const paid = demoDatasets.filter(({ priceCents = 0 }) => priceCents > 0);
    expect(paid.length).toBeGreaterThanOrEqual(3);
    expect(paid.length).toBeLessThan(demoDatasets.length / 2);
    const sold = demoDatasets.filter(({ auction }) => auction !== undefined);
    expect(sold.map(({ priceCents }) => priceCents !== undefined).toSorted()).toEqual([
      false,
      true,
    ]);
  });

  test.each(demoDatasets)(
    "states for $file a licence and a source, and the API takes it",
    (one) => {
      const { path, license, sources } = metadataOf(one.file);
      expect(existsSync(path)).toBe(true);
      expect(license.length).toBeGreaterThan(3);
      expect(sources).toStartWith("Source: ");
      const { title, description, category, tags } = one;
      const draft = { title, description: `${description} ${sources}`, category, tags, license };
      expect(draftBody.safeParse(draft).error).toBeUndefined();
    },
  );

  test("tells its datasets apart by their titles, by which a second start finds them", () => {
    const titles = demoDatasets.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  });

  test("refuses a file for which the package states no licence", () => {
    expect(() => metadataOf("stocks.csv")).toThrow("states no licence for stocks.csv");
  });
});
