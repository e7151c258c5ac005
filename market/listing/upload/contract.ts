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

/** Of URLs that are given out. */
const issuing: ProblemCode[] = ["quota_exceeded", "listing_not_found", "listing_not_draft"];
const reading: ProblemCode[] = ["listing_not_found", "upload_not_found"];
const parts = {
  body: partUrlsBody.optional(),
  example: { parts: [{ part_number: 3, md5: "900150983cd24fb0d6963f7d28e17f72" }] },
};

/** A listing's files on their way in: one, its parts, or a folder of many. */
export const uploads = contract("Uploads", {
  issueUploadUrls: op({
    at: "POST /listings/{id}/upload-urls",
    by: by.agent,
    summary: "Get a signed upload URL",
    says:
      "PUT the whole file to `full.upload_url`, then PATCH the draft with `full.path` as " +
      "`full_data_path`. Files above what one PUT takes (5 GiB by default) come in parts, and those on " +
      "slow lines may: announce `byte_size`, and see `recommended`. With `files` the dataset is a folder: PUT each file to its own " +
      "URL, a larger one in parts of its own, and read the other pages of them by `links.files`.",
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
        "Upload a file, where do I send or put the CSV of my draft or listing, a large file, or a " +
        "folder of many? Gives a signed address: PUT the bytes to full.upload_url by plain HTTP " +
        "(not through MCP), then hand full.path to attach_upload. Broken off: upload_id gives the " +
        "URLs of missing parts.",
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
    says: "Uploads of the listing that can be gone on with, newest first.",
    params: idParams,
    query: uploadsQuery,
    answer: uploadsView,
    gives: "One page of uploads.",
    refuses: ["listing_not_found"],
  }),
  getUpload: op({
    at: "GET /listings/{id}/uploads/{upload_id}",
    by: by.agent,
    summary: "Read what has arrived of an upload",
    says:
      "The parts that lie in the store, with size, ETag and MD5, those that are missing, and those that " +
      "are not what was announced. What has arrived stays, whoever dies meanwhile, until `open_until`.",
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
      "The files of a folder that is being uploaded, in the order of their names: which have arrived, and " +
      "new URLs for those that have not. A broken upload goes on with `state=awaited`.",
    params: uploadFilesParams,
    query: uploadFilesQuery,
    answer: uploadFilesPage,
    gives: "One page of files.",
    refuses: [...issuing, "upload_superseded", "storage_unavailable"],
  }),
  getUploadFile: op({
    at: "GET /listings/{id}/uploads/{upload_id}/files/{position}",
    by: by.agent,
    summary: "Read what has arrived of a folder's file",
    says:
      "As of an upload of one file: the parts of this file that lie in the store, those that are missing, " +
      "and those that are not what was announced.",
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
      "Signs the next missing parts of one file of an open folder, or those that are named, at any time and " +
      "as often as needed. A file above what one PUT takes comes in parts alone; any other may. Asked again when all " +
      "have arrived, it joins them and answers `arrived`; the PATCH joins what is left.",
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
    summary: "Get URLs for parts, anew or for the first time",
    says:
      "Signs the next missing parts of an open upload, or those that are named, with the MD5 of their " +
      "bytes if you like. At any time while it is open, as often as needed: this is how an upload is " +
      "resumed. One whose size was announced, but no parts, comes in the recommended parts from then on.",
    params: uploadParams,
    ...parts,
    answer: uploadUrlsView,
    gives: "The URLs.",
    refuses: [...issuing, "upload_not_found", "upload_not_open"],
  }),
  endUpload: op({
    at: "DELETE /listings/{id}/uploads/{upload_id}",
    by: by.agent,
    summary: "Give an upload up",
    says:
      "Deletes what has arrived of an upload that was not attached, and frees its room. Asked again, it " +
      "answers the same.",
    params: uploadParams,
    answer: endedUploadView,
    gives: "It is ended.",
    refuses: [...reading, "upload_not_open"],
  }),
});
