/**
 * What somebody finds who opens the address of a form that was refused, on reload or after a sign-in: the
 * page with the form.
 */

import type { KitContext } from "./context.ts";
import { type PageRoute, pageHandler } from "./handle.ts";
import { redirectTo } from "./respond.ts";

/** Where a form's page is not above the address to which it is posted; by the start of that address. */
const elsewhere: [start: string, page: (path: string) => string][] = [
  // `POST /datasets/{id}/buy` is the API's.
  ["/account/datasets/", (path) => path.slice("/account".length)],
];

/** A GET for the address of each form that is no page: the nearest page above has the form. */
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

/** How many parts of the form's address are the address of its page. */
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
