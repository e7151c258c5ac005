/** Hostile archives and compressed files. */
import { gzipSync, zstdCompressSync } from "node:zlib";
import {
  blackPng,
  pictureOf,
  storedZipOf,
  tarOf,
  withDirectoryEdited,
  zipOf,
} from "../support/archive-files.ts";
import { sevenZipOf } from "../support/seven-zip-files.ts";
import { bytes, generated, type HostileCase, noise, noSample, writeParts } from "./case.ts";

const MEGA = 1_000_000;
const CSV = `day,mm\n${"2020-01-01,2.5\n".repeat(2000)}`;
const made =
  (make: () => Promise<Buffer>) =>
  async (path: string): Promise<void> =>
    bytes(await make())(path);

/** 100 MB of zeros in 100 kB; members and frames may be concatenated. */
const zerosGzip = (): Buffer => gzipSync(Buffer.alloc(100 * MEGA));
const zerosZstd = (): Buffer => zstdCompressSync(Buffer.alloc(100 * MEGA));

function differing(byteSize: number): string {
  const rows = Array.from({ length: byteSize / 12 }, (_, i) => `${10_000_000 + i},${i % 97}`);
  return `id,share\n${rows.join("\n")}\n`;
}

const compressedCases: HostileCase[] = [
  {
    name: "gzip cut off",
    made: "the last 100 bytes are missing",
    write: bytes(gzipSync(Buffer.concat([Buffer.from(CSV), noise(5000)])).subarray(0, -100)),
    expect: noSample("malformed_file"),
  },
  {
    name: "gzip with a wrong sum",
    made: "another byte in its CRC",
    write: (path) => {
      const file = gzipSync(CSV);
      file[file.length - 6] = (file[file.length - 6] ?? 0) ^ 255;
      bytes(file)(path);
    },
    expect: noSample("malformed_file"),
  },
  {
    name: "gzip with garbage behind it",
    made: "1 kB of noise after the member",
    write: bytes(gzipSync(CSV), noise(1000)),
    expect: noSample("malformed_file"),
  },
  {
    name: "gzip of 1 GB of zeros",
    made: "10 members of 100 MB each, 1 MB in all",
    write: (path) => {
      const member = zerosGzip();
      writeParts(path, Array(10).fill(member));
    },
    expect: noSample("unknown_format"),
  },
  {
    name: "gzip in gzip of 1 GB of zeros",
    made: "the file before, compressed again",
    write: (path) => {
      const member = zerosGzip();
      bytes(gzipSync(Buffer.concat(Array(10).fill(member))))(path);
    },
    expect: noSample("unknown_format"),
  },
  {
    name: "zstd whose frame states a petabyte",
    made: "a table in a frame whose header states 2^50 bytes",
    write: bytes(Buffer.from("28b52ffdc0500000000000000400", "hex"), noise(1000)),
    expect: noSample("decompressed_bytes_exceeded"),
  },
  {
    name: "gzip of a table, cut off behind its first 10 MB",
    made: "rows that differ; the last 100 bytes are missing",
    write: bytes(gzipSync(differing(10 * MEGA)).subarray(0, -100)),
    expect: noSample("malformed_file"),
  },
  {
    name: "gzip of a table with a wrong sum behind 10 MB",
    made: "rows that differ; another byte in the CRC",
    write: (path) => {
      const file = gzipSync(differing(10 * MEGA));
      file[file.length - 6] = (file[file.length - 6] ?? 0) ^ 255;
      bytes(file)(path);
    },
    expect: noSample("malformed_file"),
  },
  {
    name: "gzip in gzip in gzip",
    made: "a small table compressed three times",
    write: bytes(gzipSync(gzipSync(gzipSync(CSV)))),
    expect: noSample("compression_layers_exceeded"),
  },
  {
    name: "gzip of nothing",
    made: "an empty file, compressed",
    write: bytes(gzipSync("")),
    expect: noSample("empty_file"),
  },
  {
    name: "zstd cut off",
    made: "half of a frame",
    write: bytes(zstdCompressSync(noise(10_000)).subarray(0, 5000)),
    expect: noSample("malformed_file"),
  },
  {
    name: "zstd of 10 GB of zeros",
    made: "100 frames of 100 MB each",
    write: (path) => writeParts(path, Array(100).fill(zerosZstd())),
    expect: noSample("decompression_ratio_exceeded"),
  },
  {
    name: "zstd with a window of 2 GB",
    made: "a frame header that asks for a window of 2^31 bytes",
    write: bytes(Buffer.from("28b52ffd00a8", "hex"), noise(1000)),
    expect: noSample("unsupported_format"),
  },
];

