/** Formats that are refused by name, with advice on what to do instead. */
import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import iconv from "iconv-lite";
import { storedZipOf, zipOf } from "../support/archive-files.ts";
import { generated, makeFolder, profileBytes, profileFile } from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

/** The beginning of a compound file, with a stream's name in its directory. */
function compoundFileOf(name: string): Buffer {
  const head = Buffer.alloc(2048);
  head.write("d0cf11e0a1b11ae1", "hex");
  head.writeUInt16LE(9, 30);
  head.writeUInt32LE(1, 48);
  head.writeUInt32LE(0, 76);
  head.fill(0xff, 512, 1024);
  head.write(name, 1152, "utf16le");
  head.writeUInt16LE(name.length * 2 + 2, 1152 + 64);
  return head;
}

test.each([
  ["parquet", () => Buffer.from(`PARE${"\0".repeat(99)}PARE`), "without encryption"],
  ["xlsx", () => compoundFileOf("EncryptedPackage"), "without a password"],
  ["ppt", () => compoundFileOf("PowerPoint Document"), "PowerPoint"],
  ["doc", () => compoundFileOf("WordDocument"), "Word documents"],
  ["msg", () => compoundFileOf("__properties_version1.0"), "Outlook messages"],
  ["ole", () => compoundFileOf("Contents"), "no workbook"],
  ["feather", () => Buffer.from(`FEA1${"\0".repeat(99)}FEA1`), "version 2"],
] as const)("%s", async (format, make, advice) => {
  const report = await profileBytes(folder.path, await make());
  expect(report).toMatchObject({
    outcome: "no_sample",
    format,
    error: { code: "unsupported_format", detail: expect.stringContaining(advice) },
  });
});

const fixtures = join(import.meta.dirname, "../fixtures");

/** R's mtcars, 32 cars and their names, as packed by Debian's r-cran-vroom 1.6.1 (MIT). */
test.each(["bz2", "xz"])("a real table in %s is read", async (ending) => {
  const file = join(fixtures, `packed/mtcars.csv.${ending}`);
  const { profile } = generated(await profileFile(folder.path, file));
  expect([profile.row_count, profile.column_count]).toEqual([32, 12]);
  expect(profile.columns[1]).toMatchObject({ name: "mpg", min: 10.4, max: 33.9 });
});

/** The first bytes of real files in these formats. */
test.each([
  ["orc", "ORC\x11\0\0"],
  ["rds", "X\n\0\0\0\x03\0"],
  ["rdata", "RDX3\nX\n\0\0\0\x03"],
  ["mat", "MATLAB 5.0 MAT-file, Platform: GLNXA64\0\x01IM"],
  ["mat", "MATLAB 7.3 MAT-file, Platform: GLNXA64\0\x01IM"],
  ["sas7bcat", `${"\0".repeat(12)}\xc2\xea\x81\x63\xb3\x14\x11\xcf`],
  ["grib", "GRIB\xff\xff\0\x02\0\0\0\0"],
  ["rar", "Rar!\x1a\x07\x01\0"],
  ["pickle", "\x80\x04\x95\x10\0\0\0\0\0\0\0"],
  ["duckdb", "\x01\x02\x03\x04\x05\x06\x07\x08DUCK\0"],
  ["access", "\0\x01\0\0Standard Jet DB\0"],
  ["fits", `SIMPLE  =                    T / ${" ".repeat(60)}`],
] as const)("its first bytes tell %s", async (format, bytes) => {
  const file = Buffer.concat([
    Buffer.from(bytes, "latin1"),
    Buffer.alloc(format === "fits" ? 0 : 900),
  ]);
  expect(await profileBytes(folder.path, file)).toMatchObject({
    outcome: "no_sample",
    format,
    error: { code: "unsupported_format" },
  });
});

const statements =
  "CREATE TABLE `t` (\n  `id` int,\n  `name` text\n);\nINSERT INTO `t` VALUES (1,'a');\n";

