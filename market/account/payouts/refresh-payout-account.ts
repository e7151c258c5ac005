/** Reads the state of a payout account from the provider. */
import type { Database } from "../../../db/client.ts";
import {
  type AccountRow,
  findAccount,
  lockAccount,
  updateAccount,
  wakeTransfersOf,
} from "../../../db/queries/accounts/accounts.ts";
import { writeAudit } from "../../../db/queries/journal/journal.ts";
import { markAccountListingsUpdated } from "../../../db/queries/listings/owner-listings.ts";
import type { OwnerActor, SystemActor } from "../../../db/vocabulary/actor.ts";
import type { PayoutAccount } from "../../../platform/payments/port.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { answered } from "../payment-answer.ts";
import { payoutCheckDueAt } from "../rules.ts";

/**
 * none: not started. unfinished: the person has not completed the provider's page. under_review: the
 * provider is checking the data, or needs more. enabled: sales are paid out.
 */
export type PayoutState = "none" | "unfinished" | "under_review" | "enabled";

/**
 * Asks the provider whether it pays out to the account. Once it does, waiting transfers become due; once
 * it no longer does, they wait. An owner may only refresh their own account.
 * Errors: account_not_found, payments_unavailable.
 */
export async function refreshPayoutAccount(
  ctx: Context,
  actor: OwnerActor | SystemActor,
  accountId: string,
): Promise<PayoutState> {
  const seen = await findAccount(ctx.db, accountId);
  if (seen === null || (actor.kind === "owner" && actor.accountId !== accountId)) {
    throw new MarketError("account_not_found", "You can only refresh your own account.");
  }
  if (seen.payoutAccountId === null) return "none";
  const found = answered(await ctx.payments.readPayoutAccount(seen.payoutAccountId));
  await ctx.db.transaction((tx) => record(tx, { actor, seen, found, now: ctx.now() }));
  if (found.transfersEnabled) return "enabled";
  return found.detailsSubmitted ? "under_review" : "unfinished";
}

type PayoutAccountCheck = {
  actor: OwnerActor | SystemActor;
  seen: AccountRow;
  found: PayoutAccount;
  now: Date;
};

async function record(
  tx: Database,
  { actor, seen, found, now }: PayoutAccountCheck,
): Promise<void> {
  const account = await lockAccount(tx, seen.id);
  if (account === null) throw new Error(`account ${seen.id} is gone`);
  // A concurrent webhook or refresh may know better, so the account stays due.
  const { payoutCheckDueAt: dueAt } = account;
  const isOvertaken = dueAt?.getTime() !== seen.payoutCheckDueAt?.getTime();
  const againAt = dueAt !== null && dueAt < now ? dueAt : now;
  const wasEnabled = account.payoutsEnabledAt !== null;
  const isEnabled = found.transfersEnabled;
  const isSame = wasEnabled === isEnabled;
  const wasChecked = account.identityCheckedAt !== null;
  const isChecked = isEnabled && found.identityChecked;
  await updateAccount(tx, account.id, {
    payoutCheckDueAt: isOvertaken ? againAt : payoutCheckDueAt(found, now),
    payoutsEnabledAt: isSame ? account.payoutsEnabledAt : isEnabled ? now : null,
    identityCheckedAt: isChecked ? (account.identityCheckedAt ?? now) : null,
  });
  const subject = { actor, subjectKind: "account", subjectId: account.id } as const;
  const payout = { payout_account_id: found.id };
  if (!isSame) {
    const transfersDue = isEnabled ? await wakeTransfersOf(tx, account.id, now) : 0;
    const action = isEnabled ? "account.payouts_enabled" : "account.payouts_disabled";
    const detail = { ...payout, transfers_due: transfersDue };
    await writeAudit(tx, { ...subject, action, detail }, now);
  }
  if (isChecked !== wasChecked) {
    // Public answers show whether the seller's identity is checked, and are cached until the listing changes.
    await markAccountListingsUpdated(tx, account.id, now);
    const action = isChecked ? "account.identity_checked" : "account.identity_unchecked";
    await writeAudit(tx, { ...subject, action, detail: payout }, now);
  }
}
