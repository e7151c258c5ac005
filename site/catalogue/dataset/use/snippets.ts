/** Code that reads or buys a dataset, with its addresses filled in. Pure. */

import type { DatasetDetail } from "../../../../market/catalogue/schemas.ts";
import { serverLabel } from "../../../../market/discovery/connect/snippet.ts";
import { discoveryPaths } from "../../../../market/discovery/vocabulary.ts";

export type Snippet = {
  title: string;
  text: string;
  /** Other blocks, each under the name of its place. */
  more?: { place: string; text: string }[];
};

/** Stands for the purchase's id until there is one. */
export const PURCHASE_PLACEHOLDER = "$PURCHASE_ID";

type Offered = Pick<
  DatasetDetail,
  "id" | "links" | "capabilities" | "offers" | "price_cents" | "format" | "compression"
>;

/** Code to read a free dataset, or else to buy it or bid for it. */
export function snippetsOf(dataset: Offered): Snippet[] {
  const { links, capabilities } = dataset;
  if (capabilities.download && links.file !== undefined) return forReaders(dataset, links.file);
  if (links.buy !== undefined) return [{ title: "curl", text: buyCall(dataset, links.buy) }];
  if (links.bids === undefined) return [];
  const amount = (dataset.offers.next_bid_cents ?? dataset.price_cents) / 100;
  const body = JSON.stringify({ max_amount: amount });
  return [{ title: "curl", text: call(links.bids, body) }];
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

/** The command line and the TypeScript SDK, for a marketplace at `baseUrl`. */
export function packageSnippets(
  { id, capabilities, links, offers, price_cents }: Offered & Pick<DatasetDetail, "id">,
  baseUrl: string,
): Snippet[] {
  const tarball = `${baseUrl}${discoveryPaths.clientPackage}`;
  const cli = (command: string) => `npx -y ${tarball} ${command}`;
  const typescript = (...calls: string[]) =>
    [
      `// npm install ${tarball}`,
      'import { Market } from "dataset-market/node";',
      `const market = new Market({ baseUrl: "${baseUrl}"${capabilities.download ? "" : ", token: apiKey"} });`,
      ...calls,
    ].join("\n");
  const download = `await market.download("${id}", { to: "dataset" });`;
  const both = (command: string, ...calls: string[]) => [
    { title: "CLI", text: cli(command) },
    { title: "TypeScript", text: typescript(...calls) },
  ];
  if (capabilities.download) return both(`pull ${id}`, download);
  if (links.buy !== undefined) {
    const buy = `await market.buy("${id}", { maxPriceCents: ${price_cents} });`;
    return both(`buy ${id} --max-price ${price_cents / 100} --pull`, buy, download);
  }
  if (links.bids === undefined) return [];
  const cents = offers.next_bid_cents ?? price_cents;
  const bid = `await market.call("placeBid", { params: { id: "${id}" }, body: { max_amount_cents: ${cents} } });`;
  return both(`bid ${id} ${cents / 100}`, bid);
}

/** The settings of an MCP client, and the tool call that reads, buys or bids for the dataset. */
export function mcpSnippet(dataset: Offered & Pick<DatasetDetail, "id">, mcpUrl: string): Snippet {
  const settings = { mcpServers: { [serverLabel]: { type: "http", url: mcpUrl } } };
  return {
    title: "MCP",
    text: JSON.stringify(settings, null, 2),
    more: [{ place: "Then the tool call", text: JSON.stringify(mcpCallOf(dataset), null, 2) }],
  };
}

function mcpCallOf({
  id,
  links,
  capabilities,
  offers,
  price_cents,
}: Parameters<typeof mcpSnippet>[0]) {
  const of = (name: string, more: object) => ({ name, arguments: { dataset_id: id, ...more } });
  if (capabilities.download) {
    return links.query === undefined
      ? of("get_download_url", {})
      : of("query_dataset", { limit: 10 });
  }
  if (links.buy !== undefined) {
    return of("buy_now", { payment_method_id: "pm_…", expected_price_cents: price_cents });
  }
  if (links.bids === undefined) return of("get_dataset", {});
  return of("place_bid", { max_amount: (offers.next_bid_cents ?? price_cents) / 100 });
}

/** An API call of anybody, with this body. */
export function curlCall(address: string, body: object): string {
  const text = JSON.stringify(body).replaceAll("'", "'\\''");
  return [
    `curl '${address}' \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '${text}'`,
  ].join("\n");
}

/** Code that reads a file of the format; `@` stands for the quoted address. */
type Reader = Record<"pandas" | "Polars" | "R" | "DuckDB" | "Spark" | "JavaScript", string>;

const inSpark = (read: string): string =>
  [
    "from urllib.request import urlretrieve",
    "from pyspark.sql import SparkSession",
    'urlretrieve(@, "dataset")',
    `df = SparkSession.builder.getOrCreate().read.${read}`,
  ].join("\n");

const inText = (kind: "text" | "json"): string =>
  `const answer = await fetch(@);\nconst data = await answer.${kind}();`;

const readers: Record<string, Reader> = {
  csv: {
    pandas: "import pandas as pd\ndf = pd.read_csv(@)",
    Polars: "import polars as pl\ndf = pl.read_csv(@)",
    R: "df <- read.csv(@)",
    DuckDB: "FROM read_csv(@) LIMIT 10;",
    Spark: inSpark('csv("dataset", header=True, inferSchema=True)'),
    JavaScript: inText("text"),
  },
  tsv: {
    pandas: 'import pandas as pd\ndf = pd.read_csv(@, sep="\\t")',
    Polars: 'import polars as pl\ndf = pl.read_csv(@, separator="\\t")',
    R: "df <- read.delim(@)",
    DuckDB: "FROM read_csv(@) LIMIT 10;",
    Spark: inSpark('csv("dataset", sep="\\t", header=True, inferSchema=True)'),
    JavaScript: inText("text"),
  },
  parquet: {
    pandas: "import pandas as pd\ndf = pd.read_parquet(@)",
    Polars: "import polars as pl\ndf = pl.read_parquet(@)",
    R: readInR("@"),
    DuckDB: "FROM read_parquet(@) LIMIT 10;",
    Spark: inSpark('parquet("dataset")'),
    JavaScript: readInJavaScript("@"),
  },
  jsonl: {
    pandas: "import pandas as pd\ndf = pd.read_json(@, lines=True)",
    Polars: "import polars as pl\ndf = pl.read_ndjson(@)",
    R: "df <- jsonlite::stream_in(url(@))",
    DuckDB: "FROM read_json(@) LIMIT 10;",
    Spark: inSpark('json("dataset")'),
    JavaScript: inText("text"),
  },
  json: {
    pandas: "import pandas as pd\ndf = pd.read_json(@)",
    Polars: "import polars as pl\ndf = pl.read_json(@)",
    R: "df <- jsonlite::fromJSON(@)",
    DuckDB: "FROM read_json(@) LIMIT 10;",
    Spark: inSpark('json("dataset", multiLine=True)'),
    JavaScript: inText("json"),
  },
};

/** `address`: an expression. */
function readInR(address: string): string {
  return [
    "library(arrow)",
    'path <- tempfile(fileext = ".parquet")',
    `download.file(${address}, path, mode = "wb")`,
    "df <- read_parquet(path)",
  ].join("\n");
}

function readInJavaScript(address: string): string {
  return [
    'import { asyncBufferFromUrl, parquetReadObjects } from "hyparquet";',
    'import { compressors } from "hyparquet-compressors";',
    `const file = await asyncBufferFromUrl({ url: ${address} });`,
    "const rows = await parquetReadObjects({ file, compressors, rowEnd: 10 });",
  ].join("\n");
}

/**
 * Prefers the table's Parquet file, which is typed and can be read in part; otherwise uses the file
 * itself.
 */
function forReaders({ id, links, format, compression }: Offered, address: string): Snippet[] {
  const download = { title: "curl", text: `curl -L -O -J ${address}` };
  if (links.parquet !== undefined) {
    const { origin } = new URL(links.parquet);
    const ours = inPython(`${origin}/datasets/${id}`);
    return [download, ours, ...calls(readers.parquet, links.parquet), sharedFree(origin, id)];
  }
  const reader = compression === null ? readers[format ?? ""] : undefined;
  return [download, ...calls(reader, address)];
}

/** Our own package, which checks the hash and keeps each version. `address`: the dataset's. */
function inPython(address: string): Snippet {
  const { origin } = new URL(address);
  const text = [
    `# pip install ${origin}${discoveryPaths.pythonWheel}`,
    "import dataset_market as dm",
    `df = dm.load("${address}")`,
  ].join("\n");
  return { title: "Python", text };
}

const sharing = "Delta Sharing";

function sharedFree(origin: string, id: string): Snippet {
  const profile = `${origin}/delta-sharing/profile.share`;
  return { title: sharing, text: shared(profile, `free.${id}.data`) };
}

function shared(profile: string, table: string): string {
  return `import delta_sharing\ndf = delta_sharing.load_as_pandas("${profile}#${table}")`;
}

function calls(reader: Reader | undefined, address: string): Snippet[] {
  if (reader === undefined) return [];
  return Object.entries(reader).map(([title, text]) => ({
    title,
    text: text.replace("@", title === "DuckDB" ? `'${address}'` : `"${address}"`),
  }));
}

/**
 * Code to read a purchase: the file by its signed URL, which is valid for one minute and requested
 * each time, and its table from the Parquet file. `address` is the purchase's own.
 */
export function boughtSnippets(
  address: string,
  { hasTable, datasetId }: { hasTable: boolean; datasetId: string },
): Snippet[] {
  const download = [
    `curl -s ${address}/download-url \\`,
    '  -H "Authorization: Bearer $API_KEY" \\',
    "  | jq -r .download_url | xargs curl -O -J",
  ].join("\n");
  const reading = {
    pandas: ["import pandas as pd", "df = pd.read_parquet(table)"],
    Polars: ["import polars as pl", "df = pl.read_parquet(table)"],
    DuckDB: ["import duckdb", `duckdb.sql(f"FROM '{table}' LIMIT 10").show()`],
    Spark: [
      "from urllib.request import urlretrieve\nfrom pyspark.sql import SparkSession",
      'urlretrieve(table, "table.parquet")\ndf = SparkSession.builder.getOrCreate().read.parquet("table.parquet")',
    ],
  };
  const asked = askForTable(address);
  const tables = Object.entries(reading).map(([title, [imported = "", read = ""]]) => ({
    title,
    text: [imported, ...asked, read].join("\n"),
  }));
  const others = [
    { title: "R", text: boughtInR(address) },
    { title: "JavaScript", text: boughtInJavaScript(address) },
    { title: sharing, text: shared("market.share", `library.${datasetId}.data`) },
  ];
  const { origin } = new URL(address);
  const ours = inPython(`${origin}/datasets/${datasetId}`);
  ours.text = ours.text.replace("\n", "\n# DATASET_MARKET_KEY holds the API key\n");
  return [{ title: "curl", text: download }, ours, ...(hasTable ? [...tables, ...others] : [])];
}

function boughtInR(address: string): string {
  const id = `", Sys.getenv("PURCHASE_ID"), "`;
  return [
    "library(httr2)",
    `bought <- request(paste0("${address.replace(PURCHASE_PLACEHOLDER, id)}/download-url")) |>`,
    '  req_auth_bearer_token(Sys.getenv("API_KEY")) |> req_perform() |> resp_body_json()',
    readInR("bought$parquet[[1]]$download_url"),
  ].join("\n");
}

function boughtInJavaScript(address: string): string {
  const own = address.replace(PURCHASE_PLACEHOLDER, `\${process.env.PURCHASE_ID}`);
  return [
    'const headers = { authorization: "Bearer " + process.env.API_KEY };',
    `const answer = await fetch(\`${own}/download-url\`, { headers });`,
    "const { parquet } = await answer.json();",
    readInJavaScript("parquet[0].download_url"),
  ].join("\n");
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
