/**
 * The cost of telemetry for public reads, in processor time at production's log level. Compares an
 * API that sends traces, metrics and logs to a collector with the same API with telemetry off, in
 * short rounds (on, off, off, on), and with itself unchanged, which shows the noise. Repeats this
 * with several processes, one after another. `bun bench/telemetry.ts [processes] [pairs] [seconds]
 * [share] [read]`: `share` is the sampled share of traces, and `read` the beginning of a read's
 * name.
 */
import { freePort } from "../dev/parts/ports.ts";
import { startProcess, untilReady } from "../dev/parts/process.ts";
import { makeCsv } from "./parts/make-csv.ts";
import { quantileOf } from "./parts/quantile.ts";
import { publishFile } from "./parts/upload-file.ts";
import { callAgainAndAgain } from "./parts/wrk.ts";
import { processorMs } from "./processor-time.ts";
import { makeVerifiedAgent, startStack, untilWarm } from "./stack.ts";

/** A new process compiles code for some seconds, and longer the more code it has. */
const warmSeconds = 12;
const given = process.argv.slice(2, 6).map(Number);
const [processes = 3, pairs = 20, seconds = 1, share = 0.1] = given;
const only = process.argv[6] ?? "";

/** Accepts all telemetry, in its own process. */
async function startSink() {
  const port = await freePort();
  const program = `
    Bun.serve({ port: ${port}, hostname: "127.0.0.1", async fetch(request) {
      await request.arrayBuffer();
      return new Response(null, { headers: { "content-type": "application/x-protobuf" } });
    } });`;
  const sink = startProcess({
    name: "sink",
    command: [process.execPath, "-e", program],
    cwd: import.meta.dir,
    logFile: "/dev/null",
    env: { PATH: process.env.PATH },
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(sink, async () => (await fetch(url).catch(() => null))?.ok ?? false);
  return { url, stop: () => sink.stop() };
}

type Api = { url: string; pid: number; turn: (to: "on" | "off") => Promise<unknown> };
type Read = { name: string; path: string; accept: string };

/** Microseconds of processor time per call, including the periodic exports. */
function costOf({ url, pid }: Api, { path, accept }: Read, forSeconds: number): number {
  const before = processorMs([pid]);
  const load = { url: url + path, headers: { accept }, seconds: forSeconds };
  const { calls, refused } = callAgainAndAgain(load);
  if (refused > 0) throw new Error(`${load.url}: ${refused} answers were not 200`);
  return ((processorMs([pid]) - before) * 1000) / calls;
}

/**
 * How much more "on" costs than "off", from two rounds of each; and as noise, how much two rounds
 * of "off" differ from two others.
 */
async function comparePair(api: Api, read: Read): Promise<{ more: number; noise: number }> {
  const costs: number[] = [];
  for (const state of ["on", "off", "off", "on", "off", "off"] as const) {
    await api.turn(state);
    costs.push(costOf(api, read, seconds));
  }
  const [on = 0, off = 0, offToo = 0, onToo = 0, alike = 0, alikeToo = 0] = costs;
  return {
    more: (on + onToo) / (off + offToo) - 1,
    noise: (off + alike) / (offToo + alikeToo) - 1,
  };
}

/**
 * The median, and its 95 % confidence interval for any distribution, by ranks (Conover, Practical
 * Nonparametric Statistics, 3.2).
 */
function told(values: readonly number[]): string {
  const sorted = values.toSorted((one, other) => one - other);
  const reach = (1.96 * Math.sqrt(sorted.length)) / 2;
  const low = Math.max(0, Math.floor(sorted.length / 2 - reach));
  const high = Math.min(sorted.length - 1, Math.ceil(sorted.length / 2 + reach));
  const percent = (rank: number) => `${((sorted[rank] ?? 0) * 100).toFixed(1)} %`;
  const median = `${(quantileOf(sorted, 0.5) * 100).toFixed(1)} %`;
  return `${median} (${percent(low)} to ${percent(high)})`;
}

const sink = await startSink();
const stack = await startStack({ logLevel: "info" });
const switchPort = String(await freePort());
const variables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: sink.url,
  OTEL_TRACES_SAMPLER: "traceidratio",
  OTEL_TRACES_SAMPLER_ARG: String(share),
  OTEL_METRIC_EXPORT_INTERVAL: "10000",
  SWITCH_PORT: switchPort,
};

async function startApi() {
  const api = await stack.startApi(variables, "bench/parts/switched-api.ts");
  await untilWarm(api.url);
  const turn = (to: string) => fetch(`http://127.0.0.1:${switchPort}/${to}`);
  return { ...api, turn };
}

try {
  const agent = await makeVerifiedAgent(stack.database, stack.baseUrl);
  const dataset = `/datasets/${await publishFile(agent, "Read often", makeCsv(100_000, 1))}`;
  const all: Read[] = [
    { name: "search", path: "/datasets?query=often", accept: "*/*" },
    { name: "detail, held", path: dataset, accept: "*/*" },
    { name: "sample, held", path: `${dataset}/sample`, accept: "*/*" },
    { name: "profile, held", path: `${dataset}/profile`, accept: "*/*" },
    { name: "page, held", path: dataset, accept: "text/html" },
  ];
  const reads = all.filter(({ name }) => name.startsWith(only));
  const found = reads.map((read) => ({ read, more: [] as number[], noise: [] as number[] }));
  for (let count = 0; count < processes; count += 1) {
    const api = await startApi();
    for (const { read, more, noise } of found) {
      costOf(api, read, warmSeconds);
      for (let pair = 0; pair < pairs; pair += 1) {
        const compared = await comparePair(api, read);
        more.push(compared.more);
        noise.push(compared.noise);
      }
    }
    await api.stop();
  }
  process.stdout.write(`${processes} processes, ${pairs} pairs each, ${share} of the traces\n`);
  for (const { read, more, noise } of found) {
    const figures = `${told(more)} more processor time a call; of two alike ${told(noise)}`;
    process.stdout.write(`${read.name}: ${figures}\n`);
  }
} finally {
  await stack.stop();
  await sink.stop();
}
