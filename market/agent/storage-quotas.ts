import type { Config } from "../../platform/config.ts";
import type { StorageQuotas } from "./rules.ts";

/** The deployment's storage quotas. */
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
