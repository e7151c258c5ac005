import iconv from "iconv-lite";
import { type ColumnRoutes, firstRoutes } from "../base/column-routes.ts";
import type { InnerFormat } from "../base/inner-formats.ts";
import { openFile } from "../base/open-file.ts";
import { DatasetRefusal } from "../base/refusal.ts";
import type { ArchiveKind } from "./archive/entries.ts";
import { isTarHead } from "./archive/tar-head.ts";
import type { Compression } from "./decompress.ts";
import { findLongDelimiter } from "./delimited/long-delimiter.ts";
import { regionOf, type TableRegion } from "./delimited/region.ts";
import { type Dialect, dialectOf, sniffDialect } from "./delimited/sniff.ts";
import {
  decodeHead,
  detectEncoding,
  HEAD_BYTES_MAX,
  hasControlBytes,
  type TextEncoding,
  utf8Head,
} from "./encoding.ts";
import { fixedFields } from "./fixed-width.ts";
import { formatOfHint } from "./hints.ts";
import { isOldArrowStream } from "./old-arrow.ts";
import {
  bareWorkbook,
  compoundFile,
  isOldWorkbook,
  refusalOf,
  refuseBinary,
  refuseTextFormat,
  refuseZippedDocument,
} from "./refused-formats.ts";

const zipTailBytes = 256 * 1024;

/** A file's format according to its content. `head` is its decoded beginning. */
export type Detected =
  | { kind: "parquet"; routes: ColumnRoutes }
  | { kind: "avro" }
  | { kind: "inner"; format: InnerFormat }
  | { kind: "arrow"; layout: "file" | "stream" }
  | { kind: "compressed"; compression: Compression }
  | { kind: "archive"; archive: ArchiveKind }
  | {
      kind: "delimited";
      encoding: TextEncoding;
      dialect: Dialect;
      region: TableRegion;
      format: "csv" | "tsv";
    }
  | { kind: "json"; encoding: TextEncoding; head: string }
  | { kind: "text"; encoding: TextEncoding; paragraphs: boolean };

/** Magic numbers of binary formats. */
const magics: readonly (readonly [hex: string, detected: Detected])[] = [
  ["50415231", { kind: "parquet", routes: firstRoutes }],
  ["4152524f5731", { kind: "arrow", layout: "file" }],
  ["ffffffff", { kind: "arrow", layout: "stream" }],
  ["4f626a01", { kind: "avro" }],
  ["1f8b08", { kind: "compressed", compression: "gzip" }],
  ["28b52ffd", { kind: "compressed", compression: "zstd" }],
  ["fd377a585a00", { kind: "compressed", compression: "xz" }],
  ["377abcaf271c", { kind: "archive", archive: "7z" }],
];
const beginningBytes = 64;
/** The first bytes of dBase tables: version, year, month and day, sizes, two reserved bytes. */
const dbfBeginning = /^(03|30|31|32|43|83|8b|cb|f5)..0[1-9a-c](0[1-9a-f]|1[0-9a-f]).{16}0000/;
/** A zip file begins with an entry; an empty one consists of its directory. */
const zipBeginning = /^504b(0304|0506)/;
/** A bzip2 file begins with its block size and the digits of pi. */
const bzip2Beginning = /^425a683[1-9]3141592/;
/** A zstd file may begin with a skippable frame: one of sixteen magic numbers. */
const zstdSkippable = /^5[0-9a-f]2a4d18/;

/** Throws for an empty file, which need not be opened. */
export function refuseEmpty(byteSize: number): void {
  if (byteSize === 0) throw new DatasetRefusal("empty_file", "The file has no bytes.");
}

function readHead(filePath: string, bytes: number, start = 0): Buffer {
  const file = openFile(filePath);
  try {
    const head = Buffer.allocUnsafe(bytes);
    return head.subarray(0, file.readSync(head, 0, bytes, start));
  } finally {
    file.close();
  }
}

/**
 * Whether the first bytes are those of a supported binary format, which also needs random access.
 */
