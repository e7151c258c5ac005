/** The routes of the seller's side up to the publication: drafts, and its listings. */
import { Elysia } from "elysia";
import { createDraft } from "../../../market/listing/create-draft.ts";
import { deleteDraft } from "../../../market/listing/delete-draft.ts";
import { publishListing } from "../../../market/listing/publish-listing.ts";
import { getListing, listListings } from "../../../market/listing/read.ts";
import {
  draftBody,
  draftPatch,
  listingQuery,
  listingsQuery,
} from "../../../market/listing/schemas.ts";
import { updateDraft } from "../../../market/listing/update-draft.ts";
import { emptyBody, emptyQuery, idParams } from "../../../market/text.ts";
import type { Edge } from "../../edge.ts";
import { requireVerifiedAgent } from "../../http/authenticate.ts";
import { ifMatch, tagged } from "../../http/conditional.ts";
import { json } from "../../http/idempotency.ts";
import { waitForChange } from "../../http/wait-for-change.ts";
import { listingOperations as operations } from "./listings.operations.ts";
import { once } from "./once.ts";

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
      async ({ request, agent, params, body }) =>
        tagged(request, await updateDraft(ctx, agent, params.id, body, ifMatch(request))),
      { params: idParams, body: draftPatch, query: emptyQuery, detail: operations.updateDraft },
    )
    .delete(
      "/listings/draft/:id",
      async ({ agent, params }) => json(200, await deleteDraft(ctx, agent, params.id)),
      { params: idParams, query: emptyQuery, detail: operations.deleteDraft },
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
        return tagged(request, await waitForChange(changes, wait, read));
      },
      { params: idParams, query: listingQuery, detail: operations.getListing },
    )
    .post(
      "/listings/:id/publish",
      ({ request, agent, params }) =>
        once(ctx, { request, agent, input: {}, status: 200 }, (inner) =>
          publishListing(inner, agent, params.id),
        ),
      { params: idParams, body: emptyBody, query: emptyQuery, detail: operations.publishListing },
    );
