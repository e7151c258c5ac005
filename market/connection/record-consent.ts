/** The audit row and the owner's mail about a consent. */
import type { Database } from "../../db/client.ts";
import type { ConnectionRow } from "../../db/queries/connections/connections.ts";
import { enqueueJob, writeAudit } from "../../db/queries/journal/journal.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";

type Consent = {
  connection: ConnectionRow;
  action: "connection.opened" | "connection.renewed";
  now: Date;
};

/** Runs in the transaction of the consent. */
export async function recordConsent(
  tx: Database,
  owner: OwnerActor,
  { connection, action, now }: Consent,
): Promise<void> {
  const { id, clientId, clientName, clientHost, scopes, apiKeyId, agentId, expiresAt } = connection;
  await writeAudit(
    tx,
    {
      actor: owner,
      action,
      subjectKind: "connection",
      subjectId: id,
      detail: {
        client: clientName,
        host: clientHost,
        client_id: clientId,
        scopes,
        key: apiKeyId,
        agent: agentId,
        expires_at: expiresAt?.toISOString() ?? null,
      },
    },
    now,
  );
  const { consentCount: position } = connection;
  await enqueueJob(
    tx,
    "jobs.mail",
    { template: "connection_opened", connection_id: id, position },
    now,
  );
}
