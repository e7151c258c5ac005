/** Finding and judging datasets: public, without a key. */

import { z } from "zod";
import type { AuctionView } from "../../market/auction/schemas.ts";
import type { DatasetDetail } from "../../market/catalogue/schemas.ts";
import { datasetDetail, downloadView } from "../../market/catalogue/schemas.ts";
import { moneyText, priceText } from "../../market/pricing.ts";
import type { DatasetTable } from "../../market/profile/table-schemas.ts";
import { type SearchHit, searchHit } from "../../market/search/hit-schemas.ts";
import { type SearchView, searchQuery, searchView } from "../../market/search/schemas.ts";
import { cutList, cutSchema, resourceLink, STRANGER_CHARS_MAX, SUMMARY_CHARS_MAX } from "../cut.ts";
import { operations } from "../operations.ts";
import { defineTool, type Tool } from "../tool.ts";
import { quoted, shorten, untrustedOfDataset } from "../untrusted.ts";
import { bytes, count } from "../words.ts";
import { publicRead } from "./annotations.ts";
import { compareDatasets } from "./compare.ts";
import { datasetInput } from "./dataset-inputs.ts";
import { getProfile, getSample } from "./inspection.ts";
import { queryDataset } from "./query.ts";
import { filterInputs, furtherInputs } from "./search-inputs.ts";

const strangerFields = ["title", "description", "tags", "license", "seller/name"];
const joinableFields = ["column", "table", "with", "with_table"].map(
  (name) => `joinable/*/${name}`,
);

/** What a hit shows of a seller's texts as the reason why it was found. */
const matchedFields = ["snippets/*/text", "tags", "columns", "concepts/*/by"].map(
  (field) => `matched/${field}`,
);

const summaryItem = searchHit.extend({
  description: z
    .string()
    .describe(`At most ${SUMMARY_CHARS_MAX} characters; get_dataset has all of it.`),
});

const searchDatasets = defineTool({
  name: "search_datasets",
  title: "Find data and datasets",
  description:
    "Search the catalogue for images, text, weather or price data of a country, since a year, " +
    "for commercial use: what can I get, show every one, list all available, sensor data " +
    "without personal data, I am looking for something under 50 dollars. The cheapest CSV " +
    "files, what is free, retail sales by product, what have you got, which datasets are " +
    "there about a topic, what is new in the shop.",
  key: "none",
  annotations: publicRead,
  input: z.strictObject({
    // Models that mean "all" write an empty text.
    query: z
      .preprocess((words) => (words === "" ? undefined : words), searchQuery.shape.query)
      .optional()
      .describe('Words, "phrases" and -not.'),
    ...filterInputs,
    interpret: z.boolean().optional().describe("False: words such as free or csv are no filters."),
    ...furtherInputs,
  }),
  output: searchView.extend({ items: z.array(summaryItem) }),
  run: (call, { bbox, ...args }) =>
    call.request(operations.searchDatasets, { query: { ...args, bbox: bbox?.join() } }),
  tell(answer) {
    const items = answer.items.map((item) => ({
      ...item,
      description: shorten(item.description, SUMMARY_CHARS_MAX),
    }));
    const { total, total_is_exact: isExact } = answer.pagination;
    const found = `${isExact ? "" : "more than "}${count(total, "dataset")} found, ${items.length} shown.`;
    const matched = `${matchWords(answer)}${readFilters(answer)}`;
    const page = moreWords(answer);
    const text = `${found}${matched}${page} Next: get_dataset, get_sample or get_profile with an id.`;
    if (items.length === 0) return tellNothing(`${found}${matched}`, answer);
    return {
      text,
      stranger: { source: "sellers", text: items.map(hitLine).join("\n") },
      untrusted: [
        ...[...strangerFields, ...joinableFields, ...matchedFields].map(
          (field) => `/items/*/${field}`,
        ),
        "/corrected_query",
        "/joinable_with/columns",
      ],
      structured: { ...answer, items },
    };
  },
});

/** A page is no reason to read on; the cursor says how. */
function moreWords({ pagination: { has_more: hasMore, next_cursor: cursor } }: SearchView): string {
  return hasMore && cursor !== null ? ` More: the same arguments with cursor=${cursor}.` : "";
}

