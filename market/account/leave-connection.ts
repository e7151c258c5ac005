/**
 * When only a connection's key or agent is revoked, the connection continues without it, or ends.
 */
import type { Database } from "../../db/client.ts";
import { lockConnectionOf, updateConnection } from "../../db/queries/connections/connections.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";

/** Runs in the transaction of the revocation. Most keys and agents belong to no connection. */
export async function leaveConnection(
  tx: Database,
  owner: OwnerActor,
  { of, now }: { of: { apiKeyId: string } | { agentId: string }; now: Date },
): Promise<void> {
  const connection = await lockConnectionOf(tx, of);
  if (connection === null || connection.endedAt !== null) return;
  const sells = "apiKeyId" in of;
  const scopes = connection.scopes.filter((scope) => (scope === "sell") === sells);
  const subject = { subjectKind: "connection", subjectId: connection.id } as const;
  if (scopes.length === 0) {
    await updateConnection(tx, connection.id, { endedAt: now });
    await writeAudit(tx, { actor: owner, action: "connection.ended", ...subject }, now);
    return;
  }
  await updateConnection(tx, connection.id, { scopes, grantedScopes: scopes });
  const detail = { scopes };
  await writeAudit(tx, { actor: owner, action: "connection.updated", ...subject, detail }, now);
}
