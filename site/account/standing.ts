/** What the area's frame shows on every page of an account. */
import { findAccount } from "../../db/queries/accounts/accounts.ts";
import { requireAdministrator } from "../../market/administration/require-administrator.ts";
import { isAdministrator } from "../../market/administration/rules.ts";
import { countPendingAgents } from "../../market/agent/read.ts";
import type { AdminActor, Context, OwnerActor } from "../../market/context.ts";

export type Standing = {
  /** Why an administrator suspended the account; null: it is not. */
  suspendedReason: string | null;
  /** Set for the people of `ADMIN_EMAILS`. */
  admin: AdminActor | null;
  pendingAgents: number;
};

export async function readStanding(ctx: Context, owner: OwnerActor): Promise<Standing> {
  const [account, pendingAgents] = await Promise.all([
    findAccount(ctx.db, owner.accountId),
    countPendingAgents(ctx, owner),
  ]);
  return {
    suspendedReason: account?.suspendedReason ?? null,
    admin: isAdministrator(ctx.config.ADMIN_EMAILS, owner)
      ? requireAdministrator(ctx.config, owner)
      : null,
    pendingAgents,
  };
}
