/** The owner changes a connected client's permissions and limits, without the client's involvement. */
import { type ConnectionRow, updateConnection } from "../../db/queries/connections/connections.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { lockOpenAccount } from "../account/open-account.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { lockOwnConnection } from "./own-connection.ts";
import { scopesWithin } from "./rules.ts";
import type { ConnectionPatch } from "./schemas.ts";
import { checkLimits, type Limits, presentLimits, writeHalves } from "./terms.ts";

/**
 * Changes scopes, limits, card or expiry; omitted fields stay. Applies from the client's next call on.
 * Scopes can only be a subset of the granted ones: the client has to ask for more. Errors:
 * connection_not_found (also for another account's), invalid_request, account_suspended.
 */
export async function editConnection(
  ctx: Context,
  owner: OwnerActor,
  connectionId: string,
  patch: ConnectionPatch,
): Promise<ConnectionRow> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const account = await lockOpenAccount(tx, owner.accountId);
    const { connection: before, halves } = await lockOwnConnection(tx, owner, connectionId);
    if (before.endedAt !== null) {
      throw new MarketError("invalid_request", "An ended connection cannot change.");
    }
    const wanted = patch.scopes ?? before.scopes;
    const scopes = scopesWithin(wanted, before.grantedScopes);
    if (scopes.length !== wanted.length) {
      throw new MarketError("invalid_request", "The client itself has to ask for more scopes.");
    }
    const present = presentLimits(before, halves);
    const limits = changedLimits(present, patch);
    // An unchanged expiry may have passed; only a new one must be in the future.
    const expiresAt = patch.expires_at === undefined ? null : limits.expiresAt;
    await checkLimits(tx, { accountId: account.id, limits: { ...limits, expiresAt }, now });
    const { clientName } = before;
    const wish = { account, clientName, scopes, limits, agentName: undefined, now };
    await writeHalves(tx, owner, { has: halves, wish: { ...wish, mode: ctx.payments.mode } });
    const changed = await updateConnection(tx, before.id, {
      scopes,
      expiresAt: limits.expiresAt,
    });
    const subject = { subjectKind: "connection", subjectId: before.id } as const;
    const detail = {
      before: { scopes: before.scopes, ...present },
      after: { scopes, ...limits },
    };
    await writeAudit(tx, { actor: owner, action: "connection.updated", ...subject, detail }, now);
    return changed;
  });
}

/** Null removes a limit; undefined keeps it. */
function changedLimits(present: Limits, patch: ConnectionPatch): Limits {
  const changed = <T>(wanted: T | null | undefined, is: T | null) =>
    wanted === undefined ? is : wanted;
  return {
    maxPerPurchaseCents: changed(patch.max_per_purchase_cents, present.maxPerPurchaseCents),
    budgetCents: changed(patch.budget_cents, present.budgetCents),
    budgetPeriod: changed(patch.budget_period, present.budgetPeriod),
    confirmAboveCents: changed(patch.confirm_above_cents, present.confirmAboveCents),
    categories: patch.categories ?? present.categories,
    paymentMethodId: changed(patch.payment_method_id, present.paymentMethodId),
    expiresAt: changed(patch.expires_at, present.expiresAt),
  };
}
