/** The rows that every effect writes in its own transaction: an audit row, and jobs for the bus. */
import { currentTraceparent } from "../../../platform/telemetry/tracing.ts";
import type { Database } from "../../client.ts";
import { auditLog, outbox } from "../../schema/index.ts";
import type { Stored } from "../../stored.ts";
import type { Actor } from "../../vocabulary/actor.ts";

/**
 * The bus subjects and their messages. Messages contain only ids, because the row is authoritative.
 */
export type JobPayloads = {
  /** An upload waits for its profile; the database decides whose turn it is. */
  "jobs.profile": { upload_id: string };
  "jobs.mail": Stored["mailPayload"];
  "jobs.embed": { listing_ids: string[] };
  /** A listing waits for the saved searches; the database row says which. */
  "jobs.match": { listing_id: string };
  /** There are new events; their order is in the database, the message is only a signal. */
  "events.published": { type: string; subject: { kind: string; id: string } };
};

export type JobSubject = keyof JobPayloads;

/** Adds a job to the outbox; the relay publishes it after the commit, at least once. */
export async function enqueueJob<S extends JobSubject>(
  tx: Database,
  subject: S,
  payload: JobPayloads[S],
  now: Date,
): Promise<void> {
  const traceparent = currentTraceparent();
  await tx.insert(outbox).values({ subject, payload, traceparent, createdAt: now });
}

const rowsPerInsertMax = 1000;

/** Adds many jobs of one subject, in as few statements as the parameter limit allows. */
export async function enqueueJobs<S extends JobSubject>(
  tx: Database,
  subject: S,
  payloads: readonly JobPayloads[S][],
  now: Date,
): Promise<void> {
  const traceparent = currentTraceparent();
  for (let at = 0; at < payloads.length; at += rowsPerInsertMax) {
    const some = payloads.slice(at, at + rowsPerInsertMax);
    const rows = some.map((payload) => ({ subject, payload, traceparent, createdAt: now }));
    await tx.insert(outbox).values(rows);
  }
}

export type AuditEntry = {
  actor: Actor;
  action: string;
  subjectKind:
    | "agent"
    | "listing"
    | "upload"
    | "purchase"
    | "purse"
    | "account"
    | "api_key"
    | "connection"
    | "webhook"
    | "saved_search"
    | "follow"
    | "collection"
    | "private_offer"
    | "data_request"
    | "review"
    | "report"
    | "reconciliation"
    | "outbox";
  subjectId: string;
  detail?: Record<string, unknown>;
};

export async function writeAudit(tx: Database, entry: AuditEntry, now: Date): Promise<void> {
  await tx.insert(auditLog).values(auditRow(entry, now));
}

/** Writes many audit rows, in as few statements as the parameter limit allows. */
export async function writeAudits(
  tx: Database,
  entries: readonly AuditEntry[],
  now: Date,
): Promise<void> {
  for (let at = 0; at < entries.length; at += rowsPerInsertMax) {
    const some = entries.slice(at, at + rowsPerInsertMax);
    await tx.insert(auditLog).values(some.map((entry) => auditRow(entry, now)));
  }
}

function auditRow(entry: AuditEntry, now: Date): typeof auditLog.$inferInsert {
  return {
    at: now,
    actorKind: entry.actor.kind,
    actorId: actorId(entry.actor),
    action: entry.action,
    subjectKind: entry.subjectKind,
    subjectId: entry.subjectId,
    detail: { ...entry.detail, ...meansOf(entry.actor) },
  };
}

/** Which of the account's keys acted, or that a person acted as their agent by hand. */
function meansOf(actor: Actor): Record<string, string> {
  if (actor.kind === "operator") return { api_key_id: actor.apiKeyId };
  return actor.kind === "agent" && actor.through ? { through: actor.through } : {};
}

function actorId(actor: Actor): string {
  if (actor.kind === "agent") return actor.agentId;
  if (actor.kind === "system") return actor.name;
  return actor.accountId;
}
