import type { ProfileInput } from "./profile-dataset.ts";
import type { DatasetProgress, DatasetReport } from "./report.ts";

/**
 * What a child and its parent say to each other: one JSON document a line, the job on the child's
 * standard input, everything else on its standard output. Other lines are noise of libraries.
 */
export type ChildMessage =
  | { child: "ready" }
  | { child: "progress"; progress: DatasetProgress }
  | { child: "report"; report: DatasetReport }
  | { child: "failed"; detail: string };

/** A job on its way to a child: the input with its time as text. */
export type ChildJob = Omit<ProfileInput, "computedAt"> & { computedAt: string };

export function encodeJob(input: ProfileInput): string {
  const job: ChildJob = { ...input, computedAt: input.computedAt.toISOString() };
  return `${JSON.stringify(job)}\n`;
}

export function decodeJob(line: string): ProfileInput {
  const job = JSON.parse(line) as ChildJob;
  return { ...job, computedAt: new Date(job.computedAt) };
}

/** A message, or null for a line that is none. */
export function decodeMessage(line: string): ChildMessage | null {
  if (!line.startsWith('{"child":')) return null;
  try {
    return JSON.parse(line) as ChildMessage;
  } catch {
    return null;
  }
}
