/** Reports of listings, decisions about them, and sellers' appeals. */
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

/** An administrator's decision about all open reports of a listing, with its reasons. */
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
    /** Number of reports decided. */
    reportCount: integer().notNull(),
    decidedAt: instant().notNull(),
    /** The seller's text; erased when their account is closed. */
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

/** Somebody's report that a listing should not be on sale. */
export const listingReports = pgTable(
  "listing_reports",
  {
    id: primaryId(),
    listingId: uuid()
      .notNull()
      .references(() => listings.id),
    /** The reporter, shown only to administrators. Null for somebody without an account. */
    accountId: uuid().references(() => accounts.id),
    /** The account's seller agent that reported; null for its person, or an operator. */
    agentId: uuid().references(() => agents.id),
    reason: text().$type<ListingReportReason>().notNull(),
    /** For a reporter without an account; erased with the text. In lower case. */
    visitorEmail: text(),
    visitorName: text(),
    /** False until a visitor follows the mailed link; the report does not count before. */
    isConfirmed: boolean().notNull().default(true),
    /** Null once the account is closed, or the retention period has ended. */
    detail: text(),
    createdAt: instant().notNull(),
    /** Null while it is open. */
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
