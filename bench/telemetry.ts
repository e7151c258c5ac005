/**
 * What telemetry costs public reads, in processor time at the log level of production: an API that sends
 * traces, metrics and logs to a collector, and two that send nothing, which tell what is noise. Each is
 * started anew and alone, in turn, since two processes alike differ for as long as they live; figures are
 * medians of all turns with their confidence. `bun bench/telemetry.ts [turns] [seconds] [share] [read]`,
 * of which `share` is that of the traces, and `read` the beginning of a read's name.
 */
import { freePort } from "../dev/parts/ports.ts";
import { startProcess, untilReady } from "../dev/parts/process.ts";
import { makeCsv } from "./parts/make-csv.ts";
import { publishFile } from "./parts/upload-file.ts";
import { callAgainAndAgain } from "./parts/wrk.ts";
import { processorMs } from "./processor-time.ts";
import { quantileOf } from "./scaling/quantile.ts";
import { makeVerifiedAgent, startStack, untilWarm } from "./stack.ts";

/** A young process compiles for some seconds, the longer the more code it has. */
const warmRounds = 6;
const rounds = 8;
const [turns = 20, seconds = 1, share = 0.1] = process.argv.slice(2, 5).map(Number);
const only = process.argv[5] ?? "";

/** Takes whatever comes, in a process of its own. */
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

type Api = { url: string; pid: number };
type Read = { name: string; path: string; accept: string };

/** Microseconds of processor time a call, of all rounds: what is sent now and then is among it. */
function costOf({ url, pid }: Api, { path, accept }: Read): number {
  const ask = () => {
    const load = { url: url + path, headers: { accept }, seconds };
    const { calls, refused } = callAgainAndAgain(load);
    if (refused > 0) throw new Error(`${load.url}: ${refused} answers were not 200`);
    return calls;
  };
  for (let round = 0; round < warmRounds; round += 1) ask();
  const before = processorMs([pid]);
  let calls = 0;
  for (let round = 0; round < rounds; round += 1) calls += ask();
  return ((processorMs([pid]) - before) * 1000) / calls;
}

/**
 * The median, and between which two of the values the true one lies 19 times of 20, whatever their
 * distribution is: by ranks (Conover, Practical Nonparametric Statistics, 3.2).
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
const variables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: sink.url,
  OTEL_TRACES_SAMPLER: "traceidratio",
  OTEL_TRACES_SAMPLER_ARG: String(share),
};
try {
  const agent = await makeVerifiedAgent(stack.database, stack.baseUrl);
  const dataset = `/datasets/${await publishFile(agent, "Read often", makeCsv(100_000, 1))}`;
  const all: Read[] = [
    { name: "search", path: "/datasets?query=often", accept: "*/*" },
    { name: "detail, held", path: dataset, accept: "*/*" },
    { name: "page, held", path: dataset, accept: "text/html" },
  ];
  const reads = all.filter(({ name }) => name.startsWith(only));
  const kinds = ["sending", "plain", "alike"] as const;
  const more = reads.map((): number[] => []);
  const noise = reads.map((): number[] => []);
  for (let turn = 0; turn < turns; turn += 1) {
    const costs = { sending: [] as number[], plain: [] as number[], alike: [] as number[] };
    // Each is first, second and last as often as the others.
    for (const kind of [...kinds.slice(turn % 3), ...kinds.slice(0, turn % 3)]) {
      const api = await stack.startApi(kind === "sending" ? variables : {});
      await untilWarm(api.url);
      for (const read of reads) costs[kind].push(costOf(api, read));
      await api.stop();
    }
    for (const i of reads.keys()) {
      const [sending = 0, plain = 0, alike = 0] = kinds.map((kind) => costs[kind][i]);
      more[i]?.push(sending / ((plain + alike) / 2) - 1);
      noise[i]?.push(alike / plain - 1);
    }
  }
  process.stdout.write(`${turns} turns, ${share} of the traces; more processor time a call\n`);
  for (const [i, { name }] of reads.entries()) {
    const figures = `${told(more[i] ?? [])}; of two alike ${told(noise[i] ?? [])}`;
    process.stdout.write(`${name}: ${figures}\n`);
  }
} finally {
  await stack.stop();
  await sink.stop();
}
