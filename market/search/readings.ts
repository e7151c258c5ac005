/** The names of the ways to read a query, and what an answer says of the filters that it read. */
import { z } from "zod";

/** `filtered`: by what the words say. `relaxed`: the same words without the filters. `plain`: all words. */
export const readingNames = ["filtered", "relaxed", "plain"] as const;
export type ReadingName = (typeof readingNames)[number];

const interpretationView = z.object({
  filter: z.string().meta({ description: "The parameter.", example: "max_price" }),
  value: z.union([z.string(), z.number(), z.boolean()]).meta({ description: "Its value." }),
  words: z.string().meta({ description: "The words that said so.", example: "under 10 dollars" }),
  applied: z.boolean().meta({
    description:
      "False where nothing matched with it, or all words matched without it: the answer is without.",
  }),
});

export const interpretedView = z.array(interpretationView).meta({
  description: "Filters that were read from the words of `query`. `interpret=false` reads none.",
});
