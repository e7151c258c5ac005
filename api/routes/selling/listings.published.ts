/** The routes of what was published: its terms, its versions, and its end. */
import { Elysia } from "elysia";
import { changeListing } from "../../../market/listing/changes/change-listing.ts";
import { listingPatch } from "../../../market/listing/changes/schemas.ts";
import { discardVersion } from "../../../market/listing/discard-version.ts";
import { openVersion } from "../../../market/listing/open-version.ts";
import { listVersions } from "../../../market/listing/read.ts";
import { versionsQuery } from "../../../market/listing/schemas.ts";
import { withdrawListing } from "../../../market/listing/withdraw-listing.ts";
import { emptyBody, emptyQuery, idParams } from "../../../market/text.ts";
import type { Edge } from "../../edge.ts";
import { requireVerifiedAgent } from "../../http/authenticate.ts";
import { ifMatch, tagged } from "../../http/conditional.ts";
import { json } from "../../http/idempotency.ts";
import { listingOperations as operations } from "./listings.operations.ts";
import { once } from "./once.ts";

/** Of what is on sale, by the agent that sells it. */
export const publishedListingRoutes = ({ ctx, tokens }: Edge) =>
  new Elysia({ name: "published-listings" })
    .derive(async ({ request }) => ({ agent: await requireVerifiedAgent(ctx, tokens, request) }))
    .patch(
      "/listings/:id",
      async ({ request, agent, params, body }) => {
        const precondition = ifMatch(request);
        return tagged(request, await changeListing(ctx, agent, params.id, body, precondition));
      },
      { params: idParams, body: listingPatch, query: emptyQuery, detail: operations.changeListing },
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
      "/listings/:id/withdraw",
      ({ request, agent, params }) =>
        once(ctx, { request, agent, input: {}, status: 200 }, (inner) =>
          withdrawListing(inner, agent, params.id),
        ),
      { params: idParams, body: emptyBody, query: emptyQuery, detail: operations.withdrawListing },
    );
