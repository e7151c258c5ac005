/** The refusal of what would not fit into the room that a seller has. */

import type { Database } from "../../../db/client.ts";
import { readStorageUsage } from "../../../db/queries/listings/storage-usage.ts";
import type { Config } from "../../../platform/config.ts";
import { storageQuotas } from "../../agent/storage-quotas.ts";
import { MarketError } from "../../errors.ts";
import { exceededQuota } from "../rules.ts";

/**
 * Call it after the upload was counted, in the same transaction: the refusal takes the count back, and
 * of two uploads at once the second one sees the first. Errors: quota_exceeded.
 */
export async function requireRoom(tx: Database, config: Config, agentId: string): Promise<void> {
  const exceeded = exceededQuota(await readStorageUsage(tx, agentId), storageQuotas(config));
  if (exceeded === null) return;
  throw new MarketError("quota_exceeded", exceeded);
}
