/** The tables of accounts and of the cards that they pay with. */
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

/** A human: one subject of one identity provider. Operators and owners are both accounts. */
export const accounts = pgTable(
  "accounts",
  {
    id: primaryId(),
    issuer: text().notNull(),
    subject: text().notNull(),
    /** Case-folded, as the provider last stated it. */
    email: text().notNull(),
    emailVerified: boolean().notNull(),
    createdAt: instant().notNull(),
    lastSeenAt: instant().notNull(),

    /** At the payment provider: who pays. Made at the first set-up of a payment method. */
    customerId: text().unique("accounts_customer_id"),
    defaultPaymentMethodId: text().references((): AnyPgColumn => paymentMethods.id),
    /** At the payment provider: who is paid out. */
    payoutAccountId: text().unique("accounts_payout_account_id"),
    /** Since when transfers reach the payout account; null while they don't. */
    payoutsEnabledAt: instant(),
    /** Since when the payment provider has checked who its person is; null while it has not. */
    identityCheckedAt: instant(),
    /** When the payout account is to be looked at again; null while nothing is owed. */
    payoutCheckDueAt: instant(),

    suspendedAt: instant(),
    suspendedReason: text(),

    /** The topics of `market/mail/topics.ts` that its person gets no mails about. */
    mutedMails: text().array().notNull().default(sql`'{}'`),

    /** Which of the operator's terms its person has accepted last, and when. */
    termsVersion: text(),
    termsAcceptedAt: instant(),

    /** When its person left. Address and subject are replaced then; the row stays for the money's. */
    closedAt: instant(),
    /** Where the mail goes that says so; forgotten as soon as that mail has ended. */
    closingMailTo: text(),
    /** When its data was downloaded last. */
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

/** A card at the payment provider; nothing but what a person needs to recognise it is kept here. */
export const paymentMethods = pgTable(
  "payment_methods",
  {
    /** The provider's identifier, which `POST /datasets/{id}/buy` takes. */
    id: text().primaryKey(),
    accountId: uuid()
      .notNull()
      .references((): AnyPgColumn => accounts.id),
    brand: text().notNull(),
    last4: text().notNull(),
    expMonth: integer().notNull(),
    expYear: integer().notNull(),
    /** The provider's, equal for one card however often it was added; null where it gave none. */
    fingerprint: text(),
    addedAt: instant().notNull(),
    removedAt: instant(),
  },
  (table) => [
    index("payment_methods_account").on(table.accountId, table.addedAt),
    index("payment_methods_fingerprint").on(table.fingerprint).where(sql`fingerprint is not null`),
  ],
);

/** A visit to the provider's page that adds a card; also finished when nobody comes back from it. */
export const paymentSetups = pgTable(
  "payment_setups",
  {
    /** The provider's identifier of the visit. */
    id: text().primaryKey(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    startedAt: instant().notNull(),
    endedAt: instant(),
    /** When the provider is to be asked how it ended; null while nothing is owed. */
    checkDueAt: instant(),
  },
  (table) => [
    index("payment_setups_check_due").on(table.checkDueAt).where(sql`check_due_at is not null`),
  ],
);
