/** Finishes visits to the card page from which no browser has returned. */
import { claimDuePaymentSetups } from "../../db/queries/accounts/payment-methods.ts";
import type { SystemActor } from "../../db/vocabulary/actor.ts";
import { askForEach, claimOf, type SweepDeps } from "./claim-due-visits.ts";
import { finishPaymentSetup } from "./finish-payment-setup.ts";

const actor: SystemActor = { kind: "system", name: "clock" };

/** Finishes them by the provider's state; returns how many. */
export async function finishDuePaymentSetups(deps: SweepDeps): Promise<number> {
  const due = await claimDuePaymentSetups(deps.ctx.db, claimOf(deps));
  return askForEach(deps, due, (setupId) => finishPaymentSetup(deps.ctx, actor, setupId));
}
