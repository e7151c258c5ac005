import { findAccount } from "../../db/queries/accounts/accounts.ts";
import {
  type AccountMatterRow,
  readAccountMatters,
} from "../../db/queries/leaving/open-matters.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { ACCOUNT_OPEN_MATTERS_SHOWN_MAX } from "./limits.ts";
import { exportWaitSeconds } from "./rules.ts";

export type Leaving = {
  /** The matters that must end before the account can be closed. */
  open: AccountMatterRow[];
  /** The wait before the next export, in seconds; null: none. */
  exportWaitSeconds: number | null;
};

export async function viewLeaving(ctx: Context, { accountId }: OwnerActor): Promise<Leaving> {
  const rowsMax = ACCOUNT_OPEN_MATTERS_SHOWN_MAX;
  const [open, account] = await Promise.all([
    readAccountMatters(ctx.db, { accountId, rowsMax }),
    findAccount(ctx.db, accountId),
  ]);
  return { open, exportWaitSeconds: exportWaitSeconds(account?.exportedAt ?? null, ctx.now()) };
}
