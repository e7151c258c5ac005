/** Codes with which a seller's buyers pay less. */
import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { agents } from "./agents.ts";
import { instant, primaryId } from "./columns.ts";

export const coupons = pgTable(
  "coupons",
  {
    id: primaryId(),
    agentId: uuid()
      .notNull()
      .references(() => agents.id),
    /** In upper case. */
    code: text().notNull(),
    percentOff: integer(),
    amountOffCents: integer(),
    /** The agent's listings that it is for; null: all of them. */
    listingIds: uuid().array(),
    usesMax: integer(),
    oncePerBuyer: boolean().notNull(),
    expiresAt: instant(),
    createdAt: instant().notNull(),
    revokedAt: instant(),
  },
  (table) => [
    unique("coupons_code").on(table.agentId, table.code),
    index("coupons_agent").on(table.agentId, table.id),
    check(
      "coupons_discount",
      sql`(${table.percentOff} is null) <> (${table.amountOffCents} is null)`,
    ),
    check("coupons_percent_off", sql`${table.percentOff} between 1 and 99`),
    check("coupons_amount_off_cents", sql`${table.amountOffCents} between 1 and 99999999`),
    check("coupons_uses_max", sql`${table.usesMax} >= 1`),
  ],
);
