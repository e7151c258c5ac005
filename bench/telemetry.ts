/**
 * What telemetry costs public reads, in processor time at the log level of production: an API that sends
 * traces, metrics and logs to a collector beside one that sends nothing, in turn. Two processes alike
 * differ by up to a tenth for as long as they live, so each pair is started anew, and the figure is the
 * median of all pairs with its confidence. `bun bench/telemetry.ts [pairs] [seconds] [share] [read]`, of
 * which `share` is that of the traces, and `read` the beginning of a read's name.
 */
import { freePort } from "../dev/parts/ports.ts";
import { startProcess, untilReady } from "../dev/parts/process.ts";
import { makeCsv } from "./parts/make-csv.ts";
import { publishFile } from "./parts/upload-file.ts";
import { callAgainAndAgain } from "./parts/wrk.ts";
import { processorMs } from "./processor-time.ts";
import { quantileOf } from "./scaling/quantile.ts";
import { makeVerifiedAgent, startStack, untilWarm } from "./stack.ts";

const rounds = 3;
/** A young process compiles, the more so the more code it has: with two rounds a search told 13 % more. */
const warmRounds = 8;
const [pairs = 30, seconds = 1, share = 0.1] = process.argv.slice(2, 5).map(Number);
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

/** Microseconds of processor time that a call takes. */
function costOf({ url, pid }: Api, path: string, accept: string): number {
  const before = processorMs([pid]);
  const load = { url: url + path, headers: { accept }, seconds };
  const { calls, refused } = callAgainAndAgain(load);
  if (refused > 0) throw new Error(`${load.url}: ${refused} answers were not 200`);
  return ((processorMs([pid]) - before) * 1000) / calls;
}

type Api = { url: string; pid: number; stop: () => Promise<void> };
type Read = { name: string; path: string; accept: string };

/** How much more a call costs the first of two, as a share of what it costs the second. */
function moreOf(sending: Api, plain: Api, { path, accept }: Read): number {
  const costs = { sending: [] as number[], plain: [] as number[] };
  const both = [
    ["sending", sending],
    ["plain", plain],
  ] as const;
  for (let round = -warmRounds; round < rounds; round += 1) {
    // Each is first as often as the other, so that none always has the warmer machine.
    for (const [name, api] of round % 2 === 0 ? both : both.toReversed()) {
      const cost = costOf(api, path, accept);
      if (round >= 0) costs[name].push(cost);
    }
  }
  return quantileOf(costs.sending, 0.5) / quantileOf(costs.plain, 0.5) - 1;
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
  const more = reads.map((): number[] => []);
  for (let pair = 0; pair < pairs; pair += 1) {
    const [sending, plain] = [await stack.startApi(variables), await stack.startApi({})];
    for (const api of [sending, plain]) await untilWarm(api.url);
    for (const [i, read] of reads.entries()) more[i]?.push(moreOf(sending, plain, read));
    await Promise.all([sending.stop(), plain.stop()]);
  }
  for (const [i, { name }] of reads.entries()) {
    const figures = told(more[i] ?? []);
    process.stdout.write(`${name}: ${figures} more with ${share} of the traces, ${pairs} pairs\n`);
  }
} finally {
  await stack.stop();
  await sink.stop();
}
