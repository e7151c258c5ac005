/** Matches publications with the saved searches that may find them. */
import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { v7 } from "uuid";
import type { Database } from "../../client.ts";
import { prepared } from "../../prepared.ts";
import {
  listings,
  listingsToMatch,
  savedSearches,
  savedSearchMatches,
} from "../../schema/index.ts";
import { enqueueJob } from "../journal/journal.ts";
import { uuidArray } from "../search/arrays.ts";
import type { SearchFilters } from "../search/filters.ts";
import { listedConditions } from "../search/listings.ts";
import type { SavedSearchRow } from "./saved-searches.ts";
import { meetsStored } from "./stored-filters.ts";

/** Queues a listing for matching, in the transaction that puts it on sale. */
export async function enqueueMatching(
  tx: Database,
  { listingId, version, now }: { listingId: string; version: number; now: Date },
): Promise<void> {
  const publishedXid = sql`pg_current_xact_id()::text`;
  await tx.insert(listingsToMatch).values({ listingId, version, publishedXid, createdAt: now });
  await enqueueJob(tx, "jobs.match", { listing_id: listingId }, now);
}

/** Queues a listing whose terms were changed while it is on sale. */
export async function enqueueMatchingOfChange(
  tx: Database,
  { listingId, version, now }: { listingId: string; version: number; now: Date },
): Promise<void> {
  const publishedXid = sql`pg_current_xact_id()::text`;
  const row = { listingId, version, publishedXid, changedAt: now, createdAt: now };
  await tx.insert(listingsToMatch).values(row);
  await enqueueJob(tx, "jobs.match", { listing_id: listingId }, now);
}

/** Queues listings that return to sale unchanged; the clock looks for them. */
export async function enqueueMatchingAgain(
  tx: Database,
  listingIds: string[],
  now: Date,
): Promise<void> {
  if (listingIds.length === 0) return;
  await tx.execute(sql`
    insert into ${listingsToMatch} (id, listing_id, version, created_at)
    select gen_random_uuid(), id, version, ${now.toISOString()}::timestamptz
    from ${listings} where ${and(inArray(listings.id, listingIds), eq(listings.status, "active"))}
  `);
}

export type ListingToMatch = typeof listingsToMatch.$inferSelect;

/** Locks queued listings, oldest first; skips locked rows. */
export async function claimListings(tx: Database, rowsMax: number): Promise<ListingToMatch[]> {
  return tx
    .select()
    .from(listingsToMatch)
    .orderBy(asc(listingsToMatch.createdAt), asc(listingsToMatch.id))
    .limit(rowsMax)
    .for("update", { skipLocked: true });
}

/**
 * `open`: parameters of the search that must still be checked for the listing; null if it certainly
 * matches.
 */
export type Candidate = {
  queueId: string;
  listingId: string;
  version: number;
  searchId: string;
  revision: number;
  open: Pick<SavedSearchRow, "parameters" | "words"> | null;
};

/**
 * The searches that match or may match the claimed listings. Each one is found under a term that
 * the listing contains, its words match, its stored filters match, it is active, it is not the
 * seller's, and it was saved before the listing went on sale or was changed. At most `rowsMax` per
 * listing, in id order.
 */
