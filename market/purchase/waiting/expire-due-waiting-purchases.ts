import { lockOverdueWaiting } from "../../../db/queries/purchases/waiting-purchases.ts";
import type { SystemActor } from "../../../db/vocabulary/actor.ts";
import { endWaiting } from "../../account/end-waiting.ts";
import type { Context } from "../../context.ts";

const clock: SystemActor = { kind: "system", name: "clock" };

/**
 * Expires waiting purchases and notifies their accounts; returns how many. Since `expires_at` nobody
 * could approve them. Any number of processes may run it: each row ends once, in its own
 * transaction.
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
