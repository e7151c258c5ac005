/** The routes of the seller's side: drafts, uploads, versions and what is on sale. */
import { Elysia } from "elysia";
import type { AgentActor, Context } from "../../../market/context.ts";
import { createDraft } from "../../../market/listing/create-draft.ts";
import { discardVersion } from "../../../market/listing/discard-version.ts";
import { issueUploadUrls } from "../../../market/listing/issue-upload-urls.ts";
import { openVersion } from "../../../market/listing/open-version.ts";
import { publishListing } from "../../../market/listing/publish-listing.ts";
import { getListing, listListings, listVersions } from "../../../market/listing/read.ts";
import {
  draftBody,
  draftPatch,
  listingQuery,
  listingsQuery,
  uploadUrlsBody,
  versionsQuery,
} from "../../../market/listing/schemas.ts";
import { updateDraft } from "../../../market/listing/update-draft.ts";
import { withdrawListing } from "../../../market/listing/withdraw-listing.ts";
import { emptyBody, emptyQuery, idParams } from "../../../market/text.ts";
import type { Edge } from "../../edge.ts";
import { requireVerifiedAgent } from "../../http/authenticate.ts";
import { idempotently, json } from "../../http/idempotency.ts";
import { waitForChange } from "../../http/wait-for-change.ts";
import { listingOperations as operations } from "./listings.operations.ts";

/** The seller's side. Every route asks first for an agent that its owner has approved. */
export const listingRoutes = ({ ctx, waiting, tokens, changes }: Edge) =>
  new Elysia({ name: "listings" })
    .derive(async ({ request }) => ({ agent: await requireVerifiedAgent(ctx, tokens, request) }))
    .post(
      "/listings/draft",
      ({ request, agent, body }) =>
        once(ctx, { request, agent, input: body, status: 201 }, (inner) =>
          createDraft(inner, agent, body),
        ),
      { body: draftBody, query: emptyQuery, detail: operations.createDraft },
    )
    .patch(
      "/listings/draft/:id",
      async ({ agent, params, body }) => json(200, await updateDraft(ctx, agent, params.id, body)),
      { params: idParams, body: draftPatch, query: emptyQuery, detail: operations.updateDraft },
    )
    .get(
      "/listings",
      async ({ agent, query }) => json(200, await listListings(ctx, agent, query)),
      { query: listingsQuery, detail: operations.listListings },
    )
    .get(
      "/listings/:id",
      async ({ request, agent, params, query }) => {
        const wait = { key: params.id, seconds: query.wait, hungUp: request.signal };
        const readCtx = query.wait === 0 ? ctx : waiting;
        const read = () => getListing(readCtx, agent, params.id);
        return json(200, await waitForChange(changes, wait, read));
      },
      { params: idParams, query: listingQuery, detail: operations.getListing },
    )
    .get(
      "/listings/:id/versions",
      async ({ agent, params, query }) =>
        json(200, await listVersions(ctx, agent, params.id, query)),
      { params: idParams, query: versionsQuery, detail: operations.listVersions },
    )
    .post(
      "/listings/:id/versions",
      ({ request, agent, params }) =>
        once(ctx, { request, agent, input: {}, status: 201 }, (inner) =>
          openVersion(inner, agent, params.id),
        ),
      { params: idParams, body: emptyBody, query: emptyQuery, detail: operations.openVersion },
    )
    .delete(
      "/listings/:id/versions/next",
      async ({ agent, params }) => json(200, await discardVersion(ctx, agent, params.id)),
      { params: idParams, query: emptyQuery, detail: operations.discardVersion },
    )
    .post(
      "/listings/:id/upload-urls",
      ({ request, agent, params, body }) => {
        // A replay must not hand out a URL that has expired meanwhile.
        const ttlSeconds = ctx.config.UPLOAD_URL_TTL_SECONDS;
        return once(ctx, { request, agent, input: body ?? {}, status: 200, ttlSeconds }, (inner) =>
          issueUploadUrls(inner, agent, params.id, body ?? {}),
        );
      },
      {
        params: idParams,
        body: uploadUrlsBody.optional(),
        query: emptyQuery,
        detail: operations.issueUploadUrls,
      },
    )
    .post(
      "/listings/:id/publish",
      ({ request, agent, params }) =>
        once(ctx, { request, agent, input: {}, status: 200 }, (inner) =>
          publishListing(inner, agent, params.id),
        ),
      { params: idParams, body: emptyBody, query: emptyQuery, detail: operations.publishListing },
    )
    .post(
      "/listings/:id/withdraw",
      ({ request, agent, params }) =>
        once(ctx, { request, agent, input: {}, status: 200 }, (inner) =>
          withdrawListing(inner, agent, params.id),
        ),
      { params: idParams, body: emptyBody, query: emptyQuery, detail: operations.withdrawListing },
    );

type AgentCall = {
  request: Request;
  agent: AgentActor;
  input: unknown;
  status: number;
  ttlSeconds?: number;
};

function once<T>(
  ctx: Context,
  { agent, ...call }: AgentCall,
  run: (ctx: Context) => Promise<T>,
): Promise<Response> {
  const caller = `agent:${agent.agentId}`;
  return idempotently(ctx, { ...call, caller, run, view: (result: T) => result });
}
