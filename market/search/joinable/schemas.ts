/** What is told of columns by which two datasets can be joined. */
import { z } from "zod";

const share = z.number().min(0).max(1);

export const joinableColumn = z
  .object({
    column: z.string().meta({ description: "Of the dataset that was asked for." }),
    table: z.string().nullable().meta({ description: "Its table; null for the default one." }),
    with: z.string().meta({ description: "Of the dataset that was found." }),
    with_table: z.string().nullable(),
    overlap: share.meta({
      description: "Values that both columns have, of all that one of them has (Jaccard).",
      example: 0.6,
    }),
    containment: share.meta({
      description: "The share of the different values of `column` that `with` has.",
      example: 0.95,
    }),
    contained: share.meta({
      description: "The share of the different values of `with` that `column` has.",
      example: 0.6,
    }),
    error: share.meta({
      description:
        "By so much the shares may be wrong, rounding included, with 95 % confidence: they are estimated " +
        "from samples of hashes, and about paid files noise is added.",
      example: 0.08,
    }),
  })
  .meta({ description: "Two columns that share values." });

export const joinableReasons = {
  no_keys:
    "No column of this dataset is a key by which others could be found, or its file was profiled " +
    "before keys were looked for.",
  none_shared: "No other dataset shares enough values of a key with this one.",
} as const;

export const joinableAnswer = z
  .object({
    columns: z.array(z.string()).meta({
      description:
        "The columns of the asked dataset that were compared, those with most values first.",
    }),
    reason: z.enum(["no_keys", "none_shared"]).nullable(),
    detail: z.string().nullable().meta({ description: "The reason in a sentence." }),
  })
  .meta({ description: "What `joinable_with` has compared, and why it has found nothing." });

export type JoinableColumn = z.infer<typeof joinableColumn>;
export type JoinableAnswer = z.infer<typeof joinableAnswer>;
