import { z } from "zod";
import { by, contract, noJson, op } from "../../contract/contract.ts";
import type { ProblemCode } from "../../errors.ts";
import { filesQuery } from "../../listing/folder/schemas.ts";
import { idParams } from "../../text.ts";
import { profileQuery } from "../profiles/sample-schemas.ts";
import { downloadView } from "../schemas.ts";
import { parquetFilesView } from "../twin/schemas.ts";
import { archiveParams, downloadQuery, filesView } from "./schemas.ts";

const ofFiles: ProblemCode[] = ["dataset_not_found", "file_not_available", "storage_unavailable"];
const ofDownload: ProblemCode[] = [...ofFiles, "purchase_required", "file_not_found"];
const leads = { status: 302, answer: z.url(), gives: "The signed URL is in `Location`." } as const;

/** The bytes of datasets: free ones everybody's, others those of who has bought them. */
export const datasetFiles = contract("Catalogue", {
  getDownloadUrl: op({
    at: "GET /datasets/{id}/download-url",
    by: by.anyone,
    summary: "Download a free dataset",
    says:
      "A signed URL of the whole file, valid for 3600 seconds. Free datasets only. Of a folder, one file by " +
      "`path`, or all as one zip file.",
    params: idParams,
    query: downloadQuery,
    answer: downloadView,
    gives: "The signed URL.",
    refuses: ofDownload,
    tool: {
      name: "get_download_url",
      title: "Get free download URL",
      description:
        "Get me the file of it, it costs nothing (price 0): download a free dataset, can you get " +
        "all of it for me? A link that works for an hour, without any key. Paid datasets are " +
        "refused with purchase_required; who bought one calls get_purchase_download_url.",
      effect: "reads_anew",
      inputs: { dataset_id: ["params", "id", "From search_datasets."] },
      shows: ["download_url", "expires_in", "sha256", "byte_size"],
      sets: ["browse", "buy"],
    },
  }),
  getFile: op({
    at: "GET /datasets/{id}/file",
    by: by.anyone,
    summary: "Follow to the file of a free dataset",
    says:
      "For tools that follow a link to the bytes, as those of Croissant do: leads to the signed URL " +
      "that `getDownloadUrl` gives.",
    params: idParams,
    query: downloadQuery,
    ...leads,
    refuses: ofDownload,
  }),
  getParquet: op({
    at: "GET /datasets/{id}/parquet",
    by: by.anyone,
    summary: "Read a table of a free dataset as Parquet",
    says:
      "A stable address that DuckDB, pandas, Polars and others read directly: it leads to a signed URL " +
      "that takes byte ranges; HEAD answers with length and ETag. The rows are in file order, with the " +
      "types of the profile. Free datasets only; `table` is the default one where it is left out.",
    params: idParams,
    query: profileQuery,
    ...leads,
    refuses: ["purchase_required", "dataset_not_found", "table_not_found", "parquet_not_available"],
  }),
  listParquet: op({
    at: "GET /datasets/{id}/parquet/tables",
    by: by.anyone,
    summary: "List the Parquet files of a free dataset",
    says: "Each table with the address of its Parquet file, or why there is none.",
    params: idParams,
    answer: parquetFilesView,
    gives: "The tables.",
    refuses: ["purchase_required", "dataset_not_found"],
  }),
  listDatasetFiles: op({
    at: "GET /datasets/{id}/files",
    by: by.anyone,
    summary: "List the files of a dataset",
    says:
      "In the order of their paths, a page at a time: of a free folder with hashes and signed URLs, of a " +
      "paid one with names and sizes. A dataset that is a single file has one.",
    params: idParams,
    query: filesQuery,
    answer: filesView,
    gives: "One page of files.",
    refuses: ofFiles,
  }),
  getManifest: op({
    at: "GET /datasets/{id}/manifest",
    by: by.anyone,
    summary: "Follow to the manifest of a free folder",
    says:
      "Leads to JSON with path, size and SHA-256 of each file, written after RFC 8785: its own SHA-256 is " +
      "the dataset's `sha256`.",
    params: idParams,
    ...leads,
    refuses: ofDownload,
  }),
  getArchive: op({
    at: "GET /archives/{token}",
    by: by.anyone,
    summary: "Download a folder as one zip file",
    says:
      "The address is a `download_url` of a folder. The zip file is made while it is sent, of its files " +
      "as they are, without byte ranges; where a file is not what was sold, the stream breaks off.",
    params: archiveParams,
    answer: noJson,
    also: { "application/zip": { type: "string", format: "binary" } },
    isFile: true,
    gives: "The zip file.",
    refuses: ["signature_invalid", "download_url_expired", "file_not_available"],
  }),
});
