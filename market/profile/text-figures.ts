/** The statistics of text columns in a profile. None contains a value of the column. */
import { z } from "zod";
import { count } from "./wire-numbers.ts";

/** `dataset/measure/text-figures.ts` defines how each is measured. Other columns have null. */
export const textFigureShapes = {
  length: z
    .strictObject({ min: count, max: count, mean: z.number() })
    .nullable()
    .meta({
      description: "Length in characters of the values of a text column, exact.",
      example: { min: 6, max: 10, mean: 8.3 },
    }),
};
