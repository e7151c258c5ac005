/** Locks a connection for a change: its key and agent first, then itself. */
import type { Database } from "../../db/client.ts";
import {
  type ConnectionRow,
  findConnection,
  lockConnection,
} from "../../db/queries/connections/connections.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { MarketError } from "../errors.ts";
import { type Halves, lockHalves } from "./terms.ts";

/**
 * A connection of the owner's account, locked after its key and agent: purchases hold keys, and none of
 * them waits for a connection.
 * Errors: connection_not_found (also for another account's), invalid_request (changed meanwhile).
 */
export async function lockOwnConnection(
  tx: Database,
  { accountId }: OwnerActor,
  connectionId: string,
): Promise<{ connection: ConnectionRow; halves: Halves }> {
  const found = await findConnection(tx, { accountId, connectionId });
  if (found === null) throw notThere();
  const halves = await lockHalves(tx, found.connection);
  const connection = await lockConnection(tx, { accountId, connectionId });
  if (connection === null) throw notThere();
  const { apiKeyId, agentId } = found.connection;
  if (connection.apiKeyId === apiKeyId && connection.agentId === agentId) {
    return { connection, halves };
  }
  throw new MarketError("invalid_request", "It was changed at the same time. Try again.");
}

function notThere(): MarketError {
  return new MarketError("connection_not_found", "Your account has no connection with this id.");
}
