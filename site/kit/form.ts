/** Posted forms: read with a size limit, checked by the use case's schema, with errors by field. */

import type { z } from "zod";
import { capitalize } from "../../market/capitalize.ts";
import { type FieldFault, MarketError } from "../../market/errors.ts";
import { BODY_BYTES_MAX } from "../../market/limits.ts";
import { problems } from "../../market/problem/problems.ts";
import { fieldFaults } from "../../market/validation-faults.ts";
import { validationWords } from "../../market/validation-words.ts";
import { readBody } from "../../platform/read-body.ts";
import { formatPause } from "./format.ts";

/** Error messages by field. */
export type FieldErrors = Record<string, string>;

/**
 * Accepts 8,000 Chinese characters, at nine bytes each, for a field of 4,000, so that the person
 * sees which field is too long.
 */
const FORM_BYTES_MAX = 128 * 1024;
/** Accepts the size of an API body: a form writes each byte as at most three. */
export const LONG_FORM_BYTES_MAX = 3 * BODY_BYTES_MAX;
/** Telling apart hundreds of thousands of one-letter fields would take a tenth of a second. */
const FORM_FIELDS_MAX = 2000;
const ampersand = "&".charCodeAt(0);
const FORM_MEDIA_TYPE = "application/x-www-form-urlencoded";
const UPLOAD_MEDIA_TYPE = "multipart/form-data";

/** The fields of a posted form. Throws `MarketError` for another media type or too large a body. */
export async function readForm(
  request: Request,
  bytesMax = FORM_BYTES_MAX,
): Promise<URLSearchParams> {
  if (mediaTypeOf(request) !== FORM_MEDIA_TYPE) {
    throw new MarketError(
      "media_type_not_supported",
      "This address accepts only forms from this site.",
    );
  }
  const bytes = await readBytes(request, bytesMax);
  refuseManyFields(bytes);
  return new URLSearchParams(new TextDecoder().decode(bytes));
}

function refuseManyFields(bytes: Uint8Array): void {
  let at = -1;
  for (let count = 1; count <= FORM_FIELDS_MAX; count++) {
    at = bytes.indexOf(ampersand, at + 1);
    if (at === -1) return;
  }
  throw new MarketError("invalid_request", `A form has at most ${FORM_FIELDS_MAX} fields.`);
}

type UploadedFile = { name: string; bytes: Uint8Array };

/** A form with files: the one in the field `file`, or null, and those in `attachments`. */
export type Upload = {
  fields: URLSearchParams;
  file: UploadedFile | null;
  attachments: UploadedFile[];
};

/** As {@link readForm}, for a form with files of at most `bytesMax` in total. */
export async function readUpload(request: Request, bytesMax: number): Promise<Upload> {
  const contentType = request.headers.get("content-type") ?? "";
  if (!isUploadForm(request)) {
    return { fields: await readForm(request), file: null, attachments: [] };
  }
  const bytes = await readBytes(request, bytesMax + FORM_BYTES_MAX);
  const given = await parseUpload(bytes, contentType);
  const fields = new URLSearchParams();
  for (const [name, value] of given) if (typeof value === "string") fields.append(name, value);
  const [file = null] = await filesIn(given, "file");
  return { fields, file, attachments: await filesIn(given, "attachments") };
}

/** The chosen files. Browsers send a field without a file as a part with an empty file name. */
async function filesIn(given: FormData, field: string): Promise<UploadedFile[]> {
  const files = given.getAll(field).filter((value) => typeof value !== "string");
  const uploaded = files.map(async (file) => {
    // Bun leaves `name` undefined for an empty file name; the File API says "".
    const { name = "" }: { name?: string } = file;
    return { name, bytes: new Uint8Array(await file.arrayBuffer()) };
  });
  return (await Promise.all(uploaded)).filter(({ name, bytes }) => name !== "" || bytes.length > 0);
}

/** Whether the request's form may contain files. */
export function isUploadForm(request: Request): boolean {
  return mediaTypeOf(request) === UPLOAD_MEDIA_TYPE;
}

function mediaTypeOf(request: Request): string | undefined {
  return request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
}

async function parseUpload(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { "content-type": contentType } }).formData();
  } catch {
    throw new MarketError("invalid_request", "The form did not arrive completely. Send it again.");
  }
}

async function readBytes(request: Request, bytesMax: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readBody(request, bytesMax);
  if (bytes !== null) return bytes;
  throw new MarketError("body_too_large", `A form has at most ${bytesMax} bytes.`);
}

/** A field's text with normal line breaks; forms send them as CRLF. */
export function textOf(form: URLSearchParams, name: string): string {
  return (form.get(name) ?? "").replaceAll("\r\n", "\n");
}

/** The values of a list are words of the API; its page shows them as choices. */
const formWords: typeof validationWords = (issue) =>
  issue.code === "invalid_value" && issue.values.length > 1
    ? "choose one of the options"
    : validationWords(issue);

/** Checks a form's values with the use case's schema. Throws `invalid_request` with the faults. */
export function parseForm<Schema extends z.ZodType>(
  schema: Schema,
  values: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(values, { error: formWords });
  if (parsed.success) return parsed.data;
  const faults = fieldFaults("body", parsed.error.issues, []);
  throw new MarketError("invalid_request", "The form is not valid.", { faults });
}

/**
 * The errors of a form that a use case refused, by field. Rethrows errors that are not about the
 * form.
 */
export function formErrors(error: unknown): FieldErrors {
  if (!(error instanceof MarketError)) throw error;
  const { status } = problems[error.code];
  if (status !== 400 && status !== 409 && status !== 422) throw error;
  if (error.faults.length === 0) return { form: error.message };
  return Object.fromEntries(error.faults.map((fault) => [fieldOf(fault), sentence(fault.detail)]));
}

type Refused = { errors: FieldErrors; status: number; headers: [string, string][] };

/**
 * A refusal that is shown on the form with the input kept. Rethrows errors without a form to return
 * to.
 */
export function keptFormRefusal(error: unknown): Refused {
  if (!(error instanceof MarketError)) throw error;
  const { status } = problems[error.code];
  if (error.code === "rate_limited") {
    const seconds = error.facts.retryAfterSeconds ?? 1;
    const again = `You can write again in ${formatPause(seconds)}; your text is still below.`;
    const headers: [string, string][] = [["retry-after", String(seconds)]];
    return { errors: { form: `${error.message} ${again}` }, status, headers };
  }
  // The sender is signed in, so a refusal of their key or agent must not look like a missing
  // sign-in.
  if (status === 401 || status === 403) {
    return { errors: { form: error.message }, status: 403, headers: [] };
  }
  return { errors: formErrors(error), status, headers: [] };
}

function fieldOf({ pointer }: FieldFault): string {
  return pointer.split("/")[1] ?? "form";
}

function sentence(detail: string): string {
  const text = capitalize(detail);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
