/** Where a seller agent sends its data: one file, parts of it, or a folder of many files. */

import { z } from "zod";
import { agreeing } from "../../market/counted.ts";
import { filePartUrlsView } from "../../market/listing/folder/part-schemas.ts";
import {
  announcedFile,
  type FolderUploadView,
  folderUploadView,
  type UploadFilesPage,
  uploadFilesPage,
} from "../../market/listing/folder/schemas.ts";
import { uploadUrlsBody, uploadUrlsView } from "../../market/listing/upload/schemas.ts";
import { idSchema } from "../../market/text.ts";
import { operations } from "../operations.ts";
import { defineTool, type ToolCall } from "../tool.ts";
import { bytes } from "../words.ts";
import { ownWrite } from "./annotations.ts";
import { agentToken, listingId } from "./own-listing.ts";
import { moreFiles, TOOL_FILES_MAX } from "./tool-files.ts";

const uploadFull = uploadUrlsView.shape.full;

/** Of one file `full`, of a folder `full` and `files`, of one file of a folder `file`. */
const requestedUpload = z.object({
  full: uploadFull
    .extend({ file_count: folderUploadView.shape.full.shape.file_count })
    .partial()
    .optional(),
  files: uploadFilesPage.optional(),
  file: filePartUrlsView.optional(),
  warnings: folderUploadView.shape.warnings.optional(),
});

type RequestedUpload = z.output<typeof requestedUpload>;

export const requestUpload = defineTool({
  name: "request_upload",
  title: "Request upload URL",
  description:
    "Upload a file, where do I send or put the CSV of my draft or listing, a large file, or a " +
    "folder of many? Gives a signed address: PUT the bytes to full.upload_url by plain HTTP " +
    "(not through MCP), then hand full.path to attach_upload. Broken off: upload_id gives the " +
    "URLs of missing parts.",
  key: "agent",
  annotations: { ...ownWrite, idempotentHint: false },
  input: z.strictObject({
    listing_id: listingId,
    content_type: uploadUrlsBody.shape.content_type.describe("Such as text/csv."),
    byte_size: uploadUrlsBody.shape.byte_size.describe("The file's exact size."),
    parts: uploadUrlsBody.shape.parts.describe("How many; full.recommended says a good number."),
    files: z
      .array(
        announcedFile.extend({
          name: z.string().describe("Path in it."),
          byte_size: z.int().min(0),
          sha256: announcedFile.shape.sha256.describe("Other bytes are refused."),
        }),
      )
      .min(1)
      .max(TOOL_FILES_MAX, moreFiles)
      .optional()
      .describe("Of a folder, all."),
    upload_id: idSchema.optional().describe("full.upload_id, to go on with it."),
    file: z.int().min(0).optional().describe("Of a folder: position, for its parts."),
    agent_token: agentToken,
  }),
  output: requestedUpload,
  async run(call, { listing_id: id, agent_token: _token, upload_id: uploadId, file, ...body }) {
    if (uploadId !== undefined) return goOn(call, { id, uploadId, file });
    if (file !== undefined) throw call.refuse("/file", "needs upload_id beside it");
    if (body.files === undefined) return call.request(operations.requestUpload, { id, body });
    return startOfFolder(await call.request(operations.announceFolder, { id, body }));
  },
  tell: (answer) => ({ text: tellUpload(answer) }),
});

/** URLs in one answer; the next call gives those that are missing then. */
const urlsMax = 20;

type Begun = { id: string; uploadId: string; file: number | undefined };

async function goOn(call: ToolCall, { id, uploadId, file }: Begun): Promise<RequestedUpload> {
  const body = { limit: urlsMax };
  if (file !== undefined) {
    const position = String(file);
    return {
      file: await call.request(operations.requestFileParts, { id, uploadId, position, body }),
    };
  }
  const { file_count: fileCount, path } = await call.request(operations.getUpload, {
    id,
    uploadId,
  });
  if (fileCount === null) return call.request(operations.requestParts, { id, uploadId, body });
  const query = { state: "awaited", limit: urlsMax };
  const files = await call.request(operations.listUploadFiles, { id, uploadId, query });
  return { full: { path, upload_id: uploadId, file_count: fileCount }, files };
}

/** The announcement's page has more URLs than a model sends at a time. */
function startOfFolder({ full, files, warnings }: FolderUploadView): RequestedUpload {
  const items = files.items.slice(0, urlsMax);
  const isCut = items.length < files.items.length;
  const pagination = isCut
    ? { limit: urlsMax, has_more: true, next_cursor: null }
    : files.pagination;
  return { full, files: { ...files, items, pagination }, warnings };
}

function tellUpload({ full, files, file }: RequestedUpload): string {
  if (file !== undefined) return tellFile(file);
  if (full === undefined) return "";
  return files === undefined ? tellSingle(full) : tellFolder(full, files);
}

type Full = NonNullable<RequestedUpload["full"]>;

function tellFolder({ path, upload_id: id }: Full, { items, expires_in }: UploadFilesPage): string {
  const attach = `call attach_upload with full_data_path ${path}`;
  const awaited = items.filter(({ state }) => state === "awaited");
  if (awaited.length === 0) return `All files have arrived: ${attach}.`;
  const large = awaited.filter(({ upload_url: url }) => url === null);
  const inParts =
    large.length === 0
      ? ""
      : ` ${large.length} ${agreeing(large.length, "comes", "come")} in parts: request_upload with upload_id and file, its position.`;
  return (
    `PUT each file to its upload_url within ${expires_in} seconds.${inParts} Then request_upload with ` +
    `upload_id ${id} gives those that are missing; once none is, ${attach}.`
  );
}

function tellFile(file: z.output<typeof filePartUrlsView>): string {
  const { name, position, state, parts, parts_missing: missing, expires_in: seconds } = file;
  if (state === "arrived") return `${name} has arrived whole.`;
  return (
    `PUT each part of ${name} to its URL within ${seconds} seconds; ${missing} ${agreeing(missing, "is", "are")} missing. ` +
    `request_upload with file ${position} gives ${parts.length < missing ? "further URLs, and " : ""}joins ` +
    "them once all are there."
  );
}

function tellSingle(full: Full): string {
  const { upload_url: url, path, expires_in: seconds, upload_id: id, parts, recommended } = full;
  const attach = `then call attach_upload with full_data_path ${path}`;
  if (parts !== undefined) {
    const missing = full.parts_missing ?? parts.length;
    if (missing === 0 && parts.length === 0) return `All parts have arrived; ${attach}`;
    return (
      `PUT each part to its URL within ${seconds} seconds, ${attach}. ${missing} of ` +
      `${full.parts_expected} are missing; request_upload with upload_id ${id} gives further URLs.`
    );
  }
  const inParts =
    recommended === undefined || recommended.parts === 1
      ? ""
      : ` On a bad line, ${recommended.parts} parts: request_upload with upload_id ${id}.`;
  return `PUT the file to ${url} within ${seconds} seconds (at most ${bytes(full.byte_size_max ?? 0)}), ${attach}${inParts}`;
}
