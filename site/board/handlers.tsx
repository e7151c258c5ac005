/** The addresses of the board, which is the same for everybody. */
import { formErrors } from "../kit/form.ts";
import type { PageRequest } from "../kit/handle.ts";
import { idOf } from "../kit/ids.ts";
import { pageWanted } from "../kit/paging.ts";
import { privatePage, publicPage } from "../kit/respond.ts";
import type { BoardContext } from "./context.ts";
import { BoardRequestPage } from "./detail-page.tsx";
import { readFilterFields, readFilters } from "./filters.tsx";
import { BoardPage } from "./list-page.tsx";

/** GET /board */
export async function showBoard(ctx: BoardContext, { request }: PageRequest): Promise<Response> {
  const url = new URL(request.url);
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
    return publicPage(<BoardPage {...common} errors={{}} found={found} />);
  } catch (error) {
    return refused(formErrors(error));
  }
}

/** GET /board/{id} */
export async function showBoardRequest(ctx: BoardContext, page: PageRequest): Promise<Response> {
  const id = idOf(page, "data_request_not_found", "No data request has this address.");
  const request = await ctx.getBoardRequest(id);
  const baseUrl = ctx.config.PUBLIC_BASE_URL;
  return publicPage(<BoardRequestPage {...{ baseUrl, request }} />);
}
