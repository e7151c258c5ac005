import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, primaryId } from "./columns.ts";

/** A person: one subject of one identity provider. Operators and owners are both accounts. */
export const accounts = pgTable(
  "accounts",
  {
    id: primaryId(),
    issuer: text().notNull(),
    subject: text().notNull(),
    /** Case-folded, as last stated by the provider. */
    email: text().notNull(),
    emailVerified: boolean().notNull(),
    createdAt: instant().notNull(),
    lastSeenAt: instant().notNull(),

    /** The payer at the payment provider, created when the first payment method is set up. */
    customerId: text().unique("accounts_customer_id"),
    defaultPaymentMethodId: text().references((): AnyPgColumn => paymentMethods.id),
    /** The payee at the payment provider. */
    payoutAccountId: text().unique("accounts_payout_account_id"),
    /** Since when transfers reach the payout account; null while they do not. */
    payoutsEnabledAt: instant(),
    /** When the payment provider verified the person's identity; null while it has not. */
    identityCheckedAt: instant(),
    /** When the payout account must be checked again; null if no check is due. */
    payoutCheckDueAt: instant(),

    suspendedAt: instant(),
    suspendedReason: text(),

    /** The topics of `market/mail/topics.ts` for which the person gets no mails. */
    mutedMails: text().array().notNull().default(sql`'{}'`),

    /** The version of the operator's terms that the person accepted last, and when. */
    termsVersion: text(),
    termsAcceptedAt: instant(),

    /**
     * When the person closed the account. Address and subject are replaced then; the row stays
     * because of the money.
     */
    closedAt: instant(),
    /**
     * The recipient of the mail about the closing; erased as soon as that mail's attempts have
     * ended.
     */
    closingMailTo: text(),
    /** When the account's data was last downloaded. */
    exportedAt: instant(),
  },
  (table) => [
    unique("accounts_issuer_subject").on(table.issuer, table.subject),
    index("accounts_email").on(table.email),
    index("accounts_payout_check_due")
      .on(table.payoutCheckDueAt)
      .where(sql`payout_check_due_at is not null`),
    check(
      "accounts_payouts_need_an_account",
      sql`${table.payoutsEnabledAt} is null or ${table.payoutAccountId} is not null`,
    ),
    check(
      "accounts_suspended_has_reason",
      sql`(${table.suspendedAt} is null) = (${table.suspendedReason} is null)`,
    ),
  ],
);

/** A card at the payment provider, with only what a person needs to recognise it. */
export const paymentMethods = pgTable(
  "payment_methods",
  {
    /** The provider's id, which `POST /datasets/{id}/buy` takes. */
    id: text().primaryKey(),
    accountId: uuid()
      .notNull()
      .references((): AnyPgColumn => accounts.id),
    brand: text().notNull(),
    last4: text().notNull(),
    expMonth: integer().notNull(),
    expYear: integer().notNull(),
    /** From the provider: equal for one card however often it was added; null if it gave none. */
    fingerprint: text(),
    addedAt: instant().notNull(),
    removedAt: instant(),
  },
  (table) => [
    index("payment_methods_account").on(table.accountId, table.addedAt),
    index("payment_methods_fingerprint").on(table.fingerprint).where(sql`fingerprint is not null`),
  ],
);

/**
 * A visit to the provider's page for adding a card; it is also completed if the person never
 * returns.
 */
export const paymentSetups = pgTable(
  "payment_setups",
  {
    /** The provider's id of the visit. */
    id: text().primaryKey(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    startedAt: instant().notNull(),
    endedAt: instant(),
    /** When the provider must be asked for the outcome; null if nothing is due. */
    checkDueAt: instant(),
  },
  (table) => [
    index("payment_setups_check_due").on(table.checkDueAt).where(sql`check_due_at is not null`),
  ],
);
