import { by, contract, op } from "../../contract/contract.ts";
import type { ProblemCode } from "../../errors.ts";
import { idParams } from "../../text.ts";
import { IMPORT_HOURS_MAX } from "../limits.ts";
import { importBody, importParams, importsQuery, importsView, importView } from "./schemas.ts";

const own: ProblemCode[] = ["listing_not_found", "upload_not_found"];

export const imports = contract("Uploads", {
  createImport: op({
    at: "POST /listings/{id}/imports",
    by: by.agent,
    summary: "Import a file from an address",
    says:
      "A worker fetches the file (or the files that a Croissant document names) and attaches it, as if you had " +
      "uploaded it: read the listing for its profile. Broken connections are resumed, and attempts repeated for " +
      `${IMPORT_HOURS_MAX} hours. Only public addresses at port 443 or 8443 are called.`,
    idempotent: true,
    params: idParams,
    body: importBody,
    example: { from: "https://data.example.org/prices.csv" },
    status: 201,
    answer: importView,
    gives: "The import.",
    refuses: ["listing_not_found", "listing_not_draft", "limit_reached"],
  }),
  listImports: op({
    at: "GET /listings/{id}/imports",
    by: by.agent,
    summary: "List the imports of a listing",
    says: "Newest first.",
    params: idParams,
    query: importsQuery,
    answer: importsView,
    gives: "One page of imports.",
    refuses: ["listing_not_found"],
  }),
  getImport: op({
    at: "GET /listings/{id}/imports/{import_id}",
    by: by.agent,
    summary: "Read an import's progress",
    says: "What has arrived, and why an attempt failed.",
    params: importParams,
    answer: importView,
    gives: "The import.",
    refuses: own,
  }),
  cancelImport: op({
    at: "DELETE /listings/{id}/imports/{import_id}",
    by: by.agent,
    summary: "Cancel an import",
    says: "Stops it and deletes what has arrived. A repeat answers the same.",
    params: importParams,
    answer: importView,
    gives: "The import.",
    refuses: [...own, "upload_not_open"],
  }),
  retryImport: op({
    at: "POST /listings/{id}/imports/{import_id}/retry",
    by: by.agent,
    summary: "Retry a failed import",
    says: "Continues where it stopped. An import that waits or runs stays as it is.",
    params: importParams,
    answer: importView,
    gives: "The import.",
    refuses: [...own, "upload_not_open"],
  }),
});
