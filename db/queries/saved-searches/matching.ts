/** How what is published meets the saved searches that it may match. */
import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import {
  listings,
  listingsToMatch,
  savedSearches,
  savedSearchMatches,
} from "../../schema/index.ts";
import { enqueueJob } from "../journal/journal.ts";
import { conditions, type SearchFilters } from "../search/filters.ts";
import { listedConditions } from "../search/listings.ts";
import type { SavedSearchRow } from "./saved-searches.ts";

/** Owes a listing that goes on sale to the saved searches, in the transaction that puts it there. */
export async function oweMatching(
  tx: Database,
  { listingId, version, now }: { listingId: string; version: number; now: Date },
): Promise<void> {
  const publishedXid = sql`pg_current_xact_id()::text`;
  await tx.insert(listingsToMatch).values({ listingId, version, publishedXid, createdAt: now });
  await enqueueJob(tx, "jobs.match", { listing_id: listingId }, now);
}

/** The same for a listing whose terms were changed while it is on sale. */
export async function oweMatchingOfChange(
  tx: Database,
  { listingId, version, now }: { listingId: string; version: number; now: Date },
): Promise<void> {
  const publishedXid = sql`pg_current_xact_id()::text`;
  const row = { listingId, version, publishedXid, changedAt: now, createdAt: now };
  await tx.insert(listingsToMatch).values(row);
  await enqueueJob(tx, "jobs.match", { listing_id: listingId }, now);
}

