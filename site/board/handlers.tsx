import { formErrors } from "../kit/form.ts";
import type { PageRequest } from "../kit/handle.ts";
import { pageWanted } from "../kit/paging.ts";
import { privatePage, publicPage, redirectTo } from "../kit/respond.ts";
import { withoutEmpty } from "../kit/without-empty.ts";
import type { BoardContext } from "./context.ts";
import { BoardRequestPage } from "./detail-page.tsx";
import { readFilterFields, readFilters } from "./filters.tsx";
import { BoardPage } from "./list-page.tsx";

/**
 * GET /requests, if the client prefers HTML. Redirects first to remove a form's empty fields from
 * the address.
 */
export async function showBoard(ctx: BoardContext, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const shorter = withoutEmpty(url);
  if (shorter !== null) return redirectTo(shorter);
  const wanted = pageWanted(url);
  const fields = readFilterFields(url);
  const { filters, errors } = readFilters(fields);
  const { CURRENCY: currency } = ctx.config;
  const common = { url, currency, fields, wanted };
  const refused = (faults: Record<string, string>) =>
    privatePage(<BoardPage {...common} errors={faults} found={null} />, { status: 400 });
  if (Object.keys(errors).length > 0) return refused(errors);
  try {
    const found = await ctx.listBoard(filters, wanted);
    return byAccept(await publicPage(<BoardPage {...common} errors={{}} found={found} />));
  } catch (error) {
    return refused(formErrors(error));
  }
}

/** GET /requests/{id}, if the client prefers HTML. */
export async function showBoardRequest(
  ctx: BoardContext,
  _request: Request,
  id: string,
): Promise<Response> {
  const request = await ctx.getBoardRequest(id);
  const baseUrl = ctx.config.PUBLIC_BASE_URL;
  return byAccept(await publicPage(<BoardRequestPage {...{ baseUrl, request }} />));
}

/** The same address answers with JSON to clients that prefer it. */
function byAccept(page: Response): Response {
  page.headers.append("vary", "accept");
  return page;
}

/**
 * GET /board and below: the board's former address, where the parameter for amounts had another
 * name.
 */
export async function sendToRequests({ request }: PageRequest): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const asked = [...searchParams].map(([name, value]): [string, string] => [
    name === "min_budget_cents" ? "min_budget" : name,
    value,
  ]);
  const path = pathname.replace(/^\/board/, "/requests");
  const query = new URLSearchParams(asked).toString();
  return redirectTo(query === "" ? path : `${path}?${query}`);
}
