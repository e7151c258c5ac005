/** Reads a form with one large file: the fields first, then the file as a stream. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import { MarketError } from "../../market/errors.ts";

export type ArrivingFile = { name: string; type: string; body: AsyncIterable<Uint8Array> };

type FileForm<Taken> = { fields: URLSearchParams; taken: Taken | null };

const limits = {
  files: 1,
  fields: 20,
  parts: 21,
  fieldNameSize: 100,
  fieldSize: 10_000,
  headerPairs: 20,
  headerSize: 8192,
};
const UPLOAD_TYPE = /^multipart\/form-data\s*;/i;
const BOUNDARY_CHARS_MAX = 200;
/** The room for everything in the body except the file. */
const AROUND_BYTES_MAX = 64 * 1024;

/** The largest possible size of the file, according to the body's announced length. */
export function bytesAnnounced(request: Request, bytesMax: number): number {
  const length = Number(request.headers.get("content-length") ?? bytesMax);
  if (length > bytesMax + AROUND_BYTES_MAX) {
    throw new MarketError("file_too_large", `This form accepts files of up to ${bytesMax} bytes.`);
  }
  return Math.max(1, Math.min(length, bytesMax));
}

/**
 * Passes the file in the field `file` to `take`, with the fields before it, from which `take` can
 * decide to refuse it. Memory use does not depend on the file's size. If there is no file, or one
 * without a name, `taken` is null. Errors: media_type_not_supported, invalid_request (the form
 * arrived incomplete), and those of `take`.
 */
export async function streamFileForm<Taken>(
  request: Request,
  take: (file: ArrivingFile, fields: URLSearchParams) => Promise<Taken>,
): Promise<FileForm<Taken>> {
  const contentType = request.headers.get("content-type") ?? "";
  const isFit = UPLOAD_TYPE.test(contentType) && contentType.length <= BOUNDARY_CHARS_MAX;
  if (!isFit || request.body === null) {
    throw new MarketError(
      "media_type_not_supported",
      "This address accepts only a form with a file.",
    );
  }
  const parser = openParser(contentType);
  const fields = new URLSearchParams();
  const source = Readable.from(request.body);
  const found: FileParseState<Taken> = { file: null, taking: null, refusal: null };
  parser.on("field", (name, value) => fields.append(name, value));
  parser.on("file", (field, file, name, _encoding, type) => {
    if (field !== "file" || !name || found.taking !== null) {
      file.resume();
      return;
    }
    found.file = file;
    found.taking = take({ name, type, body: file }, fields);
    found.taking.catch((error: unknown) => {
      found.refusal = error;
      // Nobody reads the rest of a refused file.
      source.destroy();
    });
  });
  try {
    await pipeline(source, parser);
  } catch {
    // Otherwise the reader of an interrupted file would wait for its end forever.
    found.file?.destroy(new Error("the form broke off"));
    await found.taking?.catch(() => undefined);
    if (found.refusal instanceof MarketError) throw found.refusal;
    throw new MarketError("invalid_request", "The file did not arrive completely. Send it again.");
  }
  return { fields, taken: await found.taking };
}

type FileParseState<Taken> = {
  file: Readable | null;
  taking: Promise<Taken> | null;
  refusal: unknown;
};

function openParser(contentType: string) {
  try {
    return new Busboy({ headers: { "content-type": contentType }, limits });
  } catch {
    throw new MarketError("invalid_request", "The form has no boundary between its parts.");
  }
}
