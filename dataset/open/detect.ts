import { isUtf8 } from "node:buffer";
import { closeSync, openSync, readSync } from "node:fs";
import chardet from "chardet";
import { fileTypeFromBuffer } from "file-type";
import iconv from "iconv-lite";
import { DatasetRefusal } from "../base/limits.ts";
import type { TextEncoding } from "../read/utf8-reader.ts";
import { type ArchiveKind, isTarHead } from "./archive/entries.ts";
import type { Compression } from "./decompress.ts";
import { type Dialect, dialectOf, sniffDialect } from "./dialect.ts";

const HEAD_BYTES = 64 * 1024;
const ZIP_TAIL_BYTES = 256 * 1024;

/** What a file is, by its content. `head` is its decoded beginning. */
export type Detected =
  | { kind: "parquet" | "avro" | "xlsx" }
  | { kind: "arrow"; layout: "file" | "stream" }
  | { kind: "compressed"; compression: Compression }
  | { kind: "archive"; archive: ArchiveKind }
  | { kind: "delimited"; encoding: TextEncoding; dialect: Dialect; format: "csv" | "tsv" }
  | { kind: "json"; encoding: TextEncoding; head: string }
  | { kind: "text"; encoding: TextEncoding; paragraphs: boolean };

/** The first bytes of binary formats. */
const MAGICS: readonly (readonly [hex: string, detected: Detected])[] = [
  ["50415231", { kind: "parquet" }],
  ["4152524f5731", { kind: "arrow", layout: "file" }],
  ["ffffffff", { kind: "arrow", layout: "stream" }],
  ["4f626a01", { kind: "avro" }],
  ["1f8b08", { kind: "compressed", compression: "gzip" }],
  ["28b52ffd", { kind: "compressed", compression: "zstd" }],
];
/** A zip file begins with an entry; an empty one is its directory alone. */
const ZIP_BEGINNING = /^504b(0304|0506)/;
/** A zstd file may begin with a frame to skip: one of sixteen magic numbers. */
const ZSTD_SKIPPABLE = /^5[0-9a-f]2a4d18/;

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
  arrow: "arrow",
  arrows: "arrow",
  ipc: "arrow",
  feather: "arrow",
  "application/vnd.apache.arrow.file": "arrow",
  "application/vnd.apache.arrow.stream": "arrow",
  avro: "avro",
  "application/avro": "avro",
  xlsx: "xlsx",
  excel: "xlsx",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
  txt: "txt",
  text: "txt",
  "text/plain": "txt",
};
const COMPRESSED_HINT = /\.(gz|gzip|zst|zstd)$/;

/** The format that a hint names, or null when there is none or it is not known. */
export function formatOfHint(hint: string | null): string | null {
  if (!hint) return null;
  const name = hint.trim().toLowerCase().replace(COMPRESSED_HINT, "");
  return HINTS[name.replace(/^\./, "")] ?? null;
}

