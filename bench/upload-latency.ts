/**
 * How long a seller waits: PATCH with `full_data_path` → `generated`, for a CSV of 1 MB, over real
 * processes (API, worker, Postgres with fsync, NATS). `bun bench/upload-latency.ts [runs]`.
 */
import { eq } from "drizzle-orm";
import { uploads } from "../db/schema/index.ts";
import { makeCsv } from "./parts/make-csv.ts";
import { uploadFile } from "./parts/upload-file.ts";
import { type Caller, makeVerifiedAgent, type Stack, send, startStack } from "./stack.ts";

const csvBytes = 1_000_000;
const warmUpRuns = 3;
const runTimeoutMs = 30_000;

async function measure(
  agent: Caller,
  { database }: Stack,
  changes: Map<string, () => void>,
  run: number,
): Promise<number> {
  const { id, path } = await uploadFile(agent, `Bench ${run}`, makeCsv(csvBytes, run));
  const ended = Promise.withResolvers<number>();
  const timer = setTimeout(() => ended.reject(new Error("the job never ended")), runTimeoutMs);
  const check = async () => {
    const at = performance.now();
    const [upload] = await database.db.select().from(uploads).where(eq(uploads.listingId, id));
    if (upload?.state === "generated") ended.resolve(at);
    if (upload?.state === "no_sample") ended.reject(new Error(`no sample: ${upload.errorCode}`));
  };
  changes.set(id, () => void check());
  const start = performance.now();
  await send(agent, "PATCH", `/listings/draft/${id}`, { full_data_path: path });
  const end = await ended.promise;
  clearTimeout(timer);
  changes.delete(id);
  return end - start;
}

const quantile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;

const runs = Number(process.argv[2] ?? 40);
const stack = await startStack();
try {
  const changes = new Map<string, () => void>();
  const onChange = (listingId: string) => changes.get(listingId)?.();
  await stack.database.listen("listing", onChange, () => {});
  const agent = await makeVerifiedAgent(stack.database, stack.baseUrl);
  const times: number[] = [];
  for (let run = 0; run < warmUpRuns + runs; run += 1) {
    const ms = await measure(agent, stack, changes, run);
    if (run >= warmUpRuns) times.push(ms);
  }
  times.sort((a, b) => a - b);
  const [p50, p95, max] = [0.5, 0.95, 1].map((share) => Math.round(quantile(times, share)));
  process.stdout.write(
    `PATCH sent -> generated, CSV of 1 MB, ${runs} runs: p50 ${p50} ms, p95 ${p95} ms, max ${max} ms\n`,
  );
} finally {
  await stack.stop();
}
