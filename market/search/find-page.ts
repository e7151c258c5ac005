/** A page of search results and their total. */
import type { Database } from "../../db/client.ts";
import { type Explained, explainMatches } from "../../db/queries/search/explain.ts";
import type { SearchFilters } from "../../db/queries/search/filters.ts";
import {
  countListed,
  type FoundRow,
  type Listed,
  listPage,
  readListings,
} from "../../db/queries/search/listings.ts";
import type { PlannedQuery } from "./choose-reading.ts";
import { type Cursor, type PlaceKind, requirePlace } from "./cursor.ts";
import type { WordsAsked } from "./find-exact.ts";
import { matchWords, type WordsMatched } from "./match-words.ts";
import type { SearchPlan } from "./plan.ts";
import { relevance } from "./ranking/rank.ts";
import { chooseSort, type Sort } from "./rules.ts";
import type { SearchView } from "./schemas.ts";
import { searchFilters } from "./search-filters.ts";
import type { VectorHit } from "./vector-port.ts";
import { askedWords } from "./view-match.ts";

export type ResultPage = {
  listed: Listed;
  total: number;
  rows: FoundRow[];
  hasMore: boolean;
  /** Null if only filters decide. */
  words: WordsMatched | null;
  /** How the page's listings match the words; empty if not requested. */
  explained: Explained[];
  /** Whether meaning was searched too. */
  meaning: SearchView["meaning"];
};

export type ResultPageRequest = {
  after: Cursor | null;
  /** When the walk over the pages began; now, for the first page. */
  now: Date;
  /** Whether to explain how the page's listings match. */
  explain: boolean;
  /** Restricts the search to these listings, if given. */
  among: readonly string[] | undefined;
  /** The search by meaning; null if there are no vectors. */
  findNear:
    | ((query: string, plan: SearchPlan, filters: SearchFilters) => Promise<VectorHit[] | null>)
    | null;
};

/** The parts of a reading that `matchWords` needs. */
export function wordsAsked(
  { name, query, plan }: PlannedQuery,
  { after, now, among }: ResultPageRequest,
): WordsAsked {
  const sort = chooseSort(query);
  const filters = { ...searchFilters(query, sort), among };
  const walk = after?.walk ?? null;
  const listed = { filters, words: null, ids: null, publishedUntil: walk?.startedAt ?? null };
  const byRelevance = sort.by === "relevance";
  return { plan, listed, byRelevance, reading: name, walk, now, near: null };
}

/** The place of orders by Postgres; relevance without words to rank means newest first. */
const placeKinds: Record<Sort["by"], PlaceKind> = {
  ...{ relevance: "instant", newest: "instant", ending: "instant" },
  ...{ price: "integer", overlap: "integer", quality: "number" },
};

export async function findPage(
  db: Database,
  reading: PlannedQuery,
  asked: ResultPageRequest,
): Promise<ResultPage> {
  const { query } = reading;
  const { after } = asked;
  const sort = chooseSort(query);
  const wanted = wordsAsked(reading, asked);
  const meaning = findMeaning(query.query, wanted, asked);
  const near = asked.findNear === null ? null : async () => (await meaning).near;
  const words = await matchWords(db, { ...wanted, near });
  const { limit, offset } = query;
  const explain = (ids: string[]) => explainPage(db, asked, { words, ids });
  if (words !== null && words.ranked !== null) {
    requirePlace(after, "number");
    const ids = pageOfRanked(words, { sort, after, offset }).slice(0, limit + 1);
    const shown = ids.slice(0, limit);
    const [rows, explained] = await Promise.all([readListings(db, shown), explain(shown)]);
    const { listed, total } = words;
    const hasMore = ids.length > limit;
    return { listed, total, rows, hasMore, words, explained, meaning: (await meaning).said };
  }
  requirePlace(after, placeKinds[sort.by]);
  const listed = words?.listed ?? wanted.listed;
  const page = { listed, sort, after, limit: limit + 1, offset };
  const [total, read] = await Promise.all([
    words?.total ?? countListed(db, listed),
    words?.total === 0 ? [] : listPage(db, page),
  ]);
  const rows = read.slice(0, limit);
  const explained = await explain(rows.map(({ listing }) => listing.id));
  const { said } = await meaning;
  return { listed, total, rows, hasMore: read.length > limit, words, explained, meaning: said };
}

type Explaining = { words: WordsMatched | null; ids: string[] };

async function explainPage(
  db: Database,
  asked: ResultPageRequest,
  { words, ids }: Explaining,
): Promise<Explained[]> {
  if (!asked.explain || words === null || words.terms.length === 0) return [];
  return await explainMatches(db, ids, askedWords(words.terms));
}

type Meaning = { near: VectorHit[] | null; said: SearchView["meaning"] };

/**
 * Searches by meaning if there is text and relevance orders, because other orders ignore it.
 * Never rejects.
 */
async function findMeaning(
  query: string | undefined,
  { byRelevance, listed, plan }: WordsAsked,
  { findNear }: ResultPageRequest,
): Promise<Meaning> {
  if (!byRelevance || query === undefined || findNear === null) return { near: null, said: "off" };
  const near = await findNear(query, plan, listed.filters).catch(() => null);
  return { near, said: near === null ? "unavailable" : "searched" };
}

type Place = { sort: Sort; after: Cursor | null; offset: number };

function pageOfRanked({ ranked }: WordsMatched, { sort, after, offset }: Place): string[] {
  const order = sort.reversed ? (ranked ?? []).toReversed() : (ranked ?? []);
  const beyond = order.filter((match) => {
    if (after === null) return true;
    const place = relevance(match) - Number(after.value);
    const isLater = place < 0 || (place === 0 && match.id < after.id);
    return sort.reversed ? !isLater && match.id !== after.id : isLater;
  });
  return beyond.slice(offset).map(({ id }) => id);
}
