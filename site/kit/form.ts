/** Posted forms: read within a limit, judged by the use case's schema, and refused field by field. */
import type { z } from "zod";
import { type FieldFault, MarketError } from "../../market/errors.ts";
import { problems } from "../../market/problem/problems.ts";
import { fieldFaults } from "../../market/validation-faults.ts";
import { readBody } from "../../platform/read-body.ts";

/** Field → what is wrong with it. */
export type FieldErrors = Record<string, string>;

/** A text of 4,000 characters takes nine bytes each in a form where it is no Latin script. */
const FORM_BYTES_MAX = 64 * 1024;
const FORM_MEDIA_TYPE = "application/x-www-form-urlencoded";

/** The fields of a posted form. Throws `MarketError` for another type or too large a body. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const mediaType = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== FORM_MEDIA_TYPE) {
    throw new MarketError("media_type_not_supported", "This address takes a form of this site.");
  }
  const bytes = await readBody(request, FORM_BYTES_MAX);
  if (bytes === null) {
    throw new MarketError("body_too_large", `A form has at most ${FORM_BYTES_MAX} bytes.`);
  }
  return new URLSearchParams(new TextDecoder().decode(bytes));
}

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

/** The errors of a form that a use case refused, by field; rethrows what is no fault of the form. */
export function formErrors(error: unknown): FieldErrors {
  if (!(error instanceof MarketError)) throw error;
  const { status } = problems[error.code];
  if (status !== 400 && status !== 409) throw error;
  if (error.faults.length === 0) return { form: error.message };
  return Object.fromEntries(error.faults.map((fault) => [fieldOf(fault), sentence(fault.detail)]));
}

function fieldOf({ pointer }: FieldFault): string {
  return pointer.split("/")[1] ?? "form";
}

function sentence(detail: string): string {
  const text = detail.charAt(0).toUpperCase() + detail.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
