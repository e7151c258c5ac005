/** Reports of public words, decisions about them, and their owners' appeals. */
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
  ReportedKind,
  ReportOutcome,
  ReportReason,
  SellerPart,
} from "../../vocabulary/report.ts";
import { accounts } from "../accounts.ts";
import { agents } from "../agents.ts";
import { instant, primaryId } from "../columns.ts";

const kinds = sql`('dataset', 'seller', 'collection', 'bundle', 'request')`;

/** The reported thing. No foreign key: it can be of five kinds, and a collection can be deleted. */
const subject = {
  kind: text().$type<ReportedKind>().notNull(),
  subjectId: uuid().notNull(),
};

/** An administrator's decision about all open reports of one thing, with its reasons. */
export const reportDecisions = pgTable(
  "report_decisions",
  {
    id: primaryId(),
    ...subject,
    /** The owner at the time of the decision. */
    accountId: uuid().references(() => accounts.id),
    decision: text().$type<ReportOutcome>().notNull(),
    /** Hidden parts of a seller; empty for other kinds. */
    parts: text().array().$type<SellerPart[]>().notNull().default([]),
    /** The statement of reasons, for both sides. */
    statement: text().notNull(),
    /** Number of reports decided. */
    reportCount: integer().notNull(),
    decidedAt: instant().notNull(),
    /** The owner's text; erased when their account is closed. */
    appeal: text(),
    appealedAt: instant(),
    appealOutcome: text().$type<AppealOutcome>(),
    appealStatement: text(),
    appealDecidedAt: instant(),
  },
  (table) => [
    index("report_decisions_subject").on(table.subjectId, table.id),
    index("report_decisions_account").on(table.accountId, table.id),
    index("report_decisions_open_appeals")
      .on(table.appealedAt, table.id)
      .where(sql`appealed_at is not null and appeal_outcome is null`),
    check("report_decisions_kind", sql`${table.kind} in ${kinds}`),
    check(
      "report_decisions_decision",
      sql`${table.decision} in ('dismissed', 'suspended', 'gone')`,
    ),
    check(
      "report_decisions_parts",
      sql`(cardinality(${table.parts}) > 0) = (${table.kind} = 'seller' and ${table.decision} = 'suspended')`,
    ),
    check(
      "report_decisions_appeal",
      sql`${table.appealedAt} is null or ${table.decision} = 'suspended'`,
    ),
    check(
      "report_decisions_appeal_outcome",
      sql`${table.appealOutcome} in ('upheld', 'rejected') and ${table.appealedAt} is not null and ${table.appealStatement} is not null and ${table.appealDecidedAt} is not null or ${table.appealOutcome} is null`,
    ),
  ],
);

/** Somebody's report that something should not be public. */
export const reports = pgTable(
  "reports",
  {
    id: primaryId(),
    ...subject,
    /** The reporter, shown only to administrators. Null for somebody without an account. */
    accountId: uuid().references(() => accounts.id),
    /** The account's seller agent that reported; null for its person, or an operator. */
    agentId: uuid().references(() => agents.id),
    reason: text().$type<ReportReason>().notNull(),
    /** For a reporter without an account; erased with the text. In lower case. */
    visitorEmail: text(),
    visitorName: text(),
    /** False until a visitor follows the mailed link; the report does not count before. */
    isConfirmed: boolean().notNull().default(true),
    /** Null once the account is closed, or the retention period has ended. */
    detail: text(),
    createdAt: instant().notNull(),
    /** Null while it is open. */
    decisionId: uuid().references(() => reportDecisions.id),
  },
  (table) => [
    uniqueIndex("reports_one_open_per_account")
      .on(table.accountId, table.subjectId)
      .where(sql`decision_id is null`),
    uniqueIndex("reports_one_open_per_visitor")
      .on(table.visitorEmail, table.subjectId)
      .where(sql`decision_id is null and visitor_email is not null`),
    index("reports_open")
      .on(table.subjectId, table.createdAt)
      .where(sql`decision_id is null and is_confirmed`),
    index("reports_unconfirmed").on(table.createdAt).where(sql`not is_confirmed`),
    index("reports_worded")
      .on(table.decisionId)
      .where(sql`decision_id is not null and (detail is not null or visitor_email is not null)`),
    index("reports_account").on(table.accountId, table.id),
    index("reports_agent").on(table.agentId, table.id).where(sql`agent_id is not null`),
    index("reports_decision").on(table.decisionId),
    check("reports_kind", sql`${table.kind} in ${kinds}`),
    check(
      "reports_reason",
      sql`${table.reason} in ('illegal_content', 'personal_data', 'infringes_rights', 'misleading', 'malware', 'other')`,
    ),
    check(
      "reports_reporter",
      sql`${table.accountId} is null or ${table.visitorEmail} is null and ${table.visitorName} is null and ${table.isConfirmed}`,
    ),
    check("reports_detail_length", sql`char_length(${table.detail}) between 1 and 4000`),
  ],
);
