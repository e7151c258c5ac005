/** How the operations on uploads stand in `/openapi.json`. */
import { issuedUploadView } from "../../../market/listing/folder/issued-schemas.ts";
import {
  filePartUrlsView,
  uploadFilePartsView,
} from "../../../market/listing/folder/part-schemas.ts";
import { uploadFilesPage } from "../../../market/listing/folder/schemas.ts";
import {
  endedUploadView,
  partUrlsBody,
  uploadsView,
  uploadUrlsBody,
  uploadUrlsView,
  uploadView,
} from "../../../market/listing/upload/schemas.ts";
import { bodyRefusals, operation } from "../../http/operation.ts";
import { agentRefusals, keyRefusals } from "./listings.operations.ts";

const tag = "Uploads";
const security = "agent";

export const uploadOperations = {
  issueUploadUrls: operation({
    operationId: "issueUploadUrls",
    summary: "Get a signed upload URL",
    description:
      "PUT the whole file to `full.upload_url`, then PATCH the draft with `full.path` as " +
      "`full_data_path`. Files above what one PUT takes (5 GiB by default) come in parts, and those on " +
      "slow lines may: announce `byte_size`, and see `recommended`. With `files` the dataset is a folder: PUT each file to its own " +
      "URL, a larger one in parts of its own, and read the other pages of them by `links.files`.",
    tag,
    security,
    idempotent: true,
    body: {
      schema: uploadUrlsBody,
      optional: true,
      example: { content_type: "text/csv", byte_size: 48219 },
    },
    success: { 200: { description: "The URLs and the path.", schema: issuedUploadView } },
    refusals: [
      ...agentRefusals,
      ...bodyRefusals,
      ...keyRefusals,
      "file_too_large",
      "quota_exceeded",
      "listing_not_found",
      "listing_not_draft",
    ],
  }),
  listUploads: operation({
    operationId: "listUploads",
    summary: "List the open uploads",
    description: "Uploads of the listing that can be gone on with, newest first.",
    tag,
    security,
    success: { 200: { description: "One page of uploads.", schema: uploadsView } },
    refusals: [...agentRefusals, "listing_not_found"],
  }),
  getUpload: operation({
    operationId: "getUpload",
    summary: "Read what has arrived of an upload",
    description:
      "The parts that lie in the store, with size, ETag and MD5, those that are missing, and those that " +
      "are not what was announced. What has arrived stays, whoever dies meanwhile, until `open_until`.",
    tag,
    security,
    success: { 200: { description: "The upload.", schema: uploadView } },
    refusals: [...agentRefusals, "listing_not_found", "upload_not_found"],
  }),
  listUploadFiles: operation({
    operationId: "listUploadFiles",
    summary: "List a folder's files with their upload URLs",
    description:
      "The files of a folder that is being uploaded, in the order of their names: which have arrived, and " +
      "new URLs for those that have not. A broken upload goes on with `state=awaited`.",
    tag,
    security,
    success: { 200: { description: "One page of files.", schema: uploadFilesPage } },
    refusals: [
      ...agentRefusals,
      "upload_superseded",
      "storage_unavailable",
      "quota_exceeded",
      "listing_not_found",
      "listing_not_draft",
    ],
  }),
  getUploadFile: operation({
    operationId: "getUploadFile",
    summary: "Read what has arrived of a folder's file",
    description:
      "As of an upload of one file: the parts of this file that lie in the store, those that are missing, " +
      "and those that are not what was announced.",
    tag,
    security,
    success: { 200: { description: "The file.", schema: uploadFilePartsView } },
    refusals: [...agentRefusals, "upload_superseded", "listing_not_found", "upload_not_found"],
  }),
  signFilePartUrls: operation({
    operationId: "signFilePartUrls",
    summary: "Get URLs for parts of a folder's file",
    description:
      "Signs the next missing parts of one file of an open folder, or those that are named, at any time and " +
      "as often as needed. A file above what one PUT takes comes in parts alone; any other may. Asked again when all " +
      "have arrived, it joins them and answers `arrived`; the PATCH joins what is left.",
    tag,
    security,
    body: {
      schema: partUrlsBody,
      optional: true,
      example: { parts: [{ part_number: 3, md5: "900150983cd24fb0d6963f7d28e17f72" }] },
    },
    success: { 200: { description: "The URLs.", schema: filePartUrlsView } },
    refusals: [
      ...agentRefusals,
      ...bodyRefusals,
      "quota_exceeded",
      "listing_not_found",
      "listing_not_draft",
      "upload_superseded",
      "upload_not_found",
      "upload_not_open",
      "file_not_uploaded",
    ],
  }),
  signPartUrls: operation({
    operationId: "signPartUrls",
    summary: "Get URLs for parts, anew or for the first time",
    description:
      "Signs the next missing parts of an open upload, or those that are named, with the MD5 of their " +
      "bytes if you like. At any time while it is open, as often as needed: this is how an upload is " +
      "resumed. One whose size was announced, but no parts, comes in the recommended parts from then on.",
    tag,
    security,
    body: {
      schema: partUrlsBody,
      optional: true,
      example: { parts: [{ part_number: 3, md5: "900150983cd24fb0d6963f7d28e17f72" }] },
    },
    success: { 200: { description: "The URLs.", schema: uploadUrlsView } },
    refusals: [
      ...agentRefusals,
      ...bodyRefusals,
      "quota_exceeded",
      "listing_not_found",
      "listing_not_draft",
      "upload_not_found",
      "upload_not_open",
    ],
  }),
  endUpload: operation({
    operationId: "endUpload",
    summary: "Give an upload up",
    description:
      "Deletes what has arrived of an upload that was not attached, and frees its room. Asked again, it " +
      "answers the same.",
    tag,
    security,
    success: { 200: { description: "It is ended.", schema: endedUploadView } },
    refusals: [...agentRefusals, "listing_not_found", "upload_not_found", "upload_not_open"],
  }),
};
