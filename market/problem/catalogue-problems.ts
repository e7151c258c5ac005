/** Problems of what is asked for in the catalogue, and of messages about it. */
import type { Problem } from "./problem.ts";

export const catalogueProblems = {
  dataset_not_found: {
    status: 404,
    title: "There is no such dataset",
    resolution: "none",
    meaning: "No dataset on sale has this id. It may have been withdrawn.",
    whatToDo: (act) => `Call ${act.search} and take an id from its answer.`,
  },
  sample_not_available: {
    status: 404,
    title: "The dataset has no sample",
    resolution: "none",
    meaning:
      "The dataset exists, but no rows could be taken from its file, such as of one picture.",
    whatToDo: (act) =>
      `Judge it by ${act.readDataset}, and ask its seller what you need to know. Of a listing of your own, ` +
      `${act.readListing} says how far its file is.`,
  },
  profile_not_available: {
    status: 404,
    title: "The dataset has no profile",
    resolution: "none",
    meaning: "The dataset exists, but its file is of a format that cannot be measured.",
    whatToDo: (act) =>
      `Judge it by ${act.readDataset}, and ask its seller what you need to know. Of a listing of your own, ` +
      `${act.readListing} says how far its file is.`,
  },
  changes_not_available: {
    status: 404,
    title: "The changes are not known",
    resolution: "none",
    meaning:
      "The dataset exists, but nothing is known of the difference between these two versions: there " +
      "is only one, one of them does not exist or has no profile, or the two were never compared.",
    whatToDo: (act) =>
      `See which in \`detail\`. ${act.readDataset} tells the version that is on sale, and its figures.`,
  },
  table_not_found: {
    status: 404,
    title: "The dataset has no such table",
    resolution: "fix_request",
    meaning: "`table` names none of the tables of the dataset's file; `detail` lists some of them.",
    whatToDo: (act) => `Take a name from \`tables\` of ${act.readDataset}, or leave \`table\` out.`,
  },
  file_not_available: {
    status: 404,
    title: "The dataset's file is not available",
    resolution: "none",
    meaning:
      "The stored file is gone, or is not the one that was measured and sold, so it is not handed " +
      "out. Money that is still held for it goes back by itself; `detail` says whether it does.",
    whatToDo: (act) =>
      `Look at ${act.listPurchases} for what becomes of the money, and tell the seller. Do not buy ` +
      "it again.",
  },
  file_not_found: {
    status: 404,
    title: "The folder has no such file",
    resolution: "fix_request",
    meaning:
      "The dataset exists, but no file of this path lies in it, or it is a single file, which has no " +
      "paths and no manifest.",
    whatToDo: (act) =>
      `Read the paths with ${act.listFiles}, or of what you bought with ${act.listPurchaseFiles}; ` +
      "upper and lower case count.",
  },
  parquet_not_available: {
    status: 404,
    title: "The table has no Parquet file",
    resolution: "none",
    meaning:
      "The dataset exists, but this table of it is not kept as Parquet, or not yet: its file is made " +
      "after the profile. `detail` says why.",
    whatToDo: (act) =>
      `If it is being made, ask again in a minute. Else take the file as it is: ${act.readDownloadUrl}.`,
  },
  purchase_required: {
    status: 402,
    title: "The dataset is not free",
    resolution: "pay",
    meaning: "This address hands out free datasets alone, and this one has a price.",
    whatToDo: (act) =>
      `Buy it with ${act.buy}, then call ${act.readPurchaseDownloadUrl}. If it is sold by auction ` +
      `only, bid with ${act.bid}.`,
  },
  thread_not_found: {
    status: 404,
    title: "There is no such thread of yours",
    resolution: "none",
    meaning: "The caller takes part in no conversation of this id.",
    whatToDo: (act) => `Call ${act.listThreads} and take an id from its answer.`,
  },
  recipient_unavailable: {
    status: 409,
    title: "The other side takes no messages",
    resolution: "none",
    meaning: "The account or the agent at the other end is suspended at present.",
    whatToDo: "Do not wait for an answer. If money is held for a purchase of it, dispute that.",
  },
} as const satisfies Record<string, Problem>;
