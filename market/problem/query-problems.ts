import type { Problem } from "./problem.ts";

export const queryProblems = {
  invalid_query: {
    status: 422,
    title: "The query does not fit the table",
    resolution: "fix_request",
    meaning:
      "The query names a column that the table does not have, or uses an operation that the column's type " +
      "does not support. `errors` lists every fault with its position and the nearest name.",
    whatToDo: (act) =>
      `Fix what \`errors\` names; \`columns\` of ${act.readDataset} lists all names.`,
  },
  query_needs_purchase: {
    status: 402,
    title: "The dataset has to be bought before it can be queried",
    resolution: "pay",
    meaning:
      "The dataset has a price, and the caller has not bought it. Queries would reveal its rows " +
      "one by one: the difference between two answers can be a single row.",
    whatToDo: (act) =>
      `Judge it by ${act.readDataset}, its sample and its profile. Buy it with ${act.buy}, then query it ` +
      "with a key of the account that bought it.",
  },
  query_not_available: {
    status: 404,
    title: "The dataset cannot be queried",
    resolution: "none",
    meaning:
      "The dataset exists, but this table is not stored in a form that can be queried; `detail` says why.",
    whatToDo: (act) => `Read its rows in the file: ${act.readDownloadUrl}.`,
  },
  query_too_expensive: {
    status: 422,
    title: "The query is too expensive",
    resolution: "fix_request",
    meaning:
      "The query was stopped because it exceeded the time, the memory or the bytes that one query may " +
      "use; `detail` says which. It is otherwise valid.",
    whatToDo: (act) =>
      "Narrow its filter, select fewer columns or group by fewer values. To get all rows, download the " +
      `file: ${act.readDownloadUrl}.`,
  },
  match_budget_spent: {
    status: 403,
    title: "No further values can be compared with the paid dataset",
    resolution: "pay",
    meaning:
      "The caller's account has compared as many different sets of values with this version of a paid dataset as " +
      "one may without buying it. More answers would come near to reading the column.",
    whatToDo: (act) =>
      `Use a set of values that you gave before, which is always answered. Or buy the dataset with ${act.buy}: ` +
      "then every comparison is free of noise and of this budget.",
  },
  invalid_acceptance: {
    status: 422,
    title: "The acceptance contract cannot be evaluated",
    resolution: "fix_request",
    meaning:
      "A condition of `acceptance` names a column that the dataset does not have or that has another type, or its query " +
      "cannot be computed or does not give one aggregated value. `errors` lists every fault. Nothing was charged.",
    whatToDo: (act) =>
      `Fix what \`errors\` names; \`columns\` of ${act.readDataset} lists all names and types.`,
  },
  acceptance_budget_spent: {
    status: 403,
    title: "The acceptance contract would reveal too much",
    resolution: "fix_request",
    meaning:
      "Failed contracts show figures about values that were not bought. An account may learn a limited number of them " +
      "about one version of a dataset.",
    whatToDo:
      "Use fewer checks about values (`query`, `validValues`, `missingValues`); checks of row counts, missing and duplicate " +
      "values are not counted. Or buy without a contract: escrow protects the purchase.",
  },
  contract_broken: {
    status: 422,
    title: "The file breaks the seller's contract",
    resolution: "fix_request",
    meaning:
      "The listing promises a `contract` with every version, and this file does not keep it. `errors` lists each check with " +
      "its figure. Nothing was changed.",
    whatToDo:
      "Upload a file that keeps the contract, or change the contract, which everybody can see.",
  },
  queries_unavailable: {
    status: 503,
    title: "Queries are temporarily unavailable",
    resolution: "retry",
    meaning:
      "All query processes are busy or down, or a first attempt to prepare the table has failed.",
    whatToDo: "Send it again after `retry_after` seconds.",
  },
} as const satisfies Record<string, Problem>;
