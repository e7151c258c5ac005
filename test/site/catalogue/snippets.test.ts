/** The code snippets on a dataset's page, as a table. */

import { expect, test } from "bun:test";
import { groupsOfLicense } from "../../../market/facts/license-groups.ts";
import { licenseTerms } from "../../../market/facts/license-terms.ts";
import { currentOffers } from "../../../market/listing/pricing/offers.ts";
import { serviceName } from "../../../market/service.ts";
import { tools } from "../../../mcp/tools.ts";
import { bibtexOf, citationOf } from "../../../site/catalogue/dataset/use/cite.ts";
import {
  boughtSnippets,
  mcpSnippet,
  PURCHASE_PLACEHOLDER,
  packageSnippets,
  snippetsOf,
} from "../../../site/catalogue/dataset/use/snippets.ts";

const file = "https://example.com/datasets/1/file";
const parquet = "https://example.com/datasets/1/parquet";
const may = { sample: true, profile: true, download: true, buy: false, bid: false };
const priced = (priceCents: number) => ({
  price_cents: priceCents,
  offers: currentOffers({ priceCents, pricingType: "buy_it_now" }, null, "usd"),
});
const free = { id: "1", capabilities: may, ...priced(0), compression: null };
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
    "Python",
    "pandas",
    "Polars",
    "R",
    "DuckDB",
    "Spark",
    "JavaScript",
    "Delta Sharing",
  ]);
  expect(textOf("Delta Sharing", dataset)).toBe(
    'import delta_sharing\ndf = delta_sharing.load_as_pandas("https://example.com/delta-sharing/profile.share#free.1.data")',
  );
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

test("the command line and the SDK pull what is free, and never pay more than the shown price", () => {
  const at = (dataset: Omit<Parameters<typeof packageSnippets>[0], "id">) =>
    packageSnippets({ ...dataset, id: "1" }, "https://example.com").map(({ text }) => text);
  const [pull, download] = at({ ...free, format: "csv", links: { file } });
  expect(pull).toBe("npx -y https://example.com/connect/dataset-market.tgz pull 1");
  expect(download).toContain('market.download("1", { to: "dataset" })');
  const [buy, bought] = at({ ...paid, format: "csv", links: { buy: `${file}/buy` } });
  expect(buy).toEndWith("buy 1 --max-price 19.99 --pull");
  expect(bought).toContain("maxPriceCents: 1999");
  expect(at({ ...paid, format: "csv", links: {} })).toEqual([]);
});

test("what was bought is read by its purchase, whose id the page has or the reader fills in", () => {
  const own = boughtSnippets("https://example.com/purchases/7", { hasTable: true, datasetId: "1" });
  expect(own.map(({ title }) => title)).toEqual([
    shell,
    "Python",
    "pandas",
    "Polars",
    "DuckDB",
    "Spark",
    "R",
    "JavaScript",
    "Delta Sharing",
  ]);
  for (const { text } of own.filter(({ title }) => title !== "Python").slice(0, -1))
    expect(text).toContain("https://example.com/purchases/7/download-url");
  const later = boughtSnippets(`https://example.com/purchases/${PURCHASE_PLACEHOLDER}`, {
    hasTable: true,
    datasetId: "1",
  });
  expect(later[2]?.text).toContain(`f"https://example.com/purchases/{os.environ['PURCHASE_ID']}/`);
  expect(
    boughtSnippets("https://example.com/purchases/7", { hasTable: false, datasetId: "1" }),
  ).toHaveLength(2);
});

test("an MCP client is set up once, and each tool call is one that its tool takes", () => {
  const id = "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b";
  const bid = { ...paid, capabilities: { ...may, download: false, bid: true } };
  const cases = [
    ["query_dataset", { ...free, links: { file, query: `${file}/query` } }],
    ["get_download_url", { ...free, links: { file } }],
    ["buy_now", { ...paid, links: { buy: `${file}/buy` } }],
    ["place_bid", { ...bid, links: { bids: `${file}/bids` } }],
    ["get_dataset", { ...bid, links: {} }],
  ] as const;
  for (const [name, dataset] of cases) {
    const { text, more } = mcpSnippet({ ...dataset, id, format: "csv" }, "https://example.com/mcp");
    expect(JSON.parse(text).mcpServers[serviceName].url).toBe("https://example.com/mcp");
    const call = JSON.parse(more?.[0]?.text ?? "");
    expect(call.name).toBe(name);
    const tool = tools.find((one) => one.name === name);
    expect(tool?.input.safeParse(call.arguments).error).toBeUndefined();
  }
});

test("it is cited with its version and hash, and a title cannot end its field", () => {
  const cited = {
    id: "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b",
    title: "50 % of {strikes} & \\input{x}",
    seller: { id: "1", name: "Northfield_Data", identity_checked: false },
    version: 2,
    version_published_at: "2026-11-02T00:00:00Z",
    sha256: "a".repeat(64),
    links: { self: "https://example.com/datasets/1" },
    citation: null,
  } as unknown as Parameters<typeof bibtexOf>[0];
  const bibtex = bibtexOf(cited);
  expect(bibtex).toContain("@misc{dataset-0192f0c1,");
  expect(bibtex).toContain("{50 \\% of \\{strikes\\} \\& \\textbackslash{}input\\{x\\}}");
  expect(bibtex).toContain("Northfield\\_Data");
  expect(bibtex).toContain("SHA-256 aaaa");
  expect(citationOf(cited)).toStartWith("Northfield_Data (2026). ");
  expect(citationOf({ ...cited, citation: "Cite me so" })).toBe("Cite me so");
});

test("a licence is summed up by what its family is known to allow", () => {
  const words = (id: string) => licenseTerms(groupsOfLicense(id)).map((term) => term.words);
  expect(words("CC-BY-4.0")).toEqual([
    "Commercial use",
    "Training models",
    "Sharing and adapting",
    "Credit the source",
    "No warranty",
  ]);
  expect(words("CC0-1.0")[3]).toBe("No credit required");
  expect(words("CC-BY-NC-ND-4.0")).toEqual([
    "No commercial use",
    "Training models, not commercially",
    "Sharing, unchanged only",
    "Credit the source",
    "No warranty",
  ]);
  expect(words("CC-BY-ND-4.0")[1]).toBe("Training models: ask the seller");
  expect(words("ODbL-1.0")[2]).toBe("Sharing under the same licence");
  expect(words("nothing-known")).toEqual([]);
});
