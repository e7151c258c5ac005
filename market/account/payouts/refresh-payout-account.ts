/** What the provider says of the bank account that sales are paid out to. */
import type { Database } from "../../../db/client.ts";
import {
  type AccountRow,
  findAccount,
  lockAccount,
  updateAccount,
  wakeTransfersOf,
} from "../../../db/queries/accounts/accounts.ts";
import { writeAudit } from "../../../db/queries/journal/journal.ts";
import { touchListingsOf } from "../../../db/queries/listings/owner-listings.ts";
import type { OwnerActor, SystemActor } from "../../../db/vocabulary/actor.ts";
import type { PayoutAccount } from "../../../platform/payments/port.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { answered } from "../payment-answer.ts";
import { payoutCheckDueAt } from "../rules.ts";

/**
 * none: never begun. unfinished: the person has not finished the provider's page. under_review: the
 * provider checks what it was told, or wants more. enabled: sales are paid out.
 */
export type PayoutState = "none" | "unfinished" | "under_review" | "enabled";

/**
 * Asks the provider whether it pays the account out. From the moment it does, transfers that have
 * waited are due; from the moment it does no more, they wait. An owner asks for their own account.
 * Errors: account_not_found, payments_unavailable.
 */
export async function refreshPayoutAccount(
  ctx: Context,
  actor: OwnerActor | SystemActor,
  accountId: string,
): Promise<PayoutState> {
  const seen = await findAccount(ctx.db, accountId);
  if (seen === null || (actor.kind === "owner" && actor.accountId !== accountId)) {
    throw new MarketError("account_not_found", "Ask for your own account.");
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
  // Who came meanwhile, a webhook or another look, may know better: it is looked at once more.
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
    // Public answers say whether the seller's identity was checked, and are held until the listing changes.
    await touchListingsOf(tx, account.id, now);
    const action = isChecked ? "account.identity_checked" : "account.identity_unchecked";
    await writeAudit(tx, { ...subject, action, detail: payout }, now);
  }
}
