/** The routes of one dataset: detail, sample, profile, Croissant and free download. */
import { Elysia } from "elysia";
import {
  findBoughtPurchase,
  getBoughtCroissant,
  getBoughtDataset,
  getBoughtProfile,
  getBoughtSample,
} from "../../../market/catalogue/bought/read-bought.ts";
import { croissantContentType } from "../../../market/catalogue/croissant-context.ts";
import { downloadQuery } from "../../../market/catalogue/folder/schemas.ts";
import { getDownloadUrl } from "../../../market/catalogue/get-download-url.ts";
import { getCroissant, getDataset, getProfile, getSample } from "../../../market/catalogue/read.ts";
import {
  auctionChangesAt,
  parquetContentType,
  sampleVariant,
} from "../../../market/catalogue/rules.ts";
import { profileQuery, sampleQuery } from "../../../market/catalogue/sample-schemas.ts";
import { getParquet, listParquet } from "../../../market/catalogue/twin/get-parquet.ts";
import type { OperatorActor } from "../../../market/context.ts";
import { getPurchaseDownload } from "../../../market/purchase/get-purchase-download.ts";
import { emptyQuery, idParams } from "../../../market/text.ts";
import { etagOf, type Rendered, respond, respondPrivately } from "../../../platform/http-answer.ts";
import type { Edge } from "../../edge.ts";
import { json } from "../../http/idempotency.ts";
import { leadTo } from "../../http/lead-to.ts";
import { requestState } from "../../http/request-state.ts";
import { datasetOperations as operations } from "./datasets.operations.ts";
import { orForBuyer } from "./for-buyers.ts";

const jsonType = "application/json";

/** What everybody reads: no credentials, strong ETags. Who has bought it reads it by its key, too. */
export const oneDatasetRoutes = (edge: Edge) =>
  new Elysia({ name: "one-dataset" })
    .get("/datasets/:id", ({ request, params }) => readDetail(edge, request, params.id), {
      params: idParams,
      query: emptyQuery,
      detail: operations.getDataset,
    })
    .get(
      "/datasets/:id/sample",
      ({ request, params, query }) => readSample(edge, request, params.id, query),
      { params: idParams, query: sampleQuery, detail: operations.getSample },
    )
    .get(
      "/datasets/:id/profile",
      ({ request, params, query }) => readProfile(edge, request, params.id, query.table),
      { params: idParams, query: profileQuery, detail: operations.getProfile },
    )
    .get(
      "/datasets/:id/download-url",
      async ({ request, params, query }) =>
        json(200, await findDownload(edge, request, params.id, query.path)),
      { params: idParams, query: downloadQuery, detail: operations.getDownloadUrl },
    )
    // For tools that follow a link to the bytes, as those of Croissant do.
    .get(
      "/datasets/:id/file",
      async ({ request, params, query }) =>
        leadTo((await findDownload(edge, request, params.id, query.path)).download_url),
      { params: idParams, query: downloadQuery, detail: operations.getFile },
    )
    .get(
      "/datasets/:id/parquet",
      ({ request, params, query }) => readParquet(edge, request, params.id, query.table),
      { params: idParams, query: profileQuery, detail: operations.getParquet },
    )
    .get(
      "/datasets/:id/parquet/tables",
      async ({ params }) => json(200, await listParquet(edge.reads, params.id)),
      { params: idParams, query: emptyQuery, detail: operations.listParquet },
    )
    .get(
      "/datasets/:id/croissant",
      ({ request, params }) => readCroissant(edge, request, params.id),
      {
        params: idParams,
        query: emptyQuery,
        detail: operations.getCroissant,
      },
    );

/** To a buyer alone, with the ETag that the same bytes had in public. */
function respondToBuyer(rendered: Rendered): Response {
  const response = respondPrivately(rendered);
  response.headers.set("etag", etagOf(rendered.body));
  return response;
}