/** As the programs write them: each used to be profiled as a table made from its first line. */
test.each([
  `--\n-- PostgreSQL database dump\n--\n\nSET lock_timeout = 0;\n${statements}`,
  `-- MySQL dump 10.13  Distrib 8.0.30, for Linux (x86_64)\n--\n-- Host: localhost\n${statements}`,
  `/*M!999999\\- enable the sandbox mode */ \n-- MariaDB dump 10.19-11.4.2\n--\n${statements}`,
  `-- phpMyAdmin SQL Dump\r\n-- version 5.2.1\r\n${statements}`,
  `PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n${statements}COMMIT;\n`,
  `DROP TABLE IF EXISTS \`t\`;\n${statements}`,
  statements,
])("a dump of SQL: %j", async (dump) => {
  expect(await profileBytes(folder.path, dump)).toMatchObject({
    outcome: "no_sample",
    format: "sql",
    error: { code: "unsupported_format", detail: expect.stringContaining("each table as CSV") },
  });
});

test("statements of SQL, one a line, are text", async () => {
  const lines = "CREATE TABLE a (id int);\nCREATE TABLE b (id int);\nDROP TABLE a;\n";
  expect(generated(await profileBytes(folder.path, lines)).profile.row_count).toBeGreaterThan(1);
});

test.each(["utf-32le", "utf-32be"])("text in %s is named, with a mark or without", async (name) => {
  for (const addBOM of [true, false]) {
    const text = iconv.encode("id;name\n1;Käse\n2;東京\n", name, { addBOM });
    expect(await profileBytes(folder.path, text)).toMatchObject({
      error: { code: "unsupported_format", detail: expect.stringContaining("save it as UTF-8") },
    });
  }
});

test.each([
  ["in a cell", "id,name\n1,a\n2,b\0c\n3,d\n", 3],
  ["of a crash behind its end", `id,name\n1,a\n${"\0".repeat(8)}`, 3],
] as const)(
  "a text with zero bytes %s is refused with their position",
  async (_where, text, line) => {
    expect(await profileBytes(folder.path, text)).toMatchObject({
      error: {
        code: "malformed_file",
        detail: expect.stringContaining(`zero bytes (NUL), the first in line ${line}`),
      },
    });
  },
);

/** Whatever it contains, as curl and Node send it; the form's field names may be in any case. */
test.each(["id,name\n1,a\n2,b\n", "PK\x03\x04\0\0", ""])(
  "a file within a form: %j",
  async (content) => {
    const form = new FormData();
    form.set("file", new File([Buffer.from(content, "latin1")], "table.csv"));
    const sent = Buffer.from(await new Response(form).arrayBuffer());
    for (const name of ["Content-Disposition", "content-disposition"]) {
      const bytes = Buffer.from(
        sent.toString("latin1").replace(/content-disposition/i, name),
        "latin1",
      );
      expect(await profileBytes(folder.path, bytes)).toMatchObject({
        outcome: "no_sample",
        format: "multipart",
        error: { code: "unsupported_format", detail: expect.stringContaining("body of the PUT") },
      });
    }
  },
);

test("a table next to a file with a similar name is not a Shapefile", async () => {
  const bytes = await zipOf({ "my.shpx-list.csv": "id,name\n1,a\n2,b\n" });
  expect(await profileBytes(folder.path, bytes)).toMatchObject({ outcome: "generated" });
});

test("advice is given once", async () => {
  const report = await profileBytes(folder.path, "%PDF-1.7\n1 0 obj\n");
  expect(report).toMatchObject({
    error: { detail: "Samples are not made from PDF files; write it as CSV or Parquet." },
  });
});

test.each([
  ["doc", { "[Content_Types].xml": "", "word/document.xml": "" }],
  ["ppt", { "[Content_Types].xml": "", "ppt/presentation.xml": "" }],
  ["odt", { mimetype: "application/vnd.oasis.opendocument.text", "content.xml": "" }],
  ["epub", { mimetype: "application/epub+zip", "a.xhtml": "" }],
  ["numbers", { "Index/Document.iwa": "", "Index/Tables/DataList.iwa": "" }],
] as const)("a zipped document is refused for what it is: %s", async (format, parts) => {
  expect(await profileBytes(folder.path, storedZipOf(Object.entries(parts)))).toMatchObject({
    outcome: "no_sample",
    format,
    error: { code: "unsupported_format" },
  });
});