const otherWays =
  "save_search tells when such data goes on sale, post_request asks all sellers for it.";

/** What may be left out is the caller's own; what is found then is the sellers'. */
function tellNothing(text: string, { suggestions }: SearchView) {
  const { drop = [], nearest = [] } = suggestions ?? {};
  const ways = drop.map(({ kind, name, total }) => `${kind} ${name} (${total} found)`);
  if (ways.length === 0) return { text: `${text} ${otherWays}` };
  const titles = nearest.map(({ id, title }) => `- ${id}: ${quoted(title)}`).join("\n");
  return {
    text: `${text} Leave out one of: ${ways.join(", ")}. The nearest are named below. ${otherWays}`,
    stranger: { source: "sellers", text: titles },
  };
}

/** The words are the caller's own; only their number is told again. Where leaving out helps, it is not the words. */
function matchWords({ match, corrected_query: corrected, suggestions }: SearchView): string {
  const mended = corrected === null ? "" : " A spelling was corrected (corrected_query).";
  const helps = (suggestions?.drop ?? []).length > 0;
  if (match === "none") return helps ? "" : " No word that tells was found: try others.";
  if (match !== "partial") return mended;
  return `${mended} Not all have all words: each names its missing_words.`;
}

/** Filters that the words said, so that a model can undo what was not meant. */
function readFilters({ interpreted }: SearchView): string {
  if (interpreted.length === 0) return "";
  const filters = interpreted.map(
    ({ filter, value, applied }) =>
      `${filter}=${value}${applied ? "" : " (left out: it found nothing)"}`,
  );
  return ` Read from the words: ${filters.join(", ")}; interpret=false reads none.`;
}

function hitLine(item: SearchHit): string {
  const score = item.quality_score === null ? "not scored" : `quality ${item.quality_score}`;
  const figures = [
    item.offers.text,
    item.pricing_type,
    item.format ?? "unknown format",
    count(item.row_count, "row"),
    bytes(item.byte_size),
    score,
  ];
  const lacks = item.missing_words;
  const missing = lacks.length === 0 ? "" : `, lacks ${lacks.join(", ")}`;
  return `- ${item.id}: ${quoted(item.title)} (${item.category}; ${figures.join(", ")})${missing}`;
}

/** Off the catalogue, and the caller's own: its file is had by the purchase alone. */
function boughtWords({ status, purchase_id: id }: z.output<typeof datasetDetail>): string {
  if (id === null) return "";
  return ` It is ${status}, off sale, and yours by purchase ${id}: get_purchase_download_url.`;
}

/** By what is possible now; a sale is judged before it is paid. */
function nextWords({ capabilities: can }: DatasetDetail): string {
  const ways = [
    can.sample ? "get_sample" : [],
    can.profile ? "get_profile" : [],
    can.download ? ["query_dataset", "get_download_url"] : [],
    can.buy ? "buy_now with a card of get_operator" : [],
    can.bid ? "list_bids or place_bid" : [],
  ].flat();
  return ways.length === 0 ? "" : ` Next: ${ways.join(", ")}; contact_seller asks its seller.`;
}

/** One file of a folder is had by its address, all of them as one zip file by the tool. */
function folderWords({ file_count: files, links }: DatasetDetail): string {
  if (files === null || links.files === undefined) return "";
  return ` A folder of ${count(files ?? null, "file")}: GET ${links.files} lists them, of a free one with a URL each.`;
}

