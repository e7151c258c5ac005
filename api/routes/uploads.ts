import { issueFolderUrls } from "../../market/listing/folder/issue-folder-urls.ts";
import { readUploadFile } from "../../market/listing/folder/read-upload-file.ts";
import { readUploadFiles } from "../../market/listing/folder/read-upload-files.ts";
import { signFilePartUrls } from "../../market/listing/folder/sign-file-part-urls.ts";
import { uploads } from "../../market/listing/upload/contract.ts";
import { endUpload } from "../../market/listing/upload/end-upload.ts";
import { issueUploadUrls } from "../../market/listing/upload/issue-upload-urls.ts";
import { getUpload, listUploads } from "../../market/listing/upload/read.ts";
import { signPartUrls } from "../../market/listing/upload/sign-part-urls.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";
import { callerOf, idempotently } from "../http/idempotency.ts";

type UploadParams = { id: string; upload_id: string };

const keyOf = ({ id, upload_id: uploadId }: UploadParams) => ({ listingId: id, uploadId });

const fileKeyOf = ({ position, ...params }: UploadParams & { position: number }) => ({
  ...keyOf(params),
  position,
});

export const uploadRoutes = (edge: Edge) =>
  bind(edge, uploads, {
    issueUploadUrls: {
      respond({ request, actor, input: { params, body = {} } }) {
        const { files, ...single } = body;
        return idempotently(edge.ctx, {
          request,
          caller: callerOf(actor),
          input: body,
          status: 200,
          // A replay must not return an expired URL.
          ttlSeconds: edge.ctx.config.UPLOAD_URL_TTL_SECONDS,
          run: async (ctx) =>
            files === undefined
              ? issueUploadUrls(ctx, actor, params.id, single)
              : issueFolderUrls(ctx, actor, params.id, files),
          view: (issued) => issued,
        });
      },
    },
    listUploads: (ctx, agent, { params, query }) => listUploads(ctx, agent, params.id, query),
    getUpload: (ctx, agent, { params, query }) => getUpload(ctx, agent, keyOf(params), query),
    listUploadFiles: (ctx, agent, { params, query }) =>
      readUploadFiles(ctx, agent, keyOf(params), query),
    getUploadFile: (ctx, agent, { params, query }) =>
      readUploadFile(ctx, agent, fileKeyOf(params), query),
    signFilePartUrls: (ctx, agent, { params, body = {} }) =>
      signFilePartUrls(ctx, agent, fileKeyOf(params), body),
    signPartUrls: (ctx, agent, { params, body = {} }) =>
      signPartUrls(ctx, agent, keyOf(params), body),
    endUpload: (ctx, agent, { params }) => endUpload(ctx, agent, keyOf(params)),
  });
