import { reportedKinds } from "../../db/vocabulary/report.ts";
import { EVIDENCE_FILE_BYTES_MAX, EVIDENCE_FORM_BYTES_MAX } from "../../market/purchase/limits.ts";
import { notThere } from "../account/routes.ts";
import { formAddresses } from "../kit/form-addresses.ts";
import type { PageRoute } from "../kit/handle.ts";
import {
  attachEvidence,
  detachEvidence,
  saveEvidence,
  showEvidence,
} from "./chargebacks/evidence-handlers.tsx";
import { decideStep, showChargeback, showChargebacks } from "./chargebacks/handlers.tsx";
import type { AdminContext } from "./context.ts";
import {
  downloadDisputeFile,
  resolveDispute,
  showAdministration,
  showDispute,
} from "./disputes/handlers.tsx";
import {
  type AdminAct,
  type AdminShow,
  adminForm,
  adminLongForm,
  adminOnceForm,
  adminPage,
  adminUpload,
} from "./handle.ts";
import { actOnJob, showJob, showOperations, showRunbook } from "./operations/handlers.tsx";
import {
  closeFinding,
  compareDay,
  showFinding,
  showReconciliation,
  showRun,
} from "./reconciliation/handlers.tsx";
import { payRefund, retryRefund, showRefund, showRefunds } from "./refunds/handlers.tsx";
import {
  decideAppeal,
  decideReports,
  restoreReported,
  sendReportedLogo,
  showReported,
  showReportedSubject,
} from "./reports/handlers.tsx";
import {
  removeAnswer,
  removeRequest,
  showAnswer,
  showRequest,
  showRequests,
} from "./requests/handlers.tsx";
import {
  dismissReports,
  removeReview,
  restoreReview,
  showModeratedReview,
  showReportedReviews,
} from "./reviews/handlers.tsx";
import { findSubjects, restoreSubject, showSubject, suspendSubject } from "./subjects/handlers.tsx";
import { suspendableKinds } from "./subjects/use-cases.ts";

const pages: [path: string, show: AdminShow][] = [
  ["/admin", showAdministration],
  ["/admin/disputes/:id", showDispute],
  ["/admin/disputes/:id/files/:file", downloadDisputeFile],
  ["/admin/reconciliation", showReconciliation],
  ["/admin/reconciliation/:id", showRun],
  ["/admin/findings/:id", showFinding],
  ["/admin/operations", showOperations],
  ["/admin/operations/runbook", showRunbook],
  ["/admin/operations/:kind/:id", showJob],
  ["/admin/refunds", showRefunds],
  ["/admin/refunds/:id", showRefund],
  ["/admin/chargebacks", showChargebacks],
  ["/admin/chargebacks/:id", showChargeback],
  ["/admin/chargebacks/:id/evidence", showEvidence],
  ["/admin/requests", showRequests],
  ["/admin/requests/:id", showRequest],
  ["/admin/requests/:id/answers/:answer", showAnswer],
  ["/admin/reports", showReported],
  ...reportedKinds.map((kind): [string, AdminShow] => [
    `/admin/reports/${kind}/:id`,
    showReportedSubject(kind),
  ]),
  ["/admin/reports/seller/:id/logo", sendReportedLogo],
  ["/admin/reviews", showReportedReviews],
  ["/admin/reviews/:id", showModeratedReview],
  ["/admin/find", findSubjects],
  ...suspendableKinds.map((kind): [string, AdminShow] => [
    `/admin/${kind}s/:id`,
    showSubject(kind),
  ]),
  ["/admin/*", notThere],
];

const forms: [path: string, act: AdminAct][] = [
  ["/admin/disputes/:id", resolveDispute],
  ["/admin/reconciliation", compareDay],
  ["/admin/findings/:id", closeFinding],
  ["/admin/refunds/:id/paid", payRefund],
  ["/admin/chargebacks/:id/evidence/files/remove", detachEvidence],
  ...reportedKinds.flatMap((kind): [string, AdminAct][] => [
    [`/admin/reports/${kind}/:id/decide`, decideReports(kind)],
    [`/admin/reports/${kind}/:id/appeals/:decision`, decideAppeal(kind)],
    [`/admin/reports/${kind}/:id/restore`, restoreReported(kind)],
  ]),
  ["/admin/reviews/:id/:part/remove", removeReview],
  ["/admin/reviews/:id/:part/restore", restoreReview],
  ["/admin/reviews/:id/:part/dismiss", dismissReports],
  ["/admin/requests/:id/remove", removeRequest],
  ["/admin/requests/:id/answers/:answer", removeAnswer],
  ...suspendableKinds.flatMap((kind): [string, AdminAct][] => [
    [`/admin/${kind}s/:id/suspend`, suspendSubject(kind)],
    [`/admin/${kind}s/:id/restore`, restoreSubject(kind)],
  ]),
];

/** Forms that act once, even if posted twice. */
const onceForms: [path: string, act: AdminAct][] = [
  ["/admin/operations/:kind/:id/retry", actOnJob("retry")],
  ["/admin/operations/:kind/:id/give-up", actOnJob("give_up")],
  ["/admin/refunds/:id/retry", retryRefund],
  ["/admin/chargebacks/:id/steps", decideStep],
];

export function administrationRoutes(ctx: AdminContext): PageRoute[] {
  const pagesAndForms: PageRoute[] = [
    ...pages.map(([path, show]) => ({
      method: "get" as const,
      path,
      handler: adminPage(ctx, show),
    })),
    ...forms.map(([path, act]) => ({
      method: "post" as const,
      path,
      handler: adminForm(ctx, act),
    })),
    ...onceForms.map(([path, act]) => ({
      method: "post" as const,
      path,
      handler: adminOnceForm(ctx, act),
    })),
    {
      method: "post",
      path: "/admin/chargebacks/:id/evidence",
      handler: adminLongForm(ctx, EVIDENCE_FORM_BYTES_MAX, saveEvidence),
    },
    {
      method: "post",
      path: "/admin/chargebacks/:id/evidence/files",
      handler: adminUpload(ctx, EVIDENCE_FILE_BYTES_MAX, attachEvidence),
    },
  ];
  return [...pagesAndForms, ...formAddresses(ctx, pagesAndForms)];
}
