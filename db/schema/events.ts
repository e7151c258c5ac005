import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { Stored } from "../stored.ts";
import type { EventSubjectKind, Principal } from "../vocabulary/event.ts";
import type { DeliveryState, DisabledReason } from "../vocabulary/webhook.ts";
import { apiKeys } from "./api-keys.ts";
import { instant, ofTransaction, primaryId } from "./columns.ts";

const principalKind = () => text().$type<Principal["kind"]>().notNull();

/** Events, once for each principal concerned; purged after a while. */
export const events = pgTable(
  "events",
  {
    /** Also the `webhook-id` by which receivers recognise a repetition. */
    id: primaryId(),
    /**
     * The order in which everybody reads. Assigned after the commit, by one process at a time and
     * to all events committed by then, so that a reader never misses an earlier position.
     */
    position: bigint({ mode: "number" }).unique("events_position"),
    principalKind: principalKind(),
    principalId: uuid().notNull(),
    type: text().$type<Stored["eventType"]>().notNull(),
    subjectKind: text().$type<EventSubjectKind>().notNull(),
    subjectId: uuid().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The trace of its cause (W3C Trace Context); null without telemetry. Not public. */
    traceparent: text(),
    createdAt: instant().notNull(),
    /** When the person read it on the website; null: unread. Feeds and webhooks ignore it. */
    readAt: instant(),
  },
  (table) => [
    index("events_principal").on(table.principalKind, table.principalId, table.position),
    index("events_created_at").on(table.createdAt),
    index("events_unread")
      .on(table.principalId)
      .where(sql`principal_kind = 'account' and read_at is null`),
    check("events_principal_kind", sql`${table.principalKind} in ('account', 'agent')`),
  ],
);

/**
 * Events without a position. `seq` is assigned when an event is written, while its subject is
 * locked, so it orders the events of a subject. By `tx` a reader skips old transactions.
 */
export const eventArrivals = pgTable(
  "event_arrivals",
  {
    tx: ofTransaction(),
    seq: bigint({ mode: "number" }).generatedAlwaysAsIdentity(),
    eventId: uuid().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tx, table.seq] })],
);

/**
 * Notifications to send by NOTIFY after the commit, each once per transaction. Unlogged: after a
 * database crash, listeners assume that everything has changed.
 */
export const notices = pgTable(
  "notices",
  {
    tx: ofTransaction(),
    channel: text().notNull(),
    key: text().notNull(),
    writtenAt: instant().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tx, table.channel, table.key] })],
);

/**
 * Up to which position a consumer has processed events. Locking the row is the right to continue.
 */
export const eventCursors = pgTable("event_cursors", {
  name: text().primaryKey(),
  position: bigint({ mode: "number" }).notNull(),
});

/** Where a principal's events are sent. The secret is not stored: it is derived from the id. */
export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    id: primaryId(),
    principalKind: principalKind(),
    principalId: uuid().notNull(),
    /** The key that created it: deliveries stop when that key ends. Null for an agent's. */
    apiKeyId: uuid().references(() => apiKeys.id),
    url: text().notNull(),
    description: text(),
    /** Empty means every type. */
    types: text().array().$type<Stored["eventType"][]>().notNull(),
    secretGeneration: integer().notNull().default(1),
    /** Until then, messages are also signed with the previous secret. */
    previousSecretUntil: instant(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** Since when every attempt has failed; null after a success. */
    failingSince: instant(),
    disabledAt: instant(),
    disabledReason: text().$type<DisabledReason>(),
  },
  (table) => [
    index("webhook_endpoints_failing").on(table.failingSince).where(sql`failing_since is not null`),
    index("webhook_endpoints_principal").on(table.principalKind, table.principalId, table.id),
    check("webhook_endpoints_principal_kind", sql`${table.principalKind} in ('account', 'agent')`),
    check(
      "webhook_endpoints_account_has_key",
      sql`(${table.principalKind} = 'account') = (${table.apiKeyId} is not null)`,
    ),
    check(
      "webhook_endpoints_disabled_has_reason",
      sql`(${table.disabledAt} is null) = (${table.disabledReason} is null)`,
    ),
  ],
);

/** An event to deliver to an endpoint, until it is delivered or abandoned. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: primaryId(),
    endpointId: uuid()
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: "cascade" }),
    eventId: uuid()
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    /** The event's position; later events of the same subject wait for this one to end. */
    position: bigint({ mode: "number" }).notNull(),
    subjectKind: text().$type<EventSubjectKind>().notNull(),
    subjectId: uuid().notNull(),
    state: text().$type<DeliveryState>().notNull().default("pending"),
    attempts: integer().notNull().default(0),
    createdAt: instant().notNull(),
    /** Time of the next attempt; null once it has ended. */
    dueAt: instant(),
    /** Reserved for one process until then. */
    leasedUntil: instant(),
    lastAttemptAt: instant(),
    /** The receiver's status at the last attempt; null if there was no response. */
    lastStatus: integer(),
    /** Why the last attempt failed. */
    lastError: text(),
    /** The beginning of the receiver's response. */
    lastResponse: text(),
    endedAt: instant(),
  },
  (table) => [
    unique("webhook_deliveries_endpoint_event").on(table.endpointId, table.eventId),
    index("webhook_deliveries_endpoint").on(table.endpointId, table.position),
    index("webhook_deliveries_event").on(table.eventId),
    index("webhook_deliveries_pending")
      .on(table.endpointId, table.subjectId, table.position)
      .where(sql`state = 'pending'`),
    index("webhook_deliveries_next")
      .on(table.endpointId, table.position)
      .where(sql`state = 'pending'`),
    // By id, which means by age: for administrators, whatever was delivered in the meantime.
    index("webhook_deliveries_waiting").on(table.id).where(sql`state = 'pending'`),
    index("webhook_deliveries_failed").on(table.endedAt).where(sql`state = 'failed'`),
    index("webhook_deliveries_leased").on(table.endpointId).where(sql`leased_until is not null`),
    check("webhook_deliveries_state", sql`${table.state} in ('pending', 'delivered', 'failed')`),
    check(
      "webhook_deliveries_pending_is_due",
      sql`(${table.state} = 'pending') = (${table.dueAt} is not null) and (${table.state} = 'pending') = (${table.endedAt} is null)`,
    ),
  ],
);
