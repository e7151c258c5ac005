/** Tells whose saved searches find what has gone on sale. */
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
  lockSearches,
  type MatchRow,
  moveListing,
  writeStandings,
} from "../../db/queries/saved-searches/matching.ts";
import {
  awaitSaving,
  type SavedSearchRow,
} from "../../db/queries/saved-searches/saved-searches.ts";
import type { Context } from "../context.ts";
import { emitEvents } from "../event/emit-event.ts";
import type { Principal } from "../event/types.ts";
import { type ReadParameters, readParameters } from "./compile-search.ts";
import { pauseInvalid, pauseOverrun, principalOfSearch } from "./pause-search.ts";
import { dayOf, mailDueAt, matchesLeft } from "./rules.ts";

const listingsPerStepMax = 50;
/** Of one listing; the others come in the next step. */
const candidatesPerStepMax = 500;

/**
 * Matches what waits with the saved searches, in steps of one transaction each: a search is told once
 * of a version of a listing, whoever dies and however many processes do this at once. Returns how
 * many matches were new.
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
  const matched = await tellMatches(tx, found, now);
  await leaveQueue(tx, claimed, found);
  return { claimed: claimed.length, matched };
}

type Found = Awaited<ReturnType<typeof findCandidates>>;

/** A listing of as many candidates as a step takes may have more. */
async function leaveQueue(tx: Database, claimed: ListingToMatch[], found: Found): Promise<void> {
  const done: string[] = [];
  for (const { id } of claimed) {
    const searchIds = found.filter(({ queueId }) => queueId === id).map((one) => one.searchId);
    const last = searchIds.sort().at(-1);
    if (last === undefined || searchIds.length < candidatesPerStepMax) done.push(id);
    else await moveListing(tx, id, last);
  }
  await dropListings(tx, done);
}

/** A search that was changed meanwhile is asked again by what it is now, under its lock. */
async function tellMatches(tx: Database, found: Found, now: Date): Promise<number> {
  const read = readSearches(found, now);
  const invalid = new Map(
    found.flatMap((one, index) => (read[index]?.kind === "invalid" ? [[one.searchId, one]] : [])),
  );
  const matching = await keepMatching(tx, { found, read, haveWords: true });
  const searchIds = [...matching.map(({ searchId }) => searchId), ...invalid.keys()];
  const locked = await lockSearches(tx, [...new Set(searchIds)]);
  const running = new Map(
    locked.filter((row) => row.pausedAt === null).map((row) => [row.id, row]),
  );
  for (const { searchId, revision } of invalid.values()) {
    const search = running.get(searchId);
    if (search?.revision === revision) await pauseInvalid(tx, search, now);
  }
  const isChanged = ({ searchId, revision }: Found[number]) =>
    running.get(searchId)?.revision !== revision;
  const changed = matching.filter(isChanged).flatMap((one) => {
    const row = running.get(one.searchId);
    return row === undefined ? [] : [{ ...one, parameters: row.parameters, words: row.words }];
  });
  const sure = matching.filter((one) => !isChanged(one));
  const again = { found: changed, read: readSearches(changed, now), haveWords: false };
  return recordMatches(tx, {
    matches: [...sure, ...(await keepMatching(tx, again))],
    running,
    now,
  });
}

/** What each asks for, in their order: read once where a search has several listings. */
function readSearches(found: Found, now: Date): ReadParameters[] {
  const bySearch = new Map<string, ReadParameters>();
  return found.map(({ searchId, parameters }) => {
    const read = bySearch.get(searchId) ?? readParameters(parameters, now);
    bySearch.set(searchId, read);
    return read;
  });
}

type Checked = {
  found: Found;
  read: ReadParameters[];
  /** Whether the words of each were found in its listing just now. */
  haveWords: boolean;
};

/** Those of which the search itself says so. */
async function keepMatching(tx: Database, { found, read, haveWords }: Checked): Promise<Found> {
  const readable = found.flatMap((one, index) => {
    const said = read[index];
    return said?.kind === "valid" ? [{ one, filters: said.search.filters }] : [];
  });
  const pairs = readable.map(({ one: { listingId, words }, filters }) => ({
    listingId,
    words,
    filters,
    hasWords: haveWords,
  }));
  const matching = await checkMatches(tx, pairs);
  return readable.filter((_pair, index) => matching.has(index)).map(({ one }) => one);
}

type Recorded = { matches: Candidate[]; running: Map<string, SavedSearchRow>; now: Date };

async function recordMatches(tx: Database, { matches, running, now }: Recorded): Promise<number> {
  const rows = matches.flatMap(({ searchId, listingId, version }) => {
    const search = running.get(searchId);
    if (search === undefined) return [];
    return [{ searchId, listingId, version, matchedAt: now, mailOwed: search.mail !== "none" }];
  });
  const inserted = await insertMatches(tx, rows);
  const bySearch = Map.groupBy(inserted, ({ searchId }) => searchId);
  const notes = [...bySearch].flatMap(([searchId, news]) => {
    const search = running.get(searchId);
    return search === undefined ? [] : [noteNews(search, { news, now })];
  });
  await writeStandings(
    tx,
    notes.map(({ standing }) => standing),
  );
  await deleteMatches(
    tx,
    notes.flatMap(({ untold }) => untold),
  );
  for (const { search, untold } of notes) {
    if (untold.length > 0) await pauseOverrun(tx, search, now);
  }
  const told = notes.flatMap((note) => note.told);
  const events = told.map(({ searchId, listingId, version }) => ({
    to: holderOf(running, searchId),
    subjectId: searchId,
    data: { saved_search_id: searchId, dataset_id: listingId, dataset_version: version },
  }));
  await emitEvents(tx, "saved_search.matched", events, now);
  return told.length;
}

/** What is told of the news of one search: a day has its limit, and beyond it the search is paused. */
function noteNews(search: SavedSearchRow, { news, now }: { news: MatchRow[]; now: Date }) {
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

function holderOf(running: Map<string, SavedSearchRow>, searchId: string): Principal {
  const search = running.get(searchId);
  if (search === undefined) throw new Error(`saved search ${searchId} vanished under its lock`);
  return principalOfSearch(search);
}
