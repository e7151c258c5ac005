import { updateApiKey } from "../../db/queries/accounts/api-keys.ts";
import { type ConnectionRow, updateConnection } from "../../db/queries/connections/connections.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { cancelWaitingOfKey } from "../account/end-waiting.ts";
import { endAgent } from "../agent/end-agent.ts";
import type { Context } from "../context.ts";
import { lockOwnConnection } from "./own-connection.ts";

/**
 * Ends the connection for good, with its key and its agent: the client's next call is refused. The agent's
 * listings stay on sale unless `withdraw_listings`; its key's waiting purchases are cancelled. A repeat
 * changes nothing, and a suspended account may do it too. The caller then ends the grant's tokens, which
 * are already worthless. Errors: connection_not_found (also for another account's).
 */
export async function endConnection(
  ctx: Context,
  owner: OwnerActor,
  connectionId: string,
  options: { withdraw_listings: boolean },
): Promise<{ connection: ConnectionRow; withdrawn: number }> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const { connection, halves } = await lockOwnConnection(tx, owner, connectionId);
    if (connection.endedAt !== null) return { connection, withdrawn: 0 };
    const { key, agent } = halves;
    if (key !== null) {
      await updateApiKey(tx, key.id, { revokedAt: now });
      await cancelWaitingOfKey(tx, owner, key.id, now);
      const subject = { subjectKind: "api_key", subjectId: key.id } as const;
      await writeAudit(tx, { actor: owner, action: "api_key.revoked", ...subject }, now);
    }
    const withdrawsListings = options.withdraw_listings;
    const withdrawn =
      agent === null ? 0 : await endAgent(tx, owner, { agent, withdrawsListings, now });
    const ended = await updateConnection(tx, connection.id, { endedAt: now });
    const subject = { subjectKind: "connection", subjectId: connection.id } as const;
    const detail = { client: connection.clientName, host: connection.clientHost, withdrawn };
    await writeAudit(tx, { actor: owner, action: "connection.ended", ...subject, detail }, now);
    return { connection: ended, withdrawn };
  });
}
