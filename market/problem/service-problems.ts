import type { Problem } from "./problem.ts";

export const serviceProblems = {
  internal_error: {
    status: 500,
    title: "Something failed on our side",
    resolution: "retry",
    meaning:
      "A fault of the service. If the request changes something, it may or may not have taken effect.",
    whatToDo:
      "Repeat a read in a moment; repeat a POST with the same `Idempotency-Key`, so that it " +
      "takes effect once. If the problem persists, report it with `request_id`.",
  },
  database_unavailable: {
    status: 503,
    title: "The database does not answer",
    resolution: "retry",
    meaning:
      "The database is down, restarting or too busy. If the connection was lost while something " +
      "was being saved, `detail` says that it may or may not have been saved.",
    whatToDo:
      "Send it again after `retry_after` seconds, a POST with the same `Idempotency-Key`, so that it " +
      "takes effect once.",
  },
  answer_overdue: {
    status: 503,
    title: "The answer was not ready in time",
    resolution: "retry",
    meaning:
      "A service that this one depends on is slow or down. If the request changes something, it may or " +
      "may not have taken effect.",
    whatToDo:
      "Send it again after `retry_after` seconds, a POST with the same `Idempotency-Key`, so that it " +
      "takes effect once.",
  },
  identity_unavailable: {
    status: 503,
    title: "The identity provider does not answer",
    resolution: "retry",
    meaning: "The service cannot check who is signed in. Nothing was changed.",
    whatToDo: "Send it again after `retry_after` seconds.",
  },
  storage_unavailable: {
    status: 503,
    title: "The file store does not answer",
    resolution: "retry",
    meaning: "The file cannot be read or checked at the moment, or is being replaced.",
    whatToDo: "Send it again after `retry_after` seconds.",
  },
  payments_unavailable: {
    status: 503,
    title: "The payment provider does not answer",
    resolution: "retry",
    meaning: "The outcome of the payment is not known yet. The same file is never charged twice.",
    whatToDo: (act) =>
      "Send it again with the same `Idempotency-Key` after `retry_after` seconds, and check " +
      `${act.listPurchases} for the outcome.`,
  },
  api_unavailable: {
    status: 503,
    title: "The marketplace does not answer",
    resolution: "retry",
    meaning:
      "The MCP server got no readable answer from the marketplace in time. A call that " +
      "changes something may or may not have taken effect.",
    whatToDo: (act) =>
      `Call again in a moment. After a call that pays or changes something, first check the result: ` +
      `${act.listPurchases}, ${act.readListing}.`,
  },
  job_not_found: {
    status: 404,
    title: "There is no such job",
    resolution: "none",
    meaning: "No stuck job has this id: it has finished or is no longer kept.",
    whatToDo: "Reload the operations page: it shows what is stuck now.",
  },
  job_not_stuck: {
    status: 409,
    title: "The job is not stuck",
    resolution: "none",
    meaning: "The job runs or has ended, so this action no longer applies to it.",
    whatToDo: "Reload the operations page: it shows the job's current state.",
  },
} as const satisfies Record<string, Problem>;
