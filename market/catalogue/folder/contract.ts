import { z } from "zod";
import { by, contract, noJson, op } from "../../contract/contract.ts";
import type { ProblemCode } from "../../errors.ts";
import { filesQuery } from "../../listing/folder/schemas.ts";
import { idParams, idSchema } from "../../text.ts";
import { profileQuery } from "../profiles/sample-schemas.ts";
import { downloadView } from "../schemas.ts";
import { embedWords } from "../tool-schemas.ts";
import { parquetFilesView } from "../twin/schemas.ts";
import { archiveParams, downloadQuery, fileQuery, filesView } from "./schemas.ts";

const ofFiles: ProblemCode[] = ["dataset_not_found", "file_not_available", "storage_unavailable"];
const ofDownload: ProblemCode[] = [...ofFiles, "purchase_required", "file_not_found"];
const leads = { status: 302, answer: z.url(), gives: "The signed URL is in `Location`." } as const;

/** The bytes of free datasets; buyers download theirs through their purchase. */
export const datasetFiles = contract("Catalogue", {
  getDownloadUrl: op({
    at: "GET /datasets/{id}/download-url",
    by: by.anyone,
    summary: "Download a free dataset",
    says:
      "A signed URL of the whole file, valid for 3600 seconds. Free datasets only. For a folder, one file by " +
      "`path`, or everything as one zip file.",
    params: idParams,
    query: downloadQuery,
    answer: downloadView,
    gives: "The signed URL.",
    refuses: ofDownload,
    tool: {
      name: "get_download_url",
      title: "Get free download URL",
      description:
        "Returns a signed address of a free dataset's whole file, for anyone and for an hour, with " +
        "size and SHA-256; embed returns a small file itself. Paid datasets are refused with " +
        "purchase_required: use buy_now. To read only some rows use query_dataset.",
      keywords: "free get file all of it fetch download link",
      effect: "reads_anew",
      input: z.strictObject({
        dataset_id: idSchema.describe("From search_datasets."),
        embed: z.boolean().optional().describe(embedWords),
      }),
      output: downloadView,
      shows: ["download_url", "expires_in", "sha256", "byte_size"],
      brief: true,
      sets: ["core", "browse", "buy"],
    },
  }),
  getFile: op({
    at: "GET /datasets/{id}/file",
    by: by.anyone,
    summary: "Redirect to a free dataset's file",
    says:
      "For tools that follow a link to the bytes, such as Croissant clients: redirects to the signed URL " +
      "that `getDownloadUrl` returns.",
    params: idParams,
    query: fileQuery,
    ...leads,
    refuses: ofDownload,
  }),
  getParquet: op({
    at: "GET /datasets/{id}/parquet",
    by: by.anyone,
    summary: "Read a free dataset's table as Parquet",
    says:
      "A stable address for DuckDB, pandas, Polars and other readers: it redirects to a signed URL " +
      "that supports byte ranges; HEAD returns length and ETag. The rows are in file order, with the " +
      "profile's types. Free datasets only; `table` defaults to the default table.",
    params: idParams,
    query: profileQuery,
    ...leads,
    refuses: ["purchase_required", "dataset_not_found", "table_not_found", "parquet_not_available"],
  }),
  listParquet: op({
    at: "GET /datasets/{id}/parquet/tables",
    by: by.anyone,
    summary: "List a free dataset's Parquet files",
    says: "Each table with the address of its Parquet file, or the reason why it has none.",
    params: idParams,
    answer: parquetFilesView,
    gives: "The tables.",
    refuses: ["purchase_required", "dataset_not_found"],
  }),
  listDatasetFiles: op({
    at: "GET /datasets/{id}/files",
    by: by.anyone,
    summary: "List a dataset's files",
    says:
      "Sorted by path, one page at a time: a free folder with hashes and signed URLs, a " +
      "paid one with names and sizes. A single-file dataset has one.",
    params: idParams,
    query: filesQuery,
    answer: filesView,
    gives: "One page of files.",
    refuses: ofFiles,
  }),
  getManifest: op({
    at: "GET /datasets/{id}/manifest",
    by: by.anyone,
    summary: "Redirect to a free folder's manifest",
    says:
      "JSON with each file's path, size and SHA-256, serialised by RFC 8785: its own SHA-256 is " +
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
      "The address is a folder's `download_url`. The zip file is built while it is sent, from unmodified " +
      "files, without byte ranges; if a file differs from the one sold, the stream is cut off.",
    params: archiveParams,
    answer: noJson,
    also: { "application/zip": { type: "string", format: "binary" } },
    isFile: true,
    gives: "The zip file.",
    refuses: ["signature_invalid", "download_url_expired", "file_not_available"],
  }),
});
