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

export const port = z.coerce.number().int().min(1).max(65_535);
const portsMax = 1000;

/** `4010`, or `4010-4019`: a process takes the first of them that is free. */
export const portRange = z
  .string()
  .regex(/^\d{1,5}(-\d{1,5})?$/, "a port such as 4010, or the first and last of several: 4010-4019")
  .default("4010")
  .transform((text) => {
    const [first = 0, last = first] = text.split("-").map(Number);
    return Array.from(
      { length: Math.max(0, Math.min(last - first, portsMax) + 1) },
      (_, at) => first + at,
    );
  })
  .refine(
    (ports) =>
      ports.length > 0 &&
      ports.length <= portsMax &&
      ports.every((one) => port.safeParse(one).success),
    `1 to ${portsMax} ports from 1 to 65535, the first before the last`,
  );
