/** Re-encrypts the keys of buckets after the operator has set or changed the key. */
import {
  lockOtherwiseSealedTargets,
  resealTarget,
} from "../../db/queries/deliveries/deliveries.ts";
import { anySealedBeginning, sealedBeginning } from "../../platform/secrets/stored-secret.ts";
import type { Context } from "../context.ts";
import { credentialsColumn, readKeys, storedKeys } from "./stored-credentials.ts";

const rowsPerBatchMax = 200;
const secondsMax = 5;
const beforeAllIds = "00000000-0000-0000-0000-000000000000";

/** Keys that cannot be decrypted stay. Any number of processes may run it; returns how many it sealed. */
export async function sealBucketKeys(ctx: Context): Promise<number> {
  const deadline = performance.now() + secondsMax * 1000;
  const beginning = sealedBeginning(ctx.config.STORED_SECRETS_KEYS, credentialsColumn);
  let sealed = 0;
  let after: string | null = beforeAllIds;
  while (after !== null && performance.now() < deadline) {
    const page = { beginning, sealed: anySealedBeginning, after, rowsMax: rowsPerBatchMax };
    after = await ctx.db.transaction(async (tx): Promise<string | null> => {
      const rows = await lockOtherwiseSealedTargets(tx, page);
      for (const row of rows) {
        const keys = readKeys(ctx, row);
        if (keys === null) continue;
        await resealTarget(tx, row.id, storedKeys(ctx, row.id, keys));
        sealed += 1;
      }
      return rows.length < rowsPerBatchMax ? null : (rows.at(-1)?.id ?? null);
    });
  }
  return sealed;
}
