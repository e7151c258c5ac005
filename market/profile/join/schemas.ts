/**
 * Stored data for finding tables with the same key: the smallest keyed hashes of a column's values, never
 * a value. It is never served: even keyed hashes of a paid file's values would let anybody check a
 * guessed value.
 */
import { z } from "zod";
import { JOIN_COLUMNS_KEPT_MAX, JOIN_HASH_LIMIT, JOIN_HASHES_MAX } from "./vocabulary.ts";

const hash = z
  .int()
  .min(0)
  .max(JOIN_HASH_LIMIT - 1);

export const joinColumnSchema = z.strictObject({
  name: z.string().max(1000),
  type: z.enum(["string", "integer", "number"]),
  /** The profile's `semantic_type`. */
  meaning: z.string().max(40).nullable(),
  /** Different values after normalisation; an estimate if `share` is not 1. */
  distinct: z.int().min(1),
  /** Values that are not missing; a key has hardly fewer different ones. */
  values: z.int().min(1),
  areNumbers: z.boolean(),
  charsMax: z.int().min(0),
  /** The share of the different values that was read. */
  share: z.number().gt(0).max(1),
  /** Two columns with the same chooser have read the same values. */
  chooser: z.string().max(100),
  /** All hashes below this are stored. */
  below: z.int().min(1).max(JOIN_HASH_LIMIT),
  hashes: z.array(hash).min(1).max(JOIN_HASHES_MAX),
});

export type JoinColumn = z.infer<typeof joinColumnSchema>;

const fileSchema = z.strictObject({
  join_version: z.literal(1),
  columns: z.array(joinColumnSchema).max(JOIN_COLUMNS_KEPT_MAX),
});

/** Null if it is not a file of this release. */
export function decodeJoinColumns(text: string): JoinColumn[] | null {
  try {
    return fileSchema.parse(JSON.parse(text)).columns;
  } catch {
    return null;
  }
}