export function beginsAsBinary(filePath: string): boolean {
  const head = readHead(filePath, HEAD_BYTES_MAX);
  const hex = head.subarray(0, 8).toString("hex");
  const isKnown = magics.some(([magic]) => hex.startsWith(magic));
  const beginnings = [zipBeginning, bzip2Beginning, zstdSkippable];
  return (
    isKnown ||
    beginnings.some((beginning) => beginning.test(hex)) ||
    beginsAsInner(head) ||
    isTarHead(head) ||
    isOldArrowStream(head)
  );
}

/** Detects a binary format by its first bytes, and a workbook by the names in its zip directory. */
function detectBinary(head: Buffer, filePath: string, byteSize: number): Detected | null {
  const hex = head.subarray(0, 8).toString("hex");
  const found = magics.find(([magic]) => hex.startsWith(magic));
  if (found) return found[1];
  if (bzip2Beginning.test(hex)) return { kind: "compressed", compression: "bzip2" };
  if (zstdSkippable.test(hex)) return { kind: "compressed", compression: "zstd" };
  if (isTarHead(head)) return { kind: "archive", archive: "tar" };
  if (isOldArrowStream(head)) return { kind: "arrow", layout: "stream" };
  if (!zipBeginning.test(hex)) {
    const format = binaryInner(head, filePath);
    return format && { kind: "inner", format };
  }
  const tail = readHead(filePath, zipTailBytes, Math.max(0, byteSize - zipTailBytes));
  const names = tail.toString("latin1");
  const format = zippedInner(head, names);
  if (format) return { kind: "inner", format };
  refuseZippedDocument(head, names);
  return { kind: "archive", archive: "zip" };
}

const sqliteBeginning = /^53514c69746520666f726d6174203300/;
/** Tagged, or a version, a byte order and a file type; the next byte may be anything. */
const stataBeginning = /^(3c73746174615f6474613e3c6865616465723e3c|(69|6[a-f]|7[0-3])0[12]01)/;
/** Formats that one mark at the very beginning tells. */
const plainBeginnings: readonly (readonly [format: InnerFormat, mark: RegExp])[] = [
  ["sav", /^24464c3[23]/],
  // HEADER RECORD*******LIBRARY, or LIBV8.
  ["xpt", /^484541444552205245434f52442a2a2a2a2a2a2a4c4942/],
  ["sas7bdat", /^0{24}c2ea8160b31411cf/],
  ["hdf5", /^894844460d0a1a0a/],
  ["npy", /^934e554d5059/],
  ["netcdf", /^4344460[125]/],
];
const innerBeginnings = [
  compoundFile,
  bareWorkbook,
  dbfBeginning,
  sqliteBeginning,
  stataBeginning,
  ...plainBeginnings.map(([, mark]) => mark),
];

function beginsAsInner(head: Buffer): boolean {
  const digits = head.subarray(0, beginningBytes).toString("hex");
  return innerBeginnings.some((beginning) => beginning.test(digits));
}

/** The format of a binary file that may hold several tables, and is not zipped. */
function binaryInner(head: Buffer, filePath: string): InnerFormat | null {
  if (!beginsAsInner(head)) return null;
  if (sqliteBeginning.test(head.subarray(0, 16).toString("hex"))) {
    return geoPackageIds.has(head.subarray(68, 72).toString("latin1")) ? "geopackage" : "sqlite";
  }
  const digits = head.subarray(0, beginningBytes).toString("hex");
  const plain = plainBeginnings.find(([, mark]) => mark.test(digits));
  if (plain) return plain[0];
  if (isOldWorkbook(head, filePath)) return "xls";
  return stataBeginning.test(head.subarray(0, 32).toString("hex")) ? "dta" : "dbf";
}

/** GeoPackage's application ids; since version 1.2 there is one for all. */
const geoPackageIds: ReadonlySet<string> = new Set(["GPKG", "GP10", "GP11"]);

/** A name in a zip directory that other fields may follow. */
const shapefileMark = /\.(shp|SHP)(?=PK|U[TXx]|u[xpc]|[^\w.-])/;
const zipMarkBytes = 128;
const odsMark = /mimetypeapplication\/vnd\.oasis\.opendocument\.spreadsheet/;

