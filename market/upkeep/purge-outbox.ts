import { deletePublished } from "../../db/queries/journal/outbox.ts";
import { dayMs } from "../../platform/time.ts";
import type { Context } from "../context.ts";
import { type PurgeLimits, purgeInBatches, purgeLimits } from "../purge-in-batches.ts";

const outboxKeptDays = 7;

/**
 * Deletes outbox rows a week after their publication, except mails that are still being tried;
 * returns their number. Any number of processes may run it.
 */
export async function purgeOutbox(
  ctx: Context,
  limits: PurgeLimits = purgeLimits,
): Promise<number> {
  const before = new Date(ctx.now().getTime() - outboxKeptDays * dayMs);
  return purgeInBatches(limits, (rowsMax) => deletePublished(ctx.db, { before, rowsMax }));
}
