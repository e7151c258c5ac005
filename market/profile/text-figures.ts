/** The statistics of text columns in a profile. None contains a value of the column. */
import { countRange } from "./wire-numbers.ts";

/** `dataset/measure/text-figures.ts` defines how each is measured. Other columns have null. */
export const textFigureShapes = {
  length: countRange.nullable().meta({
    description: "Length in characters of the values of a text column, exact.",
    example: { min: 6, max: 10, mean: 8.3 },
  }),
};
