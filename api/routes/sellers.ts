import { sellers } from "../../market/seller/contract.ts";
import { getSeller } from "../../market/seller/read.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";

/** Statistics are cached for a minute, whatever changes in that time. */
export const sellerRoutes = (edge: Edge) =>
  bind(edge, sellers, {
    getSeller: {
      heldAs: ({ params }) => [params.id, "seller"],
      read: async (ctx, { params }) => {
        const { seller, freshUntil } = await getSeller(ctx, params.id);
        return { answer: seller, freshUntil };
      },
    },
  });
