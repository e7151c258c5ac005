import { z } from "zod";
import { TWIN_REASONS } from "../../market/catalogue/twin/vocabulary.ts";
import { profileChartsSchema } from "../../market/profile/charts.ts";
import { alertSchema } from "../../market/profile/column-schemas.ts";
import { joinColumnSchema } from "../../market/profile/join/schemas.ts";
import { profileSchema, sampleSchema } from "../../market/profile/schemas.ts";
import { documentsSchema } from "../../market/profile/table-schemas.ts";
import { TABLE_PART_PATHS_MAX, TABLES_LISTED_MAX } from "../../market/profile/vocabulary.ts";
import { LINK_COLUMNS_MAX } from "../base/report.ts";
import type { ChildMessage } from "./messages.ts";

const bytes = z.number().min(0);

const refusalSchema = z.object({ code: z.string(), detail: z.string() });

const linkColumnSchema = joinColumnSchema
  .pick({ name: true, distinct: true, share: true, chooser: true, below: true, hashes: true })
  .extend({ isKey: z.boolean() });

const reportSchema = z.discriminatedUnion("outcome", [
  z.looseObject({
    outcome: z.literal("generated"),
    format: z.string(),
    profile: profileSchema,
    sample: sampleSchema,
    charts: profileChartsSchema,
    links: z.array(linkColumnSchema).max(LINK_COLUMNS_MAX).optional(),
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

const drawnSchema = z.discriminatedUnion("outcome", [
  z.strictObject({ outcome: z.literal("made") }),
  z.strictObject({ outcome: z.literal("none"), detail: z.string() }),
]);

/** Children read hostile files, so the parent accepts only messages of this shape. */
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
  z.object({ child: z.literal("drawn"), drawn: drawnSchema }),
  z.object({ child: z.literal("report"), report: reportSchema }),
]);

/**
 * Parses a line; null if it is no message. A malformed message is turned into a failure of the
 * child.
 */
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
  return { child: "failed", detail: `A message of the child is malformed at ${where}.` };
}
