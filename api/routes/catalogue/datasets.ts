/** The routes of the public catalogue: search, details, profiles, samples and free downloads. */
import { Elysia } from "elysia";
import { croissantContentType } from "../../../market/catalogue/croissant-context.ts";
import { getDownloadUrl } from "../../../market/catalogue/get-download-url.ts";
import {
  getCroissant,
  getDataset,
  getProfile,
  getSample,
  listCategories,
} from "../../../market/catalogue/read.ts";
import { auctionChangesAt, sampleVariant } from "../../../market/catalogue/rules.ts";
import { sampleQuery, searchQuery } from "../../../market/catalogue/schemas.ts";
import { searchDatasets } from "../../../market/catalogue/search-datasets.ts";
import { emptyQuery, idParams } from "../../../market/text.ts";
import { respond, toAnswer } from "../../../platform/http-answer.ts";
import type { Edge } from "../../edge.ts";
import { json } from "../../http/idempotency.ts";
import { datasetOperations as operations } from "./datasets.operations.ts";

const jsonType = "application/json";

/** The public catalogue: no credentials, strong ETags. */
export const datasetRoutes = ({ reads: ctx, cache }: Edge) =>
  new Elysia({ name: "datasets" })
    .get(
      "/datasets",
      async ({ request, query }) => {
        const body = JSON.stringify(await searchDatasets(ctx, query));
        return respond(request, toAnswer({ body, contentType: jsonType }));
      },
      { query: searchQuery, detail: operations.searchDatasets },
    )
    .get(
      "/datasets/:id",
      async ({ request, params }) => {
        const answer = await cache.answer(params.id, "detail", async () => {
          const { dataset, freshUntil, fileKey } = await getDataset(ctx, params.id);
          const body = JSON.stringify(dataset);
          return { body, contentType: jsonType, freshUntil, alsoOf: fileKey };
        });
        return respond(request, answer);
      },
      { params: idParams, query: emptyQuery, detail: operations.getDataset },
    )
    .get(
      "/datasets/:id/sample",
      async ({ request, params, query }) => {
        const wish = { format: query.format, accept: request.headers.get("accept") ?? undefined };
        const answer = await cache.answer(params.id, `sample ${sampleVariant(wish)}`, () =>
          getSample(ctx, params.id, wish),
        );
        return respond(request, answer);
      },
      { params: idParams, query: sampleQuery, detail: operations.getSample },
    )
    .get(
      "/datasets/:id/profile",
      async ({ request, params }) => {
        const answer = await cache.answer(params.id, "profile", async () => ({
          body: await getProfile(ctx, params.id),
          contentType: jsonType,
        }));
        return respond(request, answer);
      },
      { params: idParams, query: emptyQuery, detail: operations.getProfile },
    )
    .get(
      "/datasets/:id/download-url",
      async ({ params }) => json(200, await getDownloadUrl(ctx, params.id)),
      { params: idParams, query: emptyQuery, detail: operations.getDownloadUrl },
    )
    // For tools that follow a link to the bytes, as those of Croissant do.
    .get(
      "/datasets/:id/file",
      async ({ params }) => {
        const { download_url: location } = await getDownloadUrl(ctx, params.id);
        const headers = { location, "cache-control": "no-store" };
        return new Response(null, { status: 302, headers });
      },
      { params: idParams, query: emptyQuery, detail: { hide: true } },
    )
    .get(
      "/datasets/:id/croissant",
      async ({ request, params }) => {
        const answer = await cache.answer(params.id, "croissant", async () => {
          const { croissant, auction } = await getCroissant(ctx, params.id);
          return {
            body: JSON.stringify(croissant),
            contentType: croissantContentType,
            freshUntil: auctionChangesAt(auction),
          };
        });
        return respond(request, answer);
      },
      { params: idParams, query: emptyQuery, detail: operations.getCroissant },
    )
    .get(
      "/categories",
      async ({ request }) => {
        const body = JSON.stringify(await listCategories(ctx));
        return respond(request, toAnswer({ body, contentType: jsonType }));
      },
      { query: emptyQuery, detail: operations.listCategories },
    );
