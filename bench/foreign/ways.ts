/**
 * Profiles each file of a folder plain, in gzip, in zstd and in chunks of 64 KiB, and tells where the
 * figures of a column, or of all rows, are others than those of the plain file.
 * `bun bench/foreign/ways.ts FOLDER [--every 1] [--bytes-max 1000000]`
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { DEFAULT_LIMITS } from "../../dataset/base/limits.ts";
import { profileDataset } from "../../dataset/profile-dataset.ts";
import type { ColumnProfile, Profile } from "../../market/profile/schemas.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    every: { type: "string", default: "1" },
    "bytes-max": { type: "string", default: "1000000" },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error("Say which folder.");

const smallChunkBytes = 65_536;
const work = mkdtempSync(join(tmpdir(), "foreign-ways-"));

/** The same table in another shape: how it is named and packed, and in which chunks it is read. */
const ways: readonly {
  way: string;
  pack: ((bytes: Buffer) => Buffer) | null;
  chunkBytes?: number;
}[] = [
  { way: "gzip", pack: gzipSync },
  { way: "zstd", pack: zstdCompressSync },
  { way: "small chunks", pack: null, chunkBytes: smallChunkBytes },
];

async function profileOf(filePath: string, chunkBytes?: number): Promise<Profile | string> {
  const workDir = mkdtempSync(join(work, "job-"));
  const report = await profileDataset(
    {
      ...{ filePath, workDir, formatHint: null, fileSha256: "5eed".repeat(16) },
      ...{ byteSize: statSync(filePath).size, datasetVersion: "1", paid: false },
      documentation: { titleLength: 20, descriptionLength: 90, tagCount: 1, hasLicense: true },
      computedAt: new Date(0),
      limits: { ...DEFAULT_LIMITS, ...(chunkBytes ? { chunkBytes } : {}) },
    },
    () => {},
  );
  rmSync(workDir, { recursive: true, force: true });
  return report.outcome === "generated" ? report.profile : report.error.code;
}

/** Deviations may differ in their last digits, as chunks are added up in another order. */
function figuresOf({ std, ...column }: ColumnProfile): string {
  return JSON.stringify({ ...column, std: std === null ? null : std.toPrecision(10) });
}

function differencesOf(plain: Profile | string, other: Profile | string): string[] {
  if (typeof plain === "string" || typeof other === "string") {
    return plain === other ? [] : [`${typeof plain} for ${typeof other}`];
  }
  const of = ({ row_count, completeness, duplicates }: Profile): string =>
    JSON.stringify({ row_count, completeness, duplicates });
  const found = of(plain) === of(other) ? [] : [`${of(other)} for ${of(plain)}`];
  if (plain.columns.length !== other.columns.length) return [...found, "columns"];
  for (const [index, column] of plain.columns.entries()) {
    const [ours, theirs] = [figuresOf(column), figuresOf(other.columns[index] as ColumnProfile)];
    if (ours !== theirs) found.push(`${column.name}: ${theirs} for ${ours}`);
  }
  return found;
}

const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((file) => statSync(file).size <= Number(options["bytes-max"]))
  .sort()
  .filter((_, position) => position % Number(options.every) === 0);
let differing = 0;
try {
  for (const file of files) {
    const plain = await profileOf(file);
    for (const { way, pack, chunkBytes } of ways) {
      const packed = join(work, basename(file));
      if (pack) writeFileSync(packed, pack(readFileSync(file)));
      const found = differencesOf(plain, await profileOf(pack ? packed : file, chunkBytes));
      if (found.length === 0) continue;
      differing++;
      console.log(`${relative(folder, file)}\t${way}\t${found.join("; ").slice(0, 1500)}`);
    }
  }
  console.log(JSON.stringify({ files: files.length, ways: ways.length, differing }));
} finally {
  rmSync(work, { recursive: true, force: true });
}
