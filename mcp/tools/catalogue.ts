/** Finding and judging datasets; public, without a key. */

import { termsInWords } from "../../market/acceptance/words.ts";
import { catalogue } from "../../market/catalogue/contract.ts";
import { datasetFiles } from "../../market/catalogue/folder/contract.ts";
import type { DatasetDetail } from "../../market/catalogue/schemas.ts";
import { periodText } from "../../market/facts/shown-time.ts";
import type { AuctionView } from "../../market/listing/pricing/schemas.ts";
import { moneyText, priceText } from "../../market/pricing.ts";
import type { DatasetTable } from "../../market/profile/table-schemas.ts";
import { search } from "../../market/search/contract.ts";
import type { SearchHit } from "../../market/search/hit-schemas.ts";
import type { SearchView } from "../../market/search/schemas.ts";
import {
  HIT_TITLE_CHARS_MAX,
  SUMMARY_CHARS_MAX,
  TOOL_HITS_DEFAULT,
} from "../../market/search/tool-schemas.ts";
import { cutColumns, resourceLink, STRANGER_CHARS_MAX } from "../cut.ts";
import { datasetFileUri, tellFile } from "../embedded-file.ts";
import type { Tool } from "../tool.ts";
import { toolsOf } from "../tools-of.ts";
import { quoted, shorten, untrustedOfDataset } from "../untrusted.ts";
import { bytes, count } from "../words.ts";
import { compareDatasets } from "./compare.ts";
import { inspectionTools } from "./inspection.ts";
import { matchingTools, queryTools } from "./query.ts";

const strangerFields = ["title", "description", "tags", "license", "seller/name"];
const joinableFields = ["column", "table", "with", "with_table"].map(
  (name) => `joinable/*/${name}`,
);

/** The parts of a match that quote the seller's text. */
const matchedFields = ["snippets/*/text", "tags", "columns", "concepts/*/by"].map(
  (field) => `matched/${field}`,
);

const searchTools = toolsOf(search, {
  searchDatasets: {
    async result(call, { bbox, limit = TOOL_HITS_DEFAULT, ...args }) {
      const query = { ...args, limit, bbox: bbox?.join() };
      const answer = await call.request(search.searchDatasets, { query });
      const items = answer.items.map((item) => ({
        ...item,
        title: call.isFull ? item.title : shorten(item.title, HIT_TITLE_CHARS_MAX),
        description: shorten(item.description, SUMMARY_CHARS_MAX),
      }));
      const { total, total_is_exact: isExact } = answer.pagination;
      const found = `${isExact ? "" : "more than "}${count(total, "dataset")} found, ${items.length} shown.`;
      const matched = `${matchWords(answer)}${readFilters(answer)}`;
      const page = moreWords(answer);
      const text = `${found}${matched}${page} Next: get_profile, get_sample or get_dataset with an id.`;
      const structured = { ...answer, items };
      if (items.length === 0) return { ...tellNothing(`${found}${matched}`, answer), structured };
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
        structured,
      };
    },
  },
});

/** Says how to read the next page, without suggesting that it is necessary. */
function moreWords({ pagination: { has_more: hasMore, next_cursor: cursor } }: SearchView): string {
  return hasMore && cursor !== null ? ` More: the same arguments with cursor=${cursor}.` : "";
}

const otherWays =
  "save_search tells when such data goes on sale, post_request asks all sellers for it.";

/** The filters to leave out are the caller's own words; the titles found then are sellers' text. */
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

/** Reports how well the words matched, without them. If a filter can go, words are not at fault. */
function matchWords(answer: SearchView): string {
  const { match, match_quality: quality, corrected_query: corrected, suggestions } = answer;
  const mended = corrected === null ? "" : " A spelling was corrected (corrected_query).";
  const helps = (suggestions?.drop ?? []).length > 0;
  if (match === "none") return helps ? "" : " No word that tells was found: try others.";
  const weak = quality === "weak" ? " Nothing matches well." : "";
  if (match !== "partial") return `${weak}${mended}`;
  return `${weak}${mended} Not all have all words: each names its missing_words.`;
}