function zippedInner(head: Buffer, tail: string): InnerFormat | null {
  if (namesWorkbook(tail)) return "xlsx";
  if (/xl[/\\]workbook\.bin/i.test(tail)) return "xlsb";
  const beginning = head.subarray(0, zipMarkBytes).toString("latin1");
  if (odsMark.test(beginning) || odsMark.test(tail)) return "ods";
  if (/^.{30}[^\0]*?\.npy/s.test(beginning)) return "npz";
  return shapefileMark.test(beginning) || shapefileMark.test(tail) ? "shapefile" : null;
}

/** Signature of a zip directory entry; its name follows after a fixed number of bytes. */
const zipEntryMark = "PK\u0001\u0002";
const zipNameAt = 42;

/** A workbook's main part is usually in `xl`, but a package may place it anywhere. */
function namesWorkbook(zipTail: string): boolean {
  if (/xl[/\\]workbook\.xml/i.test(zipTail)) return true;
  if (!zipTail.includes("[Content_Types].xml")) return false;
  const names = zipTail.split(zipEntryMark).map((entry) => entry.slice(zipNameAt));
  return names.some((name) => /^([\w.-]+[/\\])*workbook\.xml/i.test(name));
}

/** The first header of Data Interchange Format. */
const difBeginning = /^TABLE\r?\n0,1\r?\n"/;

/**
 * Detects a file's format from its content; the hint only decides ambiguous cases. Throws
 * `DatasetRefusal` for a file that gives no sample.
 */
export async function detectFormat(
  filePath: string,
  byteSize: number,
  hint: string | null,
): Promise<Detected> {
  refuseEmpty(byteSize);
  const head = readHead(filePath, HEAD_BYTES_MAX);
  const whole = head.length >= byteSize;
  const binary = detectBinary(head, filePath, byteSize);
  if (binary) return binary;
  refuseTextFormat(head);
  if (difBeginning.test(head.subarray(0, 64).toString("latin1"))) {
    return { kind: "inner", format: "dif" };
  }
  const detected = await detectEncoding(head, whole);
  if (!detected) return refuseBinary(head);
  const raw = decodeHead(head, detected, whole);
  // Binary numbers have zero bytes like UTF-16, but decode to control characters.
  const isUtf16 = detected.name.startsWith("utf-16");
  if (isUtf16 && hasControlBytes(Buffer.from(raw))) return refuseBinary(head);
  const carriageReturnOnly = endsLinesByReturn(raw);
  const encoding = { ...detected, carriageReturnOnly };
  const text = carriageReturnOnly ? raw.replaceAll("\r", "\n") : raw;
  return detectText(text, whole, encoding, hint, filePath);
}

/**
 * With this many carriage returns per line feed, the line feed is what an editor added at the end.
 */
const returnsPerFeedMin = 20;

/** Whether lines end in a lone carriage return; those in quoted cells do not count. */
function endsLinesByReturn(text: string): boolean {
  if (!text.includes("\r")) return false;
  if (!text.includes("\n")) return true;
  const bare = text.replace(/"[^"]*"/g, "");
  const feeds = bare.split("\n").length - 1;
  const returns = bare.match(/\r(?!\n)/g)?.length ?? 0;
  return returns >= Math.max(1, feeds) * returnsPerFeedMin;
}

/** The separator before each text of a JSON sequence (RFC 7464, RFC 8142). */
export const RECORD_SEPARATOR = "\u001e";

/** A log line may begin with a bracket, too, so JSON must continue like JSON. */
const jsonBeginning =
  /^(\{\s*("|\}|$)|\[\s*([\]{["]|$|-?\d+(\.\d+)?(e[+-]?\d+)?\s*[,\]]|(true|false|null|nan|-?infinity)\s*[,\]]))/i;

