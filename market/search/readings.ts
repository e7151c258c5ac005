import { z } from "zod";

/** `filtered`: with the filters in the words. `relaxed`: the same words without the filters. `plain`: all words. */
export const readingNames = ["filtered", "relaxed", "plain"] as const;
export type ReadingName = (typeof readingNames)[number];

const interpretationView = z.object({
  filter: z.string().meta({ description: "The parameter.", example: "max_price" }),
  value: z.union([z.string(), z.number(), z.boolean()]).meta({ description: "Its value." }),
  words: z
    .string()
    .meta({ description: "The words that it was read from.", example: "under 10 dollars" }),
  applied: z.boolean().meta({
    description:
      "False if nothing matched with it, or all words matched without it: then it was not applied.",
  }),
});

export const interpretedView = z.array(interpretationView).meta({
  description: "Filters that were read from the words of `query`. `interpret=false` reads none.",
});
