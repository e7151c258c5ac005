/**
 * The messages between a child and its parent. Their validation is separate (`protocol.ts`),
 * because loading schemas would take a quarter of a child's start-up time.
 */
import type { ProfileInput } from "../base/input.ts";
import type { DatasetProgress, DatasetReport, TableStep } from "../base/report.ts";
import type { DrawOrder, DrawOutcome, TwinOrder, TwinOutcome } from "../twin/order.ts";

/**
 * One JSON document per line: the job on the child's standard input, everything else on its
 * standard output. Other lines are noise from libraries.
 */
export type ChildMessage =
  | { child: "ready" }
  | { child: "progress"; progress: DatasetProgress }
  | { child: "report"; report: DatasetReport }
  | { child: "step"; step: TableStep }
  /** The outcome of one table's twin. */
  | { child: "twin"; twin: TwinOutcome }
  | { child: "drawn"; drawn: DrawOutcome }
  /** Peak memory of the child so far. */
  | { child: "usage"; peakRssBytes: number }
  /** All steps of a file with several tables, or all twins, have been reported. */
  | { child: "finished" }
  | { child: "failed"; detail: string; isMachineFault?: boolean | undefined };

/** What a child makes instead of a profile. */
export type ChildOrder = { twins: TwinOrder } | { draw: DrawOrder };

/** A job as sent to a child: the input with its time as text. */
type ChildJob = Omit<ProfileInput, "computedAt"> & { computedAt: string; order: ChildOrder | null };

export function encodeJob(input: ProfileInput, order: ChildOrder | null): string {
  const job: ChildJob = { ...input, computedAt: input.computedAt.toISOString(), order };
  return `${JSON.stringify(job)}\n`;
}

/** `order` is null if a profile is wanted. */
export function decodeJob(line: string): { input: ProfileInput; order: ChildOrder | null } {
  const { order, ...job } = JSON.parse(line) as ChildJob;
  return { input: { ...job, computedAt: new Date(job.computedAt) }, order };
}