/** Reads up to `bytes` bytes of a file from `start`. */
export function readHead(filePath: string, bytes: number, start = 0): Buffer {
  const fd = openSync(filePath, "r");
  try {
    const head = Buffer.allocUnsafe(bytes);
    return head.subarray(0, readSync(fd, head, 0, bytes, start));
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

/** Tab, line ends, form feed, and the escape that colours lines of logs. */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([9, 10, 12, 13, 27]);
const UTF16_SCRIPT_BYTES_MIN = 32;
/** Unassigned and private characters, halves of pairs, and controls but tabs and line ends. */
const NO_TEXT = /[\p{Cn}\p{Co}\p{Cs}\ufffd]|[^\P{Cc}\t\n\r]/u;

/** UTF-16 of scripts other than Latin: only line ends, blanks and digits have zero bytes. */
function utf16ByDecoding(head: Buffer): "utf-16le" | "utf-16be" | null {
  if (head.length < UTF16_SCRIPT_BYTES_MIN) return null;
  const zeros = [0, 0];
  for (const [i, byte] of head.entries()) if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if ((even === 0) === (odd === 0)) return null;
  const name = even === 0 ? "utf-16le" : "utf-16be";
  const text = iconv.decode(head.subarray(0, head.length - (head.length % 2)), name);
  // The last character may be half of a pair that the head cut.
  const isText = text.includes("\n") && !NO_TEXT.test(text.slice(0, -1));
  return isText ? name : null;
}

function hasControlBytes(head: Buffer): boolean {
  let control = 0;
  for (const byte of head) {
    if (byte === 0) return true;
    if (byte < 32 && !TEXT_CONTROLS.has(byte)) control++;
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
  const utf16 = utf16ByNulParity(head) ?? utf16ByDecoding(head);
  if (utf16) return named(utf16, 0);
  if (hasControlBytes(head)) return null;
  if (isUtf8(withoutCutCharacter(head, whole))) return named("utf-8", 0);
  const legacy = guessLegacyEncoding(head);
  return legacy ? named(legacy, 0) : null;
}

async function refuseBinary(head: Buffer): Promise<never> {
  if (head.subarray(0, 4).toString("latin1") === "FEA1") {
    const detail = "No sample is made of Feather files of version 1; write version 2 (Arrow).";
    throw new DatasetRefusal("unsupported_format", detail, "feather");
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

/** A binary format by its first bytes, and a workbook by the names in its zip directory. */
function detectBinary(head: Buffer, filePath: string, byteSize: number): Detected | null {
  const hex = head.subarray(0, 8).toString("hex");
  const found = MAGICS.find(([magic]) => hex.startsWith(magic));
  if (found) return found[1];
  if (ZSTD_SKIPPABLE.test(hex)) return { kind: "compressed", compression: "zstd" };
  if (isTarHead(head)) return { kind: "archive", archive: "tar" };
  if (!ZIP_BEGINNING.test(hex)) return null;
  const tail = readHead(filePath, ZIP_TAIL_BYTES, Math.max(0, byteSize - ZIP_TAIL_BYTES));
  return tail.includes("xl/workbook.xml") ? { kind: "xlsx" } : { kind: "archive", archive: "zip" };
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
  const binary = detectBinary(head, filePath, byteSize);
  if (binary) return binary;
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

/** A log line may begin with a bracket too: JSON must go on like JSON. */
const JSON_BEGINNING =
  /^(\{\s*("|\}|$)|\[\s*([\]{["]|$|-?\d+(\.\d+)?(e[+-]?\d+)?\s*[,\]]|(true|false|null)\s*[,\]]))/i;

function detectText(
  text: string,
  whole: boolean,
  encoding: TextEncoding,
  hint: string | null,
): Detected {
  const trimmed = text.trimStart();
  if (trimmed === "") {
    const where = whole ? "holds nothing but" : `begins with ${HEAD_BYTES} bytes of`;
    throw new DatasetRefusal("empty_file", `The file ${where} white space.`);
  }
  const stated = SEPARATOR_LINE.exec(text);
  if (stated) return delimitedAsStated(text, stated, whole, encoding);
  const hinted = formatOfHint(hint);
  const delimitedHint = hinted === "csv" || hinted === "tsv";
  const jsonHint = hinted === "json" || hinted === "jsonl" || hinted === "geojson";
  const first = trimmed[0] ?? "";
  const isJson = JSON_BEGINNING.test(trimmed) || (jsonHint && (first === "{" || first === "["));
  if (isJson) return { kind: "json", encoding, head: trimmed };
  if (/^<(\?xml|!doctype|html|svg)/i.test(trimmed)) {
    throw new DatasetRefusal("unsupported_format", "No sample is made of XML or HTML.", "xml");
  }
  const dialect = sniffDialect(text, whole, delimitedHint, hinted === "txt");
  if (dialect) return delimited(encoding, dialect);
  return { kind: "text", encoding, paragraphs: holdsParagraphs(trimmed) };
}

function delimited(encoding: TextEncoding, dialect: Dialect): Detected {
  const format = dialect.delimiter === "\t" ? "tsv" : "csv";
  return { kind: "delimited", encoding, dialect, format };
}

/** A first line by which spreadsheets are told the delimiter; it is no part of the table. */
const SEPARATOR_LINE = /^sep=([,;\t|])\r?\n(?!$)/i;

function delimitedAsStated(
  text: string,
  [line, separator]: RegExpExecArray,
  whole: boolean,
  encoding: TextEncoding,
): Detected {
  const bomBytes = encoding.bomBytes + iconv.encode(line, encoding.name).length;
  const dialect = dialectOf(text.slice(line.length), separator as Dialect["delimiter"], whole);
  return delimited({ ...encoding, bomBytes }, dialect);
}

const PARAGRAPH_LINES_MEAN_MIN = 1.5;
const PARAGRAPH_LINES_MEAN_MAX = 50;

/** Blank lines divide paragraphs when most of what they divide has several lines, but not many. */
function holdsParagraphs(text: string): boolean {
  const blocks = text.trimEnd().split(/\n[^\S\n]*\n\s*/);
  if (blocks.length < 2) return false;
  const lines = blocks.reduce((sum, block) => sum + block.split("\n").length, 0);
  const mean = lines / blocks.length;
  return mean >= PARAGRAPH_LINES_MEAN_MIN && mean <= PARAGRAPH_LINES_MEAN_MAX;
}
