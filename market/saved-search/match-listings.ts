/** Matches new publications with saved searches. */
import type { Database } from "../../db/client.ts";
import {
  type Candidate,
  checkMatches,
  claimListings,
  deleteMatches,
  dropListings,
  findCandidates,
  insertMatches,
  type ListingToMatch,
  type LockedSearch,
  lockSearches,
  type MatchRow,
  moveListing,
  type Pair,
  readSearches,
  writeStandings,
} from "../../db/queries/saved-searches/matching.ts";
import { awaitSaving } from "../../db/queries/saved-searches/saved-searches.ts";
import type { Principal } from "../../db/vocabulary/event.ts";
import type { Context } from "../context.ts";
import { emitEvents } from "../event/emit-event.ts";
import { type ReadParameters, readParameters } from "./compile-search.ts";
import { pauseInvalid, pauseOverrun, principalOfSearch } from "./pause-search.ts";
import { dayOf, mailDueAt, matchesLeft } from "./rules.ts";

const listingsPerStepMax = 50;
/** Candidates of one listing in one step; the next step has the others. */
const candidatesPerStepMax = 500;

/**
 * Matches waiting publications with the saved searches, in steps of one transaction each. A search is
 * notified once of each version of a listing, whatever process dies and however many run it. Returns
 * how many matches were new.
 */
export async function matchListings(ctx: Pick<Context, "db" | "now">): Promise<number> {
  let matched = 0;
  for (;;) {
    const step = await ctx.db.transaction((tx) => matchSome(tx, ctx.now()));
    matched += step.matched;
    if (step.claimed === 0) return matched;
  }
}

async function matchSome(tx: Database, now: Date): Promise<{ claimed: number; matched: number }> {
  const claimed = await claimListings(tx, listingsPerStepMax);
  if (claimed.length === 0) return { claimed: 0, matched: 0 };
  await awaitSaving(tx);
  const queueIds = claimed.map(({ id }) => id);
  const found = await findCandidates(tx, queueIds, candidatesPerStepMax);
  const matched = await notifyMatches(tx, found, now);
  await leaveQueue(tx, claimed, found);
  return { claimed: claimed.length, matched };
}

/** If a listing has as many candidates as a step allows, there may be more. */
async function leaveQueue(
  tx: Database,
  claimed: ListingToMatch[],
  found: Candidate[],
): Promise<void> {
  const done: string[] = [];
  const byListing = Map.groupBy(found, ({ queueId }) => queueId);
  for (const { id } of claimed) {
    const searchIds = (byListing.get(id) ?? []).map((one) => one.searchId);
    const last = searchIds.sort().at(-1);
    if (last === undefined || searchIds.length < candidatesPerStepMax) done.push(id);
    else await moveListing(tx, id, last);
  }
  await dropListings(tx, done);
}

/** A search that changed meanwhile is checked again in its current form, under its lock. */
async function notifyMatches(tx: Database, found: Candidate[], now: Date): Promise<number> {
  const { matching, invalid } = await keepMatching(tx, found, now);
  const searchIds = [...matching, ...invalid].map(({ searchId }) => searchId);
  const locked = await lockSearches(tx, [...new Set(searchIds)]);
  const running = new Map(
    locked.filter((row) => row.pausedAt === null).map((row) => [row.id, row]),
  );
  const isChanged = ({ searchId, revision }: Candidate) =>
    running.get(searchId)?.revision !== revision;
  await pauseAll(
    tx,
    invalid.filter((one) => !isChanged(one)),
    now,
  );
  const asked = matching.filter((one) => running.has(one.searchId));
  const again = await askAgain(tx, asked.filter(isChanged), now);
  const matches = [...asked.filter((one) => !isChanged(one)), ...again];
  return recordMatches(tx, { matches, running, now });
}

