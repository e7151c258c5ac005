/**
 * How long a seller waits: PATCH with `full_data_path` → `generated`, for a CSV of 1 MB, over real
 * processes (API, worker, Postgres with fsync, NATS). `bun bench/upload-latency.ts [runs] [--busy]
 * [--split]`: each file alone or, `busy`, right after the one before; `split` tells where the time
 * goes, by the spans of each run's trace.
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
/** The workers rest when they have computed no more than this in so long. */
const restMs = 400;
const restProcessorMs = 20;
/** What spans are sent by. */
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

/** Until neither a worker nor a child of it computes: what the run before has left is over. */
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

/** When each span of a run begins and how long it takes, medians of all runs, in their order. */
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
  // Draft, upload and what the processes do beside are in it, so only differences say something.
  process.stdout.write(`processor ms a run: ${spent.join(", ")}\n`);
} finally {
  await stack.stop();
  await collector?.close();
}
