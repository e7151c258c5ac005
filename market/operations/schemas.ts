/** What administrators say about jobs, and what they are shown of the service's work. */
import { z } from "zod";
import type { AuditEntry } from "../../db/queries/journal/journal.ts";
import type { WaitingMoneyKind } from "../../db/queries/operations/depth.ts";
import type { Queue } from "../../platform/bus/port.ts";
import { STEP_REASON_CHARS_MAX } from "../limits.ts";
import { prose } from "../text.ts";
import type { JobAct, JobKind, JobStanding } from "./rules.ts";

export const jobActBody = z.strictObject({ reason: prose(STEP_REASON_CHARS_MAX) });
export type JobActBody = z.infer<typeof jobActBody>;

export type StuckJob = {
  kind: JobKind;
  id: string;
  standing: JobStanding;
  /** What it is about: a title, a kind of mail, a host. Strangers chose parts of it. */
  label: string;
  /** Since when it is owed, or when it ended. */
  since: Date;
  tries: number;
  nextTryAt: Date | null;
  /** Why the last try failed, where that is known. */
  detail: string | null;
  /** Why it cannot be tried now although its kind could be; null: nothing is against it. */
  hold: string | null;
  /** Of what it is about, where that is a listing or its file. */
  listingId: string | null;
  /** Of which subject the audit row of an act is. */
  subject: Pick<AuditEntry, "subjectKind" | "subjectId">;
};

export type JobView = StuckJob & { acts: readonly JobAct[] };

export type JobList = {
  jobs: JobView[];
  /** Whether there are more than are listed. */
  hasMore: boolean;
};

/** At most the cap: `isCapped` says that there are more. */
export type CappedDepth = { rows: number; isCapped: boolean; oldestAt: Date | null };

export type QueueView = {
  queue: Queue;
  subject: string;
  waiting: number;
  waitingSince: Date | null;
  inFlight: number;
  redelivered: number;
  /** When the figures were read; null: never. */
  measuredAt: Date | null;
  isFresh: boolean;
  /** Why the last reading failed; null: it did not. */
  trouble: string | null;
};

export type WorkerView = {
  id: string;
  roles: string[];
  host: string;
  pid: number;
  version: string;
  commit: string | null;
  startedAt: Date;
  seenAt: Date;
  isAlive: boolean;
  isBusConnected: boolean;
};

export type MoneyView = CappedDepth & {
  kind: WaitingMoneyKind | "escrow_overdue";
  /** Of those that are counted, by currency. */
  cents: Record<string, number>;
};

export type OperationsView = {
  at: Date;
  queues: QueueView[];
  outbox: (CappedDepth & { subject: string })[];
  workers: WorkerView[];
  /** Roles that no process which is alive plays. */
  missingRoles: string[];
  money: MoneyView[];
  deliveries: {
    unfanned: CappedDepth;
    pending: CappedDepth;
    failed: CappedDepth;
    failingEndpoints: CappedDepth;
  };
  stuck: Record<JobKind, JobList>;
};
