import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Stored } from "../stored.ts";
import type { ChargebackState, ChargebackStepKind } from "../vocabulary/purchase.ts";
import { accounts } from "./accounts.ts";
import { instant, primaryId } from "./columns.ts";
import { purchases } from "./purchases.ts";

/**
 * A dispute by a card's bank, with the provider's id. The amount that the seller owes after a loss
 * is a debt.
 */
export const chargebacks = pgTable(
  "chargebacks",
  {
    id: text().primaryKey(),
    purchaseId: uuid()
      .notNull()
      .references(() => purchases.id),
    sellerAccountId: uuid()
      .notNull()
      .references(() => accounts.id),
    state: text().$type<ChargebackState>().notNull(),
    /** The provider's own words; the reason as well. */
    providerStatus: text().notNull(),
    reason: text().notNull(),
    amountCents: integer().notNull(),
    currency: text().notNull(),
    openedAt: instant().notNull(),
    /** The evidence deadline; later evidence is not read. */
    evidenceDueAt: instant(),
    closedAt: instant(),
    /** The seller's debt for the loss, and how much of it was recovered or written off. */
    debtCents: integer().notNull().default(0),
    recoveredCents: integer().notNull().default(0),
    writtenOffCents: integer().notNull().default(0),
    /**
     * The amount that a pending reversal will recover: nothing else may claim it in the meantime.
     */
    claimedCents: integer().notNull().default(0),
    /** The evidence draft as last saved; null if there is none. */
    evidence: jsonb().$type<Stored["evidence"]>(),
    evidenceSavedAt: instant(),
    /**
     * When the provider was known to have passed the evidence on: the bank reads only one
     * submission.
     */
    evidenceSubmittedAt: instant(),
    /** When administrators were last reminded of the evidence deadline. */
    remindedAt: instant(),
  },
  (table) => [
    index("chargebacks_purchase").on(table.purchaseId),
    index("chargebacks_open").on(table.openedAt).where(sql`state = 'open'`),
    index("chargebacks_debt")
      .on(table.sellerAccountId)
      .where(sql`debt_cents > recovered_cents + written_off_cents`),
    check("chargebacks_state", sql`${table.state} in ('open', 'won', 'lost')`),
    check(
      "chargebacks_debt_cents",
      sql`${table.debtCents} >= ${table.recoveredCents} + ${table.writtenOffCents} + ${table.claimedCents} and ${table.recoveredCents} >= 0 and ${table.writtenOffCents} >= 0 and ${table.claimedCents} >= 0`,
    ),
  ],
);

/**
 * An administrator's decision about a chargeback. The row is written before the provider is called;
 * the clock carries it out and records the outcome, so the process may crash at any point.
 */
export const chargebackSteps = pgTable(
  "chargeback_steps",
  {
    id: primaryId(),
    chargebackId: text()
      .notNull()
      .references(() => chargebacks.id),
    kind: text().$type<ChargebackStepKind>().notNull(),
    state: text().$type<"owed" | "done" | "refused">().notNull(),
    /** The administrator. */
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    reason: text().notNull(),
    /** For steps that move money; otherwise 0. */
    amountCents: integer().notNull().default(0),
    /** The evidence to send, as at the decision. */
    evidence: jsonb().$type<Stored["evidence"]>(),
    /** The provider's object: the id of a reversal. */
    providerId: text(),
    /** Why the provider refused. */
    refusal: text(),
    /** Time of the next attempt; null once it has ended. */
    dueAt: instant(),
    attempts: integer().notNull().default(0),
    /**
     * Part of the provider's idempotency keys: a failure that the provider has answered must not be
     * retried under the same key.
     */
    keyGeneration: integer().notNull().default(0),
    createdAt: instant().notNull(),
    endedAt: instant(),
  },
  (table) => [
    index("chargeback_steps_chargeback").on(table.chargebackId, table.id),
    index("chargeback_steps_due").on(table.dueAt).where(sql`due_at is not null`),
    uniqueIndex("chargeback_steps_one_owed").on(table.chargebackId).where(sql`state = 'owed'`),
    check(
      "chargeback_steps_kind",
      sql`${table.kind} in ('send_draft', 'submit_evidence', 'accept_loss', 'reverse_transfer', 'write_off')`,
    ),
    check("chargeback_steps_state", sql`${table.state} in ('owed', 'done', 'refused')`),
    check("chargeback_steps_amount_cents", sql`${table.amountCents} >= 0`),
  ],
);
