/** What programs type to read or to buy a dataset, with its addresses filled in. Pure. */
import type { DatasetDetail } from "../../../market/catalogue/schemas.ts";

export type Snippet = { title: string; text: string };

type Offered = Pick<
  DatasetDetail,
  "links" | "capabilities" | "auction" | "price_cents" | "format" | "compression"
>;

/** To read it where it is free, else to buy it or to bid. */
export function snippetsOf(dataset: Offered): Snippet[] {
  const { links, capabilities } = dataset;
  if (capabilities.download && links.file !== undefined) return forReaders(dataset, links.file);
  if (links.buy !== undefined)
    return [{ title: "curl, with an API key", text: buyCall(dataset, links.buy) }];
  if (links.bids === undefined) return [];
  const amount = (dataset.auction?.next_minimum_bid_cents ?? dataset.price_cents) / 100;
  const body = JSON.stringify({ max_amount: amount });
  return [{ title: "curl, with an API key", text: call(links.bids, body) }];
}

function buyCall({ price_cents }: Offered, address: string): string {
  const body = JSON.stringify({ payment_method_id: "pm_…", expected_price_cents: price_cents });
  return call(address, body);
}

function call(address: string, body: string): string {
  return [
    `curl ${address} \\`,
    `  -H "Authorization: Bearer $API_KEY" \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '${body}'`,
  ].join("\n");
}

/** Calls that read a file of the format, where there is no Parquet of its table. */
type Reader = { pandas: string; polars: string; duckdb: string };

const readers: Record<string, Reader> = {
  csv: { pandas: "read_csv(@)", polars: "read_csv(@)", duckdb: "read_csv" },
  tsv: {
    pandas: 'read_csv(@, sep="\\t")',
    polars: 'read_csv(@, separator="\\t")',
    duckdb: "read_csv",
  },
  parquet: { pandas: "read_parquet(@)", polars: "read_parquet(@)", duckdb: "read_parquet" },
  jsonl: {
    pandas: "read_json(@, lines=True)",
    polars: "read_ndjson(@)",
    duckdb: "read_json",
  },
  json: { pandas: "read_json(@)", polars: "read_json(@)", duckdb: "read_json" },
};

/** By its table as Parquet, which is typed and read in part; else by the file itself. */
function forReaders({ links, format, compression }: Offered, address: string): Snippet[] {
  const download = { title: "curl", text: `curl -L -O -J ${address}` };
  if (links.parquet !== undefined) return [download, ...calls(readers.parquet, links.parquet)];
  const reader = compression === null ? readers[format ?? ""] : undefined;
  return [download, ...calls(reader, address)];
}

function calls(reader: Reader | undefined, address: string): Snippet[] {
  if (reader === undefined) return [];
  const quoted = `"${address}"`;
  const [pandas, polars] = [reader.pandas, reader.polars].map((one) => one.replace("@", quoted));
  return [
    { title: "pandas", text: `import pandas as pd\ndf = pd.${pandas}` },
    { title: "Polars", text: `import polars as pl\ndf = pl.${polars}` },
    { title: "DuckDB", text: `FROM ${reader.duckdb}('${address}') LIMIT 10;` },
  ];
}
