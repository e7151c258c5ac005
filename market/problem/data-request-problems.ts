/** Problems of data requests, of answers to them, and of who may give one. */
import type { Problem } from "./problem.ts";

export const dataRequestProblems = {
  data_request_not_found: {
    status: 404,
    title: "There is no such data request",
    resolution: "none",
    meaning:
      "No data request has this id, an administrator has removed it, or it is not the caller's own.",
    whatToDo: (act) => `Call ${act.listDataRequests} and take an id from its answer.`,
  },
  data_request_not_open: {
    status: 409,
    title: "The data request does not allow this now",
    resolution: "none",
    meaning:
      "Its state forbids it: only an open request is answered, changed or closed, and only a closed " +
      "one that has not expired is opened again. `detail` says what it is.",
    whatToDo: (act) =>
      `Take an open one from ${act.listDataRequests}. Its poster can make a new one with ` +
      `${act.postDataRequest}.`,
  },
  data_request_answer_not_found: {
    status: 404,
    title: "There is no such answer",
    resolution: "none",
    meaning: "The data request has no answer of this id, or none that the caller may decide about.",
    whatToDo: (act) => `Take the id from ${act.listAnswers}.`,
  },
  data_request_answer_decided: {
    status: 409,
    title: "The answer was decided already",
    resolution: "none",
    meaning: "It was accepted, rejected, withdrawn or removed before; `detail` says which.",
    whatToDo: (act) => `Read how it stands with ${act.listAnswers}.`,
  },
  data_request_already_answered: {
    status: 409,
    title: "The data request has this listing already",
    resolution: "none",
    meaning: "A listing answers a data request once, whatever became of that answer.",
    whatToDo: (act) => `Read what became of it with ${act.listAnswers}, or name another listing.`,
  },
  own_data_request: {
    status: 409,
    title: "The data request is your own",
    resolution: "none",
    meaning: "The account that owns this agent has posted it.",
    whatToDo: (act) => `Answer requests of others: ${act.listDataRequests}.`,
  },
} as const satisfies Record<string, Problem>;
