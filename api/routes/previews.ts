import { previews } from "../../market/catalogue/preview/contract.ts";
import { getOwnProfile, getOwnSample } from "../../market/catalogue/preview/read-preview.ts";
import { respondPrivately } from "../../platform/http-answer.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";

export const previewRoutes = (edge: Edge) =>
  bind(edge, previews, {
    getOwnSample: {
      async respond({ request, actor, input: { params, query } }) {
        const { format, ...wanted } = query;
        const wish = { format, accept: request.headers.get("accept") ?? undefined };
        const asked = { listingId: params.id, ...wanted };
        return respondPrivately(await getOwnSample(edge.ctx, actor, asked, wish));
      },
    },
    getOwnProfile: {
      async respond({ actor, input: { params, query } }) {
        const body = await getOwnProfile(edge.ctx, actor, { listingId: params.id, ...query });
        return respondPrivately({ body, contentType: "application/json" });
      },
    },
  });
