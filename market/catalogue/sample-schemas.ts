/** What is asked of samples and profiles: which table, and in which format. */
import { z } from "zod";
import { TABLE_NAME_CHARS_MAX } from "../limits.ts";
import { sampleFormats } from "./schemas.ts";

export const tableName = z
  .string()
  .min(1)
  .max(TABLE_NAME_CHARS_MAX)
  .refine((name) => !name.includes("\0"), "holds a NUL, which no table's name does")
  .meta({
    description:
      "A table of a file that holds several, by its `name` in the dataset's `tables`; left out, the " +
      "default one.",
  });

export const profileQuery = z.strictObject({ table: tableName.optional() });

export const sampleQuery = z.strictObject({
  table: tableName.optional(),
  format: z
    .enum(sampleFormats)
    .optional()
    .meta({
      description:
        "Left out, `Accept` chooses; else CSV for csv and tsv files, GeoJSON for geojson, JSON for " +
        "others. `webp` is the contact sheet of an archive of pictures.",
    }),
});
