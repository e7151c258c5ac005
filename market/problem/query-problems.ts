/** Problems of queries over the rows of a dataset. */
import type { Problem } from "./problem.ts";

export const queryProblems = {
  invalid_query: {
    status: 422,
    title: "The query does not fit the table",
    resolution: "fix_request",
    meaning:
      "The query names a column that the table does not have, or asks of one what its type cannot " +
      "answer. `errors` lists every fault with its place and the nearest name.",
    whatToDo: (act) =>
      `Mend what \`errors\` names; \`columns\` of ${act.readDataset} has all names.`,
  },
  query_needs_purchase: {
    status: 402,
    title: "The dataset has to be bought before it is asked",
    resolution: "pay",
    meaning:
      "The dataset has a price, and the caller has not bought it. Answers would give its rows away " +
      "one by one: of two queries that differ by one row the difference is that row.",
    whatToDo: (act) =>
      `Judge it by ${act.readDataset}, its sample and profile. Buy it with ${act.buy}, then ask ` +
      "again with the key that bought it.",
  },
  query_not_available: {
    status: 404,
    title: "The dataset answers no queries",
    resolution: "none",
    meaning:
      "The dataset exists, but the table is not kept in a form that can be asked; `detail` says why.",
    whatToDo: (act) => `Read its rows in the file: ${act.readDownloadUrl}.`,
  },
  query_too_expensive: {
    status: 422,
    title: "The query takes too much",
    resolution: "fix_request",
    meaning:
      "The query was ended because it passed the time, the memory or the bytes that one query may " +
      "take; `detail` says which. Nothing else is wrong with it.",
    whatToDo: (act) =>
      "Narrow its filter, name fewer columns or group by fewer values. For all of the rows take the " +
      `file: ${act.readDownloadUrl}.`,
  },
  queries_unavailable: {
    status: 503,
    title: "Queries are not answered now",
    resolution: "retry",
    meaning:
      "No query process has room or answers at present, or the table is just being made ready.",
    whatToDo: "Send it again after `retry_after` seconds.",
  },
} as const satisfies Record<string, Problem>;
