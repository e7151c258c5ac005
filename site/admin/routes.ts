/** The addresses of the administration. */
import { notThere } from "../account/routes.ts";
import type { PageRoute } from "../kit/handle.ts";
import type { AdminContext } from "./context.ts";
import { resolveDispute, showAdministration, showDispute } from "./disputes/handlers.tsx";
import { type AdminAct, type AdminShow, adminForm, adminPage } from "./handle.ts";
import {
  closeFinding,
  compareDay,
  showFinding,
  showReconciliation,
  showRun,
} from "./reconciliation/handlers.tsx";
import { findSubjects, restoreSubject, showSubject, suspendSubject } from "./subjects/handlers.tsx";
import { suspendableKinds } from "./subjects/use-cases.ts";

const pages: [path: string, show: AdminShow][] = [
  ["/admin", showAdministration],
  ["/admin/disputes/:id", showDispute],
  ["/admin/reconciliation", showReconciliation],
  ["/admin/reconciliation/:id", showRun],
  ["/admin/findings/:id", showFinding],
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
  ...suspendableKinds.flatMap((kind): [string, AdminAct][] => [
    [`/admin/${kind}s/:id/suspend`, suspendSubject(kind)],
    [`/admin/${kind}s/:id/restore`, restoreSubject(kind)],
  ]),
];

export function administrationRoutes(ctx: AdminContext): PageRoute[] {
  return [
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
  ];
}
