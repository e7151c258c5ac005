/** How much room a seller has, and the refusal of what would not fit into it. */
import type { Database } from "../../../db/client.ts";
import { readStorageUsage } from "../../../db/queries/listings/storage-usage.ts";
import type { Config } from "../../../platform/config.ts";
import { MarketError } from "../../errors.ts";
import { exceededQuota, type StorageQuotas } from "../rules.ts";

/** What the operator of the deployment allows. */
export function storageQuotas(config: Config): StorageQuotas {
  return {
    agent: { bytesMax: config.QUOTA_AGENT_BYTES_MAX, filesMax: config.QUOTA_AGENT_FILES_MAX },
    account: { bytesMax: config.QUOTA_ACCOUNT_BYTES_MAX, filesMax: config.QUOTA_ACCOUNT_FILES_MAX },
    deployment: {
      bytesMax: config.QUOTA_DEPLOYMENT_BYTES_MAX,
      filesMax: config.QUOTA_DEPLOYMENT_FILES_MAX,
    },
  };
}

/**
 * Call it after the upload was counted, in the same transaction: the refusal takes the count back, and
 * of two uploads at once the second one sees the first. Errors: quota_exceeded.
 */
export async function requireRoom(tx: Database, config: Config, agentId: string): Promise<void> {
  const exceeded = exceededQuota(await readStorageUsage(tx, agentId), storageQuotas(config));
  if (exceeded === null) return;
  throw new MarketError("quota_exceeded", exceeded);
}
