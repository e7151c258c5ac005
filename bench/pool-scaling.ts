/**
 * Profile jobs per second with one and with two worker processes, over real processes and the real
 * queue: `bun bench/pool-scaling.ts [files] [megabytes]`. A job uses all available cores. In the
 * pinned rows each worker process has one core, which shows how the pool itself scales.
 */
import { availableParallelism, loadavg } from "node:os";
import { makeCsv } from "./parts/make-csv.ts";
import { uploadFile } from "./parts/upload-file.ts";
import { type Caller, makeVerifiedAgent, type Stack, send, startStack } from "./stack.ts";

const files = Number(process.argv[2] ?? 24);
const csvBytes = Number(process.argv[3] ?? 5) * 1_000_000;
const warmUpFiles = 4;
const jobTimeoutMs = 300_000;
const rounds = 3;

type Waiting = Map<string, { resolve(): void; reject(error: Error): void }>;

/** Attaches all files at once; resolves with the seconds until the last one is profiled. */
async function profileAll(agent: Caller, waiting: Waiting, count: number): Promise<number> {
  const uploaded: { id: string; path: string }[] = [];
  for (let i = 0; i < count; i++) {
    uploaded.push(await uploadFile(agent, `Pool ${i}`, makeCsv(csvBytes, i)));
  }
  const ended = uploaded.map(({ id }) => {
    const job = Promise.withResolvers<void>();
    waiting.set(id, job);
    return job.promise;
  });
  const start = performance.now();
  const timer = setTimeout(() => {
    for (const job of waiting.values()) job.reject(new Error("a job never ended"));
  }, jobTimeoutMs);
  await Promise.all(
    uploaded.map(({ id, path }) =>
      send(agent, "PATCH", `/listings/draft/${id}`, { full_data_path: path }),
    ),
  );
  await Promise.all(ended);
  clearTimeout(timer);
  waiting.clear();
  return (performance.now() - start) / 1000;
}

async function watch(agent: Caller, stack: Stack, waiting: Waiting): Promise<void> {
  const check = async (id: string) => {
    const job = waiting.get(id);
    if (!job) return;
    type Listing = { data_profile: { auto_sample_status?: string } | null };
    const answer = await fetch(`${agent.base}/listings/${id}`, { headers: agent.headers });
    const listing = (await answer.json()) as Listing;
    const status = listing.data_profile?.auto_sample_status;
    if (status === "generated") job.resolve();
    if (status === "no_sample") job.reject(new Error(`no sample for ${id}`));
  };
  await stack.database.listen(
    "listing",
    (id: string) => void check(id),
    () => {},
  );
}

async function measure(workers: number, pinned: boolean): Promise<number> {
  const stack = await startStack({ workers, pinned });
  try {
    const agent = await makeVerifiedAgent(stack.database, stack.baseUrl);
    const waiting: Waiting = new Map();
    await watch(agent, stack, waiting);
    await profileAll(agent, waiting, warmUpFiles);
    return files / (await profileAll(agent, waiting, files));
  } finally {
    await stack.stop();
  }
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const cores = availableParallelism();
process.stdout.write(`${files} CSV files of ${csvBytes / 1e6} MB, ${cores} cores, `);
process.stdout.write(`load ${loadavg()[0]?.toFixed(1)}, medians of ${rounds} rounds in turn\n\n`);
process.stdout.write(
  "| worker processes | jobs/s with 1 | jobs/s with 2 | ratio |\n|---|---|---|---|\n",
);
for (const pinned of [true, false]) {
  const one: number[] = [];
  const two: number[] = [];
  for (let round = 0; round < rounds; round++) {
    one.push(await measure(1, pinned));
    two.push(await measure(2, pinned));
  }
  const ratio = (median(two) / median(one)).toFixed(2);
  const title = pinned ? "one core each" : "all cores";
  process.stdout.write(
    `| ${title} | ${median(one).toFixed(2)} | ${median(two).toFixed(2)} | ${ratio} |\n`,
  );
}
