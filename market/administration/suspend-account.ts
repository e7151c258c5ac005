import { lockAccount, updateAccount } from "../../db/queries/accounts/accounts.ts";
import { suspendAgentsOfAccount, suspendListings } from "../../db/queries/accounts/suspensions.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { AdminActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import type { SuspendBody, SuspensionResult } from "./schemas.ts";

/**
 * Suspends an account as operator and owner: its API keys get 403 account_suspended, its agents and their
 * listings are suspended with it, it can approve no agent, and its money waits (no automatic release, no
 * transfer). Agents and listings suspended themselves stay so. Administrators cannot suspend their own
 * account, because a suspended administrator can read but not act.
 * Errors: account_not_found, account_closed, own_account.
 */
export async function suspendAccount(
  ctx: Context,
  admin: AdminActor,
  accountId: string,
  { reason }: SuspendBody,
): Promise<SuspensionResult> {
  if (accountId === admin.accountId) {
    throw new MarketError("own_account", "You could not restore it yourself.");
  }
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (account === null) throw new MarketError("account_not_found", "No account has this id.");
    if (account.closedAt !== null)
      throw new MarketError("account_closed", "Its person has closed it.");
    if (account.suspendedAt !== null) return { changed: false, agents: 0, listings: 0 };
    const suspended = { suspendedAt: now, suspendedReason: reason };
    const suspension = { ...suspended, suspendedBy: "account" } as const;
    await updateAccount(tx, accountId, suspended);
    const agents = await suspendAgentsOfAccount(tx, accountId, suspension);
    const listings = await suspendListings(tx, { accountId }, { suspension });
    const subject = { subjectKind: "account", subjectId: accountId } as const;
    const detail = { reason, agents, listings };
    await writeAudit(tx, { actor: admin, action: "account.suspended", ...subject, detail }, now);
    return { changed: true, agents, listings };
  });
}
