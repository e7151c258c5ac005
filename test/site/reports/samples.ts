/** Sample reports in every state, for the tests of each page. */
import type { DecisionDetail } from "../../../db/queries/reports/decisions.ts";
import type { ReportSubject } from "../../../db/queries/reports/subjects.ts";
import { reportOutcomes } from "../../../db/vocabulary/report.ts";
import type { ReportView } from "../../../market/report/schemas.ts";
import type { VisitorReport } from "../../../market/report/visitor/confirm-report.ts";
import type { AccountUseCases } from "../../../site/account/use-cases.ts";
import type { AdministrationUseCases } from "../../../site/admin/use-cases.ts";
import type { SiteContext } from "../../../site/site.ts";
import { at, isoAt, longTitle, sampleId } from "../purchase-samples.ts";

const done = async () => undefined;

const statementOf = (name: string) => `It names ${name}. <script>alert("${name}")</script>`;

/** A pending one, then one of each decision. */
function sampleReports(name: string): ReportView[] {
  const open: ReportView = {
    id: sampleId(1),
    subject: { kind: "dataset", id: sampleId(11), title: longTitle, status: "shown" },
    reason: "infringes_rights",
    detail: `Mine, not that of <b>${name}</b>.`,
    reported_at: isoAt(-9),
    status: "open",
    decision: null,
  };
  const decided = reportOutcomes.map(
    (decision, index): ReportView => ({
      ...open,
      id: sampleId(index + 2),
      subject: { kind: "collection", id: sampleId(12), title: name, status: "suspended" },
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

/** A seller whose name and logo are hidden. */
const sampleSubject = (name: string): ReportSubject => ({
  ...{ kind: "seller", id: sampleId(7), title: name, state: "shown", isHeld: true },
  ...{ agentId: sampleId(7), accountId: sampleId(99), hiddenParts: ["name", "logo"] },
});

function sampleDecision(name: string, number: number): DecisionDetail {
  const isAppealed = number === 3;
  return {
    decision: {
      ...{ id: sampleId(number), kind: "seller", subjectId: sampleId(7), accountId: sampleId(99) },
      ...{ decision: "suspended", parts: ["name", "logo"], reportCount: 3 },
      ...{ statement: statementOf(name), decidedAt: at(-3) },
      ...{ appeal: isAppealed ? `We are ${name}.` : null, appealedAt: isAppealed ? at(-2) : null },
      ...{ appealOutcome: null, appealStatement: null, appealDecidedAt: null },
    },
    subject: sampleSubject(name),
    agentName: name,
  };
}

export function sampleReportPages(name: string) {
  const decisions = [sampleDecision(name, 1), sampleDecision(name, 3)];
  return {
    getReportable: async (key) => ({ ...key, title: longTitle }),
    makeReport: done,
    listReports: async () => ({ items: sampleReports(name), total: 43 }),
    listDecisions: async () => ({ items: decisions, total: 2 }),
    getDecision: async (_, id) => {
      const number = id === sampleId(3) ? 3 : 1;
      return { ...sampleDecision(name, number), mayAppeal: number === 1 };
    },
    appealDecision: done,
  } satisfies Partial<AccountUseCases>;
}

export function sampleReportAdministration(name: string) {
  const report = {
    ...{
      id: sampleId(70),
      kind: "dataset" as const,
      subjectId: sampleId(11),
      accountId: sampleId(5),
      agentId: null,
    },
    ...{ visitorEmail: null, visitorName: null, isConfirmed: true },
    reason: "personal_data" as const,
    ...{ detail: `It names ${name}. <i>Look</i>.`, createdAt: at(-1), decisionId: null },
  };
  const appeal = sampleDecision(name, 3);
  const row = { reports: 2, since: at(-9) };
  const dataset: ReportSubject = {
    ...{ kind: "dataset", id: sampleId(11), title: longTitle, state: "shown", isHeld: false },
    ...{ agentId: sampleId(7), accountId: sampleId(99), hiddenParts: [] },
  };
  return {
    listReportedSubjects: async () => ({
      items: [
        { ...row, subject: dataset },
        { ...row, subject: { ...dataset, kind: "bundle", title: name } },
        { ...row, subject: { ...dataset, kind: "collection", title: null, state: "gone" } },
      ],
      total: 3,
    }),
    listAppeals: async () => ({ items: [appeal], total: 1 }),
    listDecided: async () => ({ items: [appeal, sampleDecision(name, 1)], total: 2 }),
    countReports: async () => ({ reported: 2, appeals: 1 }),
    getReported: async (_, { kind }) => ({
      subject: kind === "seller" ? sampleSubject(name) : dataset,
      words: {
        text: `About ${name}.`,
        websites: ["https://birds.example/"],
        hiddenName: kind === "seller" ? name : null,
        hasLogo: false,
      },
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
    restoreReported: done,
    readAnyLogo: async () => null,
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
    getReportable: async (key) => ({ ...key, title: longTitle }),
    reportAsVisitor: done,
    viewVisitorReport: async ({ code }) => byCode[code] ?? null,
    confirmVisitorReport: async ({ code }) => byCode[code] ?? null,
  } satisfies Partial<SiteContext>;
}
