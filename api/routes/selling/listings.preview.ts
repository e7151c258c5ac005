/** The routes by which an agent looks at the sample and the profile of its own file. */
import { Elysia } from "elysia";
import { getOwnProfile, getOwnSample } from "../../../market/listing/preview/read-preview.ts";
import { ownProfileQuery, ownSampleQuery } from "../../../market/listing/preview/schemas.ts";
import { idParams } from "../../../market/text.ts";
import { respondPrivately } from "../../../platform/http-answer.ts";
import type { Edge } from "../../edge.ts";
import { requireVerifiedAgent } from "../../http/authenticate.ts";
import { previewOperations as operations } from "./listings.preview.operations.ts";

/** Before the publication as after it, by the agent that owns the listing. */
export const previewRoutes = ({ ctx, tokens }: Edge) =>
  new Elysia({ name: "listing-previews" })
    .derive(async ({ request }) => ({ agent: await requireVerifiedAgent(ctx, tokens, request) }))
    .get(
      "/listings/:id/sample",
      async ({ request, agent, params, query }) => {
        const { format, ...wanted } = query;
        const wish = { format, accept: request.headers.get("accept") ?? undefined };
        const asked = { listingId: params.id, ...wanted };
        return respondPrivately(await getOwnSample(ctx, agent, asked, wish));
      },
      { params: idParams, query: ownSampleQuery, detail: operations.getOwnSample },
    )
    .get(
      "/listings/:id/profile",
      async ({ agent, params, query }) => {
        const body = await getOwnProfile(ctx, agent, { listingId: params.id, ...query });
        return respondPrivately({ body, contentType: "application/json" });
      },
      { params: idParams, query: ownProfileQuery, detail: operations.getOwnProfile },
    );
