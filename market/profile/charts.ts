/**
 * What pages draw of a file, computed once with its profile and stored next to it. It shows nothing
 * of a paid file that its profile and sample may not show.
 */
import { z } from "zod";
import {
  CARD_PICTURES_MAX,
  CARD_PLACES_MAX,
  CARD_SHARES_MAX,
  CARD_TABLES_MAX,
  CARD_TEXT_CHARS_MAX,
  OUTLINE_POSITIONS_MAX,
  PICTURE_LABELS_MAX,
  PLACES_MAX,
  SERIES_LINES_MAX,
  SERIES_PERIODS_MAX,
  TABLE_LINKS_MAX,
} from "./chart-limits.ts";
import { count, ratio } from "./wire-numbers.ts";

const values = z.array(z.number().nullable()).max(SERIES_PERIODS_MAX);
const degrees = z.number().min(-360).max(360);
const position = z.tuple([degrees, degrees]);
/** A place in degrees, and the number that colours it. */
const place = z.tuple([degrees, degrees, z.number().nullable()]);

/** A column over time: one value for each period, null for a period without one. */
const seriesSchema = z.object({
  /** The column with the times, and the one with the numbers. */
  time: z.string(),
  column: z.string(),
  unit: z.string().nullable(),
  /** `sample`: computed from a uniform sample of the rows. */
  method: z.enum(["exact", "sample"]),
  period: z.object({
    unit: z.enum(["second", "minute", "hour", "day", "week", "month", "year"]),
    step: z.int().min(1),
  }),
  /** The first instant of each period, in milliseconds since 1970 (UTC). */
  starts: z.array(z.number()).max(SERIES_PERIODS_MAX),
  means: values,
  /** Null for a paid file, which shows no single values. */
  range: z.object({ lows: values, highs: values }).nullable(),
  /** Rows of each period without a value. */
  missing: z.array(count).max(SERIES_PERIODS_MAX),
  /** One line for each value of the column that tells several series apart; null for one series. */
  groups: z
    .object({
      column: z.string(),
      lines: z.array(z.object({ name: z.string(), means: values })).max(SERIES_LINES_MAX),
    })
    .nullable(),
});

const placesSchema = z.object({
  places: z.array(place).max(PLACES_MAX),
  /** The column with the numbers that colour the places; null if none is fit for it. */
  column: z.string().nullable(),
  /** Lines and outlines of areas, simplified for drawing. */
  outlines: z.array(z.array(position)).max(OUTLINE_POSITIONS_MAX),
  /** `sample`: of the public sample; `rows`: of a uniform sample of all rows. */
  of: z.enum(["sample", "rows"]),
});

/** A column whose values are found in another table's key. */
const referenceSchema = z.object({
  from: z.object({ table: z.string(), column: z.string() }),
  to: z.object({ table: z.string(), column: z.string() }),
  /** Share of the different values that the key has; estimated beyond some hundred values. */
  resolved: ratio,
});

const thumbnailSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("series"),
    column: z.string(),
    values,
    from: z.string(),
    to: z.string(),
  }),
  z.object({
    kind: z.literal("histogram"),
    column: z.string(),
    counts: z.array(count).max(100),
    from: z.string(),
    to: z.string(),
  }),
  z.object({
    kind: z.literal("shares"),
    column: z.string(),
    shares: z.array(z.object({ value: z.string(), share: ratio })).max(CARD_SHARES_MAX),
  }),
  z.object({ kind: z.literal("places"), places: z.array(place).max(CARD_PLACES_MAX) }),
  z.object({
    kind: z.literal("pictures"),
    /** Rows of the sample, whose pictures are shown. */
    rows: z.array(count).max(CARD_PICTURES_MAX),
    count,
  }),
  z.object({
    kind: z.literal("tables"),
    count,
    tables: z.array(z.object({ name: z.string(), rows: count.nullable() })).max(CARD_TABLES_MAX),
  }),
  z.object({ kind: z.literal("text"), text: z.string().max(CARD_TEXT_CHARS_MAX) }),
]);

export const profileChartsSchema = z.object({
  /** The small picture on the dataset's card; null if nothing can be drawn. */
  thumbnail: thumbnailSchema.nullable(),
  series: seriesSchema.optional(),
  places: placesSchema.optional(),
  references: z.array(referenceSchema).max(TABLE_LINKS_MAX).optional(),
  /** Pictures per label, which is the folder that holds them; most frequent first. */
  labels: z
    .array(z.object({ label: z.string(), count }))
    .max(PICTURE_LABELS_MAX)
    .optional(),
});

export type Series = z.infer<typeof seriesSchema>;
export type PeriodUnit = Series["period"]["unit"];
export type Place = z.infer<typeof place>;
export type PlacesChart = z.infer<typeof placesSchema>;
export type TableReference = z.infer<typeof referenceSchema>;
export type Thumbnail = z.infer<typeof thumbnailSchema>;
export type ProfileCharts = z.infer<typeof profileChartsSchema>;
