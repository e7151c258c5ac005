/** What counts as stuck, what may be done about it, and when a worker counts as gone. Pure. */
import { daySeconds, hourSeconds, minuteSeconds } from "../../platform/time.ts";

/** What worker processes play; every one of them has to be played by some process. */
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

/** What an administrator can look at and act on, one row each. */
export const jobKinds = ["upload", "outbox", "mail", "twin", "embedding", "delivery"] as const;
export type JobKind = (typeof jobKinds)[number];

export function isJobKind(name: string): name is JobKind {
  return jobKinds.some((kind) => kind === name);
}

/**
 * waiting: owed, and nobody works on it now. running: somebody shows signs of life. failed: it has
 * ended without its result, and could be begun anew. ended: nothing is left to do.
 */
export type JobStanding = "waiting" | "running" | "failed" | "ended";

export const jobActs = ["retry", "give_up"] as const;
export type JobAct = (typeof jobActs)[number];

/** What may be done about a job; what is not named may not. No act of any kind moves money. */
const allowed: Record<JobKind, Partial<Record<JobStanding, readonly JobAct[]>>> = {
  upload: { waiting: ["retry", "give_up"], running: ["give_up"], failed: ["retry"] },
  // The relay tries all of them every few seconds: asking for one more try would change nothing.
  outbox: { waiting: ["give_up"] },
  mail: { waiting: ["retry", "give_up"] },
  twin: { waiting: ["retry", "give_up"], running: ["give_up"], failed: ["retry"] },
  // Nothing waits for it but searches by meaning, and the clock asks again once a day.
  embedding: { failed: ["retry"] },
  // Who calls the receiver right now writes down what came of it.
  delivery: { waiting: ["retry", "give_up"], failed: ["retry"] },
};

/** `hold` is why it cannot be tried now although its kind could be. */
export function actsOf(job: {
  kind: JobKind;
  standing: JobStanding;
  hold: string | null;
}): readonly JobAct[] {
  const acts = allowed[job.kind][job.standing] ?? [];
  return job.hold === null ? acts : acts.filter((act) => act !== "retry");
}

/** Why an act is not possible, in words. */
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
    ended: "It has ended meanwhile, and nothing was changed.",
  };
  return words[job.standing];
}

/** From when on what waits is shown as stuck. */
export const stuckAfterSeconds: Record<JobKind, number> = {
  upload: 15 * minuteSeconds,
  outbox: minuteSeconds,
  mail: 10 * minuteSeconds,
  twin: 15 * minuteSeconds,
  embedding: 0,
  delivery: 10 * minuteSeconds,
};

/** The codes by which a profile job ends that may be the service's fault and not the file's. */
export const serviceEndings = [
  "job_failed_repeatedly",
  "crashed",
  "timeout",
  "out_of_memory",
  "file_missing",
] as const;

/** How far back given-up deliveries are counted. */
export const failedDeliveriesSeconds = daySeconds;

/** How often a worker tells that it is alive, and how often each queue is read. */
export const beatSeconds = 5;
/** After how many missed beats a process is called silent. */
const silentAfterSeconds = 6 * beatSeconds;
/** How long the row of a process that died is kept, so that its death can be seen. */
export const heartbeatKeptSeconds = hourSeconds;

/** Whether a process that was last seen then is taken for alive. */
export function isAlive(seenAt: Date, now: Date): boolean {
  return now.getTime() - seenAt.getTime() <= silentAfterSeconds * 1000;
}

/** Whether figures of a queue are of now: read within a few turns. */
export function isFresh(measuredAt: Date | null, now: Date): boolean {
  return measuredAt !== null && isAlive(measuredAt, now);
}
