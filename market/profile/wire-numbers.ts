/** The number schemas of all statistics in a profile. */
import { z } from "zod";

export const count = z.int().min(0);
export const ratio = z.number().min(0).max(1);

/** Of counts, such as lengths in characters. */
export const countRange = z
  .strictObject({ min: count, max: count, mean: z.number() })
  .meta({ id: "CountRange" });
