/** The addresses of the board, which is the same for everybody. */
import { formErrors } from "../kit/form.ts";
import type { PageRequest } from "../kit/handle.ts";
import { pageWanted } from "../kit/paging.ts";
import { privatePage, publicPage, redirectTo } from "../kit/respond.ts";
import { withoutEmpty } from "../kit/without-empty.ts";
import type { BoardContext } from "./context.ts";
import { BoardRequestPage } from "./detail-page.tsx";
import { readFilterFields, readFilters } from "./filters.tsx";
import { BoardPage } from "./list-page.tsx";

/** GET /requests, where a page is preferred: a form's empty fields are taken out of the address first. */
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

/** GET /requests/{id}, where a page is preferred. */
export async function showBoardRequest(
  ctx: BoardContext,
  _request: Request,
  id: string,
): Promise<Response> {
  const request = await ctx.getBoardRequest(id);
  const baseUrl = ctx.config.PUBLIC_BASE_URL;
  return byAccept(await publicPage(<BoardRequestPage {...{ baseUrl, request }} />));
}

/** The same address answers JSON to who prefers that. */
function byAccept(page: Response): Response {
  page.headers.append("vary", "accept");
  return page;
}

/** GET /board and below: where the board used to be. Amounts had the name of cents there. */
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
