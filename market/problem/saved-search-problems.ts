import type { Problem } from "./problem.ts";

export const savedSearchProblems = {
  saved_search_not_found: {
    status: 404,
    title: "You have no such saved search",
    resolution: "none",
    meaning: "The caller has no saved search with this id. It may have been deleted.",
    whatToDo: (act) => `Call ${act.listSavedSearches} and use an id from its answer.`,
  },
} as const satisfies Record<string, Problem>;
