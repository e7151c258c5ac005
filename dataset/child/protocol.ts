/** The messages between a child and its parent, and what of them is believed. */
import { z } from "zod";
import { profileSchema, sampleSchema } from "../../market/profile/schemas.ts";
import type { ProfileInput } from "../base/input.ts";
import type { DatasetProgress, DatasetReport } from "../base/report.ts";

/**
 * What a child and its parent say to each other: one JSON document a line, the job on the child's
 * standard input, everything else on its standard output. Other lines are noise of libraries.
 */
export type ChildMessage =
  | { child: "ready" }
  | { child: "progress"; progress: DatasetProgress }
  | { child: "report"; report: DatasetReport }
  | { child: "failed"; detail: string; isMachineFault?: boolean | undefined };

/** A job on its way to a child: the input with its time as text. */
type ChildJob = Omit<ProfileInput, "computedAt"> & { computedAt: string };

export function encodeJob(input: ProfileInput): string {
  const job: ChildJob = { ...input, computedAt: input.computedAt.toISOString() };
  return `${JSON.stringify(job)}\n`;
}

export function decodeJob(line: string): ProfileInput {
  const job = JSON.parse(line) as ChildJob;
  return { ...job, computedAt: new Date(job.computedAt) };
}

const bytes = z.number().min(0);

/** A child reads hostile files: its parent believes only what has the shape of a message. */
const messageSchema = z.discriminatedUnion("child", [
  z.object({ child: z.literal("ready") }),
  z.object({
    child: z.literal("failed"),
    detail: z.string(),
    isMachineFault: z.boolean().optional(),
  }),
  z.object({
    child: z.literal("progress"),
    progress: z.looseObject({ phase: z.string(), bytes_done: bytes, bytes_total: bytes }),
  }),
  z.object({
    child: z.literal("report"),
    report: z.discriminatedUnion("outcome", [
      z.looseObject({
        outcome: z.literal("generated"),
        format: z.string(),
        profile: profileSchema,
        sample: sampleSchema,
      }),
      z.looseObject({
        outcome: z.literal("no_sample"),
        error: z.object({ code: z.string(), detail: z.string() }),
        format: z.string().nullable(),
        profile: profileSchema.nullable(),
      }),
    ]),
  }),
]);

/** A message, or null for a line that is none. A misshapen one says that the child failed. */
export function decodeMessage(line: string): ChildMessage | null {
  if (!line.startsWith('{"child":')) return null;
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return null;
  }
  const checked = messageSchema.safeParse(message);
  if (checked.success) return message as ChildMessage;
  const where = checked.error.issues[0]?.path.join(".") ?? "";
  return { child: "failed", detail: `A message of the child is misshapen at ${where}.` };
}
