/** The input of administrators' actions on jobs, and the views of the service's work. */
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
  /** A title, a kind of mail or a host. Strangers chose parts of it. */
  label: string;
  /** When the job was enqueued, or when it ended. */
  since: Date;
  tries: number;
  nextTryAt: Date | null;
  /** The last try's error, if known. */
  detail: string | null;
  /** The reason why the job cannot be retried now although its kind allows it; null without one. */
  hold: string | null;
  /** The listing of the job or of its file, if any. */
  listingId: string | null;
  /** The subject of an action's audit row. */
  subject: Pick<AuditEntry, "subjectKind" | "subjectId">;
};

export type JobView = StuckJob & { acts: readonly JobAct[] };

export type JobList = {
  jobs: JobView[];
  /** Whether further rows exist. */
  hasMore: boolean;
};

/** `rows` is limited to the cap; `isCapped` says that there are more. */
export type CappedDepth = { rows: number; isCapped: boolean; oldestAt: Date | null };

export type QueueView = {
  queue: Queue;
  subject: string;
  waiting: number;
  waitingSince: Date | null;
  inFlight: number;
  redelivered: number;
  /** When the queue was measured; null: never. */
  measuredAt: Date | null;
  isFresh: boolean;
  /** The last measurement's error; null if it succeeded. */
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
  /** By currency, for the counted rows. */
  cents: Record<string, number>;
};

export type OperationsView = {
  at: Date;
  queues: QueueView[];
  outbox: (CappedDepth & { subject: string })[];
  workers: WorkerView[];
  /** Roles that no live process has. */
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
