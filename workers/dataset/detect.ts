import { isUtf8 } from "node:buffer";
import { closeSync, openSync, readSync } from "node:fs";
import chardet from "chardet";
import { fileTypeFromBuffer } from "file-type";
import iconv from "iconv-lite";
import type { TextEncoding } from "./bytes.ts";
import { type Dialect, sniffDialect } from "./dialect.ts";
import { DatasetRefusal } from "./limits.ts";

const HEAD_BYTES = 64 * 1024;
const PARQUET_MAGIC = "PAR1";

/** What a file is, by its content. `head` is its decoded beginning. */
export type Detected =
  | { kind: "parquet" }
  | { kind: "delimited"; encoding: TextEncoding; dialect: Dialect; format: "csv" | "tsv" }
  | { kind: "json"; encoding: TextEncoding; head: string };

/** Formats by the hints that sellers give: names, extensions and content types. */
const HINTS: Readonly<Record<string, string>> = {
  csv: "csv",
  "text/csv": "csv",
  tsv: "tsv",
  tab: "tsv",
  "text/tab-separated-values": "tsv",
  jsonl: "jsonl",
  ndjson: "jsonl",
  jsonlines: "jsonl",
  "application/x-ndjson": "jsonl",
  json: "json",
  "application/json": "json",
  geojson: "geojson",
  "application/geo+json": "geojson",
  parquet: "parquet",
  "application/vnd.apache.parquet": "parquet",
};

/** The format that a hint names, or null when there is none or it is not known. */
export function formatOfHint(hint: string | null): string | null {
  if (!hint) return null;
  return HINTS[hint.trim().toLowerCase().replace(/^\./, "")] ?? null;
}

/** Reads the first `bytes` bytes of a file. */
export function readHead(filePath: string, bytes: number): Buffer {
  const fd = openSync(filePath, "r");
  try {
    const head = Buffer.allocUnsafe(bytes);
    return head.subarray(0, readSync(fd, head, 0, bytes, 0));
  } finally {
    closeSync(fd);
  }
}

function withoutCutCharacter(head: Buffer, whole: boolean): Buffer {
  if (whole) return head;
  let end = head.length;
  for (let back = 1; back <= 4 && end - back >= 0; back++) {
    const byte = head[end - back] ?? 0;
    if (byte >= 0xc0) {
      end -= back;
      break;
    }
    if (byte < 0x80) break;
  }
  return head.subarray(0, end);
}

function utf16ByNulParity(head: Buffer): "utf-16le" | "utf-16be" | null {
  const pairs = Math.floor(head.length / 2);
  let even = 0;
  let odd = 0;
  for (let i = 0; i < pairs * 2; i += 2) {
    if (head[i] === 0) even++;
    if (head[i + 1] === 0) odd++;
  }
  if (odd > pairs * 0.4 && even < pairs * 0.05) return "utf-16le";
  if (even > pairs * 0.4 && odd < pairs * 0.05) return "utf-16be";
  return null;
}

function hasControlBytes(head: Buffer): boolean {
  let control = 0;
  for (const byte of head) {
    if (byte === 0) return true;
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13) control++;
  }
  return control > 4 + head.length / 50;
}

/** The single-byte (or legacy multi-byte) encoding that bytes seem to have; null if none is. */
export function guessLegacyEncoding(bytes: Buffer): string | null {
  const guess = chardet.detect(bytes.subarray(0, HEAD_BYTES));
  if (!guess || /^(utf|ascii)/i.test(guess)) return "windows-1252";
  const name = guess.toLowerCase() === "iso-8859-1" ? "windows-1252" : guess.toLowerCase();
  return iconv.encodingExists(name) ? name : null;
}

