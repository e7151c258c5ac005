/** The outbox, stored answers, the provider's events, and the audit log. */
import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant, primaryId } from "./columns.ts";

/** Messages to publish on the bus, written in the transaction of their cause. */
export const outbox = pgTable(
  "outbox",
  {
    /** Also the message id by which the bus drops a repetition. */
    id: primaryId(),
    subject: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The trace of its cause (W3C Trace Context); null without telemetry. */
    traceparent: text(),
    createdAt: instant().notNull(),
    /** When the bus took it, or was last known to have it. */
    publishedAt: instant(),
    /** When a mail's attempts ended: a mail without it that has been silent for long is lost. */
    settledAt: instant(),
  },
  (table) => [
    index("outbox_unpublished").on(table.id).where(sql`published_at is null`),
    index("outbox_published").on(table.publishedAt).where(sql`published_at is not null`),
    index("outbox_mails_unsettled")
      .on(table.publishedAt)
      .where(sql`subject = 'jobs.mail' and settled_at is null`),
  ],
);

/** Answers returned again to a repeated request with the same Idempotency-Key. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    /** The caller and the operation, so that keys of different callers never collide. */
    scope: text().notNull(),
    key: text().notNull(),
    requestHash: text().notNull(),
    status: integer().notNull(),
    body: jsonb().$type<unknown>().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scope, table.key] }),
    index("idempotency_keys_expires_at").on(table.expiresAt),
  ],
);

/** The audit log: actors, actions and subjects. Append-only. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: primaryId(),
    at: instant().notNull(),
    actorKind: text().notNull(),
    actorId: text().notNull(),
    action: text().notNull(),
    subjectKind: text().notNull(),
    subjectId: uuid().notNull(),
    detail: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    index("audit_log_subject").on(table.subjectKind, table.subjectId, table.id),
    index("audit_log_actor").on(table.actorKind, table.actorId, table.id),
  ],
);

/**
 * The accounts that an audit row concerns. Triggers write it with the row, so that a page needs a
 * single scan.
 */
export const auditReaders = pgTable(
  "audit_readers",
  {
    accountId: uuid().notNull(),
    auditId: uuid().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.auditId] })],
);

/** The provider's webhooks by id: a repeated one changes nothing. */
export const paymentEvents = pgTable(
  "payment_events",
  {
    id: text().primaryKey(),
    type: text().notNull(),
    objectId: text(),
    createdAt: instant().notNull(),
    receivedAt: instant().notNull(),
  },
  (table) => [index("payment_events_received_at").on(table.receivedAt)],
);