const getDataset = defineTool({
  name: "get_dataset",
  title: "Get dataset details",
  description:
    "Current price and availability of this product, get information about one dataset, what " +
    "exactly is it? How much does it cost and under which licence, how does its auction " +
    "stand, confirm before I buy that it is still on sale, is it still available and at what " +
    "price, which columns and tables does it have? And where the same bytes are cheaper " +
    "(identical_to). Rows: get_sample, statistics: get_profile.",
  key: "optional",
  annotations: publicRead,
  input: datasetInput,
  output: datasetDetail.extend({ columns_cut: cutSchema, tables_cut: cutSchema }),
  run: (call, { dataset_id: id }) => call.requestPublic(operations.getDataset, { id }),
  tell(answer) {
    const uri = `dataset://${answer.id}`;
    const { items: columns, cut } = cutList(answer.columns, uri);
    const { items: tables, cut: tablesCut } = cutList(answer.tables, uri);
    const able = Object.entries(answer.capabilities).filter(([, isAble]) => isAble);
    const text = [
      `Dataset ${answer.id}: ${answer.offers.text}, ${answer.pricing_type},`,
      `${count(answer.row_count, "row")}, ${count(answer.column_count, "column")},`,
      `${bytes(answer.byte_size)}.${auctionWords(answer.auction)} Possible now: ${able.map(([name]) => name).join(", ") || "nothing"}.${answer.no_sample ? ` No sample: ${answer.no_sample.detail}` : ""}${tablesWords(answer)}${folderWords(answer)}${identicalWords(answer)}${boughtWords(answer)}${nextWords(answer)}`,
    ].join(" ");
    const names = columns.map(({ name, type }) => `${quoted(name)} (${type})`).join(", ");
    const tableNames = tables.length === 0 ? "" : `\nTables: ${tables.map(tableWords).join(", ")}`;
    const changed = answer.changes
      ? `\nChanged since version ${answer.changes.from_version}: ${answer.changes.sentences.join(" ")}`
      : "";
    const told = `Title: ${quoted(answer.title)}\nSeller: ${quoted(answer.seller.name)}\nLicence: ${answer.license === null ? "none given" : quoted(answer.license)}\nColumns: ${names}${tableNames}${changed}\n\n${answer.description}`;
    return {
      text,
      stranger: { source: "seller", text: shorten(told, STRANGER_CHARS_MAX) },
      untrusted: untrustedOfDataset,
      structured: { ...answer, columns, tables, columns_cut: cut, tables_cut: tablesCut },
      links:
        cut === null && tablesCut === null
          ? []
          : [resourceLink(uri, "dataset", "The dataset with all columns and tables.")],
    };
  },
});

function tablesWords({ tables }: DatasetDetail): string {
  if (tables.length === 0) return "";
  return ` Its file holds ${count(tables.length, "table")}: get_sample and get_profile take one by \`table\`; the figures here are the default one's.`;
}

function tableWords({ name, rows, is_default: isDefault }: DatasetTable): string {
  return `${quoted(name)} (${rows === null ? "not read" : count(rows, "row")}${isDefault ? ", default" : ""})`;
}

function identicalWords({ identical_to: cheaper, identical_count: total }: DatasetDetail): string {
  if (cheaper.length === 0) return "";
  const said = cheaper.map((item) => `${item.id} at ${priceText(item.price_cents, item.currency)}`);
  const more = total > cheaper.length ? `, of ${total}` : "";
  return ` The very same bytes are on sale for less: ${said.join(", ")}${more}.`;
}

function auctionWords(auction: AuctionView | null): string {
  if (auction === null) return "";
  const [now, least] = [auction.current_price_cents, auction.next_minimum_bid_cents].map((cents) =>
    moneyText(cents, auction.currency),
  );
  return ` Its auction is ${auction.state}: ${count(auction.bid_count, "bid")}, at ${now}, the next bid from ${least}, until ${auction.ends_at}.`;
}

const getDownloadUrl = defineTool({
  name: "get_download_url",
  title: "Get free download URL",
  description:
    "Get me the file of it, it costs nothing (price 0): download a free dataset, can you get " +
    "all of it for me? A link that works for an hour, without any key. Paid datasets are " +
    "refused with purchase_required; who bought one calls get_purchase_download_url.",
  key: "none",
  annotations: { ...publicRead, idempotentHint: false },
  input: datasetInput,
  output: downloadView,
  run: (call, { dataset_id: id }) => call.request(operations.getDownloadUrl, { id }),
  tell: (answer) => ({
    text: `GET ${answer.download_url} within ${answer.expires_in} seconds: ${bytes(answer.byte_size)}, sha256 ${answer.sha256 ?? "unknown"}.`,
  }),
});

export const catalogueTools: Tool[] = [
  searchDatasets,
  getDataset,
  getSample,
  getProfile,
  queryDataset,
  compareDatasets,
  getDownloadUrl,
];
