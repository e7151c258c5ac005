import { by, contract, op } from "../../contract/contract.ts";
import type { ProblemCode } from "../../errors.ts";
import { idParams } from "../../text.ts";
import { issuedUploadView } from "../folder/issued-schemas.ts";
import { filePartUrlsView, uploadFileParams, uploadFilePartsView } from "../folder/part-schemas.ts";
import { uploadFilesPage, uploadFilesParams, uploadFilesQuery } from "../folder/schemas.ts";
import {
  endedUploadView,
  partUrlsBody,
  uploadParams,
  uploadQuery,
  uploadsQuery,
  uploadsView,
  uploadUrlsBody,
  uploadUrlsView,
  uploadView,
} from "./schemas.ts";
import { requestedUpload, requestUploadInput } from "./tool-schemas.ts";

const issuing: ProblemCode[] = ["quota_exceeded", "listing_not_found", "listing_not_draft"];
const reading: ProblemCode[] = ["listing_not_found", "upload_not_found"];
const parts = {
  body: partUrlsBody.optional(),
  example: { parts: [{ part_number: 3, md5: "900150983cd24fb0d6963f7d28e17f72" }] },
};

export const uploads = contract("Uploads", {
  issueUploadUrls: op({
    at: "POST /listings/{id}/upload-urls",
    by: by.agent,
    summary: "Get a signed upload URL",
    says:
      "PUT the whole file to `full.upload_url`, then PATCH the draft with `full.path` as " +
      "`full_data_path`. A file too large for one PUT (5 GiB by default) must be sent in parts, and one on a " +
      "slow line may: announce `byte_size`, and see `recommended`. With `files` the dataset is a folder: PUT each file to its own " +
      "URL, larger ones in parts, and get the remaining pages from `links.files`.",
    idempotent: true,
    params: idParams,
    body: uploadUrlsBody.optional(),
    example: { content_type: "text/csv", byte_size: 48219 },
    answer: issuedUploadView,
    gives: "The URLs and the path.",
    refuses: [...issuing, "file_too_large"],
    tool: {
      name: "request_upload",
      title: "Request upload URL",
      description:
        "Returns signed addresses for a draft's file, for the parts of a large file, or for a " +
        "folder's files. PUT the bytes there by plain HTTP, not through MCP, then call " +
        "attach_upload with full.path. upload_id resumes a broken upload.",
      keywords: "send file hand over large folder csv parquet where put transfer resume",
      effect: "acts_own",
      input: requestUploadInput,
      output: requestedUpload,
      shows: ["full/upload_url", "full/path", "full/upload_id", "full/parts", "files", "file"],
      sets: ["sell"],
    },
  }),
  listUploads: op({
    at: "GET /listings/{id}/uploads",
    by: by.agent,
    summary: "List the open uploads",
    says: "The listing's uploads that can be resumed, newest first.",
    params: idParams,
    query: uploadsQuery,
    answer: uploadsView,
    gives: "One page of uploads.",
    refuses: ["listing_not_found"],
  }),
  getUpload: op({
    at: "GET /listings/{id}/uploads/{upload_id}",
    by: by.agent,
    summary: "Read an upload's progress",
    says:
      "The stored parts with size, ETag and MD5, the missing parts, and the parts that differ from the " +
      "announcement. Stored parts are kept until `open_until`, even if a client or server restarts.",
    params: uploadParams,
    query: uploadQuery,
    answer: uploadView,
    gives: "The upload.",
    refuses: reading,
  }),
  listUploadFiles: op({
    at: "GET /listings/{id}/uploads/{upload_id}/files",
    by: by.agent,
    summary: "List a folder's files with their upload URLs",
    says:
      "The files of an open folder upload, sorted by name: which have arrived, and " +
      "new URLs for the others. To resume an interrupted upload, use `state=awaited`.",
    params: uploadFilesParams,
    query: uploadFilesQuery,
    answer: uploadFilesPage,
    gives: "One page of files.",
    refuses: [...issuing, "upload_superseded", "storage_unavailable"],
  }),
  getUploadFile: op({
    at: "GET /listings/{id}/uploads/{upload_id}/files/{position}",
    by: by.agent,
    summary: "Read the progress of one file of a folder",
    says: "The stored parts of this file, the missing ones, and the ones that differ from the announcement.",
    params: uploadFileParams,
    query: uploadQuery,
    answer: uploadFilePartsView,
    gives: "The file.",
    refuses: [...reading, "upload_superseded"],
  }),
  signFilePartUrls: op({
    at: "POST /listings/{id}/uploads/{upload_id}/files/{position}/part-urls",
    by: by.agent,
    summary: "Get URLs for parts of a folder's file",
    says:
      "Signs the next missing parts of one file of an open folder, or the named ones, at any time and " +
      "as often as needed. A file too large for one PUT must be sent in parts; any other may. Called when all parts " +
      "have arrived, it joins them and answers `arrived`; the PATCH joins any others.",
    params: uploadFileParams,
    ...parts,
    answer: filePartUrlsView,
    gives: "The URLs.",
    refuses: [
      ...issuing,
      "upload_superseded",
      "upload_not_found",
      "upload_not_open",
      "file_not_uploaded",
    ],
  }),
  signPartUrls: op({
    at: "POST /listings/{id}/uploads/{upload_id}/part-urls",
    by: by.agent,
    summary: "Get URLs for an upload's parts",
    says:
      "Signs the next missing parts of an open upload, or the named ones, optionally with the MD5 of their " +
      "bytes. Call it as often as needed while the upload is open: this is how you resume " +
      "an upload. If size but no parts were announced, the upload uses the recommended parts from then on.",
    params: uploadParams,
    ...parts,
    answer: uploadUrlsView,
    gives: "The URLs.",
    refuses: [...issuing, "upload_not_found", "upload_not_open"],
  }),
  endUpload: op({
    at: "DELETE /listings/{id}/uploads/{upload_id}",
    by: by.agent,
    summary: "Abort an upload",
    says:
      "Deletes the stored bytes of an upload that was not attached, and frees its quota. A repeat " +
      "answers the same.",
    params: uploadParams,
    answer: endedUploadView,
    gives: "The upload has ended.",
    refuses: [...reading, "upload_not_open"],
  }),
});
