/** Problems of saved searches. */
import type { Problem } from "./problem.ts";

export const savedSearchProblems = {
  saved_search_not_found: {
    status: 404,
    title: "There is no such saved search of yours",
    resolution: "none",
    meaning: "The caller has no saved search of this id. It may have been deleted.",
    whatToDo: (act) => `Call ${act.listSavedSearches} and take an id from its answer.`,
  },
} as const satisfies Record<string, Problem>;
