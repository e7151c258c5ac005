/**
 * A table inside a zip or tar archive, and archives that give no sample, with the reason for each.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type DatasetLimits, DEFAULT_LIMITS } from "../../../dataset/base/limits.ts";
import { unarchive } from "../../../dataset/open/archive/unarchive.ts";
import { tarOf, withDirectoryEdited, zipOf } from "../support/archive-files.ts";
import { generated, makeFolder, profileBytes } from "../support/dataset-files.ts";

const CSV = "Day,mm\n1,2.5\n2,0\n3,7\n";

let folder: ReturnType<typeof makeFolder>;
beforeAll(() => {
  folder = makeFolder();
});
afterAll(() => folder.remove());

/** A tar in the oldest format: without the mark `ustar`, with a matching checksum. */
function oldTar(tar: Buffer): Buffer {
  const old = Buffer.from(tar);
  old.fill(0, 257, 265);
  old.fill(" ", 148, 156);
  const sum = old.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  old.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return old;
}

describe("an archive of one table", () => {
  const beside = {
    "README.md": "# Rain",
    "LICENSE.txt": "CC0",
    "__MACOSX/._rain.csv": "\0\0",
    ".DS_Store": "\0",
  };
  const packed: [name: string, compression: string, make: () => Promise<Buffer>][] = [
    ["zip", "zip", () => zipOf({ "data/rain.csv": CSV, ...beside })],
    ["zip, stored", "zip", () => zipOf({ "rain.csv": CSV }, { "rain.csv": { level: 0 } })],
    ["tar", "tar", () => tarOf({ "data/rain.csv": CSV, ...beside })],
    ["tar in gzip", "tar.gzip", async () => gzipSync(await tarOf({ "rain.csv": CSV }))],
    ["gzip in zip", "zip", () => zipOf({ "rain.csv.gz": gzipSync(CSV) })],
    [
      "a name by zip for what it read from a pipe",
      "zip",
      () => zipOf({ "-": CSV }, { "-": { unixMode: 0o010600 } }),
    ],
    ["a tar without a format", "tar", async () => oldTar(await tarOf({ "rain.csv": CSV }))],
    ["a name without extension", "zip", () => zipOf({ rain: CSV })],
    [
      "compressed text without a telling name",
      "zip",
      () => zipOf({ "rain.data.gz": gzipSync(CSV) }),
    ],
    [
      "a manifest, as jar writes it",
      "zip",
      () => zipOf({ "META-INF/MANIFEST.MF": "Manifest-Version: 1.0\n", "rain.csv": CSV }),
    ],
    ["a name as documentation has it", "zip", () => zipOf({ "metadata.csv": CSV })],
    ["documentation in JSON", "zip", () => zipOf({ "rain.csv": CSV, "datapackage.json": "{}" })],
    ["more text beside it", "zip", () => zipOf({ "rain.csv": CSV, "about.txt": "Some words." })],
  ];
  test.each(packed)("has the figures of the table in it: %s", async (_, compression, make) => {
    const plain = generated(await profileBytes(folder.path, CSV, { sha256: "a".repeat(64) }));
    const bytes = await make();
    const report = await profileBytes(folder.path, bytes, { sha256: "a".repeat(64) });
    expect(report).toMatchObject({ outcome: "generated", format: "csv", compression });
    const { profile, sample } = generated(report);
    expect(profile.columns).toEqual(plain.profile.columns);
    expect(sample).toEqual(plain.sample);
    expect(profile.byte_size).toBe(bytes.length);
  });

  test("is unpacked byte for byte when it is large, in bounded memory", async () => {
    const table = Buffer.alloc(40_000_000, "id,value\n1234567,89\n");
    const zip = join(folder.path, "large.zip");
    writeFileSync(zip, await zipOf({ "large.csv": table }));
    const target = join(folder.path, "large.csv");
    const shares: number[] = [];
    const found = await unarchive(
      { filePath: zip, byteSize: statSync(zip).size },
      "zip",
      target,
      DEFAULT_LIMITS,
      (share) => shares.push(share),
    );
    expect(found).toMatchObject({ kind: "table", extension: "csv", file: { filePath: target } });
    expect(readFileSync(target).equals(table)).toBe(true);
    expect(shares.length).toBeGreaterThan(20);
    expect(shares.at(-1)).toBe(1);
  });

  test("names the other files in it, and shows those that explain it", async () => {
    const files = { "rain.csv": CSV, "plot.py": "print(1)", "README.md": "# Rain\r\n\u0007" };
    const { profile } = generated(await profileBytes(folder.path, await zipOf(files)));
    expect(profile.alerts).toContainEqual({
      code: "other_files",
      detail: "The archive also holds 1 file that the profile leaves out: plot.py.",
    });
    const text = "# Rain\n\ufffd";
    expect(profile.documents).toEqual([
      { path: "README.md", kind: "readme", byte_size: 9, text, truncated: false },
    ]);
    expect(profile.tables).toBeUndefined();
  });

  test("is read whatever its name, which never becomes a path", async () => {
    const names = [
      "../../escaped.csv",
      "/tmp/absolute.csv",
      "C:\\windows.csv",
      `${"x".repeat(900)}.csv`,
    ];
    for (const name of names) {
      const report = await profileBytes(folder.path, await zipOf({ [name]: CSV }));
      const { profile } = generated(report);
      expect(profile.row_count).toBe(3);
      const isUnsafe = profile.alerts.some(({ code }) => code === "unsafe_names");
      expect(isUnsafe).toBe(!name.startsWith("x"));
    }
    expect(existsSync("/tmp/absolute.csv")).toBe(false);
    expect(readdirSync(join(folder.path, "..")).filter((name) => /escaped/.test(name))).toEqual([]);
  });

  test("skips and counts other links and devices", async () => {
    const tar = await tarOf({ "rain.csv": CSV }, [
      { name: "passwords.csv", type: "symlink", linkname: "/etc/passwd" },
      { name: "hard.csv", type: "link", linkname: "rain.csv" },
      { name: "null", type: "character-device" },
    ]);
    const { profile } = generated(await profileBytes(folder.path, tar));
    expect(profile.alerts.map(({ detail }) => detail)).toContain(
      "Skipped in the archive: 3 links, devices or pipes.",
    );
    const link = { "link.csv": { unixMode: 0o120777 } };
    const zip = await zipOf({ "rain.csv": CSV, "link.csv": "/etc/passwd" }, link);
    const ofZip = generated(await profileBytes(folder.path, zip));
    expect(ofZip.profile.alerts.map(({ code }) => code)).toContain("special_entries");
  });
});

