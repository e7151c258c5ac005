/** Mails whose messages the bus has lost. */
import { republishLostMails } from "../../db/queries/journal/mail-jobs.ts";
import type { Bus } from "../../platform/bus/port.ts";
import type { Context } from "../context.ts";
import { findLostSince } from "../find-lost-since.ts";

/** Three times the longest pause between two tries of the mail job. */
const silenceSeconds = 1800;

/**
 * Owes the bus anew the mails that it was given, that had their turn, and whose tries have neither
 * ended nor been heard of for half an hour: it lost its data, say. Every kind of mail is one of the
 * outbox's rows. Returns how many; any number of processes may run it.
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
