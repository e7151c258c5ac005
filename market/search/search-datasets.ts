import { countFacets, type FacetCounts, facetListingsMax } from "../../db/queries/search/facets.ts";
import { totalCountedMax } from "../../db/queries/search/listings.ts";
import { viewDataset } from "../catalogue/dataset-view.ts";
import type { Context } from "../context.ts";
import { licenseTermGroups } from "../facts/license-groups.ts";
import { joinKeysOf } from "../profile/join/join-key.ts";
import { type PlannedQuery, readingsOf, viewInterpreted } from "./choose-reading.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";
import { isEnglish } from "./embed/is-english.ts";
import { findBest } from "./find-best.ts";
import type { ResultPage, ResultPageRequest } from "./find-page.ts";
import { inTurn } from "./in-turn.ts";
import { findJoinable, type Joinable } from "./joinable/find-joinable.ts";
import { type ElsewhereMatches, findElsewhere } from "./other-countries.ts";
import type { JudgedBy } from "./ranking/match-quality.ts";
import { oneWordMax } from "./ranking/partial-sets.ts";
import { relevance } from "./ranking/rank.ts";
import { chooseSort } from "./rules.ts";
import type { SearchQuery, SearchView } from "./schemas.ts";
import { suggestChanges } from "./suggest-changes.ts";
import type { FindNear } from "./vector-port.ts";
import { viewFacets } from "./view-facets.ts";
import { judgedBy, matchQuality, viewHit, viewWords } from "./view-words.ts";

/**
 * Searches the catalogue (docs/interface.md, search). `findNear` adds listings by meaning; `expand: false`
 * omits synonyms and translations, for benches. Errors: invalid_request for a foreign cursor,
 * dataset_not_found for `joinable_with`, database_unavailable if too many searches wait.
 */
export async function searchDatasets(
  ctx: Context,
  query: SearchQuery,
  findNear: FindNear | null = null,
  options: { expand?: boolean } = {},
): Promise<SearchView> {
  return await inTurn(ctx, () => search(ctx, query, findNear, options));
}

async function search(
  ctx: Context,
  query: SearchQuery,
  findNear: FindNear | null,
  { expand = true }: { expand?: boolean },
): Promise<SearchView> {
  const sort = chooseSort(query);
  const sortKey = `${sort.reversed ? "-" : ""}${sort.by}`;
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor, sortKey);
  const now = after?.walk?.startedAt ?? ctx.now();
  const readings = readingsOf(query, now, expand);
  const joinable = await findJoins(ctx, query);
  const asked: ResultPageRequest = {
    after,
    now,
    explain: true,
    among: joinable?.ids,
    findNear:
      ctx.embeddings === null || findNear === null
        ? null
        : async (words, plan, filters) => {
            const isUnknown = ctx.config.EMBEDDINGS_LANGUAGE === "en" && !isEnglish(plan);
            return isUnknown ? [] : await findNear(ctx, words, filters);
          },
  };
  const { found, reading } = await findBest(ctx.db, readings, asked);
  const { limit, offset } = query;
  const facets = query.facets === true ? await readFacets(ctx, found) : null;
  const judges = {
    judged: judgedBy(query.query ?? "", found.words),
    elsewhere: await findElsewhere(query.query ?? "", found.words, found.rows),
  };
  return {
    items: viewHits(ctx, found, { joinable, ...judges }),
    pagination: {
      limit,
      offset,
      total: Math.min(found.total, totalCountedMax),
      total_is_exact: isCountExact(found),
      has_more: found.hasMore,
      next_cursor: found.hasMore ? nextCursor(sortKey, found) : null,
    },
    ...viewWords(query.query ?? "", found.words, found.total),
    match_quality: matchQuality(found.words, judges, reading.name),
    interpreted: viewInterpreted(readings, reading.name),
    meaning: found.meaning,
    ...(joinable === null ? {} : { joinable_with: joinable.answer }),
    suggestions: await suggestions(ctx, { reading, asked }, found),
    ...(facets === null ? {} : viewFacets(facets)),
  };
}

/** If there are fewer partial matches than the limit for one word, all were read. */
function isCountExact({ total, words }: ResultPage): boolean {
  return total <= totalCountedMax && !(words?.isPartial === true && total >= oneWordMax);
}

async function findJoins(ctx: Context, query: SearchQuery): Promise<Joinable | null> {
  if (query.joinable_with === undefined) return null;
  return await findJoinable(ctx.db, query.joinable_with, joinKeysOf(ctx.config));
}

/** With more matches than can be counted, the ranked ones, which are the newest, represent them. */
async function readFacets(
  { db }: Context,
  { listed, total, words }: ResultPage,
): Promise<FacetCounts> {
  const ranked = total > facetListingsMax ? (words?.ranked ?? null) : null;
  const sample = ranked?.map(({ id }) => id) ?? null;
  return await countFacets(db, { listed, sample, licenseGroups: licenseTermGroups });
}

function viewHits(
  ctx: Context,
  { rows, words, explained }: ResultPage,
  {
    joinable,
    ...judges
  }: { joinable: Joinable | null; judged: JudgedBy | null; elsewhere: ElsewhereMatches },
): SearchView["items"] {
  const byId = new Map(explained.map((one) => [one.id, one]));
  return rows.map((row) => {
    const { id } = row.listing;
    const joins = joinable?.pairs.get(id);
    const hit = viewHit(viewDataset(ctx, row), { words, ...judges }, byId.get(id));
    return joins === undefined ? hit : { ...hit, joinable: joins };
  });
}

async function suggestions(
  ctx: Context,
  { reading, asked }: { reading: PlannedQuery; asked: ResultPageRequest },
  { total, words }: ResultPage,
): Promise<SearchView["suggestions"]> {
  if (total > 0) return null;
  const { drop, nearest } = await suggestChanges(ctx.db, reading, asked, words);
  return { drop, nearest: nearest.map((row) => viewDataset(ctx, row)) };
}

function nextCursor(sort: string, { rows, words }: ResultPage): string | null {
  const last = rows.at(-1);
  if (last === undefined) return null;
  const { id } = last.listing;
  const match = words?.ranked == null ? undefined : words.matches.get(id);
  const value = match === undefined ? last.sortValue : String(relevance(match));
  return encodeCursor({ sort, value, id, walk: words?.walk ?? null });
}
