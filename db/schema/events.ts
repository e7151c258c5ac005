/** The tables of events and of the webhooks that they are sent to. */
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

/** What has happened, once for each principal that it concerns. Kept for a while, then purged. */
export const events = pgTable(
  "events",
  {
    /** Also the `webhook-id` by which receivers drop a repeat. */
    id: primaryId(),
    /**
     * The order in which all read. Given after the commit, to all that is committed by then, by one
     * at a time: so nobody who has read up to a position ever misses an earlier one.
     */
    position: bigint({ mode: "number" }).unique("events_position"),
    principalKind: principalKind(),
    principalId: uuid().notNull(),
    type: text().$type<Stored["eventType"]>().notNull(),
    subjectKind: text().$type<EventSubjectKind>().notNull(),
    subjectId: uuid().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The trace that it happened in (W3C Trace Context); null without telemetry. Nobody is shown it. */
    traceparent: text(),
    createdAt: instant().notNull(),
  },
  (table) => [
    index("events_principal").on(table.principalKind, table.principalId, table.position),
    index("events_created_at").on(table.createdAt),
    check("events_principal_kind", sql`${table.principalKind} in ('account', 'agent')`),
  ],
);

/**
 * Events that have no position yet. `seq` is drawn when an event is written, while its subject is
 * locked, so it orders the events of a subject; by `tx` a reader leaves out what was done long ago.
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
 * What is to be told by NOTIFY once its transaction has committed, each once a transaction. Unlogged:
 * who listens takes a crash of the database for news of everything.
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

/** Up to which position events were worked off, and by what. Its row's lock is the turn to do so. */
export const eventCursors = pgTable("event_cursors", {
  name: text().primaryKey(),
  position: bigint({ mode: "number" }).notNull(),
});

/** Where a principal wants its events sent. The secret is never stored: it is derived from the id. */
export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    id: primaryId(),
    principalKind: principalKind(),
    principalId: uuid().notNull(),
    /** The key that made it: nothing is sent any more when that key ends. Null: an agent's. */
    apiKeyId: uuid().references(() => apiKeys.id),
    url: text().notNull(),
    description: text(),
    /** Empty: every type. */
    types: text().array().$type<Stored["eventType"][]>().notNull(),
    secretGeneration: integer().notNull().default(1),
    /** Until then messages are signed by the secret before, too. */
    previousSecretUntil: instant(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** Since when every try has failed; null after a success. */
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

/** One event owed to one endpoint, until it was delivered or given up. */
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
    /** The event's; later ones of the same subject wait for this one to end. */
    position: bigint({ mode: "number" }).notNull(),
    subjectKind: text().$type<EventSubjectKind>().notNull(),
    subjectId: uuid().notNull(),
    state: text().$type<DeliveryState>().notNull().default("pending"),
    attempts: integer().notNull().default(0),
    createdAt: instant().notNull(),
    /** When it is to be tried; null when it has ended. */
    dueAt: instant(),
    /** Who tries it has it alone until then. */
    leasedUntil: instant(),
    lastAttemptAt: instant(),
    /** The receiver's answer at the last try; null: there was none. */
    lastStatus: integer(),
    /** Why the last try failed. */
    lastError: text(),
    /** How the receiver's answer began. */
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
    // By id, which is by age: what an administrator looks at, whatever was delivered meanwhile.
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
