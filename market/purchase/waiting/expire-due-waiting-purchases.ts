/** The clock ends questions that nobody has answered in time. */
import { lockOverdueWaiting } from "../../../db/queries/purchases/waiting-purchases.ts";
import type { SystemActor } from "../../../db/vocabulary/actor.ts";
import { endWaiting } from "../../account/end-waiting.ts";
import type { Context } from "../../context.ts";

const clock: SystemActor = { kind: "system", name: "clock" };

/**
 * Writes down that purchases have waited in vain, and tells their accounts; returns how many. Nobody
 * could approve them from their `expires_at` on. Any number of processes may run it: each row is
 * ended once, in a transaction of its own.
 */
export async function expireDueWaitingPurchases(
  ctx: Context,
  { rowsMax }: { rowsMax: number },
): Promise<number> {
  let expired = 0;
  while (expired < rowsMax && (await expireNext(ctx))) expired += 1;
  return expired;
}

function expireNext(ctx: Context): Promise<boolean> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const waiting = await lockOverdueWaiting(tx, now);
    if (waiting === null) return false;
    await endWaiting(tx, waiting, { actor: clock, now, state: "expired" });
    return true;
  });
}
