/** Charges that pay several purchases. */
import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import type {
  ChargePart,
  PurseKind,
  PurseRefundCause,
  PurseState,
} from "../vocabulary/purchase.ts";
import { bundles } from "./bundles.ts";
import { instant, primaryId } from "./columns.ts";
import { paymentColumns } from "./payment-columns.ts";

/**
 * One charge of a buyer's card that pays several purchases; it is settled like a purchase.
 */
export const purses = pgTable(
  "purses",
  {
    id: primaryId(),
    kind: text().$type<PurseKind>().notNull(),
    /** The bundle that it buys; a bounty names its purse itself. */
    bundleId: uuid().references(() => bundles.id),
    state: text().$type<PurseState>().notNull().default("payment_pending"),
    /** What it pays, for the provider's description. */
    title: text().notNull(),
    /** The whole charge. */
    priceCents: integer().notNull(),
    /** The prices of its purchases. */
    allottedCents: integer().notNull().default(0),
    /** What goes back to the buyer at its end; 0 before. */
    refundCents: integer().notNull().default(0),
    endedAt: instant(),
    refundCause: text().$type<PurseRefundCause>(),
    /** By dispute: what its parts held when it was noticed first. No part's share changes later. */
    disputeParts: jsonb().$type<Record<string, ChargePart[]>>().notNull().default({}),
    /** By refund by hand that names no part: what each part bears of it, fixed when it was noticed first. */
    refundParts: jsonb().$type<Record<string, ChargePart[]>>().notNull().default({}),
    ...paymentColumns(),
  },
  (table) => [
    unique("purses_payment_intent_id").on(table.paymentIntentId),
    unique("purses_refund_id").on(table.refundId),
    index("purses_account").on(table.accountId, table.id),
    index("purses_api_key").on(table.apiKeyId, table.createdAt),
    index("purses_refund_owed")
      .on(table.refundedAt, table.id)
      .where(sql`state = 'refunded' and refund_paid_at is null`),
    index("purses_held").on(table.id).where(sql`state = 'in_escrow'`),
    index("purses_settle_due").on(table.settleDueAt).where(sql`settle_due_at is not null`),
    index("purses_bundle").on(table.bundleId).where(sql`bundle_id is not null`),
    check("purses_kind", sql`${table.kind} in ('bounty', 'bundle')`),
    check("purses_bundle", sql`(${table.kind} = 'bundle') = (${table.bundleId} is not null)`),
    check(
      "purses_state",
      sql`${table.state} in ('payment_pending', 'in_escrow', 'released', 'refunded', 'payment_failed', 'cancelled', 'expired')`,
    ),
    check("purses_price_cents", sql`${table.priceCents} between 1 and 99999999`),
    check(
      "purses_cents",
      sql`${table.allottedCents} >= 0 and ${table.refundCents} >= 0 and ${table.allottedCents} + ${table.refundCents} <= ${table.priceCents}`,
    ),
    check("purses_chargeback", sql`${table.chargeback} in ('open', 'won', 'lost')`),
    check(
      "purses_paid_has_charge",
      sql`${table.state} in ('payment_pending', 'payment_failed', 'cancelled', 'expired') or (${table.paidAt} is not null and ${table.chargeId} is not null)`,
    ),
    check(
      "purses_refunded_has_cause",
      sql`(${table.state} = 'refunded') = (${table.refundedAt} is not null) and (${table.refundedAt} is null) = (${table.refundCause} is null)`,
    ),
    check(
      "purses_refund_only_when_refunded",
      sql`${table.refundPaidAt} is null or ${table.state} = 'refunded'`,
    ),
  ],
);
