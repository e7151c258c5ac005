import {
  type DecisionDetail,
  findDecision,
  type ListingDecisionRow,
  pageAppeals,
  pageDecisionsOf,
  readDecisions,
} from "../../db/queries/reports/listing-decisions.ts";
import {
  countReportsBy,
  findReportable,
  type ListingReportRow,
  pageReported,
  pageReportsBy,
  type ReportableListing,
  type ReportDetail,
  type ReportedListing,
  readOpenReports,
} from "../../db/queries/reports/listing-reports.ts";
import type {
  AdminActor,
  AgentActor,
  OperatorActor,
  OwnerActor,
} from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { cutPage, decodeListCursor, idShape } from "../list-cursor.ts";
import { OPEN_REPORTS_PER_LISTING_MAX } from "./limits.ts";
import { viewListingReport } from "./report-view.ts";
import { appealRefusal } from "./rules.ts";
import type { ListingReportsQuery, ListingReportsView, ListingReportView } from "./schemas.ts";

type Page = { limit: number; offset: number };

/** An operator account's or an agent's reports, latest first. */
export async function listOwnListingReports(
  ctx: Context,
  actor: OperatorActor | AgentActor,
  { limit, cursor }: ListingReportsQuery,
): Promise<ListingReportsView> {
  const maker =
    actor.kind === "agent"
      ? ({ kind: "agent", id: actor.agentId } as const)
      : ({ kind: "account", id: actor.accountId } as const);
  const list = `listing reports ${maker.kind}`;
  const after = decodeListCursor(list, cursor, idShape);
  const rows = await pageReportsBy(ctx.db, maker, { limit: limit + 1, offset: 0, after });
  const keyOf = ({ report }: ReportDetail) => report.id;
  const { shown, pagination } = cutPage(rows, { list, limit, keyOf });
  return { items: shown.map(viewListingReport), pagination };
}

/** The reports of everybody in the person's account. */
export async function listReportsOfOwner(
  ctx: Context,
  { accountId }: OwnerActor,
  page: Page,
): Promise<{ items: ListingReportView[]; total: number }> {
  const maker = { kind: "account", id: accountId } as const;
  const [rows, total] = await Promise.all([
    pageReportsBy(ctx.db, maker, page),
    countReportsBy(ctx.db, maker),
  ]);
  return { items: rows.map(viewListingReport), total };
}

/** Decisions about the listings of a person's agents, latest first. */
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
  if (found === null || found.agent.accountId !== accountId) {
    throw new MarketError("decision_not_found", "No decision has this id.");
  }
  return { ...found, mayAppeal: appealRefusal(found.decision, found.dataset) === null };
}

/** Listings with open reports, waiting longest first. */
export async function listReportedListings(
  ctx: Context,
  _admin: AdminActor,
  page: Page,
): Promise<{ items: ReportedListing[]; total: number }> {
  const { rows, total } = await pageReported(ctx.db, page);
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

export type ListingToDecide = {
  listing: Omit<ReportableListing, "sellerAccountId">;
  isOwn: boolean;
  /** Open reports, oldest first. */
  reports: ListingReportRow[];
  /** Latest first. */
  decisions: ListingDecisionRow[];
};

const decisionsShown = 50;

/** A listing with its reports and decisions. Errors: listing_not_found. */
export async function viewReportedListing(
  ctx: Context,
  admin: AdminActor,
  listingId: string,
): Promise<ListingToDecide> {
  const [listing, reports, decisions] = await Promise.all([
    findReportable(ctx.db, listingId),
    readOpenReports(ctx.db, listingId, 2 * OPEN_REPORTS_PER_LISTING_MAX),
    readDecisions(ctx.db, listingId, decisionsShown),
  ]);
  if (listing === null) throw new MarketError("listing_not_found", "No listing has this id.");
  const { sellerAccountId, ...shown } = listing;
  return { listing: shown, isOwn: sellerAccountId === admin.accountId, reports, decisions };
}
