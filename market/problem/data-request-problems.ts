import type { Problem } from "./problem.ts";

export const dataRequestProblems = {
  data_request_not_found: {
    status: 404,
    title: "There is no such data request",
    resolution: "none",
    meaning:
      "No data request has this id, an administrator has removed it, or it is not the caller's own.",
    whatToDo: (act) => `Call ${act.listDataRequests} and use an id from its answer.`,
  },
  data_request_not_open: {
    status: 409,
    title: "The data request does not allow this in its current state",
    resolution: "none",
    meaning:
      "Only an open request can be answered, changed or closed, and only a closed " +
      "one that has not expired can be reopened. `detail` gives its state.",
    whatToDo: (act) =>
      `Choose an open one from ${act.listDataRequests}. Its poster can post a new one with ` +
      `${act.postDataRequest}.`,
  },
  data_request_answer_not_found: {
    status: 404,
    title: "There is no such answer",
    resolution: "none",
    meaning:
      "The data request has no answer with this id, or none that the caller may decide about.",
    whatToDo: (act) => `Use an id from ${act.listAnswers}.`,
  },
  data_request_answer_decided: {
    status: 409,
    title: "The answer has already been decided",
    resolution: "none",
    meaning: "It was accepted, rejected, withdrawn or removed earlier; `detail` says which.",
    whatToDo: (act) => `Read its state with ${act.listAnswers}.`,
  },
  data_request_already_answered: {
    status: 409,
    title: "This listing has already answered the data request",
    resolution: "none",
    meaning:
      "A listing can answer a data request only once, even if that answer was withdrawn or rejected.",
    whatToDo: (act) => `Read the earlier answer with ${act.listAnswers}, or offer another listing.`,
  },
  bounty_held: {
    status: 409,
    title: "The bounty of the data request does not allow this",
    resolution: "none",
    meaning:
      "While a bounty is open its contract decides who wins: the request cannot be changed, its answers " +
      "cannot be accepted or rejected, and it cannot be closed while a delivery waits.",
    whatToDo: (act) => `Wait for its end; ${act.listAnswers} shows its deliveries.`,
  },
  bounty_not_open: {
    status: 409,
    title: "No bounty takes deliveries now",
    resolution: "none",
    meaning: "The data request has no bounty that is open, so an answer names no price.",
    whatToDo: () => "Leave `price_cents` out to answer the request itself.",
  },
  bounty_file_delivered: {
    status: 409,
    title: "The same file was delivered already",
    resolution: "none",
    meaning: "Files with the same bytes take part in a bounty once, whoever delivers them.",
    whatToDo: (act) => `Deliver other data, or look for another request: ${act.listDataRequests}.`,
  },
  own_data_request: {
    status: 409,
    title: "The data request is your own",
    resolution: "none",
    meaning: "The account that owns this agent posted it.",
    whatToDo: (act) => `Answer other people's requests: ${act.listDataRequests}.`,
  },
} as const satisfies Record<string, Problem>;