export async function findCandidates(
  tx: Database,
  queueIds: string[],
  rowsMax: number,
): Promise<Candidate[]> {
  const rows = await tx.execute<CandidateRow>(sql`${prepared}
    select queued.id as queue_id, queued.listing_id, queued.version, candidate.*
    from ${listingsToMatch} as queued
    join ${listings} on ${listings.id} = queued.listing_id
      and ${listings.status} = 'active' and ${listings.version} = queued.version
    join uploads as upload on upload.id = ${listings.currentUploadId}
    join agents as seller on seller.id = ${listings.agentId}
    cross join lateral (
      select search.id as search_id, search.revision,
        case when search.filters is null then search.parameters end as parameters,
        case when search.filters is null then search.words::text end as words
      from (
        select distinct search_id from saved_search_terms
        where term = any(array(${listingTerms}))
          and (queued.after_search_id is null or search_id > queued.after_search_id)
      ) as found
      join ${savedSearches} as search on search.id = found.search_id
      join accounts as account on account.id = search.account_id and account.suspended_at is null
      left join agents as agent on search.principal_kind = 'agent' and agent.id = search.principal_id
      where search.paused_at is null
        and (search.words is null or ${listings.searchVector} @@ search.words)
        and (agent.id is null or (agent.state = 'verified' and agent.suspended_at is null))
        and search.account_id is distinct from seller.account_id
        and ${isNews}
        and (search.filters is null or ${meetsStored(sql`search.filters`)})
      order by search.id
      limit ${rowsMax}
    ) as candidate
    where queued.id = any(${uuidArray(queueIds)})
  `);
  return rows.map(({ parameters, words, ...row }) => ({
    queueId: row.queue_id,
    listingId: row.listing_id,
    version: row.version,
    searchId: row.search_id,
    revision: row.revision,
    open: parameters === null ? null : { parameters, words },
  }));
}

type CandidateRow = {
  queue_id: string;
  listing_id: string;
  version: number;
  search_id: string;
  revision: number;
  parameters: Record<string, unknown> | null;
  words: string | null;
};

/** Named as in `market/saved-search/compile-search.ts`. */
const listingTerms = sql`
  select 'w:' || lexeme from unnest(tsvector_to_array(${listings.searchVector})) as lexeme
  union all select distinct 'b:' || left(lexeme, 4)
    from unnest(tsvector_to_array(${listings.searchVector})) as lexeme where length(lexeme) >= 4
  union all select 't:' || tag from unnest(${listings.tags}) as tag
  union all select 'k:' || name from unnest(${listings.columnNames}) as name
  union all select 'm:' || fact from unnest(${listings.columnFacts}) as fact
  union all select 'x:' || code from unnest(${listings.countries}) as code
  union all select 'l:' || code from unnest(${listings.languages}) as code
  union all select 'r:' || term from unnest(${listings.licenseTerms}) as term
  union all select unnest(array[
    '*', 's:' || ${listings.agentId}, 'c:' || ${listings.category}, 'f:' || ${listings.format}, 'y:' || ${listings.pricingType},
    case when ${listings.priceCents} = 0 then 'p:free' else 'p:paid' end])`;

/**
 * Whether the version went on sale, or got its terms, after the search was saved. For close times,
 * the commit order decides, which no clock shows. For distant times, the timestamps decide, because
 * transaction snapshots mean nothing in a restored database.
 */
const isNews = sql`
  case when queued.published_xid is not null
      and coalesce(queued.changed_at, upload.published_at)
        between search.created_at - interval '1 hour' and search.created_at + interval '1 hour'
    then not pg_visible_in_snapshot(queued.published_xid::xid8, search.saved_snapshot::pg_snapshot)
    else coalesce(queued.changed_at, upload.published_at) > search.created_at end`;

export type Pair = { listingId: string; filters: SearchFilters; words: string | null };

/** The pairs whose listing the search itself would show; one statement per hundred pairs. */
export async function checkMatches(tx: Database, pairs: Pair[]): Promise<Set<number>> {
  const matching = new Set<number>();
  const open: { pair: number; listingId: string; asked: SQL[] }[] = pairs.map(
    ({ listingId, filters, words }, pair) => {
      const asked = listedConditions({ filters, words, ids: null, publishedUntil: null });
      return { pair, listingId, asked };
    },
  );
  for (let at = 0; at < open.length; at += pairsPerStatementMax) {
    const checks = open.slice(at, at + pairsPerStatementMax).map(
      ({ pair, listingId, asked }) => sql`select ${pair}::int as pair where exists (
        select from ${listings} where ${and(eq(listings.id, listingId), ...asked)})`,
    );
    const rows = await tx.execute<{ pair: number }>(sql.join(checks, sql` union all `));
    for (const { pair } of rows) matching.add(pair);
  }
  return matching;
}

/** Bounds the planning time and the parameters (at most 65,535 per statement). */
const pairsPerStatementMax = 100;

