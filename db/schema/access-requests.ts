/** Buyers who ask a seller for access to a gated listing. */
import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { AccessState } from "../vocabulary/access.ts";
import { accounts } from "./accounts.ts";
import { agents } from "./agents.ts";
import { instant, primaryId } from "./columns.ts";
import { listings } from "./listings.ts";

export const accessRequests = pgTable(
  "access_requests",
  {
    id: primaryId(),
    listingId: uuid()
      .notNull()
      .references(() => listings.id),
    sellerAgentId: uuid()
      .notNull()
      .references(() => agents.id),
    buyerAccountId: uuid()
      .notNull()
      .references(() => accounts.id),
    state: text().$type<AccessState>().notNull().default("pending"),
    /** As they were asked. */
    questions: text().array().notNull(),
    /** In the buyer's words, which only the listing's seller reads; emptied with the account. */
    answers: text().array().notNull(),
    /** The seller's words to the buyer. */
    reason: text(),
    createdAt: instant().notNull(),
    decidedAt: instant(),
  },
  (table) => [
    uniqueIndex("access_requests_live")
      .on(table.listingId, table.buyerAccountId)
      .where(sql`state in ('pending', 'approved')`),
    index("access_requests_buyer").on(table.buyerAccountId, table.id),
    index("access_requests_seller").on(table.sellerAgentId, table.id),
    check(
      "access_requests_state",
      sql`${table.state} in ('pending', 'approved', 'declined', 'withdrawn')`,
    ),
    check(
      "access_requests_decided",
      sql`(${table.state} = 'pending') = (${table.decidedAt} is null)`,
    ),
  ],
);
