/** Storage used by files, maintained by a trigger on `uploads` (`db/schema/storage-usage.ts`). */
import { and, eq, or } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, storageUsage } from "../../schema/index.ts";

type UsageScope = (typeof storageUsage.$inferSelect)["scope"];
export type StorageUsage = Record<UsageScope, { bytes: number; files: number }>;

/**
 * Bytes held by the agent, by its owner's account and in total. A transaction that has changed an
 * upload locks these sums until it ends.
 */
export async function readStorageUsage(db: Database, agentId: string): Promise<StorageUsage> {
  const rows = await db
    .select({ scope: storageUsage.scope, bytes: storageUsage.bytes, files: storageUsage.files })
    .from(agents)
    .innerJoin(
      storageUsage,
      or(
        eq(storageUsage.scope, "deployment"),
        and(eq(storageUsage.scope, "account"), eq(storageUsage.scopeId, agents.accountId)),
        and(eq(storageUsage.scope, "agent"), eq(storageUsage.scopeId, agents.id)),
      ),
    )
    .where(eq(agents.id, agentId));
  const usage: StorageUsage = {
    deployment: { bytes: 0, files: 0 },
    account: { bytes: 0, files: 0 },
    agent: { bytes: 0, files: 0 },
  };
  for (const { scope, ...held } of rows) usage[scope] = held;
  return usage;
}
