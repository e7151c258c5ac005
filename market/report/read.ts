import {
  type DecisionDetail,
  type DecisionRow,
  findDecision,
  pageAppeals,
  pageDecisions,
  pageDecisionsOf,
  readDecisions,
} from "../../db/queries/reports/decisions.ts";
import {
  countReportsBy,
  pageReported,
  pageReportsBy,
  type ReportDetail,
  type ReportedSubject,
  type ReportRow,
  readOpenReports,
} from "../../db/queries/reports/reports.ts";
import {
  findSubject,
  goneSubject,
  type ReportedWords,
  type ReportSubject,
  readReportedWords,
  type SubjectKey,
} from "../../db/queries/reports/subjects.ts";
import type {
  AdminActor,
  AgentActor,
  OperatorActor,
  OwnerActor,
} from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { cutPage, decodeListCursor, idShape } from "../list-cursor.ts";
import { throwRefusals } from "../refusal.ts";
import { OPEN_REPORTS_PER_SUBJECT_MAX } from "./limits.ts";
import { viewReport } from "./report-view.ts";
import { appealRefusal, missingRefusal, reportRefusal } from "./rules.ts";
import type { ReportsQuery, ReportsView, ReportView } from "./schemas.ts";

type Page = { limit: number; offset: number };

/** An operator account's or an agent's reports, latest first. */
export async function listOwnReports(
  ctx: Context,
  actor: OperatorActor | AgentActor,
  { limit, cursor }: ReportsQuery,
): Promise<ReportsView> {
  const maker =
    actor.kind === "agent"
      ? ({ kind: "agent", id: actor.agentId } as const)
      : ({ kind: "account", id: actor.accountId } as const);
  const list = `reports ${maker.kind}`;
  const after = decodeListCursor(list, cursor, idShape);
  const rows = await pageReportsBy(ctx.db, maker, { limit: limit + 1, offset: 0, after });
  const keyOf = ({ report }: ReportDetail) => report.id;
  const { shown, pagination } = cutPage(rows, { list, limit, keyOf });
  return { items: shown.map(viewReport), pagination };
}

/** The reports of everybody in the person's account. */
export async function listReportsOfOwner(
  ctx: Context,
  { accountId }: OwnerActor,
  page: Page,
): Promise<{ items: ReportView[]; total: number }> {
  const maker = { kind: "account", id: accountId } as const;
  const [rows, total] = await Promise.all([
    pageReportsBy(ctx.db, maker, page),
    countReportsBy(ctx.db, maker),
  ]);
  return { items: rows.map(viewReport), total };
}

/** Decisions about what a person or their agents show, latest first. */
export async function listDecisionsOfOwner(
  ctx: Context,
  { accountId }: OwnerActor,
  page: Page,
): Promise<{ items: DecisionDetail[]; total: number }> {
  const { rows, total } = await pageDecisionsOf(ctx.db, accountId, page);
  return { items: rows, total };
}

export type OwnDecision = DecisionDetail & { mayAppeal: boolean };

/** One such decision. Errors: decision_not_found. */
export async function viewOwnDecision(
  ctx: Context,
  { accountId }: OwnerActor,
  decisionId: string,
): Promise<OwnDecision> {
  const found = await findDecision(ctx.db, decisionId);
  if (found === null || found.decision.accountId !== accountId) {
    throw new MarketError("decision_not_found", "No decision has this id.");
  }
  return { ...found, mayAppeal: appealRefusal(found.decision, found.subject) === null };
}

/** Things with open reports, waiting longest first. */
export async function listReported(
  ctx: Context,
  _admin: AdminActor,
  page: Page,
): Promise<{ items: ReportedSubject[]; total: number }> {
  const { rows, total } = await pageReported(ctx.db, page);
  return { items: rows, total };
}

/** What administrators decided, latest first. */
export async function listDecided(
  ctx: Context,
  _admin: AdminActor,
  page: Page,
): Promise<{ items: DecisionDetail[]; total: number }> {
  const { rows, total } = await pageDecisions(ctx.db, page);
  return { items: rows, total };
}

/** Open appeals, waiting longest first. */
export async function listAppeals(
  ctx: Context,
  _admin: AdminActor,
  page: Page,
): Promise<{ items: DecisionDetail[]; total: number }> {
  const { rows, total } = await pageAppeals(ctx.db, page);
  return { items: rows, total };
}

export type SubjectToDecide = {
  subject: ReportSubject;
  words: ReportedWords;
  isOwn: boolean;
  /** Open reports, oldest first. */
  reports: ReportRow[];
  /** Latest first. */
  decisions: DecisionRow[];
};

const decisionsShown = 50;

/** Something with its reports and decisions. Errors: the not-found code of its kind. */
export async function viewReported(
  ctx: Context,
  admin: AdminActor,
  key: SubjectKey,
): Promise<SubjectToDecide> {
  const [found, words, reports, decisions] = await Promise.all([
    findSubject(ctx.db, key),
    readReportedWords(ctx.db, key),
    readOpenReports(ctx.db, key.id, 2 * OPEN_REPORTS_PER_SUBJECT_MAX),
    readDecisions(ctx.db, key.id, decisionsShown),
  ]);
  if (found === null && reports.length + decisions.length === 0) {
    throwRefusals([missingRefusal(key.kind)]);
  }
  const subject = found ?? goneSubject(key);
  const isOwn = subject.accountId === admin.accountId;
  return { subject, words, isOwn, reports, decisions };
}

/** What a report's form is about. Errors: the not-found code of its kind, if nobody may report it. */
export async function viewReportable(
  ctx: Context,
  key: SubjectKey,
): Promise<SubjectKey & { title: string }> {
  const subject = (await findSubject(ctx.db, key)) ?? goneSubject(key);
  throwRefusals([reportRefusal(subject, { accountId: null, openOfAccount: 0, openOfSubject: 0 })]);
  return { ...key, title: subject.title ?? "" };
}