function detectText(
  text: string,
  whole: boolean,
  encoding: TextEncoding,
  hint: string | null,
  filePath: string,
): Detected {
  const trimmed = text.trimStart();
  if (trimmed === "") {
    const where = whole ? "holds nothing but" : `begins with ${HEAD_BYTES_MAX} bytes of`;
    throw new DatasetRefusal("empty_file", `The file ${where} white space.`);
  }
  const stated = separatorLine.exec(text);
  if (stated) {
    const [line, separator] = stated;
    return delimitedBy(separator ?? ",", encoding, filePath, line);
  }
  const hinted = formatOfHint(hint);
  const delimitedHint = hinted === "csv" || hinted === "tsv";
  const jsonHint = hinted === "json" || hinted === "jsonl" || hinted === "geojson";
  const first = trimmed[0] ?? "";
  const value = trimmed.startsWith(RECORD_SEPARATOR) ? trimmed.slice(1).trimStart() : trimmed;
  const isJson = jsonBeginning.test(value) || (jsonHint && (first === "{" || first === "["));
  if (isJson) return { kind: "json", encoding, head: trimmed };
  const root = rootElement.exec(trimmed)?.[1] ?? "";
  if (root === "kml" || root === "gpx") return { kind: "inner", format: root };
  if (arffBeginning.test(trimmed)) return { kind: "inner", format: "arff" };
  if (hinted === "yaml" || yamlBeginning.test(trimmed)) return { kind: "inner", format: "yaml" };
  const markup = markupOf(trimmed, root, whole);
  if (markup) return { kind: "inner", format: markup };
  if (!encoding.name.startsWith("utf-16") && findLongDelimiter(text, whole) !== null) {
    return { kind: "inner", format: "csv" };
  }
  const hints = { trusted: delimitedHint, isProse: hinted === "txt" };
  const found = sniffBelow(commentBlock.exec(text)?.[0] ?? "", encoding, filePath, hints);
  if (found) return found;
  if (hinted !== "txt" && fixedFields(text, whole)) return { kind: "inner", format: "fwf" };
  return { kind: "text", encoding, paragraphs: holdsParagraphs(trimmed) };
}

