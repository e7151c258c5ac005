/**
 * How long a profile of a stored file takes by a copy on disk and by ranges, and what room the copy or
 * its lack takes: the disk store and one child, in turn on the same generated file.
 * `bun bench/stored-files.ts [--gb 1] [--formats csv,jsonl,parquet] [--runs 1]`
 */
import { createReadStream, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { parseArgs } from "node:util";
import { createChildPool, DEFAULT_LIMITS } from "../dataset/child/pool.ts";
import { createDiskStorage } from "../platform/storage/disk.ts";
import { fetchFile } from "../workers/jobs/fetch-file.ts";
import { StoredBytes } from "../workers/jobs/stored-bytes.ts";
import { generateTable, type TableFormat } from "./profile-generate.ts";

const { values: options } = parseArgs({
  options: {
    gb: { type: "string", default: "1" },
    formats: { type: "string", default: "csv,jsonl,parquet" },
    runs: { type: "string", default: "1" },
  },
});

const parquetShare = 0.3;
const lookEveryMs = 100;
const signal = new AbortController().signal;
const dir = mkdtempSync(join(tmpdir(), "bench-stored-"));
const tempDir = join(dir, "children");
mkdirSync(tempDir);
const publicBaseUrl = "http://127.0.0.1";
const store = { kind: "disk", rootDir: join(dir, "store"), publicBaseUrl } as const;
const storage = createDiskStorage({ ...store, signingSecrets: ["of a bench"] });
const pool = createChildPool({
  ...{ tempDir, memoryBytesMax: null, threads: 2, environment: {}, standbys: 1 },
});

type Way = "disk" | "ranges";

/** What lies on disk below a folder, in bytes; a sparse file counts what it has. */
function bytesBelow(folder: string): number {
  return readdirSync(folder)
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.blocks ?? 0)
    .reduce((sum, blocks) => sum + blocks * 512, 0);
}

async function runOnce(way: Way, key: string, format: TableFormat): Promise<string> {
  const workDir = mkdtempSync(join(dir, "job-"));
  let peakBytes = 0;
  const look = setInterval(() => {
    peakBytes = Math.max(peakBytes, bytesBelow(workDir));
  }, lookEveryMs);
  const filePath = join(workDir, "file");
  const head = await storage.head(key);
  if (head === null) throw new Error("the stored file is gone");
  const { etag, byteSize } = head;
  const bytes = new StoredBytes(storage, { key, etag, byteSize }, { signal });
  const beganAtMs = performance.now();
  if (way === "disk") {
    const known = { objectEtag: etag, byteSize, sha256: null, attachedAt: null };
    const target = { path: filePath, known, bytesMax: byteSize, signal, onProgress: () => {} };
    await fetchFile(storage, key, target);
  }
  const report = await pool.run(
    {
      ...{ filePath, workDir, byteSize, formatHint: format, fileSha256: "0".repeat(64) },
      ...{ datasetVersion: "bench", paid: false, computedAt: new Date(0), limits: DEFAULT_LIMITS },
      documentation: { titleLength: 9, descriptionLength: 9, tagCount: 1, hasLicense: true },
      ...(way === "ranges" && { served: [{ filePath, byteSize }] }),
    },
    {
      ...{ timeoutSeconds: 3600, attempt: 1 },
      bytes: { read: (_, start, length) => bytes.read(start, length) },
    },
  );
  if (report.outcome !== "generated") throw new Error(report.error.detail);
  if (way === "ranges") await bytes.sha256();
  const seconds = (performance.now() - beganAtMs) / 1000;
  clearInterval(look);
  await bytes.close();
  rmSync(workDir, { recursive: true });
  return `${seconds.toFixed(2)} | ${Math.round(peakBytes / 1e6)}`;
}

try {
  process.stdout.write(
    "| file | way | seconds | peak MB on disk | load |\n|---|---|---|---|---|\n",
  );
  for (const format of options.formats.split(",") as TableFormat[]) {
    const share = format === "parquet" ? parquetShare : 1;
    const source = join(dir, "source");
    const { rows, byteSize } = await generateTable(
      source,
      format,
      Number(options.gb) * 1e9 * share,
    );
    const key = `bench/${format}`;
    const body = Readable.toWeb(createReadStream(source)) as unknown as ReadableStream<Uint8Array>;
    await storage.write(key, body, "application/octet-stream");
    rmSync(source);
    const title = `${(byteSize / 1e9).toFixed(2)} GB ${format}, ${rows} rows`;
    for (let run = 0; run < Number(options.runs); run += 1) {
      for (const way of ["disk", "ranges"] as const) {
        const measured = await runOnce(way, key, format);
        const load = loadavg()[0]?.toFixed(1);
        process.stdout.write(`| ${title} | ${way} | ${measured} | ${load} |\n`);
      }
    }
    await storage.delete(key);
  }
} finally {
  await pool.close();
  rmSync(dir, { recursive: true });
}
