/** The tables of reports of listings: who reports what, what was decided, and the seller's appeal. */
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
import type {
  AppealOutcome,
  ListingDecisionKind,
  ListingReportReason,
} from "../../vocabulary/report.ts";
import { accounts } from "../accounts.ts";
import { agents } from "../agents.ts";
import { instant, primaryId } from "../columns.ts";
import { listings } from "../listings.ts";

/** What an administrator has decided about all reports of a listing that waited, and why. */
export const listingDecisions = pgTable(
  "listing_decisions",
  {
    id: primaryId(),
    listingId: uuid()
      .notNull()
      .references(() => listings.id),
    decision: text().$type<ListingDecisionKind>().notNull(),
    /** The statement of reasons, for both sides. */
    statement: text().notNull(),
    /** How many reports it was about. */
    reportCount: integer().notNull(),
    decidedAt: instant().notNull(),
    /** The seller's; emptied when their account is closed. */
    appeal: text(),
    appealedAt: instant(),
    appealOutcome: text().$type<AppealOutcome>(),
    appealStatement: text(),
    appealDecidedAt: instant(),
  },
  (table) => [
    index("listing_decisions_listing").on(table.listingId, table.id),
    index("listing_decisions_open_appeals")
      .on(table.appealedAt, table.id)
      .where(sql`appealed_at is not null and appeal_outcome is null`),
    check(
      "listing_decisions_decision",
      sql`${table.decision} in ('dismissed', 'suspended', 'off_sale')`,
    ),
    check(
      "listing_decisions_appeal",
      sql`${table.appealedAt} is null or ${table.decision} = 'suspended'`,
    ),
    check(
      "listing_decisions_appeal_outcome",
      sql`${table.appealOutcome} in ('upheld', 'rejected') and ${table.appealedAt} is not null and ${table.appealStatement} is not null and ${table.appealDecidedAt} is not null or ${table.appealOutcome} is null`,
    ),
  ],
);

/** Somebody says that a listing should not be on sale. */
export const listingReports = pgTable(
  "listing_reports",
  {
    id: primaryId(),
    listingId: uuid()
      .notNull()
      .references(() => listings.id),
    /** Who reports: shown to administrators alone. Null: somebody without an account. */
    accountId: uuid().references(() => accounts.id),
    /** The seller agent of that account that has reported; null: its person, or an operator. */
    agentId: uuid().references(() => agents.id),
    reason: text().$type<ListingReportReason>().notNull(),
    /** Of who has no account; forgotten with the words. In lower case. */
    visitorEmail: text(),
    visitorName: text(),
    /** False: a visitor has not followed the link in the mail so far, and the report does not count. */
    isConfirmed: boolean().notNull().default(true),
    /** Null once the account is closed, or the time of keeping is over. */
    detail: text(),
    createdAt: instant().notNull(),
    /** Null while it waits. */
    decisionId: uuid().references(() => listingDecisions.id),
  },
  (table) => [
    uniqueIndex("listing_reports_one_open_per_account")
      .on(table.accountId, table.listingId)
      .where(sql`decision_id is null`),
    uniqueIndex("listing_reports_one_open_per_visitor")
      .on(table.visitorEmail, table.listingId)
      .where(sql`decision_id is null and visitor_email is not null`),
    index("listing_reports_open")
      .on(table.listingId, table.createdAt)
      .where(sql`decision_id is null and is_confirmed`),
    index("listing_reports_unconfirmed").on(table.createdAt).where(sql`not is_confirmed`),
    index("listing_reports_worded")
      .on(table.decisionId)
      .where(sql`decision_id is not null and (detail is not null or visitor_email is not null)`),
    index("listing_reports_account").on(table.accountId, table.id),
    index("listing_reports_agent").on(table.agentId, table.id).where(sql`agent_id is not null`),
    index("listing_reports_decision").on(table.decisionId),
    check(
      "listing_reports_reason",
      sql`${table.reason} in ('illegal_content', 'personal_data', 'infringes_rights', 'misleading', 'malware', 'other')`,
    ),
    check(
      "listing_reports_reporter",
      sql`${table.accountId} is null or ${table.visitorEmail} is null and ${table.visitorName} is null and ${table.isConfirmed}`,
    ),
    check("listing_reports_detail_length", sql`char_length(${table.detail}) between 1 and 4000`),
  ],
);
