import { z } from "zod";
import { count, ratio } from "./wire-numbers.ts";

export const quantilesSchema = z
  .strictObject({
    p5: z.number(),
    p25: z.number(),
    p50: z.number(),
    p75: z.number(),
    p95: z.number(),
    method: z.enum(["exact", "sample"]).meta({
      description: "`sample`: taken from a uniform sample of the whole column.",
    }),
    rank_error: ratio.meta({
      description: "Largest expected error of a rank (95 % confidence); 0 when exact.",
      example: 0.004,
    }),
  })
  .meta({ description: "Quantiles by linear interpolation, of numeric columns." });

export const histogramSchema = z
  .strictObject({
    bin_edges: z.array(z.number()).meta({
      description: "Edges of equally wide bins, one more than there are counts.",
      example: [0, 5, 10],
    }),
    counts: z.array(count).meta({
      description: "Values per bin; a bin contains its lower edge, the last one both edges.",
      example: [12, 30],
    }),
    method: z.enum(["exact", "sample"]).meta({
      description: "`sample`: counts of a uniform sample, scaled up to the whole column.",
    }),
  })
  .meta({ description: "Distribution of a numeric column." });

export const datesSchema = z
  .strictObject({
    granularity: z
      .enum(["second", "minute", "hour", "weekday", "day", "week", "month", "quarter", "year"])
      .meta({
        description:
          "Finest period (UTC) of which at least half, from the first value to the last, have a " +
          "value; otherwise `year`. `weekday`: days, and no value is on a Saturday or Sunday.",
        example: "day",
      }),
    method: z.enum(["exact", "coarsened"]).meta({
      description:
        "`coarsened`: a finer granularity might fit too, but has too many periods to count. " +
        "The counts are exact in both cases.",
    }),
    expected: count.meta({
      description: "Periods from the first to the last value.",
      example: 365,
    }),
    present: count.meta({ description: "Periods that hold a value.", example: 362 }),
    missing: count.meta({ description: "Periods without a value.", example: 3 }),
    largest_gap: z
      .strictObject({
        after: z.string().meta({ description: "Begin of the last period before the gap." }),
        before: z.string().meta({ description: "Begin of the first period after the gap." }),
        missing: count.meta({ description: "Periods without a value between the two." }),
      })
      .nullable()
      .meta({
        description: "Longest run of periods without a value; null without one.",
        example: { after: "2024-03-01", before: "2024-03-04", missing: 2 },
      }),
  })
  .meta({ description: "How regularly a date or datetime column is filled." });