const overlapping = async (): Promise<Buffer> => {
  const names = Array.from({ length: 1000 }, (_, i) => `t${i}.csv`);
  const zip = await zipOf(Object.fromEntries(names.map((name) => [name, "a,b\n1,2\n"])));
  return withDirectoryEdited(zip, (header) => header.writeUInt32LE(0, 42));
};

const sevenZipCases: HostileCase[] = [
  {
    name: "7z that states a petabyte",
    made: "a stored table whose size is 2^50 bytes",
    write: bytes(sevenZipOf([{ name: "a.csv", content: CSV, byteSize: 2 ** 50 }])),
    expect: noSample("decompressed_bytes_exceeded"),
  },
  {
    name: "7z of noise",
    made: "a table packed by LZMA whose bytes are noise",
    write: bytes(
      sevenZipOf([
        {
          name: "a.csv",
          content: noise(50_000).toString("latin1"),
          byteSize: 50_000_000,
          coder: [0x23, 3, 1, 1, 5, 0x5d, 0, 0, 0, 4],
        },
      ]),
    ),
    expect: noSample("malformed_file"),
  },
];

const zipCases: HostileCase[] = [
  {
    name: "zip cut off",
    made: "without its table of contents",
    write: made(async () => (await zipOf({ "a.csv": CSV })).subarray(0, 200)),
    expect: noSample("malformed_file"),
  },
  {
    name: "zip whose names leave the folder",
    made: "`../../../etc/cron.d/a.csv`",
    write: made(() => zipOf({ "../../../etc/cron.d/a.csv": CSV })),
    expect: generated("csv", 2000, { alerts: ["unsafe_names"] }),
  },
  {
    name: "zip with a link",
    made: "a table beside a link to /etc/passwd",
    write: made(() =>
      zipOf({ "a.csv": CSV, "b.csv": "/etc/passwd" }, { "b.csv": { unixMode: 0o120777 } }),
    ),
    expect: generated("csv", 2000, { alerts: ["special_entries"] }),
  },
  {
    name: "flat zip bomb",
    made: "1000 entries that share one piece of data",
    write: made(overlapping),
    expect: noSample("malformed_file"),
  },
  {
    name: "zip bomb of one entry",
    made: "100 MB of zeros as a.csv",
    write: made(() => zipOf({ "a.csv": Buffer.alloc(100 * MEGA) })),
    expect: noSample("decompression_ratio_exceeded"),
  },
  {
    name: "nested zip bomb",
    made: "16 zips of 16 zips",
    write: made(async () => {
      const names = Array.from({ length: 16 }, (_, i) => `lib ${i}.zip`);
      const inner = await zipOf({ "0.dll": Buffer.alloc(MEGA) });
      const middle = await zipOf(Object.fromEntries(names.map((name) => [name, inner])));
      return await zipOf(Object.fromEntries(names.map((name) => [name, middle])));
    }),
    expect: noSample("archive_nested"),
  },
  {
    name: "zip that understates its sizes",
    made: "10 MB of zeros said to be 1000 bytes",
    write: made(async () => {
      const zip = await zipOf({ "a.csv": Buffer.alloc(10 * MEGA, "1\n") });
      return withDirectoryEdited(zip, (header) => header.writeUInt32LE(1000, 24));
    }),
    expect: noSample("malformed_file"),
  },
  {
    name: "zip that overstates its sizes",
    made: "30 kB said to be 4 GB",
    write: made(async () => {
      const zip = await zipOf({ "a.csv": CSV });
      return withDirectoryEdited(zip, (header) => header.writeUInt32LE(0xfffffff0, 24));
    }),
    expect: noSample("decompression_ratio_exceeded"),
  },
  {
    name: "encrypted zip",
    made: "a table under a password",
    write: made(() => zipOf({ "a.csv": CSV }, { "a.csv": { password: "secret" } })),
    expect: noSample("archive_encrypted"),
  },
  {
    name: "zip of two tables",
    made: "a.csv and b.csv",
    write: made(() => zipOf({ "a.csv": CSV, "b.csv": "x\n1\n" })),
    expect: generated("csv", 2000),
  },
  {
    name: "zip of 10,000 tables whose names collapse to one",
    made: "10,000 times x.csv, each with another header",
    write: made(async () =>
      storedZipOf(Array.from({ length: 10_000 }, (_, i) => ["x.csv", `h${i},g\n1,2\n`])),
    ),
    expect: generated("csv", 1, { alerts: ["unread_tables"] }),
  },
  {
    name: "zip of 60,000 empty files",
    made: "t0.csv to t59999.csv without a byte",
    write: made(async () =>
      storedZipOf(Array.from({ length: 60_000 }, (_, i) => [`t${i}.csv`, ""])),
    ),
    expect: noSample("empty_file"),
  },
  {
    name: "zip behind a picture",
    made: "a PNG with a zip at its end",
    write: made(async () => Buffer.concat([blackPng(10, 10), await zipOf({ "a.csv": CSV })])),
    expect: noSample("single_image"),
  },
  {
    name: "xlsx bomb",
    made: "a workbook whose sheet is 100 MB of spaces",
    write: made(() =>
      zipOf({
        "[Content_Types].xml": "<Types/>",
        "xl/workbook.xml": "<workbook/>",
        "xl/worksheets/sheet1.xml": Buffer.alloc(100 * MEGA, " "),
      }),
    ),
    expect: noSample("decompression_ratio_exceeded"),
  },
];

