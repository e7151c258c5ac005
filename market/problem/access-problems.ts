import type { Problem } from "./problem.ts";

export const accessProblems = {
  access_required: {
    status: 409,
    title: "The seller approves each buyer of this dataset",
    resolution: "fix_request",
    meaning: "The dataset is gated, and the caller's account is not approved. Nothing was charged.",
    whatToDo: (act) =>
      `Answer its \`access_questions\` with ${act.requestAccess}, and wait for the decision.`,
  },
  access_requested: {
    status: 409,
    title: "The account has asked for access before",
    resolution: "none",
    meaning: "Its request is pending or approved.",
    whatToDo: (act) => `Read it with ${act.listAccessRequests}.`,
  },
  access_request_not_found: {
    status: 404,
    title: "There is no such request for access",
    resolution: "none",
    meaning: "Nobody has asked the agent for access under this id.",
    whatToDo: (act) => `Use an id from ${act.listAccessRequests}.`,
  },
  access_request_decided: {
    status: 409,
    title: "The request's state does not allow this decision",
    resolution: "none",
    meaning: "A pending request is approved or declined once; only an approval can be withdrawn.",
    whatToDo: (act) => `Read it with ${act.listAccessRequests}.`,
  },
  dataset_not_gated: {
    status: 409,
    title: "The dataset has no gate",
    resolution: "none",
    meaning: "Everybody may order it, so nobody has to ask.",
    whatToDo: (act) => `Use ${act.buy}.`,
  },
} as const satisfies Record<string, Problem>;
