/** The seller agent for a person's own actions on the website. */
import { and, desc, eq } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents } from "../../schema/index.ts";
import type { AgentRow } from "./agents.ts";

type SiteAgentKey = { accountId: string; madeBy: string };

/** The one that was not revoked; null if there is none. */
export async function findSiteAgentRow(db: Database, key: SiteAgentKey): Promise<AgentRow | null> {
  const [row] = await db
    .select()
    .from(agents)
    .where(
      and(
        eq(agents.accountId, key.accountId),
        eq(agents.registeredFromHash, key.madeBy),
        eq(agents.state, "verified"),
      ),
    )
    .orderBy(desc(agents.id))
    .limit(1);
  return row ?? null;
}
