/** The website: what every page is given, and the addresses at which pages and forms answer. */
import { type AnyElysia, Elysia } from "elysia";
import { CALLBACK_PATH } from "../platform/identity/port.ts";
import { accountRoutes } from "./account/routes.ts";
import type { AdminContext } from "./admin/context.ts";
import { administrationRoutes } from "./admin/routes.ts";
import type { ApproveContext } from "./approve/context.ts";
import { decide, showApproval } from "./approve/handlers.tsx";
import type { HomeContext } from "./home/context.ts";
import { showHome } from "./home/handlers.tsx";
import { type PageRoute, pageHandler } from "./kit/handle.ts";
import { sendAsset } from "./kit/respond.ts";
import { referencePages } from "./reference/handlers.tsx";
import type { SignInContext } from "./sign-in/context.ts";
import { finishSignIn, signOut, startSignIn } from "./sign-in/handlers.ts";

/** What the pages are given: the use cases come as functions, so that pages hold no rule. */
export type SiteContext = HomeContext & SignInContext & ApproveContext & AdminContext;

/** Pages are no part of the API's document, and read their bodies themselves. */
const hidden = { detail: { hide: true }, parse: "none" } as const;

/** The website as a plugin; `openSite` puts it together over the service. */
export function createSite(ctx: SiteContext): AnyElysia {
  const site: AnyElysia = new Elysia({ name: "site" });
  const routes = [...publicRoutes(ctx), ...accountRoutes(ctx), ...administrationRoutes(ctx)];
  for (const { method, path, handler } of routes) {
    site[method](path, ({ request, params }) => handler({ request, params }), hidden);
  }
  return site
    .get("/assets/site.css", ({ request }) => sendAsset("site.css", request), hidden)
    .get("/assets/icon.svg", ({ request }) => sendAsset("icon.svg", request), hidden)
    .use(referencePages());
}

/** What is there for who is not signed in, too. */
function publicRoutes(ctx: SiteContext): PageRoute[] {
  const routes: PageRoute[] = [
    { method: "get", path: "/", handler: () => showHome(ctx) },
    { method: "get", path: "/approve/:code", handler: (page) => showApproval(ctx, page) },
    { method: "post", path: "/approve/:code", handler: (page) => decide(ctx, page) },
    { method: "get", path: "/auth/sign-in", handler: (page) => startSignIn(ctx, page) },
    { method: "get", path: CALLBACK_PATH, handler: (page) => finishSignIn(ctx, page) },
    { method: "post", path: "/auth/sign-out", handler: (page) => signOut(ctx, page) },
  ];
  return routes.map((route) => ({ ...route, handler: pageHandler(ctx, route.handler) }));
}
