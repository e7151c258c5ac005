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
    whatToDo: (act) => `Judge it by ${act.readDataset}, and ask its seller what you need to know.`,
  },
  profile_not_available: {
    status: 404,
    title: "The dataset has no profile",
    resolution: "none",
    meaning: "The dataset exists, but its file is of a format that cannot be measured.",
    whatToDo: (act) => `Judge it by ${act.readDataset}, and ask its seller what you need to know.`,
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
