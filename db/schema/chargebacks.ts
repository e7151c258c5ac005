/** The tables of chargebacks: disputes of the card's bank, what their loss cost, and what was done. */
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

/** A dispute of a card's bank, by the provider's id. What its loss left the seller to pay is a debt. */
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
    /** In the provider's words, as its reason. */
    providerStatus: text().notNull(),
    reason: text().notNull(),
    amountCents: integer().notNull(),
    currency: text().notNull(),
    openedAt: instant().notNull(),
    /** Evidence that comes later is not read any more. */
    evidenceDueAt: instant(),
    closedAt: instant(),
    /** What the seller owes for the loss, and what of it came back or was given up. */
    debtCents: integer().notNull().default(0),
    recoveredCents: integer().notNull().default(0),
    writtenOffCents: integer().notNull().default(0),
    /** What a reversal that is on its way is to bring: nobody else takes it meanwhile. */
    claimedCents: integer().notNull().default(0),
    /** What is to be sent to the bank, as it was saved last; null: nothing was. */
    evidence: jsonb().$type<Stored["evidence"]>(),
    evidenceSavedAt: instant(),
    /** When the provider was known to have passed evidence on: the bank reads one submission. */
    evidenceSubmittedAt: instant(),
    /** When administrators were last reminded that the time for evidence ends. */
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
 * What an administrator decided about a chargeback. The row is written before the provider is asked;
 * the clock does it and writes down how it ended, so that a process may die at any point of it.
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
    /** Of money that it moves; else 0. */
    amountCents: integer().notNull().default(0),
    /** What is sent, as it was when it was decided. */
    evidence: jsonb().$type<Stored["evidence"]>(),
    /** What the provider made of it: a reversal's id. */
    providerId: text(),
    /** Why the provider did not do it. */
    refusal: text(),
    /** When it is tried next; null: it has ended. */
    dueAt: instant(),
    attempts: integer().notNull().default(0),
    /** Part of the provider's idempotency keys: an answered failure is never repeated by its key. */
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
