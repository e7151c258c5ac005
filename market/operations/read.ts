/**
 * The administrators' view of the service's work, read only from the database in bounded queries.
 */
import {
  type Depth,
  readFailedDeliveries,
  readFailingEndpoints,
  readOutboxDepths,
  readOverdueEscrows,
  readPendingDeliveries,
  readUnfannedEvents,
  readWaitingMoney,
  type WaitingMoney,
} from "../../db/queries/operations/depth.ts";
import {
  type HeartbeatRow,
  type QueueStateRow,
  readHeartbeats,
  readQueueStates,
} from "../../db/queries/operations/workers.ts";
import type { AdminActor } from "../../db/vocabulary/actor.ts";
import { type Queue, queues } from "../../platform/bus/port.ts";
import { minuteSeconds } from "../../platform/time.ts";
import type { Context } from "../context.ts";
import { jobNotFound } from "./job-not-found.ts";
import { kindsOfJobs } from "./kinds/all.ts";
import {
  actsOf,
  failedDeliveriesSeconds,
  isAlive,
  isFresh,
  type JobKind,
  jobKinds,
  type WorkerRole,
  workerRoles,
} from "./rules.ts";
import type {
  CappedDepth,
  JobList,
  JobView,
  MoneyView,
  OperationsView,
  QueueView,
  StuckJob,
  WorkerView,
} from "./schemas.ts";

/** Rows beyond this are not counted. */
const countedRowsMax = 10_000;
const stuckRowsMax = 10;
const workerRowsMax = 100;
/** The clock releases within seconds, so a purchase later than this is overdue. */
const escrowGraceSeconds = 10 * minuteSeconds;

const moneyKinds = [
  "payment_pending",
  "in_escrow",
  "payout_owed",
  "refund_owed",
  "disputed",
  "chargeback_open",
] as const;

export async function readOperations(ctx: Context, _admin: AdminActor): Promise<OperationsView> {
  const now = ctx.now();
  const [states, beats, outbox] = await Promise.all([
    readQueueStates(ctx.db),
    readHeartbeats(ctx.db, workerRowsMax),
    readOutboxDepths(ctx.db, countedRowsMax + 1),
  ]);
  const workers = beats.map((beat) => viewWorker(beat, now));
  const played = new Set(workers.filter((one) => one.isAlive).flatMap((one) => one.roles));
  const money = await readMoney(ctx, now);
  const deliveries = await readDeliveries(ctx, now);
  return {
    at: now,
    queues: queueNames.map((queue) => viewQueue(queue, states, now)),
    outbox: outbox.map(({ subject, ...depth }) => ({ subject, ...capped(depth) })),
    workers,
    missingRoles: neededRoles(ctx).filter((role) => !played.has(role)),
    money,
    deliveries,
    stuck: await readStuck(ctx, now),
  };
}

/** Without an embedding model, the `embed` role is not needed. */
const neededRoles = ({ embeddings }: Context): WorkerRole[] =>
  workerRoles.filter((role) => role !== "embed" || embeddings !== null);

const queueNames = Object.keys(queues) as Queue[];

function viewQueue(queue: Queue, states: QueueStateRow[], now: Date): QueueView {
  const state = states.find((one) => one.queue === queue);
  const measuredAt = state?.measuredAt ?? null;
  return {
    queue,
    subject: queues[queue],
    waiting: state?.waiting ?? 0,
    waitingSince: state?.waitingSince ?? null,
    inFlight: state?.inFlight ?? 0,
    redelivered: state?.redelivered ?? 0,
    measuredAt,
    isFresh: isFresh(measuredAt, now),
    trouble: state?.trouble ?? null,
  };
}

function viewWorker(beat: HeartbeatRow, now: Date): WorkerView {
  const { id, roles, host, pid, version, commit, startedAt, seenAt, isBusConnected } = beat;
  const who = { id, roles, host, pid, version, commit };
  return { ...who, startedAt, seenAt, isAlive: isAlive(seenAt, now), isBusConnected };
}

function capped({ rows, oldestAt }: Depth): CappedDepth {
  return { rows: Math.min(rows, countedRowsMax), isCapped: rows > countedRowsMax, oldestAt };
}

async function readMoney({ db }: Context, now: Date): Promise<MoneyView[]> {
  const rowsMax = countedRowsMax + 1;
  const dueBefore = new Date(now.getTime() - escrowGraceSeconds * 1000);
  const [overdue, ...waiting] = await Promise.all([
    readOverdueEscrows(db, { dueBefore, rowsMax }),
    ...moneyKinds.map((kind) => readWaitingMoney(db, kind, rowsMax)),
  ]);
  const view = (kind: MoneyView["kind"], { cents, ...depth }: WaitingMoney): MoneyView => ({
    kind,
    cents,
    ...capped(depth),
  });
  const views = moneyKinds.flatMap((kind, at) => {
    const found = waiting[at];
    return found === undefined ? [] : [view(kind, found)];
  });
  return [...views.slice(0, 2), view("escrow_overdue", overdue), ...views.slice(2)];
}

async function readDeliveries({ db }: Context, now: Date): Promise<OperationsView["deliveries"]> {
  const rowsMax = countedRowsMax + 1;
  const since = new Date(now.getTime() - failedDeliveriesSeconds * 1000);
  const [unfanned, pending, failed, failingEndpoints] = await Promise.all([
    readUnfannedEvents(db, rowsMax),
    readPendingDeliveries(db, rowsMax),
    readFailedDeliveries(db, { since, rowsMax }),
    readFailingEndpoints(db, rowsMax),
  ]);
  return {
    unfanned: capped(unfanned),
    pending: capped(pending),
    failed: capped(failed),
    failingEndpoints: capped(failingEndpoints),
  };
}

/** Queries one kind at a time, so that this page never uses up the connection pool. */
async function readStuck({ db, config }: Context, now: Date): Promise<Record<JobKind, JobList>> {
  const lists: Partial<Record<JobKind, JobList>> = {};
  for (const kind of jobKinds) {
    const look = { config, now, rowsMax: stuckRowsMax };
    const { jobs, hasMore } = await kindsOfJobs[kind].list(db, look);
    lists[kind] = { jobs: jobs.map(viewJob), hasMore };
  }
  return lists as Record<JobKind, JobList>;
}

const viewJob = (job: StuckJob): JobView => ({ ...job, acts: actsOf(job) });

/** One job, stuck or not, with its possible actions. Errors: job_not_found. */
export async function readJob(
  ctx: Context,
  _admin: AdminActor,
  { kind, id }: { kind: JobKind; id: string },
): Promise<JobView> {
  const job = await kindsOfJobs[kind].find(ctx.db, id, { config: ctx.config, now: ctx.now() });
  if (job === null) throw jobNotFound();
  return viewJob(job);
}