/** The filters that the search derived from the words, so that a model can undo one. */
function readFilters({ interpreted }: SearchView): string {
  if (interpreted.length === 0) return "";
  const filters = interpreted.map(
    ({ filter, value, applied }) =>
      `${filter}=${value}${applied ? "" : " (left out: it found nothing)"}`,
  );
  return ` Read from the words: ${filters.join(", ")}; interpret=false reads none.`;
}

function hitLine(item: SearchHit): string {
  const lacks = item.missing_words;
  const missing = lacks.length === 0 ? "" : `, lacks ${lacks.join(", ")}`;
  const joins = item.joinable ?? [];
  const pairs = joins.map(({ column, with: other }) => `${quoted(column)} = ${quoted(other)}`);
  const joined = pairs.length === 0 ? "" : `, joins by ${pairs.join(", ")}`;
  return `- ${item.id}: ${quoted(item.title)} (${item.category}; ${figuresOf(item).join(", ")})${missing}${joined}`;
}

/** The figures by which datasets are compared. A fixed price is the usual way of sale. */
function figuresOf(item: DatasetDetail | SearchHit): string[] {
  const period = periodText(item);
  return [
    item.offers.text,
    item.pricing_type === "buy_it_now" ? [] : item.pricing_type,
    item.license_id ?? (item.license === null ? "no licence given" : "own licence"),
    item.format ?? "unknown format",
    count(item.row_count, "row"),
    bytes(item.byte_size),
    item.quality_score === null ? "not scored" : `quality ${item.quality_score.toFixed(2)}`,
    period === null ? [] : `data of ${period}`,
    item.has_personal_data === true ? "PERSONAL DATA" : [],
  ].flat();
}

/** The dataset is off the catalogue; the caller gets its file only through the purchase. */
function boughtWords({ status, purchase_id: id }: DatasetDetail): string {
  if (id === null) return "";
  return ` It is ${status}, off sale, and yours by purchase ${id}: get_purchase_download_url.`;
}

/** Lists what is possible now. A buyer judges a sale before paying. */
function nextWords({ capabilities: can, access_questions: gate }: DatasetDetail): string {
  const ways = [
    can.sample ? "get_sample" : [],
    can.profile ? "get_profile" : [],
    can.download ? ["query_dataset", "get_download_url"] : [],
    can.buy && gate !== null ? "negotiate with answers to its questions" : [],
    can.buy ? "buy_now with a card of get_operator" : [],
    can.bid ? "list_bids or place_bid" : [],
  ].flat();
  return ways.length === 0 ? "" : ` Next: ${ways.join(", ")}; contact_seller asks its seller.`;
}

/** The tool returns a folder as one zip file; single files have their own addresses. */
function folderWords({ file_count: files, links }: DatasetDetail): string {
  if (files === null || links.files === undefined) return "";
  return ` A folder of ${count(files ?? null, "file")}: GET ${links.files} lists them, of a free one with a URL each.`;
}

/** In a brief answer. */
const DESCRIPTION_CHARS_MAX = 1000;

