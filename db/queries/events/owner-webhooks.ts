/** A person's webhooks: those of the account, and those of its seller agents. */
import { and, count, desc, eq, inArray, or } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, apiKeys, webhookEndpoints } from "../../schema/index.ts";
import type { ApiKeyRow } from "../accounts/api-keys.ts";
import type { AgentRow } from "../agents/agents.ts";
import type { EndpointRow } from "./webhooks.ts";

const endpoints = webhookEndpoints;

/** An endpoint with its owner: the account's key, or the agent. */
export type OwnedEndpoint = {
  endpoint: EndpointRow;
  key: ApiKeyRow | null;
  agent: AgentRow | null;
};

/** One page of the account's endpoints, newest first, and their total number. */
export async function pageOwnerEndpoints(
  db: Database,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: OwnedEndpoint[]; total: number }> {
  const where = isOfOwner(db, accountId);
  const [rows, totals] = await Promise.all([
    selectOwned(db).where(where).orderBy(desc(endpoints.id)).limit(limit).offset(offset),
    db.select({ total: count() }).from(endpoints).where(where),
  ]);
  return { rows, total: totals[0]?.total ?? 0 };
}

/** An endpoint of the account or of one of its agents; null if it has none with this id. */
export async function findOwnerEndpoint(
  db: Database,
  accountId: string,
  endpointId: string,
): Promise<OwnedEndpoint | null> {
  const where = and(eq(endpoints.id, endpointId), isOfOwner(db, accountId));
  const [row] = await selectOwned(db).where(where);
  return row ?? null;
}

function selectOwned(db: Database) {
  return db
    .select({ endpoint: endpoints, key: apiKeys, agent: agents })
    .from(endpoints)
    .leftJoin(apiKeys, eq(apiKeys.id, endpoints.apiKeyId))
    .leftJoin(
      agents,
      and(eq(endpoints.principalKind, "agent"), eq(agents.id, endpoints.principalId)),
    );
}

function isOfOwner(db: Database, accountId: string) {
  const own = db.select({ id: agents.id }).from(agents).where(eq(agents.accountId, accountId));
  return or(
    and(eq(endpoints.principalKind, "account"), eq(endpoints.principalId, accountId)),
    and(eq(endpoints.principalKind, "agent"), inArray(endpoints.principalId, own)),
  );
}
