import { addUnmet, addVisits } from "../../db/queries/analytics/counts.ts";
import type { Context } from "../context.ts";
import type { AudienceCounts } from "./counts.ts";
import { UNMET_SEARCH_DAYS_MAX, UNMET_SEARCHES_PER_DAY_MAX } from "./limits.ts";
import { dayAgo } from "./rules.ts";

/** Writes what the process has counted. If the database fails, it keeps the counts and throws. */
export async function writeCounts(
  { db, now }: Pick<Context, "db" | "now">,
  counts: AudienceCounts,
): Promise<void> {
  const taken = counts.take();
  const { visits, purchases, unmet } = taken;
  const day = dayAgo(now(), 0);
  try {
    await db.transaction(async (tx) => {
      if (visits.size + purchases.size > 0) await addVisits(tx, { day, visits, purchases });
      if (unmet.size === 0) return;
      const sinceDay = dayAgo(now(), UNMET_SEARCH_DAYS_MAX - 1);
      await addUnmet(tx, { day, unmet, sinceDay, wordsPerDayMax: UNMET_SEARCHES_PER_DAY_MAX });
    });
  } catch (error) {
    counts.putBack(taken);
    throw error;
  }
}
