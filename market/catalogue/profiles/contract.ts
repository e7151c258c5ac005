import { by, contract, op } from "../../contract/contract.ts";
import { idParams } from "../../text.ts";
import { pricesQuery, pricesView } from "../price-history/schemas.ts";
import {
  inspectionInput,
  profileColumnOutline,
  profileOutput,
  sampleOutput,
} from "../tool-schemas.ts";
import { changesQuery, changesView } from "./changes-schemas.ts";
import {
  profileQuery,
  profileView,
  sampleAlso,
  sampleQuery,
  sampleView,
} from "./sample-schemas.ts";

/** Computed from a dataset's files. Buyers may read sample and profile of their version by key, too. */
export const profiles = contract("Profiles", {
  getSample: op({
    at: "GET /datasets/{id}/sample",
    by: by.anyone,
    summary: "Read a sample of the rows",
    says:
      "A uniform random sample with a fixed seed over the whole file: CSV for csv and tsv files, GeoJSON for " +
      "geojson, JSON for others; `format` or `Accept` selects another. An archive of pictures has " +
      "one row for each picture with a thumbnail, and a contact sheet as WebP. If the file has several tables, " +
      "`table` selects one; the default is the largest.",
    cached: true,
    params: idParams,
    query: sampleQuery,
    answer: sampleView,
    also: sampleAlso,
    gives: "The sample.",
    refuses: [
      "dataset_not_found",
      "table_not_found",
      "sample_not_available",
      "format_not_offered",
      "storage_unavailable",
    ],
    tool: {
      name: "get_sample",
      title: "Get sample rows",
      description:
        "Returns a uniform random sample of rows from the file on sale, before you pay. For " +
        "statistics use get_profile; to filter or count all rows of a free or bought dataset use " +
        "query_dataset.",
      keywords: "preview look first lines records example values",
      effect: "reads",
      calledBy: "anyone_or_operator",
      input: inspectionInput,
      output: sampleOutput,
      shows: [
        "columns/name",
        "columns/type",
        "rows",
        "sampling/method",
        "sampling/rows_total",
        "sampling/withheld_reason",
        "rows_cut",
      ],
      brief: true,
      sets: ["core", "browse", "buy"],
    },
  }),
  getProfile: op({
    at: "GET /datasets/{id}/profile",
    by: by.anyone,
    summary: "Read the data profile",
    says:
      "Column statistics, completeness and quality, computed from the whole file. If the file has " +
      "several tables, `table` selects one; the default is the largest.",
    cached: true,
    params: idParams,
    query: profileQuery,
    answer: profileView,
    gives: "The profile.",
    refuses: [
      "dataset_not_found",
      "table_not_found",
      "profile_not_available",
      "storage_unavailable",
    ],
    tool: {
      name: "get_profile",
      title: "Get data profile",
      description:
        "Returns statistics of the whole file: gaps, range, mean and unit of each column, keys, " +
        "repeated rows, personal data, quality score and findings. Use it to judge a dataset before " +
        "paying. For example rows use get_sample.",
      keywords:
        "missing values distribution minimum maximum average quality duplicate e-mail addresses null",
      effect: "reads",
      calledBy: "anyone_or_operator",
      input: inspectionInput,
      output: profileOutput,
      shows: [
        "row_count",
        "column_count",
        "partial",
        "quality/score",
        "quality/components",
        "completeness/cells_missing",
        "duplicates/rows",
        "findings",
        "findings_total",
        "keys/columns",
        ...profileColumnOutline.map((field) => `columns/${field}`),
        "columns_cut",
        "tables/name",
        "tables/rows",
      ],
      brief: true,
      sets: ["core", "browse", "buy"],
    },
  }),
  getChanges: op({
    at: "GET /datasets/{id}/changes",
    by: by.anyone,
    summary: "See what changed between two versions",
    says:
      "Rows added, removed and edited, columns added, removed and renamed, and columns whose values " +
      "have shifted, from one version to a later one. Default: the last two versions.",
    cached: true,
    params: idParams,
    query: changesQuery,
    answer: changesView,
    gives: "The changes.",
    refuses: ["dataset_not_found", "changes_not_available"],
  }),
  getPrices: op({
    at: "GET /datasets/{id}/prices",
    by: by.anyone,
    summary: "Read a dataset's price history",
    says:
      "Every price since publication and how long it applied, the current one first; no price is ever " +
      "removed. The dataset's `price_history` summarises the comparison.",
    cached: true,
    params: idParams,
    query: pricesQuery,
    answer: pricesView,
    gives: "One page of prices.",
    refuses: ["dataset_not_found"],
  }),
});
