/** What the clock does for accounts: asks the payment provider how visits to its pages ended. */
import { claimDuePayoutChecks } from "../../db/queries/accounts/accounts.ts";
import { claimDuePaymentSetups } from "../../db/queries/accounts/payment-methods.ts";
import { finishPaymentSetup } from "../../market/account/finish-payment-setup.ts";
import { refreshPayoutAccount } from "../../market/account/refresh-payout-account.ts";
import type { SystemActor } from "../../market/context.ts";
import type { ClockDeps, ClockTask } from "./clock.ts";

const rowsPerRunMax = 10;
/** Longer than two tries of one call to the provider; what fails is due again after it. */
const leaseSeconds = 60;
const actor: SystemActor = { kind: "system", name: "clock" };

type Deps = Pick<ClockDeps, "ctx" | "log">;

export const accountClockTasks: ClockTask[] = [
  { name: "finish_payment_setups", everySeconds: 5, run: finishDuePaymentSetups },
  { name: "refresh_payout_accounts", everySeconds: 5, run: refreshDuePayoutAccounts },
];

/** Finishes the visits to the card page from which no browser came back; returns how many. */
export async function finishDuePaymentSetups(deps: Deps): Promise<number> {
  const due = await claimDuePaymentSetups(deps.ctx.db, claim(deps));
  return eachOf(deps, due, (setupId) => finishPaymentSetup(deps.ctx, actor, setupId));
}

/** Looks at the payout accounts that have changed, or that somebody has begun; returns how many. */
export async function refreshDuePayoutAccounts(deps: Deps): Promise<number> {
  const due = await claimDuePayoutChecks(deps.ctx.db, claim(deps));
  return eachOf(deps, due, (accountId) => refreshPayoutAccount(deps.ctx, actor, accountId));
}

function claim({ ctx }: Deps) {
  const now = ctx.now();
  const leaseUntil = new Date(now.getTime() + leaseSeconds * 1000);
  return { now, leaseUntil, rowsMax: rowsPerRunMax };
}

/** Side by side, so that a provider that is slow or away holds the clock up for one call's time. */
async function eachOf(
  { log }: Deps,
  ids: string[],
  act: (id: string) => Promise<unknown>,
): Promise<number> {
  const outcomes = await Promise.allSettled(ids.map(act));
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.status === "fulfilled") continue;
    const entry = { err: outcome.reason, id: ids[index] };
    log.warn(entry, "what is due at the payment provider failed; it is due again");
  }
  return outcomes.filter(({ status }) => status === "fulfilled").length;
}
