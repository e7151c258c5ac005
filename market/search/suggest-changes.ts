/** Suggests what to omit from a search that found nothing, with the results without it. */
import type { Database } from "../../db/client.ts";
import { type FoundRow, totalCountedMax } from "../../db/queries/search/listings.ts";
import type { PlannedQuery } from "./choose-reading.ts";
import { findPage, type ResultPage, type ResultPageRequest } from "./find-page.ts";
import { SEARCH_SUGGESTIONS_MAX } from "./limits.ts";
import type { WordsMatched } from "./match-words.ts";
import type { SearchPlan } from "./plan.ts";
import type { SearchQuery } from "./schemas.ts";

type Drop = { kind: "filter" | "word"; name: string };
type Change = Drop & { query: SearchQuery; plan: SearchPlan };

export type Suggestions = {
  drop: (Drop & { total: number; total_is_exact: boolean })[];
  nearest: FoundRow[];
};

const nearestMax = 3;

/** Parameters that filter nothing. */
const unfiltering = new Set(["query", "sort", "limit", "offset", "cursor", "facets", "interpret"]);

/**
 * Omits each filter, then each word, one at a time, at most SEARCH_SUGGESTIONS_MAX of them. Returns those
 * that find something, smallest result first.
 */
export async function suggestChanges(
  db: Database,
  { name: reading, query, plan }: PlannedQuery,
  asked: ResultPageRequest,
  words: WordsMatched | null,
): Promise<Suggestions> {
  const required = (words?.required ?? []).map(({ typed }) => typed);
  const changes = [...withoutFilters(query, plan), ...withoutWords(query, plan, required)];
  const tried: (Drop & { found: ResultPage })[] = [];
  for (const { kind, name, ...change } of changes.slice(0, SEARCH_SUGGESTIONS_MAX)) {
    const first = { ...change.query, limit: nearestMax, offset: 0, cursor: undefined };
    const among = name === "joinable_with" ? undefined : asked.among;
    const from = { now: asked.now, after: null, explain: false, among, findNear: null };
    const found = await findPage(db, { name: reading, query: first, plan: change.plan }, from);
    if (found.total > 0) tried.push({ kind, name, found });
  }
  tried.sort((one, other) => one.found.total - other.found.total);
  return {
    drop: tried.map(({ kind, name, found: { total } }) => ({
      kind,
      name,
      total: Math.min(total, totalCountedMax),
      total_is_exact: total <= totalCountedMax,
    })),
    nearest: tried[0]?.found.rows ?? [],
  };
}

function withoutFilters(query: SearchQuery, plan: SearchPlan): Change[] {
  return Object.entries(query)
    .filter(([name, value]) => value !== undefined && !unfiltering.has(name))
    .map(([name]) => ({ kind: "filter", name, query: { ...query, [name]: undefined }, plan }));
}

/** The only word is never omitted, because everything would match. */
function withoutWords(query: SearchQuery, plan: SearchPlan, required: string[]): Change[] {
  if (required.length < 2) return [];
  return required.map((name) => ({ kind: "word", name, query, plan: withoutWord(plan, name) }));
}

function withoutWord(plan: SearchPlan, word: string): SearchPlan {
  return {
    ...plan,
    phrases: plan.phrases.filter((phrase) => phrase !== word),
    concepts: plan.concepts.filter(({ typed }) => typed !== word),
  };
}
