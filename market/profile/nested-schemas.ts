import { z } from "zod";
import { count, countRange, ratio } from "./wire-numbers.ts";

const arrayLength = countRange.nullable().meta({ description: "Elements of arrays." });
const mapKeys = countRange.nullable().meta({ description: "Keys of each object that is a map." });

const fieldTypeSchema = z.enum([
  "boolean",
  "integer",
  "number",
  "string",
  "date",
  "datetime",
  "object",
  "array",
]);

const nestedFieldSchema = z.strictObject({
  path: z.string().meta({
    description:
      "Path from the column's name on: `.city` is a key, `[]` the elements of an array, " +
      '`.*` the values of an object used as a map. Keys that are not words are written `["a.b"]`, ' +
      "as in JSON. Keys with personal data of a paid file are `[hidden]`.",
    example: "items[].price",
  }),
  types: z
    .array(z.strictObject({ type: fieldTypeSchema, count }))
    .meta({ description: "Types of the values, most frequent first." }),
  count: count.meta({ description: "Values that are not null, among those read.", example: 412 }),
  null_ratio: ratio.meta({
    description: "Share of the surrounding objects or elements in which it is null or absent.",
    example: 0.02,
  }),
  distinct_count: count.nullable().meta({
    description: "Different texts and numbers, counted up to 1,000; null if there are none.",
  }),
  distinct_method: z.enum(["exact", "lower_bound"]).nullable(),
  min: z.number().nullable().meta({ description: "For numbers, as read; null in a paid file." }),
  max: z.number().nullable(),
  mean: z.number().nullable().meta({
    description: "For numbers; null in a paid file with fewer than 20 of them.",
  }),
  text_length: countRange.nullable().meta({ description: "Lengths of texts in characters." }),
  array_length: arrayLength,
  map_keys: mapKeys,
});

export const nestedSchema = z
  .strictObject({
    method: z.enum(["exact", "sample"]).meta({
      description: "`exact`: all values were read. `sample`: a uniform sample of them.",
    }),
    values_read: count.meta({ example: 1000 }),
    array_length: arrayLength,
    map_keys: mapKeys,
    fields_found: count.meta({
      description: "Minimum number of paths found; at most 200 are listed.",
      example: 12,
    }),
    fields: z.array(nestedFieldSchema),
  })
  .meta({ description: "The contents of an object, array or mixed column, by path." });

export type FieldType = z.infer<typeof fieldTypeSchema>;
export type NestedField = z.infer<typeof nestedFieldSchema>;
export type Nested = z.infer<typeof nestedSchema>;
