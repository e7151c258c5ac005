/** Posted forms: read within a limit, judged by the use case's schema, and refused field by field. */

import type { z } from "zod";
import { capitalize } from "../../market/capitalize.ts";
import { type FieldFault, MarketError } from "../../market/errors.ts";
import { BODY_BYTES_MAX } from "../../market/limits.ts";
import { problems } from "../../market/problem/problems.ts";
import { fieldFaults } from "../../market/validation-faults.ts";
import { validationWords } from "../../market/validation-words.ts";
import { readBody } from "../../platform/read-body.ts";
import { formatPause } from "./format.ts";

/** Field → what is wrong with it. */
export type FieldErrors = Record<string, string>;

/** A field for 4,000 characters takes 8,000 Chinese ones, of nine bytes each, and is told that it is too long. */
const FORM_BYTES_MAX = 128 * 1024;
/** What a body of the API holds: a form writes each of its bytes as three at most. */
export const LONG_FORM_BYTES_MAX = 3 * BODY_BYTES_MAX;
/** Hundreds of thousands of one letter take a tenth of a second to be told apart. */
const FORM_FIELDS_MAX = 2000;
const ampersand = "&".charCodeAt(0);
const FORM_MEDIA_TYPE = "application/x-www-form-urlencoded";
const UPLOAD_MEDIA_TYPE = "multipart/form-data";

/** The fields of a posted form. Throws `MarketError` for another type or too large a body. */
export async function readForm(
  request: Request,
  bytesMax = FORM_BYTES_MAX,
): Promise<URLSearchParams> {
  if (mediaTypeOf(request) !== FORM_MEDIA_TYPE) {
    throw new MarketError("media_type_not_supported", "This address takes a form of this site.");
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

/** A form with files: one in the field `file`, null where none was chosen, and those in `attachments`. */
export type Upload = {
  fields: URLSearchParams;
  file: UploadedFile | null;
  attachments: UploadedFile[];
};

/** As {@link readForm}, for a form that carries files of at most `bytesMax` with what is around them. */
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

/** The files that somebody chose: browsers send a field without a choice as a part with an empty file name. */
async function filesIn(given: FormData, field: string): Promise<UploadedFile[]> {
  const files = given.getAll(field).filter((value) => typeof value !== "string");
  const uploaded = files.map(async (file) => {
    // Bun leaves `name` undefined where the file name is empty; the File API says "".
    const { name = "" }: { name?: string } = file;
    return { name, bytes: new Uint8Array(await file.arrayBuffer()) };
  });
  return (await Promise.all(uploaded)).filter(({ name, bytes }) => name !== "" || bytes.length > 0);
}

/** Whether it may carry files. */
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
    throw new MarketError("invalid_request", "The form did not arrive whole. Send it again.");
  }
}

async function readBytes(request: Request, bytesMax: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readBody(request, bytesMax);
  if (bytes !== null) return bytes;
  throw new MarketError("body_too_large", `A form has at most ${bytesMax} bytes.`);
}

/** What was typed into a field, with the line breaks that were meant: forms send them as CRLF. */
export function textOf(form: URLSearchParams, name: string): string {
  return (form.get(name) ?? "").replaceAll("\r\n", "\n");
}

/** What a form holds, by the schema of the use case. Throws `invalid_request` with the faults. */
export function parseForm<Schema extends z.ZodType>(
  schema: Schema,
  values: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(values, { error: validationWords });
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

type Refused = { errors: FieldErrors; status: number; headers: [string, string][] };

/** A refusal that leaves what was typed in its form; rethrows what there is no form to go back to for. */
export function keptFormRefusal(error: unknown): Refused {
  if (!(error instanceof MarketError)) throw error;
  const { status } = problems[error.code];
  if (error.code === "rate_limited") {
    const seconds = error.facts.retryAfterSeconds ?? 1;
    const again = `You can write again in ${formatPause(seconds)}; your text is kept below.`;
    const headers: [string, string][] = [["retry-after", String(seconds)]];
    return { errors: { form: `${error.message} ${again}` }, status, headers };
  }
  // Who sends a form is signed in: what speaks against the key or agent is no matter of signing in.
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
