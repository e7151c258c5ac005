/** Variables that hold several values. */
import { z } from "zod";

/** Separated by commas, without regard to case. */
export const nameList = z
  .string()
  .default("")
  .transform((text) =>
    text
      .toLowerCase()
      .split(",")
      .map((name) => name.trim()),
  )
  .transform((names) => names.filter((name) => name !== ""));

/** Separated by commas. */
export const databaseAddresses = z
  .string()
  .default("")
  .transform((text) => text.split(",").map((url) => url.trim()))
  .transform((urls) => urls.filter((url) => url !== ""))
  .pipe(z.array(z.url({ protocol: /^postgres(ql)?$/ })).max(16));
