/**
 * What is kept of a column so that tables with the same key are found: the smallest keyed hashes of
 * its values, never a value. It is served to nobody: hashes of a paid file's values, though keyed,
 * would tell who guesses one whether it is there.
 */
import { z } from "zod";
import { JOIN_COLUMNS_KEPT_MAX, JOIN_HASH_LIMIT, JOIN_HASHES_MAX } from "./vocabulary.ts";

const hash = z
  .int()
  .min(0)
  .max(JOIN_HASH_LIMIT - 1);

const joinColumnSchema = z.strictObject({
  name: z.string().max(1000),
  type: z.enum(["string", "integer", "number"]),
  /** `semantic_type` of the profile. */
  meaning: z.string().max(40).nullable(),
  /** Different values, after they were brought into one form; an estimate where `share` is not 1. */
  distinct: z.int().min(1),
  /** That are not missing: a key has hardly fewer different ones. */
  values: z.int().min(1),
  areNumbers: z.boolean(),
  charsMax: z.int().min(0),
  /** The share of the different values that was looked at. */
  share: z.number().gt(0).max(1),
  /** Two columns with the same chooser have looked at the same values. */
  chooser: z.string().max(100),
  /** All hashes below are here. */
  below: z.int().min(1).max(JOIN_HASH_LIMIT),
  hashes: z.array(hash).min(1).max(JOIN_HASHES_MAX),
});

export type JoinColumn = z.infer<typeof joinColumnSchema>;

const fileSchema = z.strictObject({
  join_version: z.literal(1),
  columns: z.array(joinColumnSchema).max(JOIN_COLUMNS_KEPT_MAX),
});

/** Null for what is no file of this release. */
export function decodeJoinColumns(text: string): JoinColumn[] | null {
  try {
    return fileSchema.parse(JSON.parse(text)).columns;
  } catch {
    return null;
  }
}
