import type { Database } from "../../../db/client.ts";
import { readStorageUsage } from "../../../db/queries/listings/storage-usage.ts";
import type { Config } from "../../../platform/config.ts";
import { storageQuotas } from "../../agent/storage-quotas.ts";
import { MarketError } from "../../errors.ts";
import { exceededQuota } from "../rules.ts";

/**
 * Call it in the same transaction, after the upload was counted: a refusal rolls the count back, and
 * of two concurrent uploads the second one sees the first. Errors: quota_exceeded.
 */
export async function requireRoom(tx: Database, config: Config, agentId: string): Promise<void> {
  const exceeded = exceededQuota(await readStorageUsage(tx, agentId), storageQuotas(config));
  if (exceeded === null) return;
  throw new MarketError("quota_exceeded", exceeded);
}
