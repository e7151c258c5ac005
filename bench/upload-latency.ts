/**
 * How long a seller waits from the PATCH with `full_data_path` until `generated`, for a CSV file of
 * 1 MB, over real processes (API, worker, Postgres with fsync, NATS). `bun bench/upload-latency.ts
 * [runs] [--busy] [--split]`. Files are sent to idle workers, or with `--busy` one right after
 * another. `--split` shows the time of each step, from the spans of each run's trace.
 */
import { parseArgs } from "node:util";
import { eq } from "drizzle-orm";
import { uploads } from "../db/schema/index.ts";
import { type CollectedSpan, startCollector } from "../test/telemetry/collector.ts";
import { makeCsv } from "./parts/make-csv.ts";
import { uploadFile } from "./parts/upload-file.ts";
import { backendPids, processorMs, startProcessorMs, withChildren } from "./processor-time.ts";
import { type Caller, makeVerifiedAgent, type Stack, send, startStack } from "./stack.ts";

const csvBytes = 1_000_000;
const warmUpRuns = 3;
const runTimeoutMs = 30_000;
/** Workers count as idle if they used at most this much processor time in the given period. */
const restMs = 400;
const restProcessorMs = 20;
/** The delay after which spans are exported. */
const exportDelayMs = 100;

const traceIdOf = (run: number) => `4bf92f3577b34da6a3ce929d${String(run).padStart(8, "0")}`;

type Run = { totalMs: number; startedAtMs: number; traceId: string };

async function measure(
  agent: Caller,
  { database }: Stack,
  changes: Map<string, () => void>,
  { run, rest }: { run: number; rest: () => Promise<void> },
): Promise<Run> {
  const { id, path } = await uploadFile(agent, `Bench ${run}`, makeCsv(csvBytes, run));
  await rest();
  const ended = Promise.withResolvers<number>();
  const timer = setTimeout(() => ended.reject(new Error("the job never ended")), runTimeoutMs);
  const check = async () => {
    const at = performance.now();
    const [upload] = await database.db.select().from(uploads).where(eq(uploads.listingId, id));
    if (upload?.state === "generated") ended.resolve(at);
    if (upload?.state === "no_sample") ended.reject(new Error(`no sample: ${upload.errorCode}`));
  };
  changes.set(id, () => void check());
  const traceId = traceIdOf(run);
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
  const caller = { ...agent, headers: { ...agent.headers, traceparent } };
  const startedAtMs = Date.now();
  const start = performance.now();
  await send(caller, "PATCH", `/listings/draft/${id}`, { full_data_path: path });
  const end = await ended.promise;
  clearTimeout(timer);
  changes.delete(id);
  return { totalMs: end - start, startedAtMs, traceId };
}

/** Waits until neither a worker nor its children compute, so that the previous run is finished. */
async function untilRested(pids: readonly number[]): Promise<void> {
  const spent = () => processorMs(withChildren(pids));
  for (let before = spent(); ; ) {
    await Bun.sleep(restMs);
    const now = spent();
    if (Math.abs(now - before) <= restProcessorMs) return;
    before = now;
  }
}

const quantile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;

const median = (values: number[]) =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );

/** The start and duration of each of a run's spans, in order, as medians of all runs. */
function tellSplit(runs: Run[], spans: CollectedSpan[]): void {
  const times = new Map<string, { begins: number[]; takes: number[] }>();
  for (const { traceId, startedAtMs } of runs) {
    const seen = new Map<string, number>();
    const own = spans.filter((span) => span.traceId === traceId);
    for (const span of own.toSorted((a, b) => a.startMs - b.startMs)) {
      const count = (seen.get(span.name) ?? 0) + 1;
      seen.set(span.name, count);
      const name = `${span.service} ${span.name}${count > 1 ? ` (${count})` : ""}`;
      const known = times.get(name) ?? { begins: [], takes: [] };
      known.begins.push(span.startMs - startedAtMs);
      known.takes.push(span.endMs - span.startMs);
      times.set(name, known);
    }
  }
  const rows = [...times].map(([name, { begins, takes }]) => ({
    name,
    begins: median(begins),
    takes: median(takes),
  }));
  for (const { name, begins, takes } of rows.toSorted((a, b) => a.begins - b.begins)) {
    process.stdout.write(`| ${name} | ${begins.toFixed(0)} | ${takes.toFixed(1)} |\n`);
  }
}

const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: { busy: { type: "boolean" }, split: { type: "boolean" } },
});
const runs = Number(positionals[0] ?? 40);
const collector = asked.split ? await startCollector() : null;
const stack = await startStack({
  variables:
    collector === null
      ? {}
      : {
          OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
          OTEL_BSP_SCHEDULE_DELAY: String(exportDelayMs),
        },
});
try {
  const changes = new Map<string, () => void>();
  const onChange = (listingId: string) => changes.get(listingId)?.();
  await stack.database.listen("listing", onChange, () => {});
  const agent = await makeVerifiedAgent(stack.database, stack.baseUrl);
  const rest = () => (asked.busy ? Promise.resolve() : untilRested(stack.workerPids));
  const measured: Run[] = [];
  const parts = async () => ({
    API: startProcessorMs([stack.apiPid]),
    "the workers without their children": startProcessorMs(stack.workerPids),
    Postgres: startProcessorMs(await backendPids(stack.database.db)),
  });
  let counted = await parts();
  for (let run = 0; run < warmUpRuns + runs; run += 1) {
    if (run === warmUpRuns) counted = await parts();
    const done = await measure(agent, stack, changes, { run, rest });
    if (run >= warmUpRuns) measured.push(done);
  }
  const spent = Object.entries(counted).map(
    ([part, sinceMs]) => `${part} ${(sinceMs() / runs).toFixed(0)}`,
  );
  await Bun.sleep(exportDelayMs * 10);
  if (collector !== null) tellSplit(measured, collector.spans);
  const times = measured.map(({ totalMs }) => totalMs).toSorted((a, b) => a - b);
  const [p50, p95, max] = [0.5, 0.95, 1].map((share) => Math.round(quantile(times, share)));
  const way = asked.busy ? "one right after the other" : "each alone";
  process.stdout.write(
    `PATCH sent -> generated, CSV of 1 MB, ${runs} runs, ${way}: p50 ${p50} ms, p95 ${p95} ms, max ${max} ms\n`,
  );
  // Includes the draft, the upload and background work of the processes, so only differences are
  // meaningful.
  process.stdout.write(`processor ms a run: ${spent.join(", ")}\n`);
} finally {
  await stack.stop();
  await collector?.close();
}
