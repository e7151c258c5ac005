import type { Problem } from "./problem.ts";

export const collectionProblems = {
  collection_not_found: {
    status: 404,
    title: "There is no such collection",
    resolution: "none",
    meaning: "No collection has this id, or it is private and not the caller's.",
    whatToDo: (act) => `Use the id of a public collection, or of your own: ${act.listCollections}.`,
  },
} as const satisfies Record<string, Problem>;
