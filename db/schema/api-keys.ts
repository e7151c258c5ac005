/** The table of API keys. */
import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { ApiKeyScope, BudgetPeriod } from "../../market/account/rules.ts";
import { accounts } from "./accounts.ts";
import { instant, primaryId } from "./columns.ts";

/** A key by which an agent acts for an operator. Shown once: only its SHA-256 is stored. */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: primaryId(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    name: text().notNull(),
    /** Its first characters, by which its owner recognises it. */
    prefix: text().notNull(),
    secretHash: text().notNull().unique("api_keys_secret_hash"),
    scopes: text().array().$type<ApiKeyScope[]>().notNull(),
    /** Null: no limit. */
    maxPerPurchaseCents: integer(),
    budgetCents: integer(),
    budgetPeriod: text().$type<BudgetPeriod>(),
    /** Empty: all of them. */
    categories: text().array().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant(),
    revokedAt: instant(),
    lastUsedAt: instant(),
  },
  (table) => [
    index("api_keys_account").on(table.accountId, table.id),
    check(
      "api_keys_scopes",
      sql`${table.scopes} <@ array['purchase', 'bid', 'message', 'read'] and cardinality(${table.scopes}) > 0`,
    ),
    check("api_keys_max_per_purchase_cents", sql`${table.maxPerPurchaseCents} > 0`),
    check("api_keys_budget_cents", sql`${table.budgetCents} > 0`),
    check(
      "api_keys_budget_has_period",
      sql`(${table.budgetCents} is null) = (${table.budgetPeriod} is null)`,
    ),
    check(
      "api_keys_budget_period",
      sql`${table.budgetPeriod} in ('day', 'week', 'month', 'total')`,
    ),
  ],
);
