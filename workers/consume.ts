/**
 * The consumer: takes messages from one queue, passes each to its subject's job and settles it.
 * Jobs are idempotent: a message may be delivered twice, but its effect happens once.
 */
import { z } from "zod";
import type { JobPayloads, JobSubject } from "../db/queries/journal/journal.ts";
import { pause } from "../platform/bell.ts";
import { type Bus, type BusMessage, type Queue, queues } from "../platform/bus/port.ts";
import type { Logger } from "../platform/log.ts";
import { Outage } from "../platform/outage.ts";
import type { Span } from "../platform/telemetry/port.ts";
import { tracedEntry } from "../platform/telemetry/tracing.ts";
import { messagingAttributes } from "./messaging-attributes.ts";
import type { WorkerMetrics } from "./metrics.ts";
import { backoffSeconds, type Role } from "./role.ts";

/** `done`: settled permanently. `retry`: given back. `invalid`: can never succeed, whoever tries. */
export type JobOutcome =
  | { kind: "done"; detail: string }
  | { kind: "retry"; delaySeconds: number; detail: string }
  | { kind: "invalid"; detail: string };

export type JobRun = {
  /** Id of the outbox row behind the message; null if there is none. */
  jobId: string | null;
  /** 1 at the first delivery of this message. */
  deliveries: number;
  /** Fires when the process must end: give the work back at once. */
  signal: AbortSignal;
  log: Logger;
};

export type Job = (payload: unknown, run: JobRun) => Promise<JobOutcome>;

export type JobTable = { readonly [S in JobSubject]?: Job };

/** Combines a job with the schema of its payload; an invalid payload ends the message. */
export function defineJob<S extends JobSubject>(
  schema: z.ZodType<JobPayloads[S]>,
  work: (payload: JobPayloads[S], run: JobRun) => Promise<JobOutcome>,
): Job {
  return async (payload, run) => {
    const parsed = schema.safeParse(payload);
    if (!parsed.success) return { kind: "invalid", detail: z.prettifyError(parsed.error) };
    return await work(parsed.data, run);
  };
}

export type ConsumerOptions = {
  bus: Bus;
  queue: Queue;
  jobs: JobTable;
  concurrency: number;
  ackWaitSeconds: number;
  /** How long running jobs may continue after `stop()` before they are given back. */
  drainSeconds: number;
  log: Logger;
  metrics: WorkerMetrics;
};

const takeWaitSeconds = 10;
const takeFailurePause = { baseSeconds: 0.25, capSeconds: 5 };
const unexpectedFailurePause = { baseSeconds: 1, capSeconds: 30 };
/** Time for an aborted job to clean up. */
const abortGraceSeconds = 5;

/**
 * Throws if the queue's subject has no job, because a worker must not take what it cannot process.
 */
export function startConsumer(options: ConsumerOptions): Role {
  const job = requireJob(options.jobs, queues[options.queue]);
  const stopping = new AbortController();
  const giveBack = new AbortController();
  const outage = new Outage(options.log, {
    begins: `messages cannot be taken from the queue ${options.queue}; retrying`,
    ends: `the queue ${options.queue} answers again`,
  });
  const slots = Array.from({ length: options.concurrency }, () =>
    runSlot(options, job, { stopping: stopping.signal, giveBack: giveBack.signal, outage }),
  );
  const finished = Promise.all(slots).then(() => {});
  return {
    async stop() {
      stopping.abort();
      if (await settlesWithin(finished, options.drainSeconds)) return;
      giveBack.abort();
      await settlesWithin(finished, abortGraceSeconds);
    },
  };
}

function requireJob(jobs: JobTable, subject: JobSubject): Job {
  const job = jobs[subject];
  if (job === undefined) throw new Error(`there is no job for the subject ${subject}`);
  return job;
}

async function settlesWithin(work: Promise<void>, seconds: number): Promise<boolean> {
  const done = new AbortController();
  const outcome = await Promise.race([
    work.then(() => true),
    pause(seconds, done.signal).then(() => false),
  ]);
  done.abort();
  return outcome;
}

type SlotRun = { stopping: AbortSignal; giveBack: AbortSignal; outage: Outage };

/** One message at a time: the next one is requested only after this one is settled. */
async function runSlot(
  options: ConsumerOptions,
  job: Job,
  { stopping, giveBack, outage }: SlotRun,
): Promise<void> {
  let failures = 0;
  while (!stopping.aborted) {
    try {
      const taken = { waitSeconds: takeWaitSeconds, signal: stopping };
      const message = await options.bus.take(options.queue, taken);
      failures = 0;
      outage.end();
      if (message === null) continue;
      if (stopping.aborted) message.retry(0);
      else await workInTrace(options, job, message, giveBack);
    } catch (error) {
      failures += 1;
      outage.meet("nats does not answer", { err: error });
      await pause(backoffSeconds(failures, takeFailurePause), stopping);
      // The server may have lost its data, so the queue is created again.
      await options.bus.ensureTopology().catch(() => {});
    }
  }
}

/** Runs in the message's trace, or in a new one. */
function workInTrace(
  options: ConsumerOptions,
  job: Job,
  message: BusMessage,
  giveBack: AbortSignal,
): Promise<void> {
  const { id, subject, traceparent: parent, deliveries } = message;
  const attributes = {
    ...messagingAttributes("process", subject, id),
    "market.job.deliveries": deliveries,
  };
  return tracedEntry(`process ${subject}`, { kind: "consumer", parent, attributes }, (span) =>
    work(options, job, message, { giveBack, span }),
  );
}

async function work(
  options: ConsumerOptions,
  job: Job,
  message: BusMessage,
  { giveBack, span }: { giveBack: AbortSignal; span: Span | null },
): Promise<void> {
  const { id: jobId, subject, deliveries } = message;
  const log = options.log.child({ subject, deliveries, payload: message.payload });
  const renewing = setInterval(() => message.renew(), (options.ackWaitSeconds * 1000) / 4);
  const endTimer = options.metrics.jobSeconds.startTimer({ subject });
  options.metrics.jobsRunning.inc({ subject });
  try {
    const outcome = await runSafely(job, message, { jobId, deliveries, signal: giveBack, log });
    settle(message, outcome);
    options.metrics.jobs.inc({ subject, outcome: outcome.kind });
    span?.set({ "market.job.outcome": outcome.kind });
    if (outcome.kind !== "retry") options.metrics.jobTries.observe({ subject }, deliveries);
    const level = outcome.kind === "done" ? "info" : "warn";
    log[level]({ outcome: outcome.kind, durationSeconds: endTimer() }, outcome.detail);
  } finally {
    clearInterval(renewing);
    options.metrics.jobsRunning.dec({ subject });
  }
}

async function runSafely(job: Job, message: BusMessage, run: JobRun): Promise<JobOutcome> {
  try {
    return await job(message.payload, run);
  } catch (error) {
    run.log.error({ err: error }, "a job failed unexpectedly");
    const delaySeconds = backoffSeconds(run.deliveries, unexpectedFailurePause);
    return { kind: "retry", delaySeconds, detail: "failed unexpectedly" };
  }
}

function settle(message: BusMessage, outcome: JobOutcome): void {
  if (outcome.kind === "done") message.ack();
  else if (outcome.kind === "retry") message.retry(outcome.delaySeconds);
  else message.terminate();
}
