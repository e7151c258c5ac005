import { type AnyElysia, Elysia } from "elysia";
import { linkHeader } from "../market/discovery/links.ts";
import { CALLBACK_PATH } from "../platform/identity/port.ts";
import { accountRoutes } from "./account/routes.ts";
import { administrationRoutes } from "./admin/routes.ts";
import { decide, showApproval } from "./approve/handlers.tsx";
import { HomePage } from "./home/home-page.tsx";
import type { PagesContext } from "./kit/context.ts";
import { pageHandler } from "./kit/handle.ts";
import { publicPage, sendAsset } from "./kit/respond.ts";
import { referencePages } from "./reference/handlers.tsx";
import { finishSignIn, signOut, startSignIn } from "./sign-in/handlers.ts";

export type { PagesContext } from "./kit/context.ts";
export { problemPage } from "./kit/problem-page.tsx";

/** Pages are no part of the API's document, and read their bodies themselves. */
const hidden = { detail: { hide: true }, parse: "none" } as const;

/** The website as a plugin: mount it with `app.use(createPages(ctx))`. */
export function createPages(ctx: PagesContext): AnyElysia {
  const routes: AnyElysia = new Elysia({ name: "pages" })
    .get(
      "/",
      pageHandler(ctx, () => showHome(ctx)),
      hidden,
    )
    .get(
      "/approve/:code",
      pageHandler(ctx, (page) => showApproval(ctx, page)),
      hidden,
    )
    .post(
      "/approve/:code",
      pageHandler(ctx, (page) => decide(ctx, page)),
      hidden,
    )
    .get(
      "/auth/sign-in",
      pageHandler(ctx, (page) => startSignIn(ctx, page)),
      hidden,
    )
    .get(
      CALLBACK_PATH,
      pageHandler(ctx, (page) => finishSignIn(ctx, page)),
      hidden,
    )
    .post(
      "/auth/sign-out",
      pageHandler(ctx, (page) => signOut(ctx, page)),
      hidden,
    )
    .get("/assets/site.css", ({ request }) => sendAsset("site.css", request), hidden)
    .get("/assets/icon.svg", ({ request }) => sendAsset("icon.svg", request), hidden);
  for (const { method, path, handler } of [...accountRoutes(ctx), ...administrationRoutes(ctx)]) {
    routes[method](path, ({ request, params }) => handler({ request, params }), hidden);
  }
  return routes.use(referencePages());
}

async function showHome(ctx: PagesContext): Promise<Response> {
  const numbers = await ctx.catalogueNumbers();
  const { PUBLIC_BASE_URL } = ctx.config;
  const page = await publicPage(<HomePage baseUrl={PUBLIC_BASE_URL} numbers={numbers} />);
  page.headers.set("link", linkHeader());
  return page;
}
