import { z } from "zod";

const share = z.number().min(0).max(1);

export const joinableColumn = z
  .object({
    column: z.string().meta({ description: "Column of the requested dataset." }),
    table: z.string().nullable().meta({ description: "Its table; null for the default one." }),
    with: z.string().meta({ description: "Column of the found dataset." }),
    with_table: z.string().nullable(),
    overlap: share.meta({
      description: "Common values as a share of all values of both columns (Jaccard).",
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
        "The possible error of the shares, including rounding, with 95 % confidence. They are estimated " +
        "from samples of hashes, and noise is added for paid files.",
      example: 0.08,
    }),
  })
  .meta({ description: "Two columns that share values." });

export const joinableReasons = {
  no_keys:
    "This dataset has no key column for finding others, or its file was profiled " +
    "before keys were detected.",
  none_shared: "No other dataset shares enough values of a key with this one.",
} as const;

export const joinableAnswer = z
  .object({
    columns: z.array(z.string()).meta({
      description: "The compared columns of the requested dataset, those with most values first.",
    }),
    reason: z.enum(["no_keys", "none_shared"]).nullable(),
    detail: z.string().nullable().meta({ description: "The reason in one sentence." }),
  })
  .meta({ description: "What `joinable_with` compared, and why it found nothing." });

export type JoinableColumn = z.infer<typeof joinableColumn>;
export type JoinableAnswer = z.infer<typeof joinableAnswer>;
