import { spentByKey } from "../../db/queries/accounts/api-keys.ts";
import {
  type ConnectionActors,
  findConnection,
  listConnections,
} from "../../db/queries/connections/connections.ts";
import { keptCentsByKey } from "../../db/queries/journal/committed.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { ConnectionScope } from "../../db/vocabulary/connection.ts";
import { remainingCents, spendingWindows } from "../account/rules.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { CONNECTIONS_PER_ACCOUNT_MAX } from "./limits.ts";
import { type ConnectionState, connectionState, scopesInForce } from "./rules.ts";
import { type Limits, presentLimits } from "./terms.ts";

/** A connection as its owner sees it. */
export type ConnectionView = {
  id: string;
  clientId: string;
  /** The client's own text. */
  clientName: string;
  clientHost: string;
  isRegisteredDynamically: boolean;
  state: ConnectionState;
  /** Its current permissions; empty once it has ended. */
  scopes: ConnectionScope[];
  /** The scopes of the consent. */
  grantedScopes: ConnectionScope[];
  limits: Limits;
  /** In the budget's current window, in cents; null if it cannot spend. */
  spent: { spentCents: number; reservedCents: number; remainingCents: number | null } | null;
  apiKeyId: string | null;
  agent: { id: string; name: string } | null;
  createdAt: Date;
  consentedAt: Date;
  expiresAt: Date | null;
  endedAt: Date | null;
  lastUsedAt: Date | null;
};

/** Active ones first, newest first in each group. */
export async function listOwnConnections(
  ctx: Context,
  owner: OwnerActor,
): Promise<ConnectionView[]> {
  const rows = await listConnections(ctx.db, owner.accountId, 2 * CONNECTIONS_PER_ACCOUNT_MAX);
  return viewConnections(ctx, rows);
}

/** Errors: connection_not_found (also for another account's). */
export async function readOwnConnection(
  ctx: Context,
  { accountId }: OwnerActor,
  connectionId: string,
): Promise<ConnectionView> {
  const row = await findConnection(ctx.db, { accountId, connectionId });
  const [view] = row === null ? [] : await viewConnections(ctx, [row]);
  if (view !== undefined) return view;
  throw new MarketError("connection_not_found", "Your account has no connection with this id.");
}

async function viewConnections(ctx: Context, rows: ConnectionActors[]): Promise<ConnectionView[]> {
  const now = ctx.now();
  const ids = rows.flatMap(({ key }) => (key === null ? [] : [key.id]));
  const windows = spendingWindows(now);
  const spent = await spentByKey(ctx.db, ids, windows);
  const reserved = await keptCentsByKey(ctx.db, ids, { windows });
  const spending = (key: NonNullable<ConnectionActors["key"]>) => {
    const spentCents = spent.get(key.id)?.[key.budgetPeriod ?? "total"] ?? 0;
    const reservedCents = reserved.get(key.id) ?? 0;
    const left = remainingCents(key, spentCents + reservedCents);
    return { spentCents, reservedCents, remainingCents: left };
  };
  return rows.map((row) => ({
    ...viewRow(row, now),
    spent: row.key === null ? null : spending(row.key),
  }));
}

function viewRow(row: ConnectionActors, now: Date): Omit<ConnectionView, "spent"> {
  const { connection, key, agent } = row;
  const state = connectionState(connection, now);
  return {
    id: connection.id,
    clientId: connection.clientId,
    clientName: connection.clientName,
    clientHost: connection.clientHost,
    isRegisteredDynamically: connection.isRegisteredDynamically,
    state,
    scopes: state === "active" ? scopesInForce(row, now) : [],
    grantedScopes: connection.grantedScopes,
    limits: presentLimits(connection, { key, agent }),
    apiKeyId: connection.apiKeyId,
    agent: agent === null ? null : { id: agent.id, name: agent.agentName },
    createdAt: connection.createdAt,
    consentedAt: connection.consentedAt,
    expiresAt: connection.expiresAt,
    endedAt: connection.endedAt,
    lastUsedAt: connection.lastUsedAt,
  };
}
