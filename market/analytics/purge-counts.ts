import { deleteCounts } from "../../db/queries/analytics/counts.ts";
import type { Context } from "../context.ts";
import { purgeInBatches, purgeLimits } from "../purge-in-batches.ts";
import { UNMET_SEARCH_DAYS_MAX, VISIT_DAYS_MAX } from "./limits.ts";
import { dayAgo } from "./rules.ts";

/** Deletes counts that are too old to be shown; returns their number. Any process may run it. */
export async function purgeCounts(ctx: Context): Promise<number> {
  const purge = (table: "listing_visits" | "unmet_searches", days: number) =>
    purgeInBatches(purgeLimits, (rowsMax) =>
      deleteCounts(ctx.db, table, { beforeDay: dayAgo(ctx.now(), days - 1), rowsMax }),
    );
  const visits = await purge("listing_visits", VISIT_DAYS_MAX);
  return visits + (await purge("unmet_searches", UNMET_SEARCH_DAYS_MAX));
}