const tarCases: HostileCase[] = [
  {
    name: "tar with links and devices",
    made: "a table, a link to /etc/passwd, a device and a pipe",
    write: made(() =>
      tarOf({ "a.csv": CSV }, [
        { name: "b.csv", type: "symlink", linkname: "/etc/passwd" },
        { name: "c.csv", type: "link", linkname: "a.csv" },
        { name: "d", type: "character-device", devmajor: 1, devminor: 3 },
        { name: "e", type: "fifo" },
      ]),
    ),
    expect: generated("csv", 2000, { alerts: ["special_entries"] }),
  },
  {
    name: "tar cut off",
    made: "the first 2000 bytes",
    write: made(async () => (await tarOf({ "a.csv": CSV })).subarray(0, 2000)),
    expect: noSample("malformed_file"),
  },
  {
    name: "tar whose names leave the folder",
    made: "`/etc/../../a.csv`",
    write: made(() => tarOf({ "/etc/../../a.csv": CSV })),
    expect: generated("csv", 2000, { alerts: ["unsafe_names"] }),
  },
];

const SVG = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>
<svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text><image href="http://127.0.0.1/a"/></svg>`;

const pictureCases: HostileCase[] = [
  {
    name: "a PNG of 200 megapixels",
    made: "20,000 by 10,000 black pixels in 30 kB",
    write: (path) => bytes(blackPng(20_000, 10_000))(path),
    expect: noSample("single_image"),
  },
  {
    name: "PNGs of 200 megapixels in a zip",
    made: "three of them and two small ones",
    write: made(async () => {
      const huge = blackPng(20_000, 10_000);
      const small = [await pictureOf(20, 30, 1), await pictureOf(20, 30, 2)];
      return await zipOf({
        ...{ "a.png": huge, "b.png": huge, "c.png": huge },
        ...{ "d.png": small[0] ?? "", "e.png": small[1] ?? "" },
      });
    }),
    expect: generated("zip", 5),
  },
  {
    name: "pictures of noise in a zip",
    made: "ten JPEGs whose content is noise",
    write: made(() =>
      zipOf(
        Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`${i}.jpg`, noise(1000, i + 1)])),
      ),
    ),
    expect: noSample("unsupported_format"),
  },
  {
    name: "an SVG with external entities",
    made: "it names /etc/passwd and an address",
    write: bytes(SVG),
    expect: noSample("unsupported_format"),
  },
  {
    name: "SVGs under the names of PNGs",
    made: "three of them in a zip",
    write: made(() => zipOf({ "a.png": SVG, "b.png": SVG, "c.png": SVG })),
    expect: noSample("unsupported_format"),
  },
];

export const packedCases: HostileCase[] = [
  ...compressedCases,
  ...sevenZipCases,
  ...zipCases,
  ...tarCases,
  ...pictureCases,
];
