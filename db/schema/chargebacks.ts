/** The table of chargebacks: disputes of the card's bank, and what their loss left to be paid. */
import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { ChargebackState } from "../../market/vocabulary.ts";
import { accounts } from "./accounts.ts";
import { instant } from "./columns.ts";
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
      sql`${table.debtCents} >= ${table.recoveredCents} + ${table.writtenOffCents} and ${table.recoveredCents} >= 0 and ${table.writtenOffCents} >= 0`,
    ),
  ],
);
