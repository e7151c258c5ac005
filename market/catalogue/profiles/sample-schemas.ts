import { z } from "zod";
import { profileSchema, sampleSchema } from "../../profile/schemas.ts";
import { TABLE_NAME_CHARS_MAX } from "../limits.ts";
import { sampleFormats } from "../schemas.ts";

export const tableName = z
  .string()
  .min(1)
  .max(TABLE_NAME_CHARS_MAX)
  .refine((name) => !name.includes("\0"), "contains a NUL, which no table name can have")
  .meta({
    description:
      "One of the file's tables, by its `name` in the dataset's `tables`; by default the " +
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
        "By default, `Accept` decides; otherwise CSV for csv and tsv files, GeoJSON for geojson, JSON for " +
        "others. `webp` is the contact sheet of an archive of pictures.",
    }),
});

export const profileView = profileSchema.meta({ id: "Profile" });
export const sampleView = sampleSchema.meta({ id: "Sample" });

/** Other media types of a sample. */
export const sampleAlso = {
  "text/csv": { type: "string", example: "station,level_m\r\nnorth,1.5\r\nsouth,2.25\r\n" },
  "application/geo+json": {
    type: "object",
    additionalProperties: true,
    example: {
      type: "FeatureCollection",
      features: [
        {
          type: "Feature",
          geometry: { type: "Point", coordinates: [13.4, 52.5] },
          properties: { station: "north", level_m: 1.5 },
        },
      ],
      sampling: { method: "all_rows", seed: "9f86d081884c7d65", rows_total: 1, truncated_cells: 0 },
    },
  },
  "image/webp": { type: "string", format: "binary" },
} as const;