/** The same for listings that come back on sale as they were; the clock looks for them. */
export async function oweMatchingAgain(
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

/** Locks listings that wait, the oldest first; those that another process holds are skipped. */
export async function claimListings(tx: Database, rowsMax: number): Promise<ListingToMatch[]> {
  return tx
    .select()
    .from(listingsToMatch)
    .orderBy(asc(listingsToMatch.createdAt), asc(listingsToMatch.id))
    .limit(rowsMax)
    .for("update", { skipLocked: true });
}

export type Candidate = { queueId: string; listingId: string; version: number; searchId: string };

/**
 * The searches that may match the claimed listings: they are found under a term that the listing
 * holds, their words stand in it, they run, they are not its seller's, and they were saved before it
 * went on sale or was changed. At most `rowsMax` a listing, by their ids.
 */
export async function findCandidates(
  tx: Database,
  queueIds: string[],
  rowsMax: number,
): Promise<(Candidate & Pick<SavedSearchRow, "revision" | "parameters" | "words">)[]> {
  const rows = await tx.execute<CandidateRow>(sql`
    select queued.id as queue_id, queued.listing_id, queued.version, candidate.*
    from ${listingsToMatch} as queued
    join ${listings} as listing on listing.id = queued.listing_id
      and listing.status = 'active' and listing.version = queued.version
    join uploads as upload on upload.id = listing.current_upload_id
    join agents as seller on seller.id = listing.agent_id
    cross join lateral (
      select search.id as search_id, search.revision, search.parameters, search.words::text
      from (
        select distinct search_id from saved_search_terms
        where term = any(array(${listingTerms}))
          and (queued.after_search_id is null or search_id > queued.after_search_id)
      ) as found
      join ${savedSearches} as search on search.id = found.search_id
      join accounts as account on account.id = search.account_id and account.suspended_at is null
      left join agents as agent on search.principal_kind = 'agent' and agent.id = search.principal_id
      where search.paused_at is null
        and (search.words is null or listing.search_vector @@ search.words)
        and (agent.id is null or (agent.state = 'verified' and agent.suspended_at is null))
        and search.account_id is distinct from seller.account_id
        and ${isNews}
      order by search.id
      limit ${rowsMax}
    ) as candidate
    where queued.id in (select jsonb_array_elements_text(${JSON.stringify(queueIds)}::jsonb)::uuid)
  `);
  return rows.map((row) => ({
    queueId: row.queue_id,
    listingId: row.listing_id,
    version: row.version,
    searchId: row.search_id,
    revision: row.revision,
    parameters: row.parameters,
    words: row.words,
  }));
}

type CandidateRow = {
  queue_id: string;
  listing_id: string;
  version: number;
  search_id: string;
  revision: number;
  parameters: Record<string, unknown>;
  words: string | null;
};

/** As `market/saved-search/compile-search.ts` names them. */
const listingTerms = sql`
  select 'w:' || lexeme from unnest(tsvector_to_array(listing.search_vector)) as lexeme
  union all select distinct 'b:' || left(lexeme, 4)
    from unnest(tsvector_to_array(listing.search_vector)) as lexeme where length(lexeme) >= 4
  union all select 't:' || tag from unnest(listing.tags) as tag
  union all select 'k:' || name from unnest(listing.column_names) as name
  union all select 'm:' || fact from unnest(listing.column_facts) as fact
  union all select 'x:' || code from unnest(listing.countries) as code
  union all select 'l:' || code from unnest(listing.languages) as code
  union all select 'r:' || term from unnest(listing.license_terms) as term
  union all select unnest(array[
    '*', 's:' || listing.agent_id, 'c:' || listing.category, 'f:' || listing.format, 'y:' || listing.pricing_type,
    case when listing.price_cents = 0 then 'p:free' else 'p:paid' end])`;

/**
 * That the version went on sale, or got the terms that it has, after the search was saved. Near each
 * other the order of commits decides, which no clock knows; a snapshot means nothing in a database
 * that was restored, so that far from each other the times do.
 */
const isNews = sql`
  case when queued.published_xid is not null
      and coalesce(queued.changed_at, upload.published_at)
        between search.created_at - interval '1 hour' and search.created_at + interval '1 hour'
    then not pg_visible_in_snapshot(queued.published_xid::xid8, search.saved_snapshot::pg_snapshot)
    else coalesce(queued.changed_at, upload.published_at) > search.created_at end`;

export type Pair = {
  listingId: string;
  filters: SearchFilters;
  words: string | null;
  /** Its words were found in the listing in this transaction. */
  hasWords: boolean;
};

/**
 * Of pairs, those whose listing the search itself would show: one statement for a hundred of them, and
 * none for a search of words alone that were found already.
 */
export async function checkMatches(tx: Database, pairs: Pair[]): Promise<Set<number>> {
  const matching = new Set<number>();
  const open: { pair: number; listingId: string; asked: SQL[] }[] = [];
  for (const [pair, { listingId, filters, words, hasWords }] of pairs.entries()) {
    const asked = listedConditions({ filters, words, ids: null, publishedUntil: null });
    const isSure = hasWords && conditions(filters).length === activeAlone;
    if (isSure) matching.add(pair);
    else open.push({ pair, listingId, asked });
  }
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

/** The one condition of a search without filters, which every candidate has met: to be on sale. */
const activeAlone = 1;

/** A statement takes 65,535 parameters, and its planning time. */
const pairsPerStatementMax = 100;

/** Locks the searches, by their ids: until the transaction ends they stay as they are. */
export async function lockSearches(tx: Database, searchIds: string[]): Promise<SavedSearchRow[]> {
  if (searchIds.length === 0) return [];
  return tx
    .select()
    .from(savedSearches)
    .where(inArray(savedSearches.id, searchIds))
    .orderBy(asc(savedSearches.id))
    .for("no key update");
}

type NewMatch = Omit<typeof savedSearchMatches.$inferInsert, "id" | "digestId">;
export type MatchRow = typeof savedSearchMatches.$inferSelect;

/** Notes matches; those that are known already are left out of the answer. */
export async function insertMatches(tx: Database, matches: NewMatch[]): Promise<MatchRow[]> {
  if (matches.length === 0) return [];
  return tx.insert(savedSearchMatches).values(matches).onConflictDoNothing().returning();
}

/** Takes matches back that are told to nobody. */
export async function deleteMatches(tx: Database, matchIds: string[]): Promise<void> {
  if (matchIds.length === 0) return;
  await tx.delete(savedSearchMatches).where(inArray(savedSearchMatches.id, matchIds));
}

type Standing = Pick<
  SavedSearchRow,
  "id" | "lastMatchedAt" | "matchDay" | "matchesOfDay" | "mailDueAt"
>;

/** Writes what locked searches have come to: when each found how much. One statement for all. */
export async function writeStandings(tx: Database, standings: Standing[]): Promise<void> {
  if (standings.length === 0) return;
  await tx.execute(sql`
    update ${savedSearches} set last_matched_at = new."lastMatchedAt", match_day = new."matchDay",
      matches_of_day = new."matchesOfDay", mail_due_at = new."mailDueAt"
    from jsonb_to_recordset(${JSON.stringify(standings)}::text::jsonb) as new (id uuid,
      "lastMatchedAt" timestamptz, "matchDay" date, "matchesOfDay" int, "mailDueAt" timestamptz)
    where ${savedSearches.id} = new.id
  `);
}

/** The claimed listings that are done leave the queue. */
export async function dropListings(tx: Database, queueIds: string[]): Promise<void> {
  if (queueIds.length === 0) return;
  await tx.delete(listingsToMatch).where(inArray(listingsToMatch.id, queueIds));
}

/** A claimed listing goes on with the searches after this one. */
export async function moveListing(
  tx: Database,
  queueId: string,
  afterSearchId: string,
): Promise<void> {
  await tx.update(listingsToMatch).set({ afterSearchId }).where(eq(listingsToMatch.id, queueId));
}
