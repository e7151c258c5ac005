/** Problems that are the service's own, not the caller's. */
import type { Problem } from "./problem.ts";

export const serviceProblems = {
  internal_error: {
    status: 500,
    title: "Something failed on our side",
    resolution: "retry",
    meaning:
      "A fault of the service. A request that changes something may or may not have taken effect.",
    whatToDo:
      "Send a read again in a moment; repeat a POST with its same `Idempotency-Key`, so that it " +
      "takes effect once. If it stays, report it with `request_id`.",
  },
  database_unavailable: {
    status: 503,
    title: "The database does not answer",
    resolution: "retry",
    meaning:
      "The database is away, restarts, or is too busy. Where the connection was lost while something " +
      "was being saved, `detail` says that it may have been done or not.",
    whatToDo:
      "Send it again after `retry_after` seconds, a POST with its same `Idempotency-Key`, so that it " +
      "takes effect once.",
  },
  answer_overdue: {
    status: 503,
    title: "The answer was not ready in time",
    resolution: "retry",
    meaning:
      "Something behind the service is slow or stands still. A request that changes something may or " +
      "may not have taken effect.",
    whatToDo:
      "Send it again after `retry_after` seconds, a POST with its same `Idempotency-Key`, so that it " +
      "takes effect once.",
  },
  identity_unavailable: {
    status: 503,
    title: "The identity provider does not answer",
    resolution: "retry",
    meaning: "Who is signed in cannot be checked at present. Nothing was done.",
    whatToDo: "Send it again after `retry_after` seconds.",
  },
  storage_unavailable: {
    status: 503,
    title: "The file store does not answer",
    resolution: "retry",
    meaning: "The file cannot be read or checked at present, or is just being replaced.",
    whatToDo: "Send it again after `retry_after` seconds.",
  },
  payments_unavailable: {
    status: 503,
    title: "The payment provider does not answer",
    resolution: "retry",
    meaning:
      "The outcome of the payment is not known yet. It is never charged twice for the same file.",
    whatToDo: (act) =>
      "Send it again with its same `Idempotency-Key` after `retry_after` seconds, and look at " +
      `${act.listPurchases} for the outcome.`,
  },
  api_unavailable: {
    status: 503,
    title: "The marketplace does not answer",
    resolution: "retry",
    meaning:
      "The MCP server did not get a readable answer from the marketplace in time. Whether a call that " +
      "changes something took effect is not known.",
    whatToDo: (act) =>
      `Call again in a moment. After a call that pays or changes something look first: ` +
      `${act.listPurchases}, ${act.readListing}.`,
  },
  job_not_found: {
    status: 404,
    title: "There is no such job",
    resolution: "none",
    meaning: "Nothing that could be stuck has this id: it was done, or forgotten meanwhile.",
    whatToDo: "Open the operations page again: it shows what is stuck now.",
  },
  job_not_stuck: {
    status: 409,
    title: "The job is not stuck",
    resolution: "none",
    meaning: "It runs, or has ended meanwhile: what was asked for cannot be done to it any more.",
    whatToDo: "Open the operations page again: it shows how the job stands now.",
  },
} as const satisfies Record<string, Problem>;
