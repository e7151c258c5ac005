/** Webhook endpoints of principals. */

import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  lte,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Database } from "../../client.ts";
import {
  accounts,
  agents,
  apiKeys,
  webhookDeliveries,
  webhookEndpoints,
} from "../../schema/index.ts";
import type { Principal } from "../../vocabulary/event.ts";
import type { DisabledReason } from "../../vocabulary/webhook.ts";
import { behindId, type Slice } from "../slice.ts";

export type EndpointRow = typeof webhookEndpoints.$inferSelect;
export type NewEndpoint = typeof webhookEndpoints.$inferInsert;
export type EndpointChange = Partial<Omit<NewEndpoint, "id">>;

const endpoints = webhookEndpoints;

const ofPrincipal = ({ kind, id }: Principal) =>
  and(eq(endpoints.principalKind, kind), eq(endpoints.principalId, id));

/** Counts the principal's endpoints; concurrent counts wait until the transaction ends. */
export async function countEndpointsAlone(tx: Database, principal: Principal): Promise<number> {
  const name = `webhooks ${principal.kind} ${principal.id}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  const [row] = await tx.select({ total: count() }).from(endpoints).where(ofPrincipal(principal));
  return row?.total ?? 0;
}

export async function insertEndpoint(tx: Database, values: NewEndpoint): Promise<EndpointRow> {
  const [row] = await tx.insert(endpoints).values(values).returning();
  if (row === undefined) throw new Error("the insert of a webhook returned no row");
  return row;
}

/** The principal's own endpoint; null for another principal's. */
export async function findEndpoint(
  db: Database,
  principal: Principal,
  endpointId: string,
): Promise<EndpointRow | null> {
  const [row] = await db
    .select()
    .from(endpoints)
    .where(and(eq(endpoints.id, endpointId), ofPrincipal(principal)));
  return row ?? null;
}

/** Like {@link findEndpoint}, and locks it until the transaction ends. */
export async function lockEndpoint(
  tx: Database,
  principal: Principal,
  endpointId: string,
): Promise<EndpointRow | null> {
  const [row] = await tx
    .select()
    .from(endpoints)
    .where(and(eq(endpoints.id, endpointId), ofPrincipal(principal)))
    .for("update");
  return row ?? null;
}

/** Locks an endpoint of any principal. */
export async function lockAnyEndpoint(
  tx: Database,
  endpointId: string,
): Promise<EndpointRow | null> {
  const [row] = await tx.select().from(endpoints).where(eq(endpoints.id, endpointId)).for("update");
  return row ?? null;
}

/** Shared lock that prevents changes and deletion; returns the existing endpoints. */
export function shareEndpoints(
  tx: Database,
  ids: readonly string[],
): Promise<{ id: string; failingSince: Date | null }[]> {
  return tx
    .select({ id: endpoints.id, failingSince: endpoints.failingSince })
    .from(endpoints)
    .where(inArray(endpoints.id, [...ids]))
    .orderBy(asc(endpoints.id))
    .for("key share");
}

/**
 * Marks endpoints as answering again. Locks them in id order, because other processes may clear the
 * same ones.
 */
export async function clearFailing(tx: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const locked = tx
    .select({ id: endpoints.id })
    .from(endpoints)
    .where(inArray(endpoints.id, [...ids]))
    .orderBy(asc(endpoints.id))
    .for("no key update");
  await tx.update(endpoints).set({ failingSince: null }).where(inArray(endpoints.id, locked));
}

export async function updateEndpoint(
  tx: Database,
  endpointId: string,
  change: EndpointChange,
): Promise<EndpointRow> {
  const [row] = await tx
    .update(endpoints)
    .set(change)
    .where(eq(endpoints.id, endpointId))
    .returning();
  if (row === undefined) throw new Error(`webhook ${endpointId} vanished under its lock`);
  return row;
}

/** Disables a locked endpoint and gives up its pending deliveries. */
export async function disableEndpoint(
  tx: Database,
  endpointId: string,
  { reason, now }: { reason: DisabledReason; now: Date },
): Promise<EndpointRow> {
  await tx
    .update(webhookDeliveries)
    .set({
      state: "failed",
      dueAt: null,
      leasedUntil: null,
      endedAt: now,
      lastError: sql`coalesce(${webhookDeliveries.lastError}, ${`webhook_disabled: ${reason}`})`,
    })
    .where(
      and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.state, "pending")),
    );
  const change = { disabledAt: now, disabledReason: reason, updatedAt: now };
  return updateEndpoint(tx, endpointId, change);
}

/** Also deletes its deliveries. */
export async function deleteEndpoint(tx: Database, endpointId: string): Promise<void> {
  await tx.delete(endpoints).where(eq(endpoints.id, endpointId));
}

/** One page of the principal's endpoints, newest first, and their total number. */
export async function pageEndpoints(
  db: Database,
  principal: Principal,
  page: Slice,
): Promise<{ rows: EndpointRow[]; total: number }> {
  const [rows, totals] = await Promise.all([
    db
      .select()
      .from(endpoints)
      .where(and(ofPrincipal(principal), behindId(endpoints.id, page)))
      .orderBy(desc(endpoints.id))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ total: count() }).from(endpoints).where(ofPrincipal(principal)),
  ]);
  return { rows, total: totals[0]?.total ?? 0 };
}

const keyHolds = (now: Date) =>
  and(
    isNull(apiKeys.revokedAt),
    or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)),
    sql`'read' = any(${apiKeys.scopes})`,
  );

/**
 * Condition for endpoints that may be called: enabled, with a valid credential, and not suspended.
 */
export function isCallable(db: Database, now: Date): SQL | undefined {
  const keys = db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    .where(and(keyHolds(now), isNull(accounts.suspendedAt)));
  const sellers = db
    .select({ id: agents.id })
    .from(agents)
    .where(and(eq(agents.state, "verified"), isNull(agents.suspendedAt)));
  return and(
    isNull(endpoints.disabledAt),
    or(
      and(eq(endpoints.principalKind, "account"), inArray(endpoints.apiKeyId, keys)),
      and(eq(endpoints.principalKind, "agent"), inArray(endpoints.principalId, sellers)),
    ),
  );
}

/** Locks enabled endpoints whose credential has ended for good; skips locked rows. */
export async function lockEndedEndpoints(
  tx: Database,
  { now, rowsMax }: { now: Date; rowsMax: number },
): Promise<string[]> {
  const ended = or(
    lte(apiKeys.revokedAt, now),
    lte(apiKeys.expiresAt, now),
    sql`not 'read' = any(${apiKeys.scopes})`,
  );
  const rows = await tx
    .select({ id: endpoints.id })
    .from(endpoints)
    .leftJoin(apiKeys, eq(apiKeys.id, endpoints.apiKeyId))
    .leftJoin(
      agents,
      and(eq(endpoints.principalKind, "agent"), eq(agents.id, endpoints.principalId)),
    )
    .where(and(isNull(endpoints.disabledAt), or(ended, eq(agents.state, "revoked"))))
    .limit(rowsMax)
    .for("update", { skipLocked: true, of: endpoints });
  return rows.map(({ id }) => id);
}

export type WebhookMailRow = {
  endpoint: EndpointRow;
  accountId: string;
  email: string;
  emailVerified: boolean;
};

/** An endpoint with the address of its account, or of its agent's owner. */
export async function findWebhookMail(
  db: Database,
  endpointId: string,
): Promise<WebhookMailRow | null> {
  const [row] = await db
    .select({
      endpoint: endpoints,
      accountId: accounts.id,
      email: accounts.email,
      emailVerified: accounts.emailVerified,
    })
    .from(endpoints)
    .leftJoin(
      agents,
      and(eq(endpoints.principalKind, "agent"), eq(agents.id, endpoints.principalId)),
    )
    .innerJoin(
      accounts,
      sql`${accounts.id} = case ${endpoints.principalKind} when 'account' then ${endpoints.principalId} else ${agents.accountId} end`,
    )
    .where(eq(endpoints.id, endpointId));
  return row ?? null;
}
