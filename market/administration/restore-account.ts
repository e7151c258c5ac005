import { lockAccount, updateAccount, wakeTransfersOf } from "../../db/queries/accounts/accounts.ts";
import { restoreAgentsOfAccount, restoreListings } from "../../db/queries/accounts/suspensions.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { AdminActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import type { SuspensionResult } from "./schemas.ts";

/**
 * Ends an account's suspension: its keys work again, agents and listings suspended with it return, and
 * its waiting money is due at once. Agents and listings suspended themselves stay so.
 * Errors: account_not_found.
 */
export async function restoreAccount(
  ctx: Context,
  admin: AdminActor,
  accountId: string,
): Promise<SuspensionResult> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (account === null) throw new MarketError("account_not_found", "No account has this id.");
    if (account.suspendedAt === null) return { changed: false, agents: 0, listings: 0 };
    await updateAccount(tx, accountId, { suspendedAt: null, suspendedReason: null });
    // Purchases before listings, in the lock order of a delivery whose file is missing.
    const purchases = await wakeTransfersOf(tx, accountId, now);
    const agents = await restoreAgentsOfAccount(tx, accountId);
    const listings = await restoreListings(tx, { accountId }, { by: "account", now });
    const subject = { subjectKind: "account", subjectId: accountId } as const;
    const detail = { agents, listings, purchases };
    await writeAudit(tx, { actor: admin, action: "account.restored", ...subject, detail }, now);
    return { changed: true, agents, listings };
  });
}
