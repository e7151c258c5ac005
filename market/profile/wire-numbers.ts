/** The numbers that all figures of a profile are made of, as they are on the wire. */
import { z } from "zod";

export const count = z.int().min(0);
export const ratio = z.number().min(0).max(1);
