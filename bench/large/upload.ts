/**
 * The whole path of a large file through real processes that are killed with `kill -9`, and its
 * cost: `bun bench/large/upload.ts [--gb 1] [--formats csv,parquet] [--store disk|ceph]`. A CSV
 * file takes its full size on the store's disk. Parquet is a small table with zeros between its
 * columns, which take no space. Ceph's gateway keeps everything in memory, at most 8 GB.
 */
import { readdirSync, statSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { freePort } from "../../dev/parts/ports.ts";
import { startOwnStore } from "../../test/support/radosgw/own-store.ts";
import { residentBytes, withChildren } from "../processor-time.ts";
import { makeVerifiedAgent, startStack } from "../stack.ts";
import { type LargeFormat, openLargeFile } from "./large-file.ts";
import { runLarge, untilAnswers } from "./large-run.ts";

const { values: options } = parseArgs({
  options: {
    gb: { type: "string", default: "1" },
    formats: { type: "string", default: "csv,parquet" },
    store: { type: "string", default: "disk" },
  },
});
const dayText = String(24 * 3600);
const terabyteText = String(10 ** 12);
const queryPort = await freePort();

const ceph = options.store === "ceph" ? await startOwnStore() : null;

const stack = await startStack({
  workers: 0,
  variables: {
    ...ceph?.env,
    ...{ UPLOAD_BYTES_MAX: terabyteText, DECOMPRESSED_BYTES_MAX: terabyteText },
    ...{ PROFILE_TIMEOUT_SECONDS: dayText, JOB_ACK_WAIT_SECONDS: "5" },
    // Makes even a small run read by ranges.
    WORK_FILE_BYTES_MAX: "1000000",
    ...{ QUERY_URL: `http://127.0.0.1:${queryPort}`, QUERY_PORT: String(queryPort) },
    QUERY_SECRET: "a secret of the bench of 32 characters",
  },
});

/** The disk use below a folder, in bytes; holes take none. */
function bytesBelow(folder: string): number {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false }))
    .reduce((sum, stats) => sum + (stats?.blocks ?? 0) * 512, 0);
}

let peaks = { work: 0, api: 0, workers: 0 };
const look = ([api = 0, worker = 0]: readonly number[]) => {
  const work = join(stack.folder, "work");
  peaks.work = Math.max(peaks.work, bytesBelow(work));
  peaks.api = Math.max(peaks.api, residentBytes(api));
  const workers = withChildren([worker]).reduce((sum, pid) => sum + residentBytes(pid), 0);
  peaks.workers = Math.max(peaks.workers, workers);
};
const megabytes = (bytes: number) => String(Math.round(bytes / 1e6));

try {
  await stack.startProgram("workers/query/main.ts");
  const note = (name: string, value: string) =>
    process.stdout.write(`| ${name} | ${value} | ${loadavg()[0]?.toFixed(1)} |\n`);
  const agent = await makeVerifiedAgent(stack.database, stack.baseUrl);
  let api = stack.api;
  for (const format of options.formats.split(",") as LargeFormat[]) {
    const bytes = Number(options.gb) * 1e9;
    peaks = { work: 0, api: 0, workers: 0 };
    const file = await openLargeFile(format, bytes);
    process.stdout.write(`\n| ${format} | ${file.byteSize} bytes, ${file.rows} rows | load |\n`);
    process.stdout.write("|---|---|---|\n");
    const world = {
      ...{ agent, api, look, note, start: stack.startProgram },
      async startApi() {
        api = await stack.startProgram("api/main.ts");
        await untilAnswers(stack.baseUrl);
        return api;
      },
    };
    await runLarge(world, file, bytes);
    note("peak MB on the workers' disk", megabytes(peaks.work));
    note("peak MB of memory, API", megabytes(peaks.api));
    note("peak MB of memory, workers and children", megabytes(peaks.workers));
    if (ceph === null)
      note("MB on the store's disk", megabytes(bytesBelow(join(stack.folder, "storage"))));
  }
} finally {
  await stack.stop();
  await ceph?.stop();
}
