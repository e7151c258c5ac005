/** The route of one seller: its figures are held for a minute, whatever happens meanwhile. */
import { Elysia } from "elysia";
import { getSeller } from "../../../market/seller/read.ts";
import { emptyQuery, idParams } from "../../../market/text.ts";
import { respond } from "../../../platform/http-answer.ts";
import type { Edge } from "../../edge.ts";
import { sellerOperations as operations } from "./sellers.operations.ts";

export const sellerRoutes = ({ reads: ctx, cache }: Edge) =>
  new Elysia({ name: "sellers" }).get(
    "/sellers/:id",
    async ({ request, params }) => {
      const answer = await cache.answer(params.id, "seller", async () => {
        const { seller, freshUntil } = await getSeller(ctx, params.id);
        return { body: JSON.stringify(seller), contentType: "application/json", freshUntil };
      });
      return respond(request, answer);
    },
    { params: idParams, query: emptyQuery, detail: operations.getSeller },
  );
