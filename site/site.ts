/** The website: the context of all pages, and the routes of pages and forms. */
import { type AnyElysia, Elysia } from "elysia";
import { reportedKinds } from "../db/vocabulary/report.ts";
import { CALLBACK_PATH } from "../platform/identity/port.ts";
import { accountRoutes } from "./account/routes.ts";
import type { AdminContext } from "./admin/context.ts";
import { administrationRoutes } from "./admin/routes.ts";
import type { ApproveContext } from "./approve/context.ts";
import { decide, showApproval } from "./approve/handlers.tsx";
import { sendToRequests } from "./board/handlers.tsx";
import { showConnect } from "./connect/handlers.tsx";
import type { ConsentContext } from "./consent/context.ts";
import {
  addConsentCard,
  answerConsent,
  returnFromConsentCard,
  showConsent,
  showConsentDone,
} from "./consent/handlers.tsx";
import type { HomeContext } from "./home/context.ts";
import { showHome } from "./home/handlers.tsx";
import { formAddresses } from "./kit/form-addresses.ts";
import { type PageRoute, pageHandler } from "./kit/handle.ts";
import { assetNames, sendAsset } from "./kit/respond.ts";
import { referencePages } from "./reference/handlers.tsx";
import type { ReportContext } from "./report/context.ts";
import {
  confirmReport,
  reportAsVisitor,
  showReportStatus,
  showVisitorReport,
} from "./report/handlers.tsx";
import { type SellContext, showSell } from "./sell/handlers.tsx";
import type { SignInContext } from "./sign-in/context.ts";
import { finishSignIn, signOut, startSignIn } from "./sign-in/handlers.ts";
import { showPrivacy, showTerms, type TermsContext } from "./terms/handlers.tsx";
import { chooseTheme } from "./theme/handlers.ts";
import type { UnsubscribeContext } from "./unsubscribe/context.ts";
import { showUnsubscribe, unsubscribe } from "./unsubscribe/handlers.tsx";

/** The context of all pages. Use cases are passed as functions, so that pages contain no rules. */
export type SiteContext = HomeContext &
  SignInContext &
  ApproveContext &
  UnsubscribeContext &
  ReportContext &
  TermsContext &
  ConsentContext &
  SellContext &
  AdminContext & { readDocument?: () => Promise<unknown> };

const consentPath = "/oauth/consent/:uid";
const reportStatusPath = "/report/status/:id/:code";
const unsubscribePath = "/unsubscribe/:kind/:id/:code";

/** Pages are not in the API's document, and they read their bodies themselves. */
const hidden = { detail: { hide: true }, parse: "none" } as const;

/** The website as a plugin; `openSite` provides its context. */
export function createSite(ctx: SiteContext): AnyElysia {
  const site: AnyElysia = new Elysia({ name: "site" });
  const routes = [...publicRoutes(ctx), ...accountRoutes(ctx), ...administrationRoutes(ctx)];
  for (const { method, path, handler } of routes) {
    site[method](path, ({ request, params }) => handler({ request, params }), hidden);
  }
  for (const name of assetNames) {
    site.get(`/assets/${name}`, ({ request }) => sendAsset(name, request), hidden);
  }
  return site.use(referencePages(ctx.readDocument));
}

/** Routes that need no session. */
function publicRoutes(ctx: SiteContext): PageRoute[] {
  const routes: PageRoute[] = [
    { method: "get", path: "/", handler: () => showHome(ctx) },
    { method: "get", path: "/connect", handler: () => showConnect(ctx) },
    { method: "get", path: "/sell", handler: () => showSell(ctx) },
    { method: "get", path: "/terms", handler: () => showTerms(ctx) },
    { method: "get", path: "/privacy", handler: () => showPrivacy(ctx) },
    { method: "post", path: "/theme", handler: (page) => chooseTheme(ctx, page) },
    { method: "get", path: "/board", handler: sendToRequests },
    { method: "get", path: "/board/:id", handler: sendToRequests },
    { method: "get", path: "/approve/:code", handler: (page) => showApproval(ctx, page) },
    { method: "post", path: "/approve/:code", handler: (page) => decide(ctx, page) },
    { method: "get", path: consentPath, handler: (page) => showConsent(ctx, page) },
    { method: "post", path: consentPath, handler: (page) => answerConsent(ctx, page) },
    { method: "get", path: `${consentPath}/done`, handler: (page) => showConsentDone(ctx, page) },
    { method: "post", path: `${consentPath}/card`, handler: (page) => addConsentCard(ctx, page) },
    {
      method: "get",
      path: `${consentPath}/card`,
      handler: (page) => returnFromConsentCard(ctx, page),
    },
    ...reportedKinds.flatMap((kind): PageRoute[] => [
      {
        method: "get",
        path: `/report/${kind}/:id`,
        handler: (page) => showVisitorReport(ctx, page, kind),
      },
      {
        method: "post",
        path: `/report/${kind}/:id`,
        handler: (page) => reportAsVisitor(ctx, page, kind),
      },
    ]),
    { method: "get", path: reportStatusPath, handler: (page) => showReportStatus(ctx, page) },
    { method: "post", path: reportStatusPath, handler: (page) => confirmReport(ctx, page) },
    { method: "get", path: unsubscribePath, handler: (page) => showUnsubscribe(ctx, page) },
    { method: "post", path: unsubscribePath, handler: (page) => unsubscribe(ctx, page) },
    { method: "get", path: "/auth/sign-in", handler: (page) => startSignIn(ctx, page) },
    { method: "get", path: CALLBACK_PATH, handler: (page) => finishSignIn(ctx, page) },
    { method: "post", path: "/auth/sign-out", handler: (page) => signOut(ctx, page) },
  ];
  const handled = routes.map((route) => ({ ...route, handler: pageHandler(ctx, route.handler) }));
  return [...handled, ...formAddresses(ctx, handled)];
}