/** The first element of an XML document, after declarations and comments. */
const rootElement =
  /^(?:<\?[^>]*>\s*|<!--(?:(?!-->)[\s\S])*-->\s*|<!doctype[^>[]*>\s*)*<(?:[\w.-]+:)?([\w.-]+)/i;

const arffBeginning = /^(?:%[^\n]*\n|[^\S\n]*\n)*@relation\b/i;

const yamlKey = String.raw`[\w"'-]+ *:`;
const yamlSpace = String.raw`(?:#[^\n]*\n|[^\S\n]*\n)*`;
const yamlEnd = String.raw`(?: [^\n]*)?\r?\n`;
/** How YAML begins, after comments. Text is hardly ever of one of these forms. */
const yamlForms: readonly string[] = [
  // A document's start, and a key.
  String.raw`(?:%YAML [^\n]*\n)?---(?:[^\S\n]*#[^\n]*)?\r?\n${yamlSpace}(?:- +(?:&\w+\s+)?)?${yamlKey}(?: |\r?\n)`,
  // A list of records, below a key or below keys with values.
  String.raw`(?:(?:${yamlKey} [^\n]*\n){0,20}${yamlKey}[^\S\n]*\r?\n *)?- +${yamlKey}${yamlEnd} +${yamlKey}(?: |\r?\n)`,
  String.raw`-[^\S\n]*\r?\n +${yamlKey}(?: |\r?\n)`,
  String.raw`- +\{[\w"'-]+ *: [^\n]*\}\r?\n- +\{`,
  // Records of one key.
  String.raw`- +([\w"'-]+) *: [^\n]+\n- +\1 *: `,
  // Records by name.
  String.raw`${yamlKey}[^\S\n]*\r?\n( +)([\w"'-]+) *:${yamlEnd}(?:\2[^\n]*\n)*${yamlKey}[^\S\n]*\r?\n\2\3 *:(?: |\r?\n)`,
];
const yamlBeginning = new RegExp(`^${yamlSpace}(?:${yamlForms.join("|")})`);

/** Elements that begin a page, or a table that a program writes under the name of a workbook. */
const pageRoots: ReadonlySet<string> = new Set([
  ...["html", "head", "body", "table", "div", "meta"],
  ...["header", "nav", "footer", "ul", "ol", "form", "style", "script"],
]);

/**
 * The format of a text in markup. Without a declaration it is XML if its first element holds others
 * and is not followed by another of its kind, as in files of many documents.
 */
function markupOf(text: string, root: string, whole: boolean): InnerFormat | null {
  if (/^<!doctype html/i.test(text) || (text[0] === "<" && pageRoots.has(root.toLowerCase()))) {
    return "html";
  }
  if (root === "svg") throw refusalOf("svg");
  // Excel's XML of 2003, which SheetJS reads.
  if (root === "Workbook" && text.includes("urn:schemas-microsoft-com:office:spreadsheet")) {
    return "xls";
  }
  if (/^<(\?xml\s|!doctype)/i.test(text)) return "xml";
  const [, name] = /^<([A-Za-z_][\w:.-]*)(?:\s[^<>]*)?>\s*<[A-Za-z_!?]/.exec(text) ?? [];
  if (name === undefined) return null;
  const end = text.indexOf(`</${name}>`);
  const isOne = end < 0 ? !whole : text.slice(end).trimEnd() === `</${name}>`;
  return isOne ? "xml" : null;
}

/** A C comment at the very beginning: its lines are titles. */
const commentBlock = /^\s*\/\*[\s\S]*?\*\/[^\S\n]*\r?\n/;

/** The table in the text below `above`; null if there is none. */
function sniffBelow(
  above: string,
  encoding: TextEncoding,
  filePath: string,
  hints: Parameters<typeof sniffDialect>[2],
): Detected | null {
  const bomBytes = encoding.bomBytes + iconv.encode(above, encoding.name).length;
  const below = { ...encoding, bomBytes };
  const head = readTextHead(filePath, below);
  const dialect = sniffDialect(head.text, head.whole, hints);
  if (!dialect) return null;
  const titles = above.split("\n").filter((line) => line.trim() !== "").length;
  const table = dialect.table && { ...dialect.table };
  if (table) table.titleRows += titles;
  return delimited(below, { ...dialect, table }, head);
}

/** Bytes of a file that are enough to locate its table. */
const TABLE_HEAD_BYTES_MAX = 1024 * 1024;

type TextHead = { raw: Buffer; text: Buffer; whole: boolean };

/** The beginning of a text file, both as stored and as UTF-8 with line feeds. */
function readTextHead(filePath: string, encoding: TextEncoding): TextHead {
  const stored = readHead(filePath, TABLE_HEAD_BYTES_MAX + 1, encoding.bomBytes);
  const whole = stored.length <= TABLE_HEAD_BYTES_MAX;
  const raw = stored.subarray(0, TABLE_HEAD_BYTES_MAX);
  return { raw, text: utf8Head(raw, { ...encoding, bomBytes: 0 }, whole), whole };
}

type DelimitedFormat = Extract<Detected, { kind: "delimited" }>;

function delimited(encoding: TextEncoding, dialect: Dialect, head: TextHead): DelimitedFormat {
  const format = dialect.delimiter === "\t" ? "tsv" : "csv";
  const region = regionOf(dialect, encoding, head.raw);
  return { kind: "delimited", encoding, dialect, region, format };
}

/**
 * A first line that states the delimiter for spreadsheet programs; it does not belong to the table.
 */
const separatorLine = /^sep=([,;\t|])\r?\n(?!$)/i;

/** A table with a known delimiter below the text `above`. */
export function delimitedBy(
  separator: string,
  encoding: TextEncoding,
  filePath: string,
  above = "",
): DelimitedFormat {
  const bomBytes = encoding.bomBytes + iconv.encode(above, encoding.name).length;
  const below = { ...encoding, bomBytes };
  const head = readTextHead(filePath, below);
  return delimited(below, dialectOf(head.text, separator, head.whole), head);
}

const paragraphLinesMeanMin = 1.5;
const paragraphLinesMeanMax = 50;

/** Whether blank lines separate paragraphs: most parts have several lines, but not many. */
function holdsParagraphs(text: string): boolean {
  const blocks = text.trimEnd().split(/\n[^\S\n]*\n\s*/);
  if (blocks.length < 2) return false;
  const lines = blocks.reduce((sum, block) => sum + block.split("\n").length, 0);
  const mean = lines / blocks.length;
  return mean >= paragraphLinesMeanMin && mean <= paragraphLinesMeanMax;
}
