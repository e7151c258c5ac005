import type { z } from "zod";
import { MarketError } from "../../market/errors.ts";
import { fieldFaults } from "../../market/validation-faults.ts";

/** What a form holds, by the schema of the use case. Throws `invalid_request` with the faults. */
export function parseForm<Schema extends z.ZodType>(
  schema: Schema,
  values: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  const faults = fieldFaults("body", parsed.error.issues, []);
  throw new MarketError("invalid_request", "The form is not valid.", { faults });
}
