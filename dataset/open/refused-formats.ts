/** Formats that are recognised but not read, with advice to the seller. */
import { fileTypeFromBuffer } from "file-type";
import iconv from "iconv-lite";
import { type RefusedFormat, refusedFormats } from "../../market/profile/formats.ts";
import { DatasetRefusal } from "../base/refusal.ts";
import { compoundFileNames } from "./compound-file.ts";
import { LINE_FEED } from "./delimited/layout.ts";
import { hasControlBytes } from "./encoding.ts";

type Refused = readonly [format: RefusedFormat, mark: RegExp];

/** Magic number of Microsoft's compound files. */
export const compoundFile = /^d0cf11e0a1b11ae1/;
/** The first record of a workbook that older programs wrote without one: BIFF 2 to 5. */
export const bareWorkbook = /^09(00|02|04)0[46]00....(10|20|40)00|^0908[01][0-9a-f]0000050500/;

/** By the first bytes in hexadecimal; none of them begins a text. */
const binaryFormats: readonly Refused[] = [
  ["feather", /^4645413100/],
  ["orc", /^4f5243[01]/],
  ["rds", /^(58|41)0a0000000[23]/],
  ["rdata", /^5244(41|58)3[23]0a/],
  ["mat", /^4d41544c414220(352e30|372e33)/],
  ["sas7bcat", /^0{24}c2ea8163b31411cf/],
  ["grib", /^47524942.{6}0[12]/],
  ["rar", /^526172211a07/],
  ["pickle", /^800[2-5]/],
  ["duckdb", /^.{16}4455434b/],
  ["access", /^000100005374616e6461726420(4a6574|414345)204442/],
];

/** Formats that are read, in a form that is not. */
const unreadableForms: readonly (readonly [format: string, mark: RegExp, detail: string])[] = [
  ["parquet", /^50415245/, "The Parquet file is encrypted; upload it without encryption."],
  [
    "shapefile",
    /^0000270a/,
    "A Shapefile needs its columns; put its files (shp, dbf, prj) into a zip archive.",
  ],
];

/** Formats in compound files, by a stream of theirs. */
const compoundFormats: readonly (readonly [stream: string, format: RefusedFormat])[] = [
  ["PowerPoint Document", "ppt"],
  ["WordDocument", "doc"],
  ["__properties_version1.0", "msg"],
];

/** Throws `DatasetRefusal` for a compound file that is no workbook. */
function refuseCompoundFile(names: ReadonlySet<string>): never {
  if (names.has("EncryptedPackage")) {
    const detail = "The workbook is encrypted; save it without a password.";
    throw new DatasetRefusal("unsupported_format", detail, "xlsx");
  }
  const found = compoundFormats.find(([stream]) => names.has(stream));
  if (found) throw refusalOf(found[1]);
  const detail = "The file is in Microsoft's compound format and is no workbook.";
  throw new DatasetRefusal("unsupported_format", detail, "ole");
}

/** Whether a file is an older Excel workbook. Throws `DatasetRefusal` for other compound files. */
export function isOldWorkbook(head: Buffer, filePath: string): boolean {
  const digits = head.subarray(0, markBytes).toString("hex");
  if (bareWorkbook.test(digits)) return true;
  if (!compoundFile.test(digits)) return false;
  const names = compoundFileNames(filePath);
  // Names count without regard to case.
  const hasBook = [...names].some((name) => /^(workbook|book)$/i.test(name));
  return hasBook || refuseCompoundFile(names);
}

/** How dumps of PostgreSQL, MySQL, MariaDB, phpMyAdmin and SQLite begin. */
const sqlDump =
  /^(\/\*M!.*\s+)?(--\s+)?-- (PostgreSQL database|MySQL|MariaDB|phpMyAdmin SQL) dump\b|^PRAGMA foreign_keys ?= ?OFF;\s+BEGIN TRANSACTION;/i;
