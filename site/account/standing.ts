/** The account's state that the frame shows on every page. */
import { findAccount } from "../../db/queries/accounts/accounts.ts";
import { type Attention, countAttention } from "../../db/queries/accounts/attention.ts";
import { countWaiting } from "../../db/queries/purchases/waiting-purchases.ts";
import type { AdminActor, OwnerActor } from "../../db/vocabulary/actor.ts";
import { requireAdministrator } from "../../market/administration/require-administrator.ts";
import { isAdministrator } from "../../market/administration/rules.ts";
import { countPendingAgents } from "../../market/agent/read.ts";
import type { Context } from "../../market/context.ts";
import { UNREAD_NOTIFICATIONS_COUNTED_MAX } from "../../market/event/limits.ts";
import { termsDue } from "../../market/terms/rules.ts";

export type AccountStatus = Attention & {
  /** Why an administrator suspended the account; null: it is not suspended. */
  suspendedReason: string | null;
  /** The version of the operator's terms that the person still has to accept; null: none. */
  termsDue: string | null;
  /** Set for people listed in `ADMIN_EMAILS`. */
  admin: AdminActor | null;
  pendingAgents: number;
  /** Purchases that wait for the person's approval. */
  waitingPurchases: number;
};

export async function readStanding(ctx: Context, owner: OwnerActor): Promise<AccountStatus> {
  const [account, pendingAgents, waitingPurchases, attention] = await Promise.all([
    findAccount(ctx.db, owner.accountId),
    countPendingAgents(ctx, owner),
    countWaiting(ctx.db, owner.accountId, ctx.now()),
    countAttention(ctx.db, owner.accountId, {
      notificationsMax: UNREAD_NOTIFICATIONS_COUNTED_MAX,
      now: ctx.now(),
    }),
  ]);
  return {
    suspendedReason: account?.suspendedReason ?? null,
    termsDue: termsDue(ctx.config.TERMS_VERSION, account),
    admin: isAdministrator(ctx.config.ADMIN_EMAILS, owner)
      ? requireAdministrator(ctx.config, owner)
      : null,
    pendingAgents,
    waitingPurchases,
    ...attention,
  };
}
