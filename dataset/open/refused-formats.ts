/** Formats that are known and not read: what tells them, and what a seller does instead. */
import { fileTypeFromBuffer } from "file-type";
import iconv from "iconv-lite";
import { DatasetRefusal } from "../base/refusal.ts";
import { LINE_FEED } from "./delimited/layout.ts";
import { hasControlBytes } from "./encoding.ts";

type Refused = readonly [format: string, mark: RegExp, detail: string];

const asTable = "write it as CSV or Parquet.";
const exported = "export each table as CSV or Parquet.";
const arrays = "write its arrays as tables, in CSV or Parquet.";

/** The first bytes of Microsoft's compound files. */
const compoundFile = /^d0cf11e0a1b11ae1/;

/** By the first bytes, in hexadecimal digits; none of them begins a text. */
const binaryFormats: readonly Refused[] = [
  [
    "feather",
    /^4645413100/,
    "No sample is made of Feather files of version 1; write version 2 (Arrow).",
  ],
  [
    "sqlite",
    /^53514c69746520666f726d61742033/,
    `No sample is made of SQLite databases; ${exported}`,
  ],
  ["parquet", /^50415245/, "The Parquet file is encrypted; upload it without encryption."],
  [
    "xls",
    compoundFile,
    "No sample is made of Excel workbooks of 1997 to 2003 (xls); save it as xlsx or CSV.",
  ],
  ["orc", /^4f5243[01]/, `No sample is made of ORC files; ${asTable}`],
  ["sav", /^24464c3[23]/, `No sample is made of SPSS files (sav); ${asTable}`],
  // A version, an order of bytes, a type of file; what follows is unused and may be anything.
  ["dta", /^(69|6[a-f]|7[0-3])0[12]01/, `No sample is made of Stata files (dta); ${asTable}`],
  ["sas7bdat", /^0{24}c2ea8160b31411cf/, `No sample is made of SAS files (sas7bdat); ${asTable}`],
  ["rds", /^(58|41)0a0000000[23]/, `No sample is made of R's objects (rds); ${asTable}`],
  ["rdata", /^5244(41|58)3[23]0a/, `No sample is made of R's objects (RData); ${asTable}`],
  ["hdf5", /^894844460d0a/, `No sample is made of HDF5 files; ${arrays}`],
  ["netcdf", /^4344460[125]/, `No sample is made of NetCDF files; ${arrays}`],
  ["npy", /^934e554d5059/, `No sample is made of NumPy arrays (npy); ${asTable}`],
  ["mat", /^4d41544c414220352e30/, `No sample is made of MATLAB files; ${arrays}`],
  ["pickle", /^800[2-5]/, `No sample is made of Python pickles; ${asTable}`],
  ["duckdb", /^.{16}4455434b/, `No sample is made of DuckDB databases; ${exported}`],
  [
    "access",
    /^000100005374616e6461726420(4a6574|414345)204442/,
    `No sample is made of Access databases; ${exported}`,
  ],
  ["shapefile", /^0000270a/, "No sample is made of Shapefiles; write it as GeoJSON or GeoParquet."],
  // A version, a year, a month and a day; after eight bytes of sizes two that are reserved.
  [
    "dbf",
    /^(03|30|31|83|8b|f5)..0[1-9a-c](0[1-9a-f]|1[0-9a-f]).{16}0000/,
    `No sample is made of dBase files (dbf); ${asTable}`,
  ],
];

/** An encrypted workbook lies in a compound file, too; its directory names the stream in UTF-16. */
const encryptedStream = Buffer.from("EncryptedPackage", "utf16le");
const encryptedWorkbook: Refused = [
  "xlsx",
  compoundFile,
  "The workbook is encrypted; save it without a password.",
];

/** What the dumps of PostgreSQL, MySQL, MariaDB, phpMyAdmin and SQLite begin with. */
const sqlDump =
  /^(\/\*M!.*\s+)?(--\s+)?-- (PostgreSQL database|MySQL|MariaDB|phpMyAdmin SQL) dump\b|^PRAGMA foreign_keys ?= ?OFF;\s+BEGIN TRANSACTION;/i;
