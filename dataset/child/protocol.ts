/** The messages between a child and its parent, and what of them is believed. */
import { z } from "zod";
import { TWIN_REASONS } from "../../market/catalogue/twin/vocabulary.ts";
import { alertSchema } from "../../market/profile/column-schemas.ts";
import { profileSchema, sampleSchema } from "../../market/profile/schemas.ts";
import {
  documentsSchema,
  TABLE_PART_PATHS_MAX,
  TABLES_LISTED_MAX,
} from "../../market/profile/table-schemas.ts";
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

const bytes = z.number().min(0);

const refusalSchema = z.object({ code: z.string(), detail: z.string() });

const reportSchema = z.discriminatedUnion("outcome", [
  z.looseObject({
    outcome: z.literal("generated"),
    format: z.string(),
    profile: profileSchema,
    sample: sampleSchema,
  }),
  z.looseObject({
    outcome: z.literal("no_sample"),
    error: refusalSchema,
    format: z.string().nullable(),
    profile: profileSchema.nullable(),
  }),
]);

const planSchema = z.strictObject({
  compression: z.string().nullable(),
  tables: z
    .array(
      z.strictObject({
        name: z.string(),
        path: z.string(),
        format: z.string().nullable(),
        columns: z.int().min(0).nullable(),
        byteSize: z.int().min(0),
        parts: z.int().min(1),
        partPaths: z.array(z.string()).max(TABLE_PART_PATHS_MAX),
        refusal: refusalSchema.nullable(),
      }),
    )
    .max(TABLES_LISTED_MAX),
  documents: documentsSchema,
  alerts: z.array(alertSchema),
});

const position = z
  .int()
  .min(0)
  .max(TABLES_LISTED_MAX - 1);

const stepSchema = z.discriminatedUnion("step", [
  z.strictObject({ step: z.literal("plan"), plan: planSchema }),
  z.strictObject({ step: z.literal("begin"), position }),
  z.strictObject({ step: z.literal("table"), position, report: reportSchema }),
]);

const twinSchema = z.discriminatedUnion("outcome", [
  z.strictObject({ position, outcome: z.enum(["made", "source"]) }),
  z.strictObject({
    position,
    outcome: z.literal("none"),
    code: z.enum(TWIN_REASONS),
    detail: z.string(),
  }),
]);

/** A child reads hostile files: its parent believes only what has the shape of a message. */
const messageSchema = z.discriminatedUnion("child", [
  z.object({ child: z.literal("ready") }),
  z.object({ child: z.literal("finished") }),
  z.object({ child: z.literal("usage"), peakRssBytes: bytes }),
  z.object({
    child: z.literal("failed"),
    detail: z.string(),
    isMachineFault: z.boolean().optional(),
  }),
  z.object({
    child: z.literal("progress"),
    progress: z.looseObject({ phase: z.string(), bytes_done: bytes, bytes_total: bytes }),
  }),
  z.object({ child: z.literal("step"), step: stepSchema }),
  z.object({ child: z.literal("twin"), twin: twinSchema }),
  z.object({ child: z.literal("report"), report: reportSchema }),
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
