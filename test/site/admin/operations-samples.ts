/** The operations pages' data: every kind of job, with untrusted text. */
import {
  actsOf,
  type JobKind,
  type JobStanding,
  jobKinds,
} from "../../../market/operations/rules.ts";
import type { JobView, OperationsView } from "../../../market/operations/schemas.ts";
import type { AdministrationUseCases } from "../../../site/admin/use-cases.ts";
import { isoAt, sampleId } from "../purchase-samples.ts";

const standings: JobStanding[] = ["waiting", "failed", "running"];
const at = (days: number): Date => new Date(isoAt(days));
const depth = (rows: number, days: number | null) => ({
  rows,
  isCapped: rows === 10_000,
  oldestAt: days === null ? null : at(days),
});

function sampleJob(kind: JobKind, index: number, name: string): JobView {
  const standing = standings[index % standings.length] ?? "waiting";
  const hold = kind === "delivery" && index === 1 ? "Its webhook is disabled." : null;
  const job = { kind, standing, hold };
  return {
    ...job,
    id: sampleId(index + 1),
    label: name,
    since: at(-1),
    tries: 3,
    nextTryAt: index === 0 ? at(1) : null,
    detail: index === 1 ? null : `refused: answered 503 ${name}`,
    listingId: sampleId(3),
    subject: { subjectKind: "outbox", subjectId: sampleId(1) },
    acts: actsOf(job),
  };
}

function sampleOperationsView(name: string): OperationsView {
  const queue = (trouble: string | null, isKnown: boolean) => ({
    waiting: 1204,
    waitingSince: at(-1),
    inFlight: 4,
    redelivered: 1,
    measuredAt: isKnown ? at(0) : null,
    isFresh: isKnown,
    trouble,
  });
  const worker = (index: number, isAlive: boolean) => ({
    id: sampleId(index),
    roles: index === 1 ? ["relay", "clock"] : ["profile"],
    host: name,
    pid: 4711,
    version: "1.0.0",
    commit: index === 1 ? "3b113030f5c34ad9b7e2" : null,
    startedAt: at(-2),
    seenAt: at(isAlive ? 0 : -1),
    isAlive,
    isBusConnected: index === 1,
  });
  return {
    at: at(0),
    queues: [
      { queue: "profile", subject: "jobs.profile", ...queue(null, true) },
      { queue: "notify", subject: "jobs.mail", ...queue("NATS is not connected", true) },
      { queue: "webhooks", subject: "events.published", ...queue(null, false) },
    ],
    outbox: [
      { subject: "jobs.mail", ...depth(10_000, -3) },
      { subject: "jobs.profile", ...depth(2, 0) },
    ],
    workers: [worker(1, true), worker(2, true), worker(3, false)],
    missingRoles: ["notify", "webhooks"],
    money: [
      { kind: "payment_pending", ...depth(3, -1), cents: { usd: 4_500 } },
      { kind: "in_escrow", ...depth(10_000, 2), cents: { usd: 91_234_500, eur: 900 } },
      { kind: "escrow_overdue", ...depth(0, null), cents: {} },
      { kind: "refund_owed", ...depth(1, -4), cents: { usd: 900 } },
    ],
    deliveries: {
      unfanned: depth(2, 0),
      pending: depth(10_000, -1),
      failed: depth(12, -1),
      failingEndpoints: depth(1, -2),
    },
    stuck: Object.fromEntries(
      jobKinds.map((kind) => {
        const jobs = kind === "embedding" ? [] : [0, 1, 2].map((i) => sampleJob(kind, i, name));
        return [kind, { jobs, hasMore: kind === "mail" }];
      }),
    ) as OperationsView["stuck"],
  };
}

type OperationsUseCases = Pick<AdministrationUseCases, "readOperations" | "readJob" | "actOnJob">;

export function sampleOperations(name: string): OperationsUseCases {
  return {
    readOperations: async () => sampleOperationsView(name),
    readJob: async (_, { kind, id }) => sampleJob(kind, id === sampleId(1) ? 0 : 1, name),
    actOnJob: async () => undefined,
  };
}