async function askAgain(tx: Database, changed: Candidate[], now: Date): Promise<Candidate[]> {
  const rows = await readSearches(tx, [...new Set(changed.map(({ searchId }) => searchId))]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const open = changed.map((one) => ({ ...one, open: byId.get(one.searchId) ?? null }));
  return (await keepMatching(tx, open, now)).matching;
}

/** Pauses searches whose parameters the search no longer accepts. */
async function pauseAll(tx: Database, invalid: Candidate[], now: Date): Promise<void> {
  const ids = [...new Set(invalid.map(({ searchId }) => searchId))];
  for (const search of await readSearches(tx, ids)) await pauseInvalid(tx, search, now);
}

type MatchResult = { matching: Candidate[]; invalid: Candidate[] };

/** Keeps certain matches, and of the others those that the search itself confirms. */
async function keepMatching(tx: Database, found: Candidate[], now: Date): Promise<MatchResult> {
  const bySearch = new Map<string, ReadParameters>();
  const invalid: Candidate[] = [];
  const pairs: (Pair & { one: Candidate })[] = [];
  for (const one of found) {
    const { searchId, listingId, open } = one;
    if (open === null) continue;
    const read = bySearch.get(searchId) ?? readParameters(open.parameters, now);
    bySearch.set(searchId, read);
    if (read.kind === "invalid") invalid.push(one);
    else pairs.push({ one, listingId, words: open.words, filters: read.search.filters });
  }
  const matching = await checkMatches(tx, pairs);
  const sure = found.filter(({ open }) => open === null);
  const checked = pairs.filter((_pair, index) => matching.has(index));
  return { matching: [...sure, ...checked.map(({ one }) => one)], invalid };
}

type Recorded = { matches: Candidate[]; running: Map<string, LockedSearch>; now: Date };

async function recordMatches(tx: Database, { matches, running, now }: Recorded): Promise<number> {
  const rows = matches.flatMap(({ searchId, listingId, version }) => {
    const search = running.get(searchId);
    if (search === undefined) return [];
    return [{ searchId, listingId, version, mailOwed: search.mail !== "none" }];
  });
  const inserted = await insertMatches(tx, rows, now);
  const bySearch = Map.groupBy(inserted, ({ searchId }) => searchId);
  const notes = [...bySearch].flatMap(([searchId, news]) => {
    const search = running.get(searchId);
    return search === undefined ? [] : [noteNews(search, { news, now })];
  });
  await writeStandings(
    tx,
    notes.map(({ standing }) => standing),
  );
  const overrun = notes.filter(({ untold }) => untold.length > 0);
  await deleteMatches(
    tx,
    overrun.flatMap(({ untold }) => untold),
  );
  const stopped = overrun.map(({ search }) => search.id);
  for (const search of await readSearches(tx, stopped)) await pauseOverrun(tx, search, now);
  const told = notes.flatMap((note) => note.told);
  const events = told.map(({ searchId, listingId, version }) => ({
    to: holderOf(running, searchId),
    subjectId: searchId,
    data: { saved_search_id: searchId, dataset_id: listingId, dataset_version: version },
  }));
  await emitEvents(tx, "saved_search.matched", events, now);
  return told.length;
}

/** Reports a search's new matches up to the daily limit; beyond it, pauses the search. */
function noteNews(search: LockedSearch, { news, now }: { news: MatchRow[]; now: Date }) {
  const left = matchesLeft(search, now);
  const told = news.slice(0, left);
  const matchDay = dayOf(now);
  const earlier = search.matchDay === matchDay ? search.matchesOfDay : 0;
  const standing = {
    id: search.id,
    lastMatchedAt: told.length === 0 ? search.lastMatchedAt : now,
    matchDay,
    matchesOfDay: earlier + told.length,
    mailDueAt:
      told.length === 0 ? search.mailDueAt : (search.mailDueAt ?? mailDueAt(search.mail, now)),
  };
  return { search, standing, told, untold: news.slice(left).map(({ id }) => id) };
}

function holderOf(running: Map<string, LockedSearch>, searchId: string): Principal {
  const search = running.get(searchId);
  if (search === undefined) throw new Error(`saved search ${searchId} vanished under its lock`);
  return principalOfSearch(search);
}
