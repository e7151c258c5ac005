/**
 * Clock tasks for saved searches and follows: repeats lost messages, recompiles outdated searches,
 * queues mails, deletes old results.
 */
import { notifyFollowers } from "../../market/follow/notify-followers.ts";
import { purgeFollowNews } from "../../market/follow/purge-follow-news.ts";
import { queueFollowDigests } from "../../market/follow/queue-follow-digests.ts";
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
  { name: "notify_followers", everySeconds: 60, run: ({ ctx }) => notifyFollowers(ctx) },
  {
    name: "queue_follow_digests",
    everySeconds: 60,
    run: ({ ctx }) => queueFollowDigests(ctx, batch),
  },
  { name: "purge_follow_news", everySeconds: 60, run: ({ ctx }) => purgeFollowNews(ctx) },
  { name: "recompile_searches", everySeconds: 10, run: ({ ctx }) => recompileSearches(ctx, batch) },
  { name: "purge_search_matches", everySeconds: 60, run: ({ ctx }) => purgeMatches(ctx) },
];
