/** Refreshes payout accounts that were started or have changed at the provider. */
import { claimDuePayoutChecks } from "../../../db/queries/accounts/accounts.ts";
import type { SystemActor } from "../../../db/vocabulary/actor.ts";
import { askForEach, claimOf, type SweepDeps } from "../claim-due-visits.ts";
import { refreshPayoutAccount } from "./refresh-payout-account.ts";

const actor: SystemActor = { kind: "system", name: "clock" };

/** Returns how many were refreshed. */
export async function refreshDuePayoutAccounts(deps: SweepDeps): Promise<number> {
  const due = await claimDuePayoutChecks(deps.ctx.db, claimOf(deps));
  return askForEach(deps, due, (accountId) => refreshPayoutAccount(deps.ctx, actor, accountId));
}
