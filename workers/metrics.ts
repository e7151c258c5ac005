/** A worker's metrics: jobs, the relay, the clock, webhooks, and the backlog of the outbox. */
import type { Database } from "../db/client.ts";
import { readOutboxLag } from "../db/queries/journal/outbox.ts";
import { countPostponed } from "../db/queries/listings/profile-jobs.ts";
import { countRefusedEmbeddings } from "../db/queries/search/embeddings.ts";
import { Counter, Gauge, Histogram, type Registry } from "../platform/metrics.ts";

/** Causes that prevent publishing: NATS away or without room, or the database. */
export const relayHolds = ["bus_away", "bus_full", "database"] as const;

export type RelayHold = (typeof relayHolds)[number];

export type WorkerMetrics = {
  jobs: Counter<"subject" | "outcome">;
  jobSeconds: Histogram<"subject">;
  jobsRunning: Gauge<"subject">;
  jobTries: Histogram<"subject">;
  profileSeconds: Histogram<"format" | "size" | "outcome">;
  childPeakRss: Histogram<"work">;
  /** A child that ran out of memory counts as having used all of it. */
  childrenShort: Counter<"work">;
  serviceFailures: Counter<"subject" | "cause">;
  published: Counter;
  publishFailures: Counter;
  relayHeld: Gauge<"cause">;
  clockRuns: Counter<"task" | "outcome">;
  webhookTries: Counter<"outcome">;
  transfers: Counter<"work" | "outcome">;
};

/** Why a child of the data engine was started. */
const childWorks = ["profile", "twin", "trial"] as const;
export type ChildWork = (typeof childWorks)[number];

export type ChildMetrics = Pick<WorkerMetrics, "childPeakRss" | "childrenShort">;

/** A child that used more than this share of its memory limit counts as short of memory. */
const memoryShareMax = 0.8;

/** Records a child's peak memory; `bytesMax` is its limit. */
export function noteChildMemory(
  { childPeakRss, childrenShort }: ChildMetrics,
  work: ChildWork,
  { bytes, bytesMax }: { bytes: number; bytesMax: number },
): void {
  childPeakRss.observe({ work }, bytes);
  if (bytes > bytesMax * memoryShareMax) childrenShort.inc({ work });
}

export function createWorkerMetrics(registry: Registry): WorkerMetrics {
  const registers = [registry];
  return {
    jobs: new Counter({
      name: "market_jobs_total",
      help: "Deliveries of jobs by subject and outcome: done, retry, invalid.",
      labelNames: ["subject", "outcome"],
      registers,
    }),
    jobSeconds: new Histogram({
      name: "market_job_duration_seconds",
      help: "Duration of one delivery of a job.",
      labelNames: ["subject"],
      buckets: [0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 5, 10, 30, 60, 300, 1800],
      registers,
    }),
    jobsRunning: new Gauge({
      name: "market_jobs_running",
      help: "Jobs running in the process.",
      labelNames: ["subject"],
      registers,
    }),
    jobTries: new Histogram({
      name: "market_job_tries",
      help: "Number of the delivery at which a job ended (done or invalid).",
      labelNames: ["subject"],
      buckets: [1, 2, 3, 5, 10, 20],
      registers,
    }),
    profileSeconds: new Histogram({
      name: "market_profile_seconds",
      help: "Time from attaching a file until its profile is available; size is the class's largest file: 1MB, 10MB, 100MB, 1GB, 10GB, more, or none where no file could be read; format as the profile names it, other, or none.",
      labelNames: ["format", "size", "outcome"],
      buckets: [0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 900, 3600],
      registers,
    }),
    ...childMetrics(registers),
    serviceFailures: new Counter({
      name: "market_job_service_failures_total",
      help: "Attempts of jobs that failed for a reason on our side, by subject and cause: disk, storage, database, child, worker, unexpected.",
      labelNames: ["subject", "cause"],
      registers,
    }),
    published: new Counter({
      name: "market_outbox_published_total",
      help: "Outbox rows that this process published on the bus.",
      registers,
    }),
    publishFailures: new Counter({
      name: "market_outbox_publish_failures_total",
      help: "Outbox rows that the bus did not accept; they are retried.",
      registers,
    }),
    relayHeld: new Gauge({
      name: "market_relay_held",
      help: "1 while a relay cannot publish, by cause: bus_away, bus_full (NATS has no room), database.",
      labelNames: ["cause"],
      registers,
    }),
    clockRuns: new Counter({
      name: "market_clock_runs_total",
      help: "Runs of the clock's tasks by task and outcome: ok, failed.",
      labelNames: ["task", "outcome"],
      registers,
    }),
    webhookTries: new Counter({
      name: "market_webhook_tries_total",
      help: "Calls of webhooks by outcome: delivered, retry, gone, given_up, given_back, unrecorded, unreadable.",
      labelNames: ["outcome"],
      registers,
    }),
    transfers: new Counter({
      name: "market_transfers_total",
      help: "Attempts of imports and bucket_deliveries by outcome: done, waiting (for a retry), failed, cancelled, given_back, overtaken, unrecorded.",
      labelNames: ["work", "outcome"],
      registers,
    }),
  };
}

function childMetrics(registers: Registry[]): ChildMetrics {
  const metrics = {
    childPeakRss: new Histogram({
      name: "market_child_peak_rss_bytes",
      help: "Peak memory of a child process, or its whole limit if it ran out of memory, by work: profile, twin, trial.",
      labelNames: ["work"],
      buckets: [128, 256, 512, 768, 1024, 1536, 2048, 3072, 4096].map((mib) => mib * 1024 ** 2),
      registers,
    }),
    childrenShort: new Counter({
      name: "market_children_short_of_memory_total",
      help: "Children that used more than four fifths of PROFILE_MEMORY_BYTES_MAX, or ran out of it.",
      labelNames: ["work"],
      registers,
    }),
  };
  // Initialised to zero, because an increase is invisible if a series appears with its first child.
  for (const work of childWorks) {
    metrics.childPeakRss.zero({ work });
    metrics.childrenShort.inc({ work }, 0);
  }
  return metrics;
}

/** Measured at each scrape: size and age of the outbox's backlog, and what is held up. */
export function registerBacklog(registry: Registry, db: Database, now: () => Date): void {
  new Gauge({
    name: "market_uploads_postponed",
    help: "Uploads whose last attempt failed for a reason on our side; -1 while the database does not answer.",
    registers: [registry],
    async collect() {
      this.set(await countPostponed(db).catch(() => -1));
    },
  });
  new Gauge({
    name: "market_embeddings_refused",
    help: "Listings that the embeddings model refuses; only words find them, and they are retried each day; -1 while the database does not answer.",
    registers: [registry],
    async collect() {
      this.set(await countRefusedEmbeddings(db).catch(() => -1));
    },
  });
  new Gauge({
    name: "market_outbox_unpublished",
    help: "Unpublished outbox rows; -1 while the database does not answer.",
    registers: [registry],
    async collect() {
      const lag = await readOutboxLag(db).catch(() => null);
      this.set(lag?.unpublished ?? -1);
    },
  });
  new Gauge({
    name: "market_outbox_oldest_seconds",
    help: "Age of the oldest unpublished outbox row; 0 if there is none.",
    registers: [registry],
    async collect() {
      const since = (await readOutboxLag(db).catch(() => null))?.oldestCreatedAt ?? now();
      this.set(Math.max(0, (now().getTime() - since.getTime()) / 1000));
    },
  });
}