/** The encoding of a text file by its head, or null when the bytes are no text. */
export function detectEncoding(head: Buffer, whole: boolean): TextEncoding | null {
  const named = (name: string, bomBytes: number): TextEncoding => ({
    name,
    bomBytes,
    carriageReturnOnly: false,
  });
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return named("utf-8", 3);
  if (head[0] === 0xff && head[1] === 0xfe) return named("utf-16le", 2);
  if (head[0] === 0xfe && head[1] === 0xff) return named("utf-16be", 2);
  const utf16 = utf16ByNulParity(head);
  if (utf16) return named(utf16, 0);
  if (hasControlBytes(head)) return null;
  if (isUtf8(withoutCutCharacter(head, whole))) return named("utf-8", 0);
  const legacy = guessLegacyEncoding(head);
  return legacy ? named(legacy, 0) : null;
}

const ARROW_STREAM = Buffer.from("ffffffff", "hex");

async function refuseBinary(head: Buffer): Promise<never> {
  if (head.subarray(0, 4).equals(ARROW_STREAM)) {
    throw new DatasetRefusal("unsupported_format", "No sample is made of Arrow files.", "arrow");
  }
  const type = await fileTypeFromBuffer(head);
  if (!type) {
    throw new DatasetRefusal("unknown_format", "The content is binary and of no known format.");
  }
  if (type.mime.startsWith("image/")) {
    throw new DatasetRefusal("single_image", `The file is one image (${type.mime}).`, type.ext);
  }
  throw new DatasetRefusal(
    "unsupported_format",
    `No sample is made of ${type.mime} files.`,
    type.ext,
  );
}

function decodeHead(head: Buffer, encoding: TextEncoding, whole: boolean): string {
  const body = head.subarray(encoding.bomBytes);
  const even = encoding.name.startsWith("utf-16") ? body.length - (body.length % 2) : body.length;
  if (encoding.name !== "utf-8") return iconv.decode(body.subarray(0, even), encoding.name);
  return withoutCutCharacter(body, whole).toString("utf8");
}

/**
 * Tells what a file is from its content; the hint only tips the balance where content leaves doubt.
 * Throws `DatasetRefusal` for what gives no sample.
 */
export async function detectFormat(
  filePath: string,
  byteSize: number,
  hint: string | null,
): Promise<Detected> {
  if (byteSize === 0) throw new DatasetRefusal("empty_file", "The file has no bytes.");
  const head = readHead(filePath, HEAD_BYTES);
  const whole = head.length >= byteSize;
  if (head.subarray(0, 4).toString("latin1") === PARQUET_MAGIC) return { kind: "parquet" };
  const detected = detectEncoding(head, whole);
  if (!detected) return refuseBinary(head);
  const raw = decodeHead(head, detected, whole);
  // Binary numbers have the zero bytes of UTF-16, but decode to control characters.
  const isUtf16 = detected.name.startsWith("utf-16");
  if (isUtf16 && hasControlBytes(Buffer.from(raw))) return refuseBinary(head);
  const carriageReturnOnly = raw.includes("\r") && !raw.includes("\n");
  const encoding = { ...detected, carriageReturnOnly };
  return detectText(carriageReturnOnly ? raw.replaceAll("\r", "\n") : raw, whole, encoding, hint);
}

function detectText(
  text: string,
  whole: boolean,
  encoding: TextEncoding,
  hint: string | null,
): Detected {
  const trimmed = text.trimStart();
  if (trimmed === "" && whole) {
    throw new DatasetRefusal("empty_file", "The file holds nothing but white space.");
  }
  const hinted = formatOfHint(hint);
  const delimitedHint = hinted === "csv" || hinted === "tsv";
  const first = trimmed[0] ?? "";
  if (first === "{" || (first === "[" && !delimitedHint)) {
    return { kind: "json", encoding, head: trimmed };
  }
  if (/^<(\?xml|!doctype|html|svg)/i.test(trimmed)) {
    throw new DatasetRefusal("unsupported_format", "No sample is made of XML or HTML.", "xml");
  }
  const dialect = sniffDialect(text, whole, delimitedHint);
  if (dialect) {
    const format = dialect.delimiter === "\t" ? "tsv" : "csv";
    return { kind: "delimited", encoding, dialect, format };
  }
  throw new DatasetRefusal(
    "unknown_format",
    "The text is neither delimited nor JSON: no delimiter divides its lines evenly.",
  );
}
