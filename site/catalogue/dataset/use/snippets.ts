/** Code that reads or buys a dataset, with its addresses filled in. Pure. */
import type { DatasetDetail } from "../../../../market/catalogue/schemas.ts";

export type Snippet = { title: string; text: string };

/** Stands for the purchase's id until there is one. */
export const PURCHASE_PLACEHOLDER = "$PURCHASE_ID";

type Offered = Pick<
  DatasetDetail,
  "links" | "capabilities" | "offers" | "price_cents" | "format" | "compression"
>;

/** Code to read a free dataset, or else to buy it or bid for it. */
export function snippetsOf(dataset: Offered): Snippet[] {
  const { links, capabilities } = dataset;
  if (capabilities.download && links.file !== undefined) return forReaders(dataset, links.file);
  if (links.buy !== undefined)
    return [{ title: "curl, with an API key", text: buyCall(dataset, links.buy) }];
  if (links.bids === undefined) return [];
  const amount = (dataset.offers.next_bid_cents ?? dataset.price_cents) / 100;
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

/** Calls that read a file of the format if its table has no Parquet file. */
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

/**
 * Prefers the table's Parquet file, which is typed and can be read in part; otherwise uses the file
 * itself.
 */
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

/**
 * Code to read a purchase: the file by its signed URL, which is valid for one minute and requested
 * each time, and its table from the Parquet file. `address` is the purchase's own.
 */
export function boughtSnippets(address: string, { hasTable }: { hasTable: boolean }): Snippet[] {
  const download = [
    `curl -s ${address}/download-url \\`,
    '  -H "Authorization: Bearer $API_KEY" \\',
    "  | jq -r .download_url | xargs curl -O -J",
  ].join("\n");
  const reading = {
    pandas: ["import pandas as pd", "df = pd.read_parquet(table)"],
    Polars: ["import polars as pl", "df = pl.read_parquet(table)"],
    DuckDB: ["import duckdb", `duckdb.sql(f"FROM '{table}' LIMIT 10").show()`],
  };
  const asked = askForTable(address);
  const tables = Object.entries(reading).map(([title, [imported = "", read = ""]]) => ({
    title,
    text: [imported, ...asked, read].join("\n"),
  }));
  return [{ title: "curl", text: download }, ...(hasTable ? tables : [])];
}

/** Python code that assigns the URL of the first table's Parquet file to `table`. */
function askForTable(address: string): string[] {
  const inPython = address.replace(PURCHASE_PLACEHOLDER, "{os.environ['PURCHASE_ID']}");
  const quoted = `${inPython === address ? "" : "f"}"${inPython}/download-url"`;
  return [
    "import os, requests",
    `bought = requests.get(${quoted},`,
    `    headers={"Authorization": "Bearer " + os.environ["API_KEY"]}).json()`,
    `table = bought["parquet"][0]["download_url"]`,
  ];
}
