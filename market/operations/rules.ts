/**
 * Decides when jobs are stuck, which actions they allow, and when a worker counts as dead. Pure.
 */
import { daySeconds, hourSeconds, minuteSeconds } from "../../platform/time.ts";

/** The roles of worker processes; each needs at least one process. */
export const workerRoles = [
  "relay",
  "clock",
  "notify",
  "profile",
  "twin",
  "embed",
  "webhooks",
  "matching",
] as const;
export type WorkerRole = (typeof workerRoles)[number];

/** Each kind has its own row on the administrators' page. */
export const jobKinds = [
  "upload",
  "outbox",
  "mail",
  "twin",
  "embedding",
  "delivery",
  "import",
  "bucket_delivery",
] as const;
export type JobKind = (typeof jobKinds)[number];

export function isJobKind(name: string): name is JobKind {
  return jobKinds.some((kind) => kind === name);
}

/**
 * waiting: due, and no worker runs it. running: a worker sends heartbeats. failed: ended without a
 * result, and can be restarted. ended: nothing is left to do.
 */
export type JobStanding = "waiting" | "running" | "failed" | "ended";

export const jobActs = ["retry", "give_up"] as const;
export type JobAct = (typeof jobActs)[number];

/** The actions allowed on a job; all others are refused. No action moves money. */
const allowed: Record<JobKind, Partial<Record<JobStanding, readonly JobAct[]>>> = {
  upload: { waiting: ["retry", "give_up"], running: ["give_up"], failed: ["retry"] },
  // The relay retries all rows every few seconds, so another retry would change nothing.
  outbox: { waiting: ["give_up"] },
  mail: { waiting: ["retry", "give_up"] },
  twin: { waiting: ["retry", "give_up"], running: ["give_up"], failed: ["retry"] },
  // Only semantic search needs it, and the clock retries once a day.
  embedding: { failed: ["retry"] },
  // The worker that is calling the receiver will store the outcome.
  delivery: { waiting: ["retry", "give_up"], failed: ["retry"] },
  // Both end by themselves, and their owners can end them.
  import: { waiting: ["retry"], failed: ["retry"] },
  bucket_delivery: { waiting: ["retry"], failed: ["retry"] },
};

/** `hold`: why the job cannot be retried now although its kind allows it. */
export function actsOf(job: {
  kind: JobKind;
  standing: JobStanding;
  hold: string | null;
}): readonly JobAct[] {
  const acts = allowed[job.kind][job.standing] ?? [];
  return job.hold === null ? acts : acts.filter((act) => act !== "retry");
}

/** The reason why an action is not possible, as text. */
export function actObstacle(
  job: { kind: JobKind; standing: JobStanding; hold: string | null },
  act: JobAct,
): string | null {
  if (actsOf(job).includes(act)) return null;
  if (act === "retry" && job.hold !== null) return job.hold;
  const words: Record<JobStanding, string> = {
    waiting: "This cannot be done to what waits.",
    running: "It is being worked on right now: look again in a minute.",
    failed: "It has ended already.",
    ended: "It has already ended, and nothing was changed.",
  };
  return words[job.standing];
}

/** When a waiting job counts as stuck. */
export const stuckAfterSeconds: Record<JobKind, number> = {
  upload: 15 * minuteSeconds,
  outbox: minuteSeconds,
  mail: 10 * minuteSeconds,
  twin: 15 * minuteSeconds,
  embedding: 0,
  delivery: 10 * minuteSeconds,
  import: 10 * minuteSeconds,
  bucket_delivery: 10 * minuteSeconds,
};

/** Codes of profile jobs that may have failed through the service's fault, not the file's. */
export const serviceEndings = [
  "job_failed_repeatedly",
  "crashed",
  "timeout",
  "out_of_memory",
  "file_missing",
] as const;

/** The period for which given-up deliveries are counted. */
export const failedDeliveriesSeconds = daySeconds;

/** The interval of a worker's heartbeats, and of measuring each queue. */
export const beatSeconds = 5;
/** A process without a heartbeat for this time counts as dead. */
const silentAfterSeconds = 6 * beatSeconds;
/** How long the row of a dead process is kept, so that its death can be seen. */
export const heartbeatKeptSeconds = hourSeconds;

export function isAlive(seenAt: Date, now: Date): boolean {
  return now.getTime() - seenAt.getTime() <= silentAfterSeconds * 1000;
}

/** Whether a queue was measured within the last few intervals. */
export function isFresh(measuredAt: Date | null, now: Date): boolean {
  return measuredAt !== null && isAlive(measuredAt, now);
}