/** SQL written over several lines; a list of one-line statements is treated as text. */
const sqlStatements =
  /^create table (if not exists )?\S+\s*\(\s*\n|^drop table if exists \S+;\s+create table /i;

/** By a first line of text. */
const textFormats: readonly Refused[] = [
  ["fits", /^SIMPLE {2}= +T /],
  ["rtf", /^\{\\rtf\d/],
  ["pdf", /^%PDF-\d/],
  ["sql", sqlDump],
  ["sql", sqlStatements],
];

/** A client that sends a form wraps the file in one, whatever the URL is for. */
const formBeginning = /^--[^\r\n]{1,70}\r\ncontent-disposition: form-data/i;

/** What a clone without Git LFS holds in the place of large files. */
const lfsPointer = /^version https:\/\/git-lfs\.github\.com\/spec\//;

const markBytes = 128;

/** Documents in zip archives, by the names of their parts or by the type stated first. */
const zippedFormats: readonly Refused[] = [
  ["doc", /word\/document\.xml/],
  ["ppt", /ppt\/presentation\.xml/],
  ["odt", /mimetypeapplication\/vnd\.oasis\.opendocument\.text/],
  ["epub", /mimetypeapplication\/epub\+zip/],
  ["keynote", /Index\/(Master)?Slide/],
  ["numbers", /Index\/Tables\//],
  ["pages", /Index\/Document\.iwa/],
];

/** Throws `DatasetRefusal` for a zip archive that is a document; `names` is its directory. */
export function refuseZippedDocument(head: Buffer, names: string): void {
  const text = head.subarray(0, markBytes).toString("latin1") + names;
  const found = zippedFormats.find(([, mark]) => mark.test(text));
  if (found) throw refusalOf(found[0]);
}

/** The refusal of a file in such a format, with what to do instead. */
export function refusalOf(format: RefusedFormat): DatasetRefusal {
  const { title, instead } = refusedFormats[format];
  const detail = `Samples are not made from ${title}; ${instead}.`;
  return new DatasetRefusal("unsupported_format", detail, format);
}

/** Throws `DatasetRefusal` if the text belongs to an unsupported format. */
export function refuseTextFormat(head: Buffer): void {
  const text = head.subarray(0, markBytes).toString("latin1");
  if (formBeginning.test(text)) {
    const detail =
      "The file is wrapped in a form (multipart/form-data); send only its bytes as the body of the PUT.";
    throw new DatasetRefusal("unsupported_format", detail, "multipart");
  }
  if (lfsPointer.test(text)) {
    const detail =
      "The file only points to one that Git LFS keeps elsewhere; upload that file (`git lfs pull` fetches it).";
    throw new DatasetRefusal("unsupported_format", detail, "git-lfs");
  }
  const found = textFormats.find(([, mark]) => mark.test(text));
  if (found) throw refusalOf(found[0]);
}

/** Refuses content that is neither text nor a supported format, by its format's name if known. */
export async function refuseBinary(head: Buffer): Promise<never> {
  const digits = head.subarray(0, markBytes).toString("hex");
  const found = binaryFormats.find(([, mark]) => mark.test(digits));
  if (found) throw refusalOf(found[0]);
  const form = unreadableForms.find(([, mark]) => mark.test(digits));
  if (form) throw new DatasetRefusal("unsupported_format", form[2], form[0]);
  const type = await fileTypeFromBuffer(head);
  if (!type) {
    refuseWideText(head);
    refuseZeros(head);
    throw new DatasetRefusal("unknown_format", "The content is binary and its format is unknown.");
  }
  if (type.mime.startsWith("image/")) {
    throw new DatasetRefusal("single_image", `The file is one image (${type.mime}).`, type.ext);
  }
  throw new DatasetRefusal(
    "unsupported_format",
    `Samples are not made from ${type.mime} files.`,
    type.ext,
  );
}

/** Refuses text with four bytes per character; binary numbers do not decode to letters. */
function refuseWideText(head: Buffer): void {
  const whole = head.subarray(0, head.length - (head.length % 4));
  for (const name of ["utf-32le", "utf-32be"]) {
    const text = iconv.decode(whole, name);
    const isText = text.includes("\n") && !text.includes("\ufffd");
    if (!isText || hasControlBytes(Buffer.from(text))) continue;
    const detail = `The text is in ${name.toUpperCase()}, which is not supported; save it as UTF-8.`;
    throw new DatasetRefusal("unsupported_format", detail, "utf-32");
  }
}

/**
 * Refuses text with zero bytes, which databases leave in cells and crashes at the end of a file.
 */
function refuseZeros(head: Buffer): void {
  const text = Buffer.from(head.filter((byte) => byte !== 0));
  const isText = text.length * 2 > head.length && text.includes(LINE_FEED);
  if (!isText || hasControlBytes(text)) return;
  const line = head.subarray(0, head.indexOf(0)).toString("latin1").split("\n").length;
  const detail = `The text contains zero bytes (NUL), the first in line ${line}; remove them.`;
  throw new DatasetRefusal("malformed_file", detail);
}
