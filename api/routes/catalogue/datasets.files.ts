/** The routes of the files that a dataset is made of, and of a folder as one zip file. */
import { Elysia } from "elysia";
import { z } from "zod";
import { findBoughtPurchase } from "../../../market/catalogue/bought/read-bought.ts";
import {
  getManifestUrl,
  listDatasetFiles,
} from "../../../market/catalogue/folder/list-dataset-files.ts";
import { openArchive } from "../../../market/catalogue/folder/open-archive.ts";
import { filesQuery } from "../../../market/catalogue/folder/schemas.ts";
import {
  getPurchaseManifestUrl,
  listPurchaseFiles,
} from "../../../market/purchase/delivery/list-purchase-files.ts";
import { emptyQuery, idParams } from "../../../market/text.ts";
import { hangUp } from "../../../platform/runtime.ts";
import { attachmentDisposition } from "../../../platform/storage/content-disposition.ts";
import type { Edge } from "../../edge.ts";
import { json } from "../../http/idempotency.ts";
import { leadTo } from "../../http/lead-to.ts";
import { strangerOf } from "../../http/limits/stranger.ts";
import { requestState } from "../../http/request-state.ts";
import { fileOperations as operations } from "./datasets.files.operations.ts";
import { orForBuyer } from "./for-buyers.ts";

const tokenParams = z.strictObject({
  token: z.string().min(1).max(2000).meta({ description: "Signed; part of a `download_url`." }),
});

export const datasetFileRoutes = (edge: Edge) =>
  new Elysia({ name: "dataset-files" })
    .get(
      "/datasets/:id/files",
      async ({ request, params, query }) => {
        const { id: datasetId } = params;
        const answer = await orForBuyer(
          edge,
          request,
          () => listDatasetFiles(edge.reads, datasetId, query),
          async (operator) => {
            const purchaseId = await findBoughtPurchase(edge.reads, { operator, datasetId });
            return listPurchaseFiles(edge.ctx, operator, purchaseId, query);
          },
        );
        return json(200, answer);
      },
      { params: idParams, query: filesQuery, detail: operations.listDatasetFiles },
    )
    .get(
      "/datasets/:id/manifest",
      async ({ request, params }) => {
        const { id: datasetId } = params;
        const url = await orForBuyer(
          edge,
          request,
          () => getManifestUrl(edge.reads, datasetId),
          async (operator) => {
            const purchaseId = await findBoughtPurchase(edge.reads, { operator, datasetId });
            return getPurchaseManifestUrl(edge.ctx, operator, purchaseId);
          },
        );
        return leadTo(url);
      },
      { params: idParams, query: emptyQuery, detail: operations.getManifest },
    )
    .get(
      "/archives/:token",
      async ({ request, params }) => {
        const { requestId, isHead } = requestState(request);
        const { byteSize, name, send } = await openArchive(edge.reads, {
          token: params.token,
          network: strangerOf(request),
          downloads: edge.archives,
          onSlow(facts) {
            edge.log.warn({ requestId, ...facts }, "zip download ended: its reader is too slow");
            hangUp(request);
          },
        });
        const headers = {
          "content-type": "application/zip",
          "content-length": String(byteSize),
          "content-disposition": attachmentDisposition(name),
          "cache-control": "no-store",
        };
        return new Response(isHead ? null : send(), { headers });
      },
      { params: tokenParams, query: emptyQuery, detail: operations.getArchive },
    );
