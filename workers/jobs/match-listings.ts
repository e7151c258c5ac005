/** The job for news about listings: matches them with saved searches, and notifies followers. */

import { z } from "zod";
import type { Context } from "../../market/context.ts";
import { counted } from "../../market/counted.ts";
import { notifyFollowers } from "../../market/follow/notify-followers.ts";
import { matchListings } from "../../market/saved-search/match-listings.ts";
import { defineJob, type Job } from "../consume.ts";

const payloadSchema = z.strictObject({ listing_id: z.guid() });

/** A message is only a signal: one run handles everything that waits. */
export function createMatchJob({ ctx }: { ctx: Context }): Job {
  return defineJob<"jobs.match">(payloadSchema, async () => {
    const matched = await matchListings(ctx);
    const notified = await notifyFollowers(ctx);
    return {
      kind: "done",
      detail:
        `${counted(matched, "new match was", "new matches were")} recorded, ` +
        `${counted(notified, "follower was", "followers were")} notified`,
    };
  });
}