const lockedColumns = {
  id: savedSearches.id,
  principalKind: savedSearches.principalKind,
  principalId: savedSearches.principalId,
  mail: savedSearches.mail,
  revision: savedSearches.revision,
  pausedAt: savedSearches.pausedAt,
  lastMatchedAt: savedSearches.lastMatchedAt,
  matchDay: savedSearches.matchDay,
  matchesOfDay: savedSearches.matchesOfDay,
  mailDueAt: savedSearches.mailDueAt,
};

export type LockedSearch = Pick<SavedSearchRow, keyof typeof lockedColumns>;

/** Locks the searches in id order, so that they stay unchanged until the transaction ends. */
export async function lockSearches(tx: Database, searchIds: string[]): Promise<LockedSearch[]> {
  if (searchIds.length === 0) return [];
  return tx
    .select(lockedColumns)
    .from(savedSearches)
    .where(sql`${savedSearches.id} = any(${uuidArray(searchIds)})`)
    .orderBy(asc(savedSearches.id))
    .for("no key update");
}

/** The full rows of locked searches. */
export async function readSearches(tx: Database, searchIds: string[]): Promise<SavedSearchRow[]> {
  if (searchIds.length === 0) return [];
  return tx.select().from(savedSearches).where(inArray(savedSearches.id, searchIds));
}

type NewMatch = Pick<
  typeof savedSearchMatches.$inferSelect,
  "searchId" | "listingId" | "version" | "mailOwed"
>;
export type MatchRow = Omit<NewMatch, "mailOwed"> & { id: string };

/** Records matches at the instant; returns only new ones. */
export async function insertMatches(
  tx: Database,
  matches: NewMatch[],
  matchedAt: Date,
): Promise<MatchRow[]> {
  if (matches.length === 0) return [];
  const rows = matches.map((match) => ({ id: v7(), ...match }));
  return tx.execute<MatchRow>(sql`${prepared}
    insert into ${savedSearchMatches} (id, search_id, listing_id, version, matched_at, mail_owed)
    select id, "searchId", "listingId", version, ${matchedAt.toISOString()}::timestamptz, "mailOwed"
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as new (id uuid, "searchId" uuid,
      "listingId" uuid, version int, "mailOwed" boolean)
    on conflict do nothing
    returning id, search_id as "searchId", listing_id as "listingId", version`);
}

/** Removes matches that nobody is notified of. */
export async function deleteMatches(tx: Database, matchIds: string[]): Promise<void> {
  if (matchIds.length === 0) return;
  await tx.delete(savedSearchMatches).where(inArray(savedSearchMatches.id, matchIds));
}

type SavedSearchProgress = Pick<
  SavedSearchRow,
  "id" | "lastMatchedAt" | "matchDay" | "matchesOfDay" | "mailDueAt"
>;

/** Stores the results of locked searches: when each found how much. One statement for all. */
export async function writeStandings(
  tx: Database,
  standings: SavedSearchProgress[],
): Promise<void> {
  if (standings.length === 0) return;
  await tx.execute(sql`${prepared}
    update ${savedSearches} set last_matched_at = new."lastMatchedAt", match_day = new."matchDay",
      matches_of_day = new."matchesOfDay", mail_due_at = new."mailDueAt"
    from jsonb_to_recordset(${JSON.stringify(standings)}::text::jsonb) as new (id uuid,
      "lastMatchedAt" timestamptz, "matchDay" date, "matchesOfDay" int, "mailDueAt" timestamptz)
    where ${savedSearches.id} = new.id
  `);
}

/** Removes finished listings from the queue. */
export async function dropListings(tx: Database, queueIds: string[]): Promise<void> {
  if (queueIds.length === 0) return;
  await tx.delete(listingsToMatch).where(inArray(listingsToMatch.id, queueIds));
}

/** Lets a claimed listing continue with the searches after this one. */
export async function moveListing(
  tx: Database,
  queueId: string,
  afterSearchId: string,
): Promise<void> {
  await tx.update(listingsToMatch).set({ afterSearchId }).where(eq(listingsToMatch.id, queueId));
}
