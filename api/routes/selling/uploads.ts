/** The routes of a listing's files on their way in: URLs, what has arrived, URLs anew. */
import { Elysia } from "elysia";
import { issueFolderUrls } from "../../../market/listing/folder/issue-folder-urls.ts";
import { uploadFileParams } from "../../../market/listing/folder/part-schemas.ts";
import { readUploadFile } from "../../../market/listing/folder/read-upload-file.ts";
import { readUploadFiles } from "../../../market/listing/folder/read-upload-files.ts";
import {
  type FolderUploadView,
  uploadFilesParams,
  uploadFilesQuery,
} from "../../../market/listing/folder/schemas.ts";
import { signFilePartUrls } from "../../../market/listing/folder/sign-file-part-urls.ts";
import { endUpload } from "../../../market/listing/upload/end-upload.ts";
import { issueUploadUrls } from "../../../market/listing/upload/issue-upload-urls.ts";
import { getUpload, listUploads } from "../../../market/listing/upload/read.ts";
import {
  partUrlsBody,
  type UploadUrlsView,
  uploadParams,
  uploadQuery,
  uploadsQuery,
  uploadUrlsBody,
} from "../../../market/listing/upload/schemas.ts";
import { signPartUrls } from "../../../market/listing/upload/sign-part-urls.ts";
import { emptyQuery, idParams } from "../../../market/text.ts";
import type { Edge } from "../../edge.ts";
import { requireVerifiedAgent } from "../../http/authenticate.ts";
import { json } from "../../http/idempotency.ts";
import { once } from "./once.ts";
import { uploadOperations as operations } from "./uploads.operations.ts";

const keyOf = ({ id, upload_id: uploadId }: { id: string; upload_id: string }) => ({
  listingId: id,
  uploadId,
});

type FileParams = { id: string; upload_id: string; position: number };

const fileKeyOf = ({ position, ...params }: FileParams) => ({ ...keyOf(params), position });

export const uploadRoutes = ({ ctx, tokens }: Edge) =>
  new Elysia({ name: "uploads" })
    .derive(async ({ request }) => ({ agent: await requireVerifiedAgent(ctx, tokens, request) }))
    .post(
      "/listings/:id/upload-urls",
      ({ request, agent, params, body }) => {
        // A replay must not hand out a URL that has expired meanwhile.
        const ttlSeconds = ctx.config.UPLOAD_URL_TTL_SECONDS;
        const call = { request, agent, input: body ?? {}, status: 200, ttlSeconds };
        return once<UploadUrlsView | FolderUploadView>(ctx, call, (inner) =>
          body?.files === undefined
            ? issueUploadUrls(inner, agent, params.id, body ?? {})
            : issueFolderUrls(inner, agent, params.id, body.files),
        );
      },
      {
        params: idParams,
        body: uploadUrlsBody.optional(),
        query: emptyQuery,
        detail: operations.issueUploadUrls,
      },
    )
    .get(
      "/listings/:id/uploads",
      async ({ agent, params, query }) =>
        json(200, await listUploads(ctx, agent, params.id, query)),
      { params: idParams, query: uploadsQuery, detail: operations.listUploads },
    )
    .get(
      "/listings/:id/uploads/:upload_id",
      async ({ agent, params, query }) =>
        json(200, await getUpload(ctx, agent, keyOf(params), query)),
      { params: uploadParams, query: uploadQuery, detail: operations.getUpload },
    )
    .get(
      "/listings/:id/uploads/:upload_id/files",
      async ({ agent, params, query }) =>
        json(200, await readUploadFiles(ctx, agent, keyOf(params), query)),
      {
        params: uploadFilesParams,
        query: uploadFilesQuery,
        detail: operations.listUploadFiles,
      },
    )
    .get(
      "/listings/:id/uploads/:upload_id/files/:position",
      async ({ agent, params, query }) =>
        json(200, await readUploadFile(ctx, agent, fileKeyOf(params), query)),
      { params: uploadFileParams, query: uploadQuery, detail: operations.getUploadFile },
    )
    .post(
      "/listings/:id/uploads/:upload_id/files/:position/part-urls",
      async ({ agent, params, body }) =>
        json(200, await signFilePartUrls(ctx, agent, fileKeyOf(params), body ?? {})),
      {
        params: uploadFileParams,
        body: partUrlsBody.optional(),
        query: emptyQuery,
        detail: operations.signFilePartUrls,
      },
    )
    .post(
      "/listings/:id/uploads/:upload_id/part-urls",
      async ({ agent, params, body }) =>
        json(200, await signPartUrls(ctx, agent, keyOf(params), body ?? {})),
      {
        params: uploadParams,
        body: partUrlsBody.optional(),
        query: emptyQuery,
        detail: operations.signPartUrls,
      },
    )
    .delete(
      "/listings/:id/uploads/:upload_id",
      async ({ agent, params }) => json(200, await endUpload(ctx, agent, keyOf(params))),
      { params: uploadParams, query: emptyQuery, detail: operations.endUpload },
    );
