import { supersedeTrialFiles as supersede } from "../../../db/queries/listings/trial-files.ts";
import { spendingStates } from "../../account/rules.ts";
import type { Context } from "../../context.ts";

/** Gives up trials' files that nobody can buy or download any more; returns how many. */
export async function supersedeTrialFiles(
  ctx: Context,
  { rowsMax }: { rowsMax: number },
): Promise<number> {
  return await ctx.db.transaction((tx) =>
    supersede(tx, { states: spendingStates, now: ctx.now(), rowsMax }),
  );
}