const datasetTools = toolsOf(catalogue, {
  getDataset: {
    async result(call, { dataset_id: id }) {
      const answer = await call.requestPublic(catalogue.getDataset, { params: { id } });
      const uri = `dataset://${answer.id}`;
      const { items: columns, cut } = cutColumns(answer.columns, uri, call.isFull);
      const { items: tables, cut: tablesCut } = cutColumns(answer.tables, uri, call.isFull);
      const text = [
        `Dataset ${answer.id}, version ${answer.version}: ${figuresOf(answer).join(", ")},`,
        `${count(answer.column_count, "column")}, sha256 ${answer.sha256 ?? "unknown"}.${auctionWords(answer.auction)}${answer.no_sample ? ` No sample: ${answer.no_sample.detail}` : ""}${tablesWords(answer)}${folderWords(answer)}${identicalWords(answer)}${bundleWords(answer)}${dealWords(answer)}${boughtWords(answer)}${nextWords(answer)}`,
      ].join(" ");
      const description = call.isFull
        ? answer.description
        : shorten(answer.description, DESCRIPTION_CHARS_MAX);
      const names = columns.map(({ name, type }) => `${quoted(name)} (${type})`).join(", ");
      const tableNames =
        tables.length === 0 ? "" : `\nTables: ${tables.map(tableWords).join(", ")}`;
      const changed = answer.changes
        ? `\nChanged since version ${answer.changes.from_version}: ${answer.changes.sentences.join(" ")}`
        : "";
      const told = `Title: ${quoted(answer.title)}\nSeller: ${quoted(answer.seller.name)}\nLicence: ${answer.license === null ? "none given" : quoted(answer.license)}\nColumns: ${names}${tableNames}${changed}${sellerDealWords(answer)}\n\n${description}`;
      return {
        text,
        stranger: { source: "seller", text: shorten(told, STRANGER_CHARS_MAX) },
        untrusted: untrustedOfDataset,
        structured: {
          ...answer,
          description,
          contract: call.isFull ? answer.contract : shortContract(answer),
          columns,
          tables,
          columns_cut: cut,
          tables_cut: tablesCut,
        },
        links:
          cut === null && tablesCut === null
            ? []
            : [resourceLink(uri, "dataset", "The dataset with all columns and tables.")],
      };
    },
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

function bundleWords({ bundles, currency }: DatasetDetail): string {
  if (bundles.length === 0) return "";
  const said = bundles.map(
    ({ id, price_cents: cents, saving_cents: saved }) =>
      `${id} at ${moneyText(cents, currency)} saves ${moneyText(saved, currency)}`,
  );
  return ` Sold together with others (buy_now with bundle_id, negotiate shows it): ${said.join(", ")}.`;
}

/** The ways to buy besides the plain price, and who may buy. */
function dealWords({ plans, trial, contract, access_questions: gate, currency }: DatasetDetail) {
  const offered = plans.map(({ interval, price_cents: cents, trial_days: days }) => {
    const refund = days === 0 ? "" : `, refunded if cancelled within ${count(days, "day")}`;
    return `${interval} at ${moneyText(cents, currency)}${refund}`;
  });
  return [
    gate === null ? [] : " Its seller approves each buyer first, by negotiate with `answers`.",
    plans.length === 0 ? [] : ` Subscribe by buy_now with plan: ${offered.join("; ")}.`,
    trial?.status !== "ready"
      ? []
      : ` ${count(trial.rows, "row")} for ${moneyText(trial.price_cents, currency)} by buy_now with trial; this counts towards its price.`,
    contract === null
      ? []
      : " Its seller promises a contract: buy_now with acceptance {promised:true} refunds unless the file passes.",
  ]
    .flat()
    .join("");
}

/** Of the promised contract, in a brief answer. */
const PROMISE_CHARS_MAX = 1000;

/** A long one only in words, cut: its tool result has to stay short. */
function shortContract({ contract }: DatasetDetail): DatasetDetail["contract"] {
  return JSON.stringify(contract).length > 4 * PROMISE_CHARS_MAX ? null : contract;
}

function sellerDealWords({ contract, access_questions: gate }: DatasetDetail): string {
  const asked = gate === null ? "" : `\nQuestions to buyers: ${gate.map(quoted).join(", ")}`;
  if (contract === null) return asked;
  const promised = termsInWords(contract).map(quoted).join(", ");
  return `${asked}\nPromised: ${shorten(promised, PROMISE_CHARS_MAX)}`;
}

function auctionWords(auction: AuctionView | null): string {
  if (auction === null) return "";
  const [now, least] = [auction.current_price_cents, auction.next_minimum_bid_cents].map((cents) =>
    moneyText(cents, auction.currency),
  );
  return ` Its auction is ${auction.state}: ${count(auction.bid_count, "bid")}, at ${now}, the next bid from ${least}, until ${auction.ends_at}.`;
}

const downloadTools = toolsOf(datasetFiles, {
  getDownloadUrl: {
    async result(call, { dataset_id: id, embed = false }) {
      const input = { params: { id }, query: embed ? { embed } : {} };
      const answer = await call.request(datasetFiles.getDownloadUrl, input);
      const how = { uri: datasetFileUri(id), isAsked: embed, next: "" };
      const { text, blocks } = tellFile(answer, how);
      const address = `GET ${answer.download_url} within ${answer.expires_in} seconds`;
      return { text: `${address}: ${text}`, links: blocks, structured: answer };
    },
  },
});

export const catalogueTools: Tool[] = [
  ...searchTools,
  ...datasetTools,
  ...inspectionTools,
  ...queryTools,
  ...matchingTools,
  compareDatasets,
  ...downloadTools,
];
