/**
 * The messages between a child and its parent. What of them is believed stands apart (`protocol.ts`): a child
 * that starts loads no schemas, which would take a quarter of its start.
 */
import type { ProfileInput } from "../base/input.ts";
import type { DatasetProgress, DatasetReport, TableStep } from "../base/report.ts";
import type { TwinOrder, TwinOutcome } from "../twin/order.ts";

/**
 * What a child and its parent say to each other: one JSON document a line, the job on the child's
 * standard input, everything else on its standard output. Other lines are noise of libraries.
 */
export type ChildMessage =
  | { child: "ready" }
  | { child: "progress"; progress: DatasetProgress }
  | { child: "report"; report: DatasetReport }
  | { child: "step"; step: TableStep }
  /** What became of the twin of a table. */
  | { child: "twin"; twin: TwinOutcome }
  /** What memory the child has had at most so far. */
  | { child: "usage"; peakRssBytes: number }
  /** All steps of a file of several tables, or all twins, were told. */
  | { child: "finished" }
  | { child: "failed"; detail: string; isMachineFault?: boolean | undefined };

/** A job on its way to a child: the input with its time as text, and the twins if these are wanted. */
type ChildJob = Omit<ProfileInput, "computedAt"> & { computedAt: string; twins?: TwinOrder };

export function encodeJob(input: ProfileInput, twins?: TwinOrder): string {
  const job: ChildJob = { ...input, computedAt: input.computedAt.toISOString() };
  return `${JSON.stringify(twins === undefined ? job : { ...job, twins })}\n`;
}

/** The twins are null where a profile is wanted. */
export function decodeJob(line: string): { input: ProfileInput; twins: TwinOrder | null } {
  const { twins, ...job } = JSON.parse(line) as ChildJob;
  return { input: { ...job, computedAt: new Date(job.computedAt) }, twins: twins ?? null };
}
