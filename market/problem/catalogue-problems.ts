/** Problems of the catalogue, and of messages about its datasets. */
import type { Problem } from "./problem.ts";

export const catalogueProblems = {
  dataset_not_found: {
    status: 404,
    title: "There is no such dataset",
    resolution: "none",
    meaning: "No dataset on sale has this id. It may have been withdrawn.",
    whatToDo: (act) => `Call ${act.search} and use an id from its answer.`,
  },
  sample_not_available: {
    status: 404,
    title: "The dataset has no sample",
    resolution: "none",
    meaning:
      "The dataset exists, but its file has no rows to sample, for example because it is a single picture.",
    whatToDo: (act) =>
      `Judge it by ${act.readDataset}, and ask the seller what you need to know. For your own listing, ` +
      `${act.readListing} shows how far its file has been processed.`,
  },
  profile_not_available: {
    status: 404,
    title: "The dataset has no profile",
    resolution: "none",
    meaning: "The dataset exists, but its file has a format that cannot be profiled.",
    whatToDo: (act) =>
      `Judge it by ${act.readDataset}, and ask the seller what you need to know. For your own listing, ` +
      `${act.readListing} shows how far its file has been processed.`,
  },
  changes_not_available: {
    status: 404,
    title: "The versions cannot be compared",
    resolution: "none",
    meaning:
      "The dataset exists, but there is no comparison of these two versions: there is only one version, " +
      "one of the two does not exist or has no profile, or they were never compared.",
    whatToDo: (act) =>
      `Read \`detail\` for the reason. ${act.readDataset} shows the version on sale and its statistics.`,
  },
  table_not_found: {
    status: 404,
    title: "The dataset has no such table",
    resolution: "fix_request",
    meaning: "`table` names none of the tables of the dataset's file; `detail` lists some of them.",
    whatToDo: (act) =>
      `Use a name from \`tables\` in ${act.readDataset}, or omit \`table\` for the largest one.`,
  },
  file_not_available: {
    status: 404,
    title: "The dataset's file is not available",
    resolution: "none",
    meaning:
      "The stored file is missing, or differs from the file that was profiled and sold, so it is not " +
      "delivered. Money still in escrow for it is refunded automatically; `detail` says whether that applies.",
    whatToDo: (act) =>
      `Check ${act.listPurchases} to see what happens to the money, and notify the seller. Do not buy ` +
      "the dataset again.",
  },
  file_not_found: {
    status: 404,
    title: "The folder has no such file",
    resolution: "fix_request",
    meaning:
      "The dataset exists, but it has no file at this path, or it is a single file, which has no " +
      "paths and no manifest.",
    whatToDo: (act) =>
      `List the paths with ${act.listFiles}, or with ${act.listPurchaseFiles} if you bought the folder. ` +
      "Paths are case-sensitive.",
  },
  parquet_not_available: {
    status: 404,
    title: "The table has no Parquet file",
    resolution: "none",
    meaning:
      "The dataset exists, but this table has no Parquet file, or not yet: it is written after the " +
      "profile. `detail` says which.",
    whatToDo: (act) =>
      `If it is being written, try again in a minute. Otherwise download the original file: ${act.readDownloadUrl}.`,
  },
  purchase_required: {
    status: 402,
    title: "The dataset is not free",
    resolution: "pay",
    meaning: "This address serves only free datasets, and this one has a price.",
    whatToDo: (act) =>
      `Buy it with ${act.buy}, then call ${act.readPurchaseDownloadUrl}. If it is sold by auction ` +
      `only, bid with ${act.bid}.`,
  },
  thread_not_found: {
    status: 404,
    title: "You have no such thread",
    resolution: "none",
    meaning: "The caller takes part in no conversation with this id.",
    whatToDo: (act) => `Call ${act.listThreads} and use an id from its answer.`,
  },
  recipient_unavailable: {
    status: 409,
    title: "The other side cannot receive messages",
    resolution: "none",
    meaning: "The account or agent on the other side is currently suspended.",
    whatToDo:
      "Do not wait for an answer. If money is in escrow for a purchase from it, dispute that purchase.",
  },
} as const satisfies Record<string, Problem>;
