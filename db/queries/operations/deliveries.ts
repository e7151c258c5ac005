/** Webhook deliveries for administrators: old pending ones, and abandoned ones. */
import { and, asc, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { events, webhookDeliveries, webhookEndpoints } from "../../schema/index.ts";

const deliveries = webhookDeliveries;

const columns = {
  id: deliveries.id,
  endpointId: deliveries.endpointId,
  url: webhookEndpoints.url,
  disabledAt: webhookEndpoints.disabledAt,
  eventType: events.type,
  state: deliveries.state,
  attempts: deliveries.attempts,
  createdAt: deliveries.createdAt,
  dueAt: deliveries.dueAt,
  leasedUntil: deliveries.leasedUntil,
  lastStatus: deliveries.lastStatus,
  lastError: deliveries.lastError,
  endedAt: deliveries.endedAt,
};

export type DeliveryJobRow = Awaited<ReturnType<typeof listWaitingDeliveries>>[number];

const selectDeliveries = (db: Database) =>
  db
    .select(columns)
    .from(deliveries)
    .innerJoin(events, eq(events.id, deliveries.eventId))
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, deliveries.endpointId));

/** Pending since before an instant, oldest first. */
export async function listWaitingDeliveries(
  db: Database,
  { createdBefore, rowsMax }: { createdBefore: Date; rowsMax: number },
) {
  // Selected before the joins, in the order of the partial index.
  const oldest = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(sql`${deliveries.state} = 'pending'`)
    .orderBy(asc(deliveries.id))
    .limit(rowsMax);
  return await selectDeliveries(db)
    .where(and(inArray(deliveries.id, oldest), lt(deliveries.createdAt, createdBefore)))
    .orderBy(asc(deliveries.id));
}

/** The most recently abandoned ones. */
export async function listFailedDeliveries(
  db: Database,
  rowsMax: number,
): Promise<DeliveryJobRow[]> {
  const latest = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(sql`${deliveries.state} = 'failed'`)
    .orderBy(desc(deliveries.endedAt))
    .limit(rowsMax);
  return await selectDeliveries(db)
    .where(inArray(deliveries.id, latest))
    .orderBy(desc(deliveries.endedAt), desc(deliveries.id));
}

export async function findDelivery(db: Database, id: string): Promise<DeliveryJobRow | null> {
  const [row] = await selectDeliveries(db).where(eq(deliveries.id, id));
  return row ?? null;
}

/** Locks a delivery; its endpoint must be locked before. */
export async function lockDeliveryRow(tx: Database, id: string): Promise<DeliveryJobRow | null> {
  await tx
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(eq(deliveries.id, id))
    .for("update");
  return await findDelivery(tx, id);
}
