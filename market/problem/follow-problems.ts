import type { Problem } from "./problem.ts";

export const followProblems = {
  follow_not_found: {
    status: 404,
    title: "You have no such follow",
    resolution: "none",
    meaning: "The caller follows nothing under this id. It may have been ended.",
    whatToDo: (act) => `Call ${act.listFollows} and use an id from its answer.`,
  },
  own_seller: {
    status: 400,
    title: "It is your own",
    resolution: "none",
    meaning: "Nobody follows a seller, dataset or collection of their own account.",
    whatToDo: (act) => `Its events reach you anyway: ${act.listEvents}.`,
  },
} as const satisfies Record<string, Problem>;
