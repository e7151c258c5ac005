import { deleteOldDigests } from "../../db/queries/mail-digests.ts";
import { deleteOldMatches } from "../../db/queries/saved-searches/matches.ts";
import { dayMs } from "../../platform/time.ts";
import type { Context } from "../context.ts";
import { purgeInBatches, purgeLimits } from "../purge-in-batches.ts";
import { SAVED_SEARCH_MATCHES_KEPT_DAYS } from "./limits.ts";

/** Deletes expired matches and their mails; returns how many. Any number of processes may run it. */
export async function purgeMatches(ctx: Context): Promise<number> {
  const before = new Date(ctx.now().getTime() - SAVED_SEARCH_MATCHES_KEPT_DAYS * dayMs);
  const matches = await purgeInBatches(purgeLimits, (rowsMax) =>
    deleteOldMatches(ctx.db, { before, rowsMax }),
  );
  await purgeInBatches(purgeLimits, (rowsMax) =>
    deleteOldDigests(ctx.db, "search", { before, rowsMax }),
  );
  return matches;
}
