/** The number schemas of all statistics in a profile. */
import { z } from "zod";

export const count = z.int().min(0);
export const ratio = z.number().min(0).max(1);
