/**
 * What telemetry costs public reads: APIs that send metrics, logs and no trace, or every trace, to a
 * collector, beside two that send nothing, in turn, at the log level of production. What a tenth of the
 * traces costs follows; the two that are alike show how much of it is noise. Of each its cheapest round
 * counts: what others do on the machine makes calls dearer, and never cheaper. `bun bench/telemetry.ts [seconds]`.
 */
import { freePort } from "../dev/parts/ports.ts";
import { startProcess, untilReady } from "../dev/parts/process.ts";
import { makeCsv } from "./parts/make-csv.ts";
import { publishFile } from "./parts/upload-file.ts";
import { callAgainAndAgain } from "./parts/wrk.ts";
import { processorMs } from "./processor-time.ts";
import { makeVerifiedAgent, startStack } from "./stack.ts";

/** As many as there are APIs, or a multiple: each is first as often as the others. */
const rounds = 12;
const warmRounds = 2;
const seconds = Number(process.argv[2] ?? 2);

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

type Api = { url: string; pid: number };
const names = ["plain", "again", "none", "all"] as const;
type Figures = Record<(typeof names)[number], number>;

/** Each is asked in turn, another one first each time, so that nobody always has the warmer machine. */
function roundOf(apis: Record<keyof Figures, Api>, path: string, accept: string, round: number) {
  const order = [...names.slice(round % names.length), ...names.slice(0, round % names.length)];
  const costs = order.map((name) => [name, costOf(apis[name], path, accept)] as const);
  return Object.fromEntries(costs) as Figures;
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

const sink = await startSink();
const stack = await startStack({ logLevel: "info" });
const sending = (share: string) =>
  stack.startApi({
    OTEL_EXPORTER_OTLP_ENDPOINT: sink.url,
    OTEL_TRACES_SAMPLER: "traceidratio",
    OTEL_TRACES_SAMPLER_ARG: share,
  });
try {
  const apis = {
    plain: { url: stack.baseUrl, pid: stack.apiPid },
    again: await stack.startApi({}),
    none: await sending("0"),
    all: await sending("1"),
  };
  const agent = await makeVerifiedAgent(stack.database, stack.baseUrl);
  const dataset = `/datasets/${await publishFile(agent, "Read often", makeCsv(100_000, 1))}`;
  for (const [name, path, accept] of [
    ["search", "/datasets?query=often", "*/*"],
    ["detail, held", dataset, "*/*"],
    ["page, held", dataset, "text/html"],
    ["sample, held", `${dataset}/sample`, "*/*"],
  ] as const) {
    for (let round = 0; round < warmRounds; round += 1) roundOf(apis, path, accept, round);
    const figures = Array.from({ length: rounds }, (_, round) =>
      roundOf(apis, path, accept, round),
    );
    const lowest = (of: keyof Figures) => Math.min(...figures.map((one) => one[of]));
    const alike = [lowest("plain"), lowest("again")];
    const without = Math.min(...alike);
    const more = (of: "none" | "all") => lowest(of) / without - 1;
    const [none, all, noise] = [more("none"), more("all"), Math.max(...alike) / without - 1];
    process.stdout.write(
      `${name}: ${without.toFixed(1)} µs a call without; with telemetry ${percent(none)} more where no ` +
        `trace is sampled, ${percent(all)} where all are: ${percent(none + (all - none) / 10)} at a tenth; ` +
        `the two without are ${percent(noise)} apart\n`,
    );
  }
} finally {
  await stack.stop();
  await sink.stop();
}
