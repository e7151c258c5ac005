/**
 * Profiles each file of a folder plain, as gzip, as zstd and in chunks of 64 KiB, and reports where
 * the statistics of a column or of the whole table differ from the plain file's. `bun
 * bench/foreign/ways.ts FOLDER [--every 1] [--bytes-max 1000000]`
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync, zstdCompressSync } from "node:zlib";
import type { DatasetLimits } from "../../dataset/base/limits.ts";
import type { ColumnProfile, Profile } from "../../market/profile/schemas.ts";
import { filesIn, profileOf } from "./folder-files.ts";

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

/**
 * The same table in another form: its name, its compression, and the chunks in which it is read.
 */
const ways: readonly {
  way: string;
  pack: ((bytes: Buffer) => Buffer) | null;
  limits?: Partial<DatasetLimits>;
}[] = [
  { way: "gzip", pack: gzipSync },
  { way: "zstd", pack: zstdCompressSync },
  { way: "small chunks", pack: null, limits: { chunkBytes: smallChunkBytes } },
];

/** Rounds the deviation, because its last digits depend on the order in which chunks are added. */
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

const files = filesIn(folder, Number(options["bytes-max"])).filter(
  (_, position) => position % Number(options.every) === 0,
);
let differing = 0;
try {
  for (const file of files) {
    const plain = await profileOf(file, work);
    for (const { way, pack, limits } of ways) {
      const packed = join(work, basename(file));
      if (pack) writeFileSync(packed, pack(readFileSync(file)));
      const found = differencesOf(plain, await profileOf(pack ? packed : file, work, limits));
      if (found.length === 0) continue;
      differing++;
      console.log(`${relative(folder, file)}\t${way}\t${found.join("; ").slice(0, 1500)}`);
    }
  }
  console.log(JSON.stringify({ files: files.length, ways: ways.length, differing }));
} finally {
  rmSync(work, { recursive: true, force: true });
}
