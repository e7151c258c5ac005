/** The routes of saved searches. */
import { Elysia } from "elysia";
import { createSavedSearch } from "../../../market/saved-search/create-saved-search.ts";
import { deleteSavedSearch } from "../../../market/saved-search/delete-saved-search.ts";
import {
  getSavedSearch,
  listSavedSearches,
  listSearchMatches,
} from "../../../market/saved-search/read.ts";
import {
  savedSearchBody,
  savedSearchesQuery,
  savedSearchPatch,
} from "../../../market/saved-search/schemas.ts";
import { updateSavedSearch } from "../../../market/saved-search/update-saved-search.ts";
import { emptyQuery, idParams } from "../../../market/text.ts";
import type { Edge } from "../../edge.ts";
import { requireOperatorOrAgent } from "../../http/authenticate.ts";
import { ifMatch, tagged } from "../../http/conditional.ts";
import { callerOf, idempotently, json } from "../../http/idempotency.ts";
import { savedSearchOperations as operations } from "./saved-searches.operations.ts";

/** What operators and agents look for, and are told of when it goes on sale. */
export const savedSearchRoutes = (edge: Edge) =>
  new Elysia({ name: "saved-searches" })
    .derive(async ({ request }) => ({
      caller: await requireOperatorOrAgent(edge.ctx, edge.tokens, request, "read"),
    }))
    .post(
      "/saved-searches",
      ({ request, caller, body }) =>
        idempotently(edge.ctx, {
          request,
          caller: callerOf(caller),
          input: body,
          status: 201,
          run: (inner) => createSavedSearch(inner, caller, body),
          view: (search) => search,
        }),
      { body: savedSearchBody, query: emptyQuery, detail: operations.createSavedSearch },
    )
    .get(
      "/saved-searches",
      async ({ caller, query }) => json(200, await listSavedSearches(edge.ctx, caller, query)),
      { query: savedSearchesQuery, detail: operations.listSavedSearches },
    )
    .get(
      "/saved-searches/:id",
      async ({ request, caller, params }) =>
        tagged(request, await getSavedSearch(edge.ctx, caller, params.id)),
      { params: idParams, query: emptyQuery, detail: operations.getSavedSearch },
    )
    .patch(
      "/saved-searches/:id",
      async ({ request, caller, params, body }) => {
        const precondition = ifMatch(request);
        const { id } = params;
        return tagged(request, await updateSavedSearch(edge.ctx, caller, id, body, precondition));
      },
      {
        params: idParams,
        body: savedSearchPatch,
        query: emptyQuery,
        detail: operations.updateSavedSearch,
      },
    )
    .delete(
      "/saved-searches/:id",
      async ({ caller, params }) => json(200, await deleteSavedSearch(edge.ctx, caller, params.id)),
      { params: idParams, query: emptyQuery, detail: operations.deleteSavedSearch },
    )
    .get(
      "/saved-searches/:id/matches",
      async ({ caller, params, query }) =>
        json(200, await listSearchMatches(edge.ctx, caller, params.id, query)),
      { params: idParams, query: savedSearchesQuery, detail: operations.listSearchMatches },
    );
