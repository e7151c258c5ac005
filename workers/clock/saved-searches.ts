/**
 * Clock tasks for saved searches: repeats lost messages, recompiles outdated searches, deletes old
 * results.
 */
import { matchListings } from "../../market/saved-search/match-listings.ts";
import { purgeMatches } from "../../market/saved-search/purge-matches.ts";
import { queueSearchDigests } from "../../market/saved-search/queue-search-digests.ts";
import { recompileSearches } from "../../market/saved-search/recompile-searches.ts";
import type { ClockTask } from "./task.ts";

const batch = { rowsMax: 100 };

export const savedSearchClockTasks: ClockTask[] = [
  // In case the bus loses messages about publications; also handles listings that return to sale.
  { name: "match_listings", everySeconds: 60, run: ({ ctx }) => matchListings(ctx) },
  {
    name: "queue_search_digests",
    everySeconds: 30,
    run: ({ ctx }) => queueSearchDigests(ctx, batch),
  },
  { name: "recompile_searches", everySeconds: 10, run: ({ ctx }) => recompileSearches(ctx, batch) },
  { name: "purge_search_matches", everySeconds: 60, run: ({ ctx }) => purgeMatches(ctx) },
];
