/** The wire shape of what stands inside of nested values, by path. */
import { z } from "zod";
import { count, ratio } from "./wire-numbers.ts";

const lengths = z.strictObject({ min: count, max: count, mean: z.number() });

const arrayLength = lengths.nullable().meta({ description: "Elements of arrays." });
const mapKeys = lengths.nullable().meta({ description: "Keys of each object that is a map." });

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
      "Where it stands, from the column's name on: `.city` a key, `[]` the elements of an array, " +
      '`.*` the values of an object that is used as a map. Keys that are no words are `["a.b"]`, ' +
      "as in JSON. Keys that hold personal data of a paid file are `[hidden]`.",
    example: "items[].price",
  }),
  types: z
    .array(z.strictObject({ type: fieldTypeSchema, count }))
    .meta({ description: "Types of the values, most frequent first." }),
  count: count.meta({ description: "Values that are not null, among those read.", example: 412 }),
  null_ratio: ratio.meta({
    description: "Share of the objects or elements around it where it is null or lacking.",
    example: 0.02,
  }),
  distinct_count: count.nullable().meta({
    description: "Different texts and numbers, counted up to 1,000; null where there are none.",
  }),
  distinct_method: z.enum(["exact", "lower_bound"]).nullable(),
  min: z.number().nullable().meta({ description: "Of numbers, as read; null in a paid file." }),
  max: z.number().nullable(),
  mean: z.number().nullable().meta({
    description: "Of numbers; null in a paid file with fewer than 20 of them.",
  }),
  text_length: lengths.nullable().meta({ description: "Characters of texts." }),
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
      description: "Paths that were found, at least; at most 200 are listed.",
      example: 12,
    }),
    fields: z.array(nestedFieldSchema),
  })
  .meta({ description: "What stands inside of the values of an object, array or mixed column." });

export type FieldType = z.infer<typeof fieldTypeSchema>;
export type NestedField = z.infer<typeof nestedFieldSchema>;
export type Nested = z.infer<typeof nestedSchema>;
