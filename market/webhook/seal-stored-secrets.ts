/** Re-encrypts stored addresses after the operator has set or changed the key. */
import { lockOtherwiseSealed, resealAddresses } from "../../db/queries/events/webhooks.ts";
import { anySealedBeginning, sealedBeginning } from "../../platform/secrets/stored-secret.ts";
import type { Context } from "../context.ts";
import { addressColumn, readAddress, storedAddress } from "./stored-address.ts";

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
 * Encrypts webhook addresses with the first key, or stores them in plain text if requested.
 * Addresses that no key decrypts stay, and are counted. Any number of processes may run it.
 */
export async function sealStoredSecrets(
  ctx: Context,
  { rowsPerBatchMax, secondsMax }: SealLimits = sealLimits,
): Promise<SealOutcome> {
  const deadline = performance.now() + secondsMax * 1000;
  const total = { sealed: 0, unreadable: 0 };
  let after: string | null = beforeAllIds;
  while (after !== null && performance.now() < deadline) {
    const batch = await sealBatch(ctx, { after, rowsMax: rowsPerBatchMax });
    total.sealed += batch.sealed;
    total.unreadable += batch.unreadable;
    after = batch.last;
  }
  return total;
}

/** `last`: where the next batch begins; null: this was the last one. */
async function sealBatch(
  ctx: Context,
  { after, rowsMax }: { after: string; rowsMax: number },
): Promise<SealOutcome & { last: string | null }> {
  const beginning = sealedBeginning(ctx.config.STORED_SECRETS_KEYS, addressColumn);
  return await ctx.db.transaction(async (tx) => {
    const page = { beginning, sealed: anySealedBeginning, after, rowsMax };
    const rows = await lockOtherwiseSealed(tx, page);
    const sealed = rows.flatMap(({ id, url: stored }) => {
      const { url } = readAddress(ctx, { id, url: stored });
      return url === null ? [] : [{ id, url: storedAddress(ctx, id, url) }];
    });
    await resealAddresses(tx, sealed);
    const last = rows.length < rowsMax ? null : (rows.at(-1)?.id ?? null);
    return { sealed: sealed.length, unreadable: rows.length - sealed.length, last };
  });
}
