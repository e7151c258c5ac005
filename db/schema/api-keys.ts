import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { ApiKeyScope, BudgetPeriod } from "../vocabulary/account.ts";
import { accounts, paymentMethods } from "./accounts.ts";
import { instant, primaryId } from "./columns.ts";

/** A key with which an agent acts for an operator. It is shown once; only its SHA-256 is stored. */
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
    /** Null means no limit. */
    maxPerPurchaseCents: integer(),
    /** Purchases above it wait for the owner; 0 means all. Null means none. */
    confirmAboveCents: integer(),
    budgetCents: integer(),
    budgetPeriod: text().$type<BudgetPeriod>(),
    /** Empty means all. */
    categories: text().array().notNull(),
    /** The only card that it may charge; null means any card of its account. */
    paymentMethodId: text().references(() => paymentMethods.id),
    /**
     * For the owner's own actions on the website: created at first use, and without a known secret.
     */
    isBuiltIn: boolean().notNull().default(false),
    createdAt: instant().notNull(),
    expiresAt: instant(),
    revokedAt: instant(),
    lastUsedAt: instant(),
  },
  (table) => [
    index("api_keys_account").on(table.accountId, table.id),
    uniqueIndex("api_keys_one_built_in")
      .on(table.accountId)
      .where(sql`is_built_in and revoked_at is null`),
    check(
      "api_keys_scopes",
      sql`${table.scopes} <@ array['purchase', 'bid', 'message', 'read'] and cardinality(${table.scopes}) > 0`,
    ),
    check("api_keys_max_per_purchase_cents", sql`${table.maxPerPurchaseCents} > 0`),
    check("api_keys_confirm_above_cents", sql`${table.confirmAboveCents} >= 0`),
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
