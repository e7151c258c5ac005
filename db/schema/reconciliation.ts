/** Comparison of the ledger with the payment provider's balance. */
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { BalanceMovement } from "../../platform/payments/port.ts";
import type { DaySum, FindingKind, RunState } from "../vocabulary/reconciliation.ts";
import { instant, primaryId } from "./columns.ts";

/** The provider's balance transactions as read. */
export const providerTransactions = pgTable(
  "provider_transactions",
  {
    id: text().primaryKey(),
    movement: text().$type<BalanceMovement>().notNull(),
    /** In the provider's words. */
    providerType: text().notNull(),
    /** Before the fee; negative amounts leave the balance. */
    amountCents: bigint({ mode: "number" }).notNull(),
    feeCents: bigint({ mode: "number" }).notNull(),
    netCents: bigint({ mode: "number" }).notNull(),
    currency: text().notNull(),
    createdAt: instant().notNull(),
    sourceId: text(),
    /** The charge, refund or transfer; for a dispute, the movement itself. */
    objectId: text().notNull(),
    /** For a transfer: its destination. */
    payoutAccountId: text(),
    /** Null if it belongs to no purchase of this marketplace. */
    purchaseId: uuid(),
    /** Whether the fee is in the ledger. */
    isFeePosted: boolean().notNull().default(false),
    /** Whether a run has compared it; a late one is compared by the next run. */
    isJudged: boolean().notNull().default(false),
  },
  (table) => [
    index("provider_transactions_purchase").on(table.purchaseId),
    index("provider_transactions_created_at").on(table.createdAt),
    index("provider_transactions_unjudged").on(table.createdAt).where(sql`not is_judged`),
    index("provider_transactions_fee_due")
      .on(table.purchaseId, table.id)
      .where(sql`not is_fee_posted and fee_cents <> 0 and purchase_id is not null`),
  ],
);

/** The comparison of one UTC day: its progress and result. */
export const reconciliationRuns = pgTable(
  "reconciliation_runs",
  {
    id: primaryId(),
    day: date({ mode: "string" }).notNull(),
    state: text().$type<RunState>().notNull().default("due"),
    dueAt: instant().notNull(),
    attempts: integer().notNull().default(0),
    /** The process that works on it, and until when; after that, another process continues. */
    holder: uuid(),
    leaseUntil: instant(),
    /** The last transaction of the previous page; null for the first page. */
    cursor: text(),
    /** Whether all of the provider's transactions have been read. */
    isRead: boolean().notNull().default(false),
    startedAt: instant(),
    endedAt: instant(),
    /** Why the last attempt failed. */
    failure: text(),
    transactions: integer().notNull().default(0),
    /** Findings still open when it ended, including those of earlier days. */
    findings: integer().notNull().default(0),
    sums: jsonb().$type<DaySum[]>().notNull().default([]),
    /** By currency: the absolute amounts of those findings. */
    differences: jsonb().$type<Record<string, number>>().notNull().default({}),
  },
  (table) => [
    uniqueIndex("reconciliation_runs_day").on(table.day),
    index("reconciliation_runs_due").on(table.dueAt).where(sql`state in ('due', 'failed')`),
    // One run at a time, whoever starts it.
    uniqueIndex("reconciliation_runs_one_running").on(table.state).where(sql`state = 'running'`),
    check("reconciliation_runs_state", sql`${table.state} in ('due', 'running', 'failed', 'done')`),
    check(
      "reconciliation_runs_holder",
      sql`(${table.state} = 'running') = (${table.holder} is not null) and (${table.holder} is null) = (${table.leaseUntil} is null)`,
    ),
  ],
);

/** A difference between the ledger and the provider. Open until it is resolved or closed. */
export const reconciliationFindings = pgTable(
  "reconciliation_findings",
  {
    id: primaryId(),
    /** Kind, subject and amounts: the same difference, when found again, is this row. */
    key: text().notNull(),
    kind: text().$type<FindingKind>().notNull(),
    /** Charge, refund, dispute, transfer or fee. */
    category: text().notNull(),
    /** The day whose run found it first. */
    day: date({ mode: "string" }).notNull(),
    purchaseId: uuid(),
    /** The provider's object, or the one that the ledger names. */
    reference: text().notNull(),
    currency: text().notNull(),
    /** Movement of the provider's balance according to the ledger. */
    expectedCents: bigint({ mode: "number" }).notNull(),
    /** Its actual movement. */
    foundCents: bigint({ mode: "number" }).notNull(),
    firstSeenAt: instant().notNull(),
    lastSeenAt: instant().notNull(),
    /** When a later run did not find it any more. */
    resolvedAt: instant(),
    closedAt: instant(),
    closedBy: uuid(),
    closedReason: text(),
  },
  (table) => [
    uniqueIndex("reconciliation_findings_once").on(table.key).where(sql`resolved_at is null`),
    index("reconciliation_findings_open")
      .on(table.firstSeenAt)
      .where(sql`resolved_at is null and closed_at is null`),
    index("reconciliation_findings_day").on(table.day, table.id),
    check(
      "reconciliation_findings_closed",
      sql`(${table.closedAt} is null) = (${table.closedReason} is null) and (${table.closedAt} is null) = (${table.closedBy} is null)`,
    ),
  ],
);
