/** The wire shapes of a profile's findings about the meaning and structure of its columns. */
import { z } from "zod";
import { count, ratio } from "./wire-numbers.ts";

const method = z.enum(["exact", "sample"]).meta({
  description: "`sample`: counts of a uniform sample, scaled up to the whole column.",
});
const counts = z.array(count).meta({
  description: "Values per bin; a bin contains its lower edge, the last one both edges.",
  example: [12, 30],
});

export const timeHistogramSchema = z
  .strictObject({
    bin_edges: z.array(z.string()).meta({
      description:
        "Edges in ISO 8601, one more than there are counts, from `min` to `max`. Bins are equally " +
        "wide; inner edges are whole days of dates and whole seconds where that makes 20 bins.",
      example: ["2024-01-01", "2024-07-02", "2024-12-31"],
    }),
    counts,
    method,
  })
  .meta({ description: "Distribution of a date, datetime or time column." });

export const lengthHistogramSchema = z
  .strictObject({
    bin_edges: z.array(count).meta({
      description:
        "Edges in characters, one more than there are counts, from the shortest to the longest " +
        "text. Bins are equally wide but for a character.",
      example: [1, 12, 24],
    }),
    counts,
    method,
  })
  .meta({ description: "Distribution of the lengths of a text column." });

export const keysSchema = z
  .array(
    z.strictObject({
      columns: z.array(z.string()).meta({ example: ["country", "year"] }),
      method: z.enum(["exact", "hash_threshold", "sample"]).meta({
        description:
          "`exact`: all rows were compared. `hash_threshold`: all values whose hash is below a " +
          "threshold. `sample`: a uniform sample of the rows.",
      }),
      repeats_max: count.meta({
        description: "Most rows that may repeat a key, at `confidence`; 0 when exact.",
        example: 0,
      }),
      confidence: ratio.meta({ description: "1 when exact, else 0.95.", example: 1 }),
    }),
  )
  .meta({
    description:
      "Columns whose values identify a row and are never missing, at most 10. Single columns " +
      "first; pairs or triples where no single column is meant to be a key; last integers that " +
      "are unique but may be so by chance, such as populations.",
  });

const correlation = z.number().min(-1).max(1).nullable();

const correlatedPairSchema = z.strictObject({
  columns: z
    .array(z.string())
    .length(2)
    .meta({ example: ["height", "weight"] }),
  pearson: correlation.meta({
    description: "Pearson's r, of two columns of numbers.",
    example: 0.87,
  }),
  spearman: correlation.meta({ description: "Spearman's rho, of two columns of numbers." }),
  cramers_v: ratio.nullable().meta({
    description: "Cramér's V, corrected for its bias, of two columns of at most 50 values.",
  }),
  correlation_ratio: ratio.nullable().meta({
    description: "Correlation ratio (eta) of numbers by a column of at most 50 values.",
  }),
  rows_used: count.meta({ description: "Rows where neither is missing.", example: 20_000 }),
});

export const correlationsSchema = z
  .strictObject({
    method: z.enum(["exact", "sample"]).meta({
      description: "`exact`: over all rows. `sample`: over a uniform sample of them.",
    }),
    rows_used: count.meta({ description: "Rows that were compared.", example: 20_000 }),
    columns_used: count.meta({
      description: "Columns that were compared: at most 50, the most complete of the first 200.",
      example: 12,
    }),
    pairs_found: count.meta({ description: "Pairs beyond chance, listed or not.", example: 9 }),
    pairs: z.array(correlatedPairSchema).meta({
      description:
        "At most 50 pairs, strongest first: those of at least 0.1 in size that lie beyond four " +
        "deviations of chance. Rounded to four decimals.",
    }),
  })
  .meta({ description: "Which columns hang together. Hidden columns take no part." });

export const languageSchema = z
  .strictObject({
    code: z.string().meta({ description: "ISO 639-1, as in BCP 47.", example: "en" }),
    share: ratio.meta({
      description: "Share of texts in this language among those whose language was recognised.",
      example: 0.97,
    }),
    confidence: ratio.meta({
      description: "Share of the texts read whose language was recognised reliably.",
      example: 0.99,
    }),
    texts_read: count.meta({ description: "Sampled texts that are long enough.", example: 88 }),
  })
  .meta({
    description:
      "Language of a column of running text, estimated by some of its values. Absent where they are " +
      "too short, too few or too mixed to tell.",
  });

export type TableKey = z.infer<typeof keysSchema>[number];
export type TimeHistogram = z.infer<typeof timeHistogramSchema>;
export type Correlations = z.infer<typeof correlationsSchema>;
export type CorrelatedPair = z.infer<typeof correlatedPairSchema>;
export type Language = z.infer<typeof languageSchema>;
