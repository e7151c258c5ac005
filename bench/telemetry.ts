/**
 * What telemetry costs public reads: an API that sends a tenth of its traces, its metrics and its logs
 * to a collector, beside one that sends nothing, in turn, in one run, at the log level of production.
 * `bun bench/telemetry.ts [seconds]`. Debian's `wrk` asks; processor time is what a busy machine spoils least.
 */
import { freePort } from "../dev/parts/ports.ts";
import { startProcess, untilReady } from "../dev/parts/process.ts";
import { makeCsv } from "./parts/make-csv.ts";
import { publishFile } from "./parts/upload-file.ts";
import { callAgainAndAgain } from "./parts/wrk.ts";
import { processorMs } from "./processor-time.ts";
import { makeVerifiedAgent, startStack } from "./stack.ts";

const rounds = 5;
const seconds = Number(process.argv[2] ?? 5);

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

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Microseconds of processor time that a call takes. */
function costOf({ url, pid }: { url: string; pid: number }, path: string, accept: string): number {
  const before = processorMs([pid]);
  const load = { url: url + path, headers: { accept }, seconds };
  const { calls, refused } = callAgainAndAgain(load);
  if (refused > 0) throw new Error(`${load.url}: ${refused} answers were not 200`);
  return ((processorMs([pid]) - before) * 1000) / calls;
}

const sink = await startSink();
const stack = await startStack({ logLevel: "info" });
try {
  const plain = { url: stack.baseUrl, pid: stack.apiPid };
  const sending = await stack.startApi({
    OTEL_EXPORTER_OTLP_ENDPOINT: sink.url,
    OTEL_TRACES_SAMPLER: "traceidratio",
    OTEL_TRACES_SAMPLER_ARG: "0.1",
  });
  const agent = await makeVerifiedAgent(stack.database, stack.baseUrl);
  const dataset = `/datasets/${await publishFile(agent, "Read often", makeCsv(100_000, 1))}`;
  for (const [name, path, accept] of [
    ["detail, held", dataset, "*/*"],
    ["page, held", dataset, "text/html"],
    ["sample, held", `${dataset}/sample`, "*/*"],
    ["search", "/datasets?query=often", "*/*"],
  ] as const) {
    for (const api of [plain, sending]) costOf(api, path, accept);
    const pairs: { plain: number; sending: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const isOdd = round % 2 === 1;
      const first = costOf(isOdd ? sending : plain, path, accept);
      const second = costOf(isOdd ? plain : sending, path, accept);
      pairs.push(isOdd ? { sending: first, plain: second } : { plain: first, sending: second });
    }
    const without = median(pairs.map((pair) => pair.plain));
    const cost = median(pairs.map((pair) => pair.sending / pair.plain - 1));
    process.stdout.write(
      `${name}: ${without.toFixed(1)} µs a call without, ${(cost * 100).toFixed(1)} % more with telemetry\n`,
    );
  }
} finally {
  await stack.stop();
  await sink.stop();
}
