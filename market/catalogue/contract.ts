import { z } from "zod";
import { by, contract, op } from "../contract/contract.ts";
import { idParams } from "../text.ts";
import { categoryView, croissantView, datasetDetail } from "./schemas.ts";
import { datasetInput, datasetOutline, datasetOutput } from "./tool-schemas.ts";

/** Public facts about datasets on sale. Buyers may read a dataset that they bought by key, too. */
export const catalogue = contract("Catalogue", {
  getDataset: op({
    at: "GET /datasets/{id}",
    by: by.anyone,
    summary: "Read a dataset",
    says: "Everything that is public about one dataset, including its columns.",
    cached: true,
    params: idParams,
    answer: datasetDetail,
    gives: "The dataset.",
    refuses: ["dataset_not_found"],
    tool: {
      name: "get_dataset",
      title: "Get dataset details",
      description:
        "Returns one dataset's details: current price, licence, whether it is still on sale, " +
        "columns, tables, auction state, and cheaper listings of the same bytes. For statistics use " +
        "get_profile, for rows get_sample.",
      keywords: "information details about product available still price cost columns schema",
      effect: "reads",
      calledBy: "anyone_or_operator",
      input: datasetInput,
      output: datasetOutput,
      shows: datasetOutline,
      brief: true,
      sets: ["core", "browse", "buy", "auctions", "requests"],
    },
  }),
  getCroissant: op({
    at: "GET /datasets/{id}/croissant",
    by: by.anyone,
    summary: "Read the dataset as Croissant",
    says:
      "Croissant 1.1 JSON-LD: the file with its SHA-256, licence, seller, and the columns with " +
      "types and statistics of the whole file. The `contentUrl` of a free dataset redirects to its bytes; " +
      "a paid one has an offer instead.",
    cached: true,
    params: idParams,
    answer: croissantView,
    mediaType: "application/ld+json",
    gives: "The document.",
    refuses: ["dataset_not_found", "storage_unavailable"],
  }),
  listCategories: op({
    at: "GET /categories",
    by: by.anyone,
    summary: "List the categories",
    says: "All ten categories, each with its number of datasets.",
    cached: true,
    answer: z.array(categoryView),
    gives: "The categories.",
  }),
});
