/** Deletes reports that nobody confirmed, and the texts of those decided long ago. */
import { deleteUnconfirmed, forgetWords } from "../../db/queries/reports/visitor-reports.ts";
import type { Context } from "../context.ts";
import { purgeInBatches, purgeLimits } from "../purge-in-batches.ts";
import { unconfirmedBefore, wordsBefore } from "./visitor/rules.ts";

/**
 * Returns the number of rows; decisions and statements stay. Any number of processes may run it.
 */
export async function purgeReports(ctx: Context): Promise<number> {
  const now = ctx.now();
  const deleted = await purgeInBatches(purgeLimits, (rowsMax) =>
    deleteUnconfirmed(ctx.db, { before: unconfirmedBefore(now), rowsMax }),
  );
  const emptied = await purgeInBatches(purgeLimits, (rowsMax) =>
    forgetWords(ctx.db, { before: wordsBefore(now), rowsMax }),
  );
  return deleted + emptied;
}
