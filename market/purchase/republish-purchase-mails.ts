/** The clock queues mails of purchases anew that the bus has lost. */
import { republishLostMails } from "../../db/queries/purchases/purchase-mails.ts";
import type { Context } from "../context.ts";

/** Much longer than the longest pause between two tries of the mail job. */
const silenceSeconds = 7200;

/**
 * Queues anew the mails of purchases that the bus was given two hours ago and that neither went out
 * nor were given up: it lost its data, say. Returns how many. Any number of processes may run it.
 */
export async function republishPurchaseMails(
  ctx: Context,
  { rowsMax }: { rowsMax: number },
): Promise<number> {
  const silentSince = new Date(ctx.now().getTime() - silenceSeconds * 1000);
  return await republishLostMails(ctx.db, { silentSince, rowsMax });
}
