/** The wire shapes for the public and the withheld parts of a paid file. */
import { z } from "zod";
import { count } from "./wire-numbers.ts";

const extreme = z.union([z.number(), z.string()]).nullable();

export const withheldSchema = z
  .array(
    z
      .enum([
        "extremes",
        "bounds",
        "largest_gap",
        "quantiles",
        "histogram",
        "moments",
        "top_values",
      ])
      .meta({
        description:
          "`extremes`: minimum and maximum; `moments`: mean and deviation; `quantiles`: with the " +
          "median; `largest_gap`: that of `dates`; `histogram`: of numbers or times.",
        example: "quantiles",
      }),
  )
  .meta({
    description:
      "Figures of a paid file that are null, or shortened top values, because showing them would " +
      "reveal more cells than `disclosure` allows; absent if nothing is withheld.",
    example: ["top_values"],
  });

export const approximateSchema = z.strictObject({ min: extreme, max: extreme }).meta({
  description:
    "Instead of withheld extremes: numbers rounded outwards, or years for dates. Null if that " +
    "would reveal the value.",
  example: { min: 40, max: 90 },
});

export const disclosureSchema = z
  .strictObject({
    cells_total: count.meta({
      description:
        "Cells of the file's distinct rows; a nested cell counts as the single values in it.",
      example: 750,
    }),
    cells_max: count.meta({
      description:
        "How many different cells sample and profile may show together: 1 % or those of three rows, " +
        "whichever is more, but at most a tenth.",
      example: 15,
    }),
    cells_shown: count.meta({ description: "Cells that they show.", example: 13 }),
    distributions: z.literal("coarse").optional().meta({
      description: "The seller withholds the most frequent values of all columns.",
    }),
  })
  .meta({ description: "The public part of a paid file; absent for free files." });

export type WithheldFigure = z.infer<typeof withheldSchema>[number];
