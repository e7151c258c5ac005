/** The routes of what a dataset was before: its versions compared, and what it has cost. */
import { Elysia } from "elysia";
import { changesQuery } from "../../../market/catalogue/changes-schemas.ts";
import { getChanges } from "../../../market/catalogue/get-changes.ts";
import { getPrices } from "../../../market/catalogue/price-history/get-prices.ts";
import { pricesQuery } from "../../../market/catalogue/price-history/schemas.ts";
import { idParams } from "../../../market/text.ts";
import { respond } from "../../../platform/http-answer.ts";
import type { Edge } from "../../edge.ts";
import { datasetOperations as operations } from "./datasets.operations.ts";

const jsonType = "application/json";

/** The public past of a dataset: no credentials, strong ETags. */
export const datasetHistoryRoutes = ({ reads: ctx, cache }: Edge) =>
  new Elysia({ name: "dataset-history" })
    .get(
      "/datasets/:id/changes",
      async ({ request, params, query }) => {
        const variant = `changes ${query.from ?? ""} ${query.to ?? ""}`;
        const answer = await cache.answer(params.id, variant, async () => ({
          body: JSON.stringify(await getChanges(ctx, params.id, query)),
          contentType: jsonType,
        }));
        return respond(request, answer);
      },
      { params: idParams, query: changesQuery, detail: operations.getChanges },
    )
    .get(
      "/datasets/:id/prices",
      async ({ request, params, query }) => {
        const variant = `prices ${query.limit} ${query.cursor ?? ""}`;
        const answer = await cache.answer(params.id, variant, async () => ({
          body: JSON.stringify(await getPrices(ctx, params.id, query)),
          contentType: jsonType,
        }));
        return respond(request, answer);
      },
      { params: idParams, query: pricesQuery, detail: operations.getPrices },
    );