/** Four entries with the same compressed data, as in a flat zip bomb. */
async function overlappingZip(): Promise<Buffer> {
  const names = Array.from({ length: 4 }, (_, i) => `t${i}.csv`);
  const zip = await zipOf(Object.fromEntries(names.map((name) => [name, CSV])));
  return withDirectoryEdited(zip, (header) => header.writeUInt32LE(0, 42));
}

const zeros = Buffer.alloc(4_000_000, "1\n");
const tight: Partial<DatasetLimits> = { decompressedBytesFree: 100_000 };

const refused: {
  name: string;
  code: string;
  detail?: RegExp;
  limits?: Partial<DatasetLimits>;
  make: () => Promise<Buffer>;
}[] = [
  {
    name: "an archive in an archive",
    code: "archive_nested",
    make: async () => zipOf({ "inner.zip": await zipOf({ "rain.csv": CSV }) }),
  },
  {
    name: "an archive in an archive under the name of a table",
    code: "archive_nested",
    make: async () => zipOf({ "inner.csv": await zipOf({ "rain.csv": CSV }) }),
  },
  {
    name: "an archive in a compressed file in an archive",
    code: "archive_nested",
    limits: { compressionLayersMax: 3 },
    make: async () => zipOf({ "rain.csv.gz": gzipSync(await tarOf({ "rain.csv": CSV })) }),
  },
  {
    name: "an encrypted zip",
    code: "archive_encrypted",
    make: () => zipOf({ "rain.csv": CSV }, { "rain.csv": { password: "secret" } }),
  },
  { name: "an empty zip", code: "archive_without_data", make: () => zipOf({}) },
  {
    name: "documentation alone",
    code: "archive_without_data",
    make: () => zipOf({ "README.md": "# Nothing" }),
  },
  {
    name: "an office document",
    code: "unsupported_format",
    make: () => zipOf({ "[Content_Types].xml": "<Types/>", "word/document.xml": "<w/>" }),
  },
  {
    name: "a program",
    code: "unsupported_format",
    make: () => zipOf({ "META-INF/MANIFEST.MF": "Main-Class: A\n", "A.class": "x", "a.csv": CSV }),
  },
  {
    name: "a cut zip",
    code: "malformed_file",
    make: async () => (await zipOf({ "rain.csv": CSV })).subarray(0, 60),
  },
  {
    name: "a cut tar",
    code: "malformed_file",
    make: async () => (await tarOf({ "rain.csv": CSV.repeat(200) })).subarray(0, 2000),
  },
  {
    name: "a zip whose content is damaged",
    code: "malformed_file",
    make: async () => {
      const zip = await zipOf({ "rain.csv": CSV }, { "rain.csv": { level: 0 } });
      zip[zip.indexOf("2.5")] = 57;
      return zip;
    },
  },
  {
    name: "a zip that states too small a size",
    code: "malformed_file",
    make: async () => {
      const zip = await zipOf({ "rain.csv": zeros });
      return withDirectoryEdited(zip, (header) => header.writeUInt32LE(1000, 24));
    },
  },
  {
    name: "a zip compressed by LZMA",
    code: "unsupported_format",
    make: async () => {
      const zip = await zipOf({ "rain.csv": CSV });
      zip.writeUInt16LE(14, 8);
      return withDirectoryEdited(zip, (header) => header.writeUInt16LE(14, 10));
    },
  },
  {
    name: "a zip that states too large a size",
    code: "malformed_file",
    make: async () => {
      const zip = await zipOf({ "rain.csv": CSV });
      return withDirectoryEdited(zip, (header) => header.writeUInt32LE(1000, 24));
    },
  },
  {
    name: "a zip whose entry contradicts the directory",
    code: "malformed_file",
    make: async () => {
      const zip = await zipOf({ "rain.csv": CSV });
      return withDirectoryEdited(zip, (header) => header.writeUInt16LE(0, 10));
    },
  },
  {
    name: "a zip whose directory points elsewhere",
    code: "malformed_file",
    make: async () => {
      const zip = await zipOf({ "rain.csv": CSV });
      return withDirectoryEdited(zip, (header) => header.writeUInt32LE(7, 42));
    },
  },
  {
    name: "a flat bomb of entries that share their data",
    code: "malformed_file",
    make: overlappingZip,
  },
  {
    name: "a bomb that says what it is",
    code: "decompression_ratio_exceeded",
    limits: tight,
    make: () => zipOf({ "rain.csv": zeros }),
  },
  {
    name: "a nested bomb in one gzip",
    code: "decompression_ratio_exceeded",
    limits: tight,
    make: async () => zipOf({ "rain.csv.gz": gzipSync(zeros) }, { "rain.csv.gz": { level: 9 } }),
  },
  {
    name: "more entries than allowed in a zip",
    code: "archive_entries_exceeded",
    limits: { archiveEntriesMax: 3 },
    make: () => zipOf({ a: "1", b: "2", c: "3", d: "4" }),
  },
  {
    name: "more entries than allowed in a tar",
    code: "archive_entries_exceeded",
    limits: { archiveEntriesMax: 3 },
    make: () => tarOf({ a: "1", b: "2", c: "3", d: "4" }),
  },
  {
    name: "a longer table of contents than allowed",
    code: "archive_entries_exceeded",
    limits: { archiveDirectoryBytesMax: 500 },
    make: () => zipOf(Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`${i}.csv`, CSV]))),
  },
  {
    name: "more decompressed bytes than allowed",
    code: "decompressed_bytes_exceeded",
    limits: { decompressedBytesMax: 1000 },
    make: () => zipOf({ "rain.csv": CSV.repeat(200) }),
  },
  {
    name: "a table in it that has no rows",
    code: "no_data_rows",
    make: () => zipOf({ "rain.csv": "Day,mm\n" }),
  },
  {
    name: "a table in it of no bytes",
    code: "empty_file",
    make: () => zipOf({ "rain.csv": "" }),
  },
];

describe("an archive without a sample", () => {
  test.each(refused.map((row) => [row.name, row] as const))("says why: %s", async (_, row) => {
    const { limits = {} } = row;
    const report = await profileBytes(folder.path, await row.make(), { limits });
    if (report.outcome === "generated") throw new Error("a sample was generated");
    expect(report.error.code).toBe(row.code as typeof report.error.code);
    if (row.detail) expect(report.error.detail).toMatch(row.detail);
  });
});
