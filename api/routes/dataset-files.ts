import { datasetFiles } from "../../market/catalogue/folder/contract.ts";
import {
  getManifestUrl,
  listDatasetFiles,
} from "../../market/catalogue/folder/list-dataset-files.ts";
import { openArchive } from "../../market/catalogue/folder/open-archive.ts";
import { getDownloadUrl } from "../../market/catalogue/get-download-url.ts";
import { parquetContentType } from "../../market/catalogue/rules.ts";
import { getParquet, listParquet } from "../../market/catalogue/twin/get-parquet.ts";
import {
  getPurchaseManifestUrl,
  listPurchaseFiles,
} from "../../market/purchase/delivery/list-purchase-files.ts";
import { getPurchaseDownload } from "../../market/purchase/get-purchase-download.ts";
import { hangUp } from "../../platform/runtime.ts";
import { attachmentDisposition } from "../../platform/storage/content-disposition.ts";
import type { Edge } from "../edge.ts";
import { bind, type Call } from "../http/bind.ts";
import { json } from "../http/idempotency.ts";
import { leadTo } from "../http/lead-to.ts";
import { strangerOf } from "../http/limits/stranger.ts";
import { requestState } from "../http/request-state.ts";
import { orOfPurchase } from "./for-buyers.ts";

export const datasetFileRoutes = (edge: Edge) =>
  bind(edge, datasetFiles, {
    getDownloadUrl: { respond: async (call) => json(200, await findDownload(call)) },
    // For tools that follow a link to the bytes, such as Croissant's.
    getFile: { respond: async (call) => leadTo((await findDownload(call)).download_url) },
    getParquet: { respond: readParquet },
    listParquet: (ctx, _caller, { params }) => listParquet(ctx, params.id),
    listDatasetFiles: {
      async respond(call) {
        const { query } = call.input;
        const files = await orOfPurchase(
          call,
          (ctx, datasetId) => listDatasetFiles(ctx, datasetId, query),
          (ctx, operator, purchaseId) => listPurchaseFiles(ctx, operator, purchaseId, query),
        );
        return json(200, files);
      },
    },
    getManifest: {
      respond: async (call) =>
        leadTo(await orOfPurchase(call, getManifestUrl, getPurchaseManifestUrl)),
    },
    getArchive: { respond: sendArchive },
  });

type DownloadCall = Call<typeof datasetFiles.getDownloadUrl> | Call<typeof datasetFiles.getFile>;

/** For a free dataset, or for one that the operator has bought and that is off the catalogue. */
function findDownload(call: DownloadCall) {
  const { query } = call.input;
  return orOfPurchase(
    call,
    (ctx, datasetId) => getDownloadUrl(ctx, datasetId, query),
    (ctx, operator, purchaseId) => getPurchaseDownload(ctx, operator, purchaseId, query),
  );
}

/**
 * Parquet readers first ask for the length and then for ranges. A signed URL allows only one
 * method, so a HEAD is answered here, and each GET redirects to its own URL.
 */
async function readParquet({
  edge,
  request,
  input: { params, query },
}: Call<typeof datasetFiles.getParquet>): Promise<Response> {
  const { url, byteSize, etag } = await getParquet(edge.reads, params.id, query.table);
  if (!requestState(request).isHead) return leadTo(url);
  const headers = {
    "accept-ranges": "bytes",
    "cache-control": "no-cache",
    "content-length": String(byteSize),
    "content-type": parquetContentType,
    etag,
  };
  // DuckDB in browsers tests this way for range support, and reads the whole file unless answered
  // like S3.
  if (request.headers.get("range") !== "bytes=0-") return new Response(null, { headers });
  const all = `bytes 0-${byteSize - 1}/${byteSize}`;
  return new Response(null, { status: 206, headers: { ...headers, "content-range": all } });
}

async function sendArchive({
  edge,
  request,
  input: { params },
}: Call<typeof datasetFiles.getArchive>): Promise<Response> {
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
}