/** Statements as people write them; a list of statements has each in one line, and is text. */
const sqlStatements =
  /^create table (if not exists )?\S+\s*\(\s*\n|^drop table if exists \S+;\s+create table /i;
const sqlAdvice = `No sample is made of SQL statements; load them and ${exported}`;

/** By a first line that is text. */
const textFormats: readonly Refused[] = [
  ["dta", /^<stata_dta>/, `No sample is made of Stata files (dta); ${asTable}`],
  ["fits", /^SIMPLE {2}= +T /, `No sample is made of FITS files; ${asTable}`],
  ["sql", sqlDump, sqlAdvice],
  ["sql", sqlStatements, sqlAdvice],
  // A client that was told to send a form puts the file into one, whatever the URL is for.
  [
    "multipart",
    /^--[^\r\n]{1,70}\r\ncontent-disposition: form-data/i,
    "The file is wrapped in a form (multipart/form-data); send its bytes alone as the body of the PUT.",
  ],
];

/** Formats that are zip archives. */
const zippedFormats: readonly Refused[] = [
  ["xlsb", /xl\/workbook\.bin/, "No sample is made of binary workbooks (xlsb); save it as xlsx."],
  [
    "ods",
    /mimetypeapplication\/vnd\.oasis\.opendocument\.spreadsheet/,
    "No sample is made of OpenDocument sheets (ods); save it as xlsx or CSV.",
  ],
  [
    "shapefile",
    /\.(shp|SHP)(?=PK|U[TXx]|u[xpc]|[^\w.-])/,
    "No sample is made of Shapefiles; write it as GeoJSON or GeoParquet.",
  ],
];

const markBytes = 128;

function refuse([format, , detail]: Refused): never {
  throw new DatasetRefusal("unsupported_format", detail, format);
}

/** Throws `DatasetRefusal` where a zip archive is a format of its own. */
export function refuseZippedFormat(head: Buffer, tail: Buffer): void {
  const texts = [head.subarray(0, markBytes).toString("latin1"), tail.toString("latin1")];
  const found = zippedFormats.find(([, mark]) => texts.some((text) => mark.test(text)));
  if (found) refuse(found);
}

/** Throws `DatasetRefusal` where the beginning is text of a format that is none. */
export function refuseTextFormat(head: Buffer): void {
  const text = head.subarray(0, markBytes).toString("latin1");
  const found = textFormats.find(([, mark]) => mark.test(text));
  if (found) refuse(found);
}

/** Refuses what is neither text nor of a format that is read, by its name where that is known. */
export async function refuseBinary(head: Buffer): Promise<never> {
  const digits = head.subarray(0, markBytes).toString("hex");
  const isEncrypted = compoundFile.test(digits) && head.includes(encryptedStream);
  const found = binaryFormats.find(([, mark]) => mark.test(digits));
  if (found) refuse(isEncrypted ? encryptedWorkbook : found);
  const type = await fileTypeFromBuffer(head);
  if (!type) {
    refuseWideText(head);
    refuseZeros(head);
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

/** Four bytes a character: numbers of four bytes are not all letters. */
function refuseWideText(head: Buffer): void {
  const whole = head.subarray(0, head.length - (head.length % 4));
  for (const name of ["utf-32le", "utf-32be"]) {
    const text = iconv.decode(whole, name);
    const isText = text.includes("\n") && !text.includes("\ufffd");
    if (!isText || hasControlBytes(Buffer.from(text))) continue;
    const detail = `The text is in ${name.toUpperCase()}, which is not read; save it as UTF-8.`;
    throw new DatasetRefusal("unsupported_format", detail, "utf-32");
  }
}

/** A text with some zero bytes, as databases leave them in cells, and crashes at the end of a file. */
function refuseZeros(head: Buffer): void {
  const text = Buffer.from(head.filter((byte) => byte !== 0));
  const isText = text.length * 2 > head.length && text.includes(LINE_FEED);
  if (!isText || hasControlBytes(text)) return;
  const line = head.subarray(0, head.indexOf(0)).toString("latin1").split("\n").length;
  const detail = `The text holds zero bytes (NUL), the first in line ${line}; take them out.`;
  throw new DatasetRefusal("malformed_file", detail);
}
