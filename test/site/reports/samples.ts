/** Sample reports of datasets in every state, for the tests of each page. */
import type { DecisionDetail } from "../../../db/queries/reports/listing-decisions.ts";
import { listingDecisions } from "../../../db/vocabulary/report.ts";
import type { ListingReportView } from "../../../market/report/schemas.ts";
import type { VisitorReport } from "../../../market/report/visitor/confirm-report.ts";
import type { AccountUseCases } from "../../../site/account/use-cases.ts";
import type { AdministrationUseCases } from "../../../site/admin/use-cases.ts";
import type { SiteContext } from "../../../site/site.ts";
import { at, isoAt, longTitle, sampleId } from "../purchase-samples.ts";

const done = async () => undefined;

const statementOf = (name: string) => `It names ${name}. <script>alert("${name}")</script>`;

/** A pending one, then one of each decision. */
function sampleReports(name: string): ListingReportView[] {
  const open: ListingReportView = {
    id: sampleId(1),
    dataset: { id: sampleId(11), title: longTitle, status: "active" },
    reason: "infringes_rights",
    detail: `Mine, not that of <b>${name}</b>.`,
    reported_at: isoAt(-9),
    status: "open",
    decision: null,
  };
  const decided = listingDecisions.map(
    (decision, index): ListingReportView => ({
      ...open,
      id: sampleId(index + 2),
      dataset: { id: sampleId(12), title: name, status: "suspended" },
      status: "decided",
      decision: {
        decision,
        statement: statementOf(name),
        decided_at: isoAt(-2),
        appeal:
          decision === "suspended"
            ? { outcome: "rejected", statement: statementOf(name), decided_at: isoAt(-1) }
            : null,
      },
    }),
  );
  return [open, ...decided];
}

function sampleDecision(name: string, number: number): DecisionDetail {
  const isAppealed = number === 3;
  return {
    decision: {
      ...{ id: sampleId(number), listingId: sampleId(11), decision: "suspended", reportCount: 3 },
      ...{ statement: statementOf(name), decidedAt: at(-3) },
      ...{ appeal: isAppealed ? `We are ${name}.` : null, appealedAt: isAppealed ? at(-2) : null },
      ...{ appealOutcome: null, appealStatement: null, appealDecidedAt: null },
    },
    dataset: { id: sampleId(11), title: longTitle, status: "suspended", suspendedBy: "listing" },
    agent: { id: sampleId(7), name, accountId: sampleId(99) },
  };
}

export function sampleReportPages(name: string) {
  const decisions = [sampleDecision(name, 1), sampleDecision(name, 3)];
  return {
    getReportedDataset: async (id) => ({ id, title: longTitle }),
    reportListing: done,
    listListingReports: async () => ({ items: sampleReports(name), total: 43 }),
    listListingDecisions: async () => ({ items: decisions, total: 2 }),
    getListingDecision: async (_, id) => {
      const number = id === sampleId(3) ? 3 : 1;
      return { ...sampleDecision(name, number), mayAppeal: number === 1 };
    },
    appealListingDecision: done,
  } satisfies Partial<AccountUseCases>;
}

export function sampleListingReports(name: string) {
  const report = {
    ...{ id: sampleId(70), listingId: sampleId(11), accountId: sampleId(5), agentId: null },
    ...{ visitorEmail: null, visitorName: null, isConfirmed: true },
    reason: "personal_data" as const,
    ...{ detail: `It names ${name}. <i>Look</i>.`, createdAt: at(-1), decisionId: null },
  };
  const appeal = sampleDecision(name, 3);
  const row = { listingId: sampleId(11), title: longTitle, reports: 2, since: at(-9) };
  return {
    listReportedListings: async () => ({
      items: [
        { ...row, status: "active" },
        { ...row, listingId: sampleId(12), title: name, status: "withdrawn" },
      ],
      total: 2,
    }),
    listAppeals: async () => ({ items: [appeal], total: 1 }),
    countListingReports: async () => ({ reported: 2, appeals: 1 }),
    getReportedListing: async (_, id) => ({
      listing: { id, title: longTitle, status: "suspended", agentId: sampleId(7) },
      isOwn: false,
      reports: [
        report,
        { ...report, id: sampleId(71), agentId: sampleId(8), detail: null },
        { ...report, accountId: null, visitorEmail: "v@example.com", visitorName: name },
      ],
      decisions: [appeal.decision, sampleDecision(name, 1).decision],
    }),
    decideReports: done,
    decideAppeal: done,
  } satisfies Partial<AdministrationUseCases>;
}

/** Pages for visitors: a report in each state, by its code. */
export function sampleVisitorReports(name: string) {
  const [open, ...decided] = sampleReports(name);
  if (open === undefined) throw new Error("the samples have an open report");
  const suspended = decided.find(({ decision }) => decision?.decision === "suspended") ?? open;
  const byCode: Record<string, VisitorReport> = {
    unconfirmed: { ...open, isConfirmed: false },
    waits: { ...open, isConfirmed: true },
    decided: { ...suspended, isConfirmed: true },
  };
  return {
    getReportedDataset: async (id) => ({ id, title: longTitle }),
    reportAsVisitor: done,
    viewVisitorReport: async ({ code }) => byCode[code] ?? null,
    confirmVisitorReport: async ({ code }) => byCode[code] ?? null,
  } satisfies Partial<SiteContext>;
}
