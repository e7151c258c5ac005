/** Which answers count as a visit of a dataset, for its seller's figures (`market/analytics/`). */
import { isbot } from "isbot";
import { LRUCache } from "lru-cache";
import type { VisitKind } from "../../db/vocabulary/analytics.ts";
import type { AudienceCounts } from "../../market/analytics/counts.ts";
import { countedWords } from "../../market/analytics/rules.ts";
import type { SearchQuery, SearchView } from "../../market/search/schemas.ts";
import { strangerOf } from "./limits/stranger.ts";

/** `isPage`: only people count, and going on from another page of the dataset is no new visit. */
type Rule = { kind: VisitKind; isPage?: true; method?: "GET" | "POST" };

const view: Rule = { kind: "pageViews", isPage: true };

/** By the route's name in logs. */
const rules = new Map<string, Rule>([
  ["/datasets/:id (page)", view],
  ["/datasets/:id/profile (page)", view],
  ["/datasets/:id/reviews (page)", view],
  ["/datasets/:id/use", view],
  ["/datasets/:id/versions", view],
  ["/datasets/:id/about", view],
  ["/datasets/:id/rows", { kind: "queries", isPage: true }],
  ["/datasets/:id/sql", { kind: "queries", isPage: true }],
  ["/datasets/:id/query", { kind: "queries", method: "POST" }],
  ["/datasets/:id", { kind: "apiReads" }],
  ["/datasets/:id/sample", { kind: "samples" }],
  ["/datasets/:id/profile", { kind: "samples" }],
  ["/datasets/:id/download-url", { kind: "downloads" }],
  ["/datasets/:id/file", { kind: "downloads" }],
  ["/datasets/:id/parquet", { kind: "downloads" }],
]);
/** Addresses of purchases' files; their listing is found when the counts are written. */
const purchaseRoutes: ReadonlySet<string> = new Set([
  "/purchases/:id/download-url",
  "/account/purchases/:id/download",
]);

const ID_CHARS = 36;
const datasets = "/datasets/";
const purchases = "/purchases/";

export type SearchCounter = (
  request: Request,
  query: Pick<SearchQuery, "query" | "cursor" | "offset">,
  found: Pick<SearchView, "pagination" | "match_quality">,
) => void;

/** Counts the words of a search that found nothing good; further pages of it are not counted. */
export function createSearchCounter(counts: AudienceCounts): SearchCounter {
  return (request, { query = "", cursor, offset }, { pagination, match_quality }) => {
    if (pagination.total > 0 && match_quality !== "weak") return;
    if (cursor !== undefined || offset > 0) return;
    if (wantsPage(request.headers) && !isPerson(request.headers)) return;
    const words = countedWords(query);
    if (words !== null) counts.countUnmet(words, strangerOf(request));
  };
}

export type VisitCounter = (request: Request, call: { route: string; status: number }) => void;

/** Counts in memory; one look-up for calls that are no visit. */
export function createVisitCounter(counts: AudienceCounts): VisitCounter {
  return (request, { route, status }) => {
    const rule = rules.get(route);
    if (rule === undefined) {
      if (!purchaseRoutes.has(route) || !isGiven(request, status)) return;
      const id = idIn(request.url, purchases);
      if (id !== null) counts.countPurchaseDownload(id);
      return;
    }
    if (!isCounted(request, rule, status)) return;
    const id = idIn(request.url, datasets);
    if (id === null || (rule.isPage && !isPersonsVisit(request, id, rule))) return;
    counts.countVisit(id, kindOf(rule, request));
  };
}

/** The SQL page and the rows without a question are steps towards a query. */
function kindOf({ kind, isPage }: Rule, { url }: Request): VisitKind {
  return kind === "queries" && isPage === true && !url.includes("?") ? "samples" : kind;
}

const ok = 200;
const notModified = 304;

function isCounted(request: Request, { kind, isPage, method = "GET" }: Rule, status: number) {
  if (kind === "downloads") return isGiven(request, status);
  // A browser checks a page that it has; a program that has the answer learns nothing new.
  const isAnswered = status === ok || (isPage === true && status === notModified);
  return isAnswered && request.method === method;
}

/**
 * A file's address was given out: in an answer or a redirect. Readers of Parquet ask for the length
 * first and then for ranges, or for the whole file at once, which is once each.
 */
function isGiven({ method, headers, url }: Request, status: number): boolean {
  if (status !== ok && status !== 206 && (status < 302 || status > 307 || status === 304))
    return false;
  if (method === "HEAD") return url.includes("/parquet");
  return method === "GET" && headers.get("range") === null;
}

/** The id behind this part of the address; null if it has none. */
function idIn(url: string, part: string): string | null {
  const at = url.indexOf(part) + part.length;
  const id = url.slice(at, at + ID_CHARS);
  return id.length === ID_CHARS ? id.toLowerCase() : null;
}

function isPersonsVisit(request: Request, id: string, { kind }: Rule): boolean {
  const { headers } = request;
  if (!wantsPage(headers) || !isPerson(headers)) return false;
  return kind !== "pageViews" || headers.get("referer")?.toLowerCase().includes(id) !== true;
}

const wantsPage = (headers: Headers) => headers.get("accept")?.includes("text/html") === true;

/** Not a known bot, and not a browser that fetches ahead or on behalf of a script. */
function isPerson(headers: Headers): boolean {
  const mode = headers.get("sec-fetch-mode");
  if (mode !== null && mode !== "navigate") return false;
  return !isFetchedAhead(headers) && !isBot(headers.get("user-agent"));
}

const aheadHeaders = ["sec-purpose", "purpose", "x-purpose", "x-moz"];

function isFetchedAhead(headers: Headers): boolean {
  return aheadHeaders.some((name) => /prefetch|prerender|preview/i.test(headers.get(name) ?? ""));
}

/** Recognising a bot takes microseconds, and most visitors share few browsers. */
const agentsMax = 1000;
const agentCharsMax = 400;
const knownAgents = new LRUCache<string, boolean>({ max: agentsMax });

function isBot(agent: string | null): boolean {
  if (agent === null || agent === "") return true;
  const known = knownAgents.get(agent);
  if (known !== undefined) return known;
  const found = isbot(agent.slice(0, agentCharsMax));
  if (agent.length <= agentCharsMax) knownAgents.set(agent, found);
  return found;
}
