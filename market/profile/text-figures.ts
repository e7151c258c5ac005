/** The figures of text columns, as a profile shows them. None prints a value of the column. */
import { z } from "zod";
import { count } from "./wire-numbers.ts";

/** What each is measured by stands in `dataset/measure/text-figures.ts`. Other columns have null. */
export const textFigureShapes = {
  length: z
    .strictObject({ min: count, max: count, mean: z.number() })
    .nullable()
    .meta({
      description: "Length in characters of the values of a text column, exact.",
      example: { min: 6, max: 10, mean: 8.3 },
    }),
};

/** What columns have that are no texts. */
export const noTextFigures = Object.fromEntries(
  Object.keys(textFigureShapes).map((name) => [name, null]),
) as Record<keyof typeof textFigureShapes, null>;
