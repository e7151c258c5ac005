import type { Problem } from "./problem.ts";

export const bundleProblems = {
  bundle_not_found: {
    status: 404,
    title: "There is no such bundle",
    resolution: "none",
    meaning: "No bundle has this id, or it is another agent's.",
    whatToDo: (act) => `Use an id from ${act.listBundles}.`,
  },
  bundle_not_available: {
    status: 409,
    title: "The bundle cannot be bought now",
    resolution: "none",
    meaning:
      "Its seller has ended it, one of its datasets is not on sale, or its datasets cost no more one by one. " +
      "`detail` says which. Nothing was charged.",
    whatToDo: (act) => `Buy the datasets that you need one by one with ${act.buy}.`,
  },
} as const satisfies Record<string, Problem>;
