/** The routes of data requests: the board, posting, changing, and what is on sale already. */
import { Elysia } from "elysia";
import type { Context } from "../../../market/context.ts";
import { closeDataRequest } from "../../../market/request/close-data-request.ts";
import { editDataRequest } from "../../../market/request/edit-data-request.ts";
import { findMatches, type Search } from "../../../market/request/matches.ts";
import { postDataRequest } from "../../../market/request/post-data-request.ts";
import {
  getDataRequest,
  listDataRequests,
  listOwnDataRequests,
} from "../../../market/request/read.ts";
import { reopenDataRequest } from "../../../market/request/reopen-data-request.ts";
import {
  dataRequestBody,
  dataRequestPatch,
  dataRequestsQuery,
  ownDataRequestsQuery,
} from "../../../market/request/schemas.ts";
import { searchDatasets } from "../../../market/search/search-datasets.ts";
import { emptyBody, emptyQuery, idParams } from "../../../market/text.ts";
import { etagOf, respond, toAnswer } from "../../../platform/http-answer.ts";
import type { Edge } from "../../edge.ts";
import { requireOperator } from "../../http/authenticate.ts";
import { ifMatch, withTag } from "../../http/conditional.ts";
import { callerOf, idempotently, json } from "../../http/idempotency.ts";
import { dataRequestOperations as operations } from "./requests.operations.ts";

const jsonType = "application/json";

/** What operators look for: public to read, an API key's to write. */
export const dataRequestRoutes = (edge: Edge) =>
  new Elysia({ name: "requests" })
    .use(boardRoutes(edge))
    .use(ownRoutes(edge))
    .use(writingRoutes(edge));

const searchBy =
  (ctx: Context): Search =>
  (query) =>
    searchDatasets(ctx, query);

const boardRoutes = ({ reads: ctx }: Edge) =>
  new Elysia({ name: "requests-board" })
    .get(
      "/requests",
      async ({ request, query }) => {
        const body = JSON.stringify(await listDataRequests(ctx, query));
        return respond(request, toAnswer({ body, contentType: jsonType }));
      },
      { query: dataRequestsQuery, detail: operations.listDataRequests },
    )
    .get(
      "/requests/:id",
      async ({ request, params }) => {
        const body = JSON.stringify(await getDataRequest(ctx, params.id));
        return respond(request, toAnswer({ body, contentType: jsonType }));
      },
      { params: idParams, query: emptyQuery, detail: operations.getDataRequest },
    )
    .get(
      "/requests/:id/matches",
      async ({ request, params }) => {
        const wish = await getDataRequest(ctx, params.id);
        const body = JSON.stringify({ items: await findMatches(searchBy(ctx), wish) });
        return respond(request, toAnswer({ body, contentType: jsonType }));
      },
      { params: idParams, query: emptyQuery, detail: operations.listMatches },
    );

const ownRoutes = ({ ctx }: Edge) =>
  new Elysia({ name: "requests-own" })
    .derive(async ({ request }) => ({
      operator: await requireOperator(ctx, request, "message", "read"),
    }))
    .get(
      "/requests/mine",
      async ({ operator, query }) => json(200, await listOwnDataRequests(ctx, operator, query)),
      { query: ownDataRequestsQuery, detail: operations.listOwnDataRequests },
    );

const writingRoutes = ({ ctx, reads }: Edge) =>
  new Elysia({ name: "requests-writing" })
    .derive(async ({ request }) => ({ operator: await requireOperator(ctx, request, "message") }))
    .post(
      "/requests",
      ({ request, operator, body }) =>
        idempotently(ctx, {
          request,
          caller: callerOf(operator),
          input: body,
          status: 201,
          run: async (inner) => {
            // Looked for first: a search that fails leaves nothing posted.
            const matches = await findMatches(searchBy(reads), body);
            return { ...(await postDataRequest(inner, operator, body)), matches };
          },
          view: (posted) => posted,
        }),
      { body: dataRequestBody, query: emptyQuery, detail: operations.postDataRequest },
    )
    .patch(
      "/requests/:id",
      async ({ request, operator, params: { id }, body }) => {
        const edited = await editDataRequest(ctx, operator, id, body, ifMatch(request));
        // The ETag is of what GET of this address answers to everybody.
        return withTag(json(200, edited), etagOf(JSON.stringify(await getDataRequest(ctx, id))));
      },
      {
        params: idParams,
        body: dataRequestPatch,
        query: emptyQuery,
        detail: operations.editDataRequest,
      },
    )
    .post(
      "/requests/:id/close",
      ({ request, operator, params, body }) =>
        idempotently(ctx, {
          request,
          caller: callerOf(operator),
          input: body ?? {},
          status: 200,
          run: (inner) => closeDataRequest(inner, operator, params.id),
          view: (closed) => closed,
        }),
      { params: idParams, body: emptyBody, query: emptyQuery, detail: operations.closeDataRequest },
    )
    .post(
      "/requests/:id/reopen",
      ({ request, operator, params, body }) =>
        idempotently(ctx, {
          request,
          caller: callerOf(operator),
          input: body ?? {},
          status: 200,
          run: (inner) => reopenDataRequest(inner, operator, params.id),
          view: (opened) => opened,
        }),
      {
        params: idParams,
        body: emptyBody,
        query: emptyQuery,
        detail: operations.reopenDataRequest,
      },
    );
