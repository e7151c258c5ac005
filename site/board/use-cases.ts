import type { Context } from "../../market/context.ts";
import { getDataRequest, listDataRequests } from "../../market/request/read.ts";
import { dataRequestsQuery } from "../../market/request/schemas.ts";
import { parseForm } from "../kit/form.ts";
import type { PageWanted } from "../kit/paging.ts";
import type { BoardFilters } from "./filters.tsx";

export function boardUseCases(ctx: Context) {
  return {
    /** Throws `invalid_request` with the faults of the filters. */
    listBoard: (filters: BoardFilters, { limit, offset }: PageWanted) => {
      const page = { limit: String(limit), offset: String(offset) };
      return listDataRequests(ctx, parseForm(dataRequestsQuery, { ...filters, ...page }));
    },
    getBoardRequest: (id: string) => getDataRequest(ctx, id),
  };
}
