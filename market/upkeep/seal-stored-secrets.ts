/** Re-encrypts stored secrets after the operator has set or changed the key. */
import {
  lockOtherwiseSealed,
  sealedColumns,
  storeResealed,
} from "../../db/queries/sealed-columns.ts";
import {
  anySealedBeginning,
  openStored,
  type SealedPlace,
  sealedBeginning,
  sealStored,
} from "../../platform/secrets/stored-secret.ts";
import type { Context } from "../context.ts";

export type SealLimits = {
  /** Rows locked and written in one transaction. */
  rowsPerBatchMax: number;
  /** After this time, the next run continues. */
  secondsMax: number;
};

const sealLimits: SealLimits = { rowsPerBatchMax: 200, secondsMax: 5 };
const beforeAllIds = "00000000-0000-0000-0000-000000000000";

export type SealOutcome = { sealed: number; unreadable: number };

/**
 * Encrypts every stored secret with the first key, or stores it in plain text if requested. Values
 * that no key decrypts stay, and are counted. Any number of processes may run it.
 */
export async function sealStoredSecrets(
  ctx: Context,
  { rowsPerBatchMax, secondsMax }: SealLimits = sealLimits,
): Promise<SealOutcome> {
  const deadline = performance.now() + secondsMax * 1000;
  const total = { sealed: 0, unreadable: 0 };
  for (const column of sealedColumns) {
    let after: string | null = beforeAllIds;
    while (after !== null && performance.now() < deadline) {
      const batch = await sealBatch(ctx, column, { after, rowsMax: rowsPerBatchMax });
      total.sealed += batch.sealed;
      total.unreadable += batch.unreadable;
      after = batch.last;
    }
  }
  return total;
}

/** `last`: where the next batch begins; null: this was the last one. */
async function sealBatch(
  { db, config: { STORED_SECRETS_KEYS: keys } }: Context,
  column: SealedPlace["column"],
  { after, rowsMax }: { after: string; rowsMax: number },
): Promise<SealOutcome & { last: string | null }> {
  const beginning = sealedBeginning(keys, column);
  return await db.transaction(async (tx) => {
    const page = { beginning, sealed: anySealedBeginning, after, rowsMax };
    const rows = await lockOtherwiseSealed(tx, column, page);
    let sealed = 0;
    for (const { id, stored } of rows) {
      const place = { column, rowId: id };
      const opened = openStored(keys, place, stored);
      if (opened.kind === "unreadable") continue;
      await storeResealed(tx, place, sealStored(keys, place, opened.text));
      sealed += 1;
    }
    const last = rows.length < rowsMax ? null : (rows.at(-1)?.id ?? null);
    return { sealed, unreadable: rows.length - sealed, last };
  });
}
