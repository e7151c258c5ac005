/**
 * After a reload or a sign-in, a browser may open a form's address with GET. These routes redirect
 * it to the page that contains the form.
 */

import type { KitContext } from "./context.ts";
import { type PageRoute, pageHandler } from "./handle.ts";
import { redirectTo } from "./respond.ts";

/** Pages that are not above their form's address, by the beginning of that address. */
const elsewhere: [start: string, page: (path: string) => string][] = [
  // Not the page above it: `POST /datasets/{id}/buy` belongs to the API.
  ["/account/datasets/", (path) => path.slice("/account".length)],
  ["/account/bundle-orders/", (path) => `/bundles/${path.split("/").at(-1)}/buy`],
];

/** A GET route for each form address without a page. It redirects to the nearest page above. */
export function formAddresses(ctx: KitContext, routes: readonly PageRoute[]): PageRoute[] {
  const pathsOf = (wanted: PageRoute["method"]) =>
    new Set(routes.filter(({ method }) => method === wanted).map(({ path }) => path));
  const pages = pathsOf("get");
  const forms = [...pathsOf("post")].filter((path) => !pages.has(path));
  return forms.map((path) => ({
    method: "get",
    path,
    leadsToForm: true,
    handler: pageHandler(ctx, async ({ request }) =>
      redirectTo(pageOf(new URL(request.url).pathname, depthOf(path, pages))),
    ),
  }));
}

/** The number of segments of the form's address that make up its page's address. */
function depthOf(path: string, pages: ReadonlySet<string>): number {
  const parts = path.split("/");
  let depth = parts.length - 1;
  while (depth > 1 && !pages.has(parts.slice(0, depth).join("/"))) depth -= 1;
  return depth;
}

function pageOf(path: string, depth: number): string {
  const [, other] = elsewhere.find(([start]) => path.startsWith(start)) ?? [];
  return other?.(path) ?? (path.split("/").slice(0, depth).join("/") || "/");
}
