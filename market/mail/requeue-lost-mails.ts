import { republishLostMails } from "../../db/queries/journal/mail-jobs.ts";
import type { Bus } from "../../platform/bus/port.ts";
import type { Context } from "../context.ts";
import { findLostSince } from "../find-lost-since.ts";

/** Three times the longest pause between two tries of the mail job. */
const silenceSeconds = 1800;

/**
 * Requeues mails that were published to the bus, have neither ended nor been retried for half an hour,
 * for example because the bus lost its data. Returns their number. Safe to run in several processes.
 */
export async function requeueLostMails(
  ctx: Context,
  bus: Pick<Bus, "inspect">,
  { rowsMax }: { rowsMax: number },
): Promise<number> {
  const silentSince = new Date(ctx.now().getTime() - silenceSeconds * 1000);
  const lostSince = await findLostSince(bus, "notify", silentSince);
  return republishLostMails(ctx.db, { lostSince, rowsMax });
}