function readDetail(edge: Edge, request: Request, datasetId: string): Promise<Response> {
  const { reads: ctx, cache } = edge;
  const render = async () => {
    const { dataset, freshUntil, fileKey } = await getDataset(ctx, datasetId);
    const body = JSON.stringify(dataset);
    return { body, contentType: jsonType, freshUntil, alsoOf: fileKey };
  };
  return orForBuyer(
    edge,
    request,
    async () => respond(request, await cache.answer(datasetId, "detail", render)),
    async (operator) => {
      const body = JSON.stringify(await getBoughtDataset(ctx, { operator, datasetId }));
      return respondToBuyer({ body, contentType: jsonType });
    },
  );
}

type SampleQuery = {
  format?: "json" | "csv" | "geojson" | "webp" | undefined;
  table?: string | undefined;
};

function readSample(
  edge: Edge,
  request: Request,
  datasetId: string,
  { format, table }: SampleQuery,
): Promise<Response> {
  const { reads: ctx, cache } = edge;
  const wish = { format, accept: request.headers.get("accept") ?? undefined };
  const name = `sample ${sampleVariant(wish)} ${table ?? ""}`;
  const render = () => getSample(ctx, datasetId, wish, table);
  return orForBuyer(
    edge,
    request,
    async () => respond(request, await cache.answer(datasetId, name, render)),
    async (operator) =>
      respondToBuyer(await getBoughtSample(ctx, { operator, datasetId, wish, table })),
  );
}

function readProfile(
  edge: Edge,
  request: Request,
  datasetId: string,
  table: string | undefined,
): Promise<Response> {
  const { reads: ctx, cache } = edge;
  const render = async () => ({
    body: await getProfile(ctx, datasetId, table),
    contentType: jsonType,
  });
  return orForBuyer(
    edge,
    request,
    async () => respond(request, await cache.answer(datasetId, `profile ${table ?? ""}`, render)),
    async (operator) => {
      const body = await getBoughtProfile(ctx, { operator, datasetId, table });
      return respondToBuyer({ body, contentType: jsonType });
    },
  );
}

function readCroissant(edge: Edge, request: Request, datasetId: string): Promise<Response> {
  const { reads: ctx, cache } = edge;
  const render = async () => {
    const { croissant, auction } = await getCroissant(ctx, datasetId);
    return {
      body: JSON.stringify(croissant),
      contentType: croissantContentType,
      freshUntil: auctionChangesAt(auction),
    };
  };
  return orForBuyer(
    edge,
    request,
    async () => respond(request, await cache.answer(datasetId, "croissant", render)),
    async (operator) => {
      const body = JSON.stringify(await getBoughtCroissant(ctx, { operator, datasetId }));
      return respondToBuyer({ body, contentType: croissantContentType });
    },
  );
}

/**
 * Readers of Parquet ask for the length first and then for ranges. A signed URL takes one method, so
 * a HEAD is answered here, and each GET leads to a URL of its own.
 */
async function readParquet(
  edge: Edge,
  request: Request,
  datasetId: string,
  table: string | undefined,
): Promise<Response> {
  const { url, byteSize, etag } = await getParquet(edge.reads, datasetId, table);
  if (!requestState(request).isHead) return leadTo(url);
  const headers = {
    "accept-ranges": "bytes",
    "cache-control": "no-cache",
    "content-length": String(byteSize),
    "content-type": parquetContentType,
    etag,
  };
  // DuckDB in browsers asks so whether there are ranges, and reads the whole file unless told as S3 does.
  if (request.headers.get("range") !== "bytes=0-") return new Response(null, { headers });
  const all = `bytes 0-${byteSize - 1}/${byteSize}`;
  return new Response(null, { status: 206, headers: { ...headers, "content-range": all } });
}

/** Of a free dataset, or of what the operator has bought and nobody else can find any more. */
function findDownload(edge: Edge, request: Request, datasetId: string, path?: string) {
  const bought = async (operator: OperatorActor) => {
    const purchaseId = await findBoughtPurchase(edge.reads, { operator, datasetId });
    return getPurchaseDownload(edge.ctx, operator, purchaseId, path);
  };
  return orForBuyer(edge, request, () => getDownloadUrl(edge.reads, datasetId, path), bought);
}
