/** Payout accounts that have changed at the provider, or that somebody has begun. */
import { claimDuePayoutChecks } from "../../../db/queries/accounts/accounts.ts";
import type { SystemActor } from "../../../db/vocabulary/actor.ts";
import { askForEach, claimOf, type SweepDeps } from "../claim-due-visits.ts";
import { refreshPayoutAccount } from "./refresh-payout-account.ts";

const actor: SystemActor = { kind: "system", name: "clock" };

/** Writes down what the provider says of them now; returns how many. */
export async function refreshDuePayoutAccounts(deps: SweepDeps): Promise<number> {
  const due = await claimDuePayoutChecks(deps.ctx.db, claimOf(deps));
  return askForEach(deps, due, (accountId) => refreshPayoutAccount(deps.ctx, actor, accountId));
}
