import { describe, expect, test } from "bun:test";
import { categoryIds } from "../../db/vocabulary/listing.ts";
import { demoDatasets } from "../../dev/catalogue/datasets.ts";
import { openDemoFiles } from "../../dev/catalogue/demo-files.ts";
import { openPackageMetadata } from "../../dev/catalogue/package-metadata.ts";
import { sellerOwners } from "../../dev/catalogue/sellers.ts";
import { draftBody } from "../../market/listing/schemas.ts";
import { generated, makeFolder, profileBytes } from "../dataset/support/dataset-files.ts";

const fileOf = openDemoFiles();
const sortedSet = <Item>(items: Item[]) => [...new Set(items)].toSorted();

describe("the demo catalogue", () => {
  test("shows every category, seven formats, three sellers, and some of each way of sale", () => {
    expect(demoDatasets.length).toBeGreaterThanOrEqual(25);
    expect(demoDatasets.length).toBeLessThanOrEqual(30);
    expect(sortedSet(demoDatasets.map(({ category }) => category))).toEqual(
      [...categoryIds].toSorted(),
    );
    expect(sortedSet(demoDatasets.map(({ format }) => format))).toEqual([
      "csv",
      "geojson",
      "json",
      "jsonl",
      "parquet",
      "tsv",
      "zip",
    ]);
    expect(sortedSet(demoDatasets.map(({ seller }) => seller))).toEqual(
      Object.keys(sellerOwners).toSorted() as (keyof typeof sellerOwners)[],
    );
    const paid = demoDatasets.filter(({ priceCents = 0 }) => priceCents > 0);
    expect(paid.length).toBeGreaterThanOrEqual(5);
    expect(paid.length).toBeLessThan(demoDatasets.length / 2);
    const ways = demoDatasets.flatMap(({ auction, priceCents }) => {
      if (auction === undefined) return [];
      if (!("days" in auction)) return auction.bids === undefined ? ["unsold"] : ["sold"];
      return priceCents === undefined ? ["running"] : ["hybrid"];
    });
    expect(sortedSet(ways)).toEqual(["hybrid", "running", "sold", "unsold"]);
  });

  test.each(demoDatasets)(
    "states for $file a licence and a source, and the API takes it",
    async (one) => {
      const { body, license, sources } = await fileOf(one);
      expect(body.size).toBeGreaterThan(100);
      expect(license.length).toBeGreaterThan(2);
      expect(sources).toMatch(one.from === "made" ? /^Generated for this demo/ : /^Source: /);
      const { title, description, category, tags } = one;
      const draft = { title, description: `${description} ${sources}`, category, tags, license };
      expect(draftBody.safeParse(draft).error).toBeUndefined();
    },
  );

  test("shows several tables, pictures, a map, and a table of poor quality", async () => {
    const folder = makeFolder();
    const profileOf = async (title: string) => {
      const one = demoDatasets.find((dataset) => dataset.title.startsWith(title));
      if (one === undefined) throw new Error(`The demo has no "${title}".`);
      const content = new Uint8Array(await (await fileOf(one)).body.arrayBuffer());
      const report = await profileBytes(folder.path, content, { hint: one.format });
      return generated(report).profile;
    };
    const timetable = await profileOf("Timetable of an imaginary city");
    const pictures = await profileOf("Pictures of four patterns");
    const places = await profileOf("A week of earthquakes");
    const customers = await profileOf("Customers, as the old system exported them");
    folder.remove();
    expect(timetable.tables?.length).toBeGreaterThan(3);
    expect(pictures.images?.count).toBeGreaterThan(10);
    expect(places.columns.some(({ bounds }) => bounds !== null)).toBe(true);
    expect(customers.quality.score).toBeLessThan(0.5);
  });

  test("makes the same bytes at each start", async () => {
    const made = demoDatasets.filter(({ from }) => from === "made");
    expect(made.length).toBeGreaterThanOrEqual(4);
    for (const one of made) {
      const hashes = await Promise.all(
        [await fileOf(one), await openDemoFiles()(one)].map(({ body }) => hashOf(body)),
      );
      expect(hashes[0]).toBe(hashes[1] ?? "");
    }
  });

  test("tells its datasets apart by their titles, by which a second start finds them", () => {
    const titles = demoDatasets.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  });

  test("refuses a file for which the package states no licence", () => {
    expect(() => openPackageMetadata()("stocks.csv")).toThrow("states no licence for stocks.csv");
  });
});

async function hashOf(body: Blob): Promise<string> {
  return new Bun.CryptoHasher("sha256").update(await body.arrayBuffer()).digest("hex");
}
