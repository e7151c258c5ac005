/** How the operations on the files of a dataset stand in `/openapi.json`. */

import { filesView } from "../../../market/catalogue/folder/schemas.ts";
import type { ProblemCode } from "../../../market/errors.ts";
import { commonRefusals, operation } from "../../http/operation.ts";

const tag = "Catalogue";
const security = "none";

const fileRefusals: ProblemCode[] = [
  ...commonRefusals,
  "invalid_request",
  "dataset_not_found",
  "file_not_available",
  "storage_unavailable",
];

export const fileOperations = {
  listDatasetFiles: operation({
    operationId: "listDatasetFiles",
    summary: "List the files of a dataset",
    description:
      "In the order of their paths, a page at a time: of a free folder with hashes and signed URLs, of a " +
      "paid one with names and sizes. A dataset that is a single file has one.",
    tag,
    security,
    success: { 200: { description: "One page of files.", schema: filesView } },
    refusals: fileRefusals,
  }),
  getManifest: operation({
    operationId: "getManifest",
    summary: "Follow to the manifest of a free folder",
    description:
      "Leads to JSON with path, size and SHA-256 of each file, written after RFC 8785: its own SHA-256 is " +
      "the dataset's `sha256`.",
    tag,
    security,
    success: { 302: { description: "The signed URL is in `Location`." } },
    refusals: [...fileRefusals, "purchase_required", "file_not_found"],
  }),
  getArchive: operation({
    operationId: "getArchive",
    summary: "Download a folder as one zip file",
    description:
      "The address is a `download_url` of a folder. The zip file is made while it is sent, of its files " +
      "as they are, without byte ranges; where a file is not what was sold, the stream breaks off.",
    isFile: true,
    tag,
    security,
    success: {
      200: {
        description: "The zip file.",
        also: { "application/zip": { type: "string", format: "binary" } },
      },
    },
    refusals: [
      ...commonRefusals,
      "invalid_request",
      "signature_invalid",
      "download_url_expired",
      "file_not_available",
      "rate_limited",
    ],
  }),
};
