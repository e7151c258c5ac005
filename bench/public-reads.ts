/**
 * Compares public reads with the limit of the runtime: the API's detail, sample, profile and
 * dataset page against a `Bun.serve` that returns the same body, and one that also returns the same
 * headers, in turn, in one run, at production's log level. `bun bench/public-reads.ts [seconds]
 * [rounds]`. Debian's `wrk` sends the requests, because it is faster than the servers. With
 * `--proxied` the API trusts one proxy, as in production, and each call names the proxy's client.
 * With `--floors` it exits with 1 if a ratio of processor time fell by a third from the one on
 * record.
 */
import { freePort } from "../dev/parts/ports.ts";
import { startProcess, untilReady } from "../dev/parts/process.ts";
import floors from "./floors.json" with { type: "json" };
import { makeCsv } from "./parts/make-csv.ts";
import { publishFile } from "./parts/upload-file.ts";
import { callAgainAndAgain } from "./parts/wrk.ts";
import { processorMs } from "./processor-time.ts";
import { makeVerifiedAgent, startStack } from "./stack.ts";

const [seconds = 5, rounds = 3] = process.argv.slice(2).map(Number).filter(Number.isInteger);
const isHeld = process.argv.includes("--floors");
const isProxied = process.argv.includes("--proxied");
const variables: Record<string, string> = isProxied ? { TRUSTED_PROXY_HOPS: "1" } : {};
const forwarded: Record<string, string> = isProxied ? { "x-forwarded-for": "203.0.113.7" } : {};
const lossMax = 1 / 3;

/** Answers per second, and microseconds of processor time for each. */
type Speed = { perSecond: number; cpuUs: number };
type Figures = { api: Speed; bare: Speed; whole: Speed };

function speedOf({ url, pid }: { url: string; pid: number }, accept: string): Speed {
  const before = processorMs([pid]);
  const { calls, perSecond, refused } = callAgainAndAgain({
    url,
    headers: { accept, ...forwarded },
    seconds,
  });
  if (refused > 0) throw new Error(`${url}: ${refused} answers were not 200`);
  return { perSecond, cpuUs: ((processorMs([pid]) - before) * 1000) / calls };
}

/** Headers that a server sets by itself. */
const ownFields = new Set(["connection", "content-length", "date", "transfer-encoding"]);

/** Serves one answer from a separate process, as the API does. */
async function startBareServer(body: string, fields: Record<string, string>) {
  const port = await freePort();
  const program = `
    const bytes = new TextEncoder().encode(${JSON.stringify(body)});
    const headers = new Headers(${JSON.stringify(fields)});
    Bun.serve({ port: ${port}, hostname: "127.0.0.1", fetch: () => new Response(bytes, { headers }) });
  `;
  const server = startProcess({
    name: "bare",
    command: [process.execPath, "-e", program],
    cwd: import.meta.dir,
    logFile: "/dev/null",
    env: { PATH: process.env.PATH },
  });
  const url = `http://127.0.0.1:${port}/`;
  await untilReady(server, async () => (await fetch(url).catch(() => null))?.ok ?? false);
  return { url, pid: server.pid, stop: () => server.stop() };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

function cpuRatioOf(figures: Figures[]): number {
  return median(figures.map(({ api, bare }) => bare.cpuUs / api.cpuUs));
}

type Server = { url: string; pid: number };

/** Measures the three in turn, so that other load on the machine affects them equally. */
function measure(of: { served: Server; bare: Server; whole: Server; accept: string }): Figures[] {
  const { served, bare, whole, accept } = of;
  // A warm-up, so that compiling and filling caches are not measured.
  speedOf(served, accept);
  return Array.from({ length: rounds }, () => ({
    api: speedOf(served, accept),
    bare: speedOf(bare, accept),
    whole: speedOf(whole, accept),
  }));
}

const lost: string[] = [];
const page = "text/html";
const any = "*/*";

const stack = await startStack({ logLevel: "info", variables });
try {
  const agent = await makeVerifiedAgent(stack.database, stack.baseUrl);
  const dataset = `${stack.baseUrl}/datasets/${await publishFile(agent, "Read often", makeCsv(1_000_000, 1))}`;
  for (const [name, url, accept] of [
    ["detail", dataset, any],
    ["sample", `${dataset}/sample`, any],
    ["profile", `${dataset}/profile`, any],
    ["page", dataset, page],
  ] as const) {
    const answer = await fetch(url, { headers: { accept, "accept-encoding": "identity" } });
    const body = await answer.text();
    const fields = Object.fromEntries(
      [...answer.headers].filter(([field]) => !ownFields.has(field)),
    );
    const bare = await startBareServer(body, { "content-type": fields["content-type"] ?? "" });
    const whole = await startBareServer(body, fields);
    const served = { url, pid: stack.apiPid };
    const isLost = (measured: Figures[]) => cpuRatioOf(measured) < floors[name] * (1 - lossMax);
    let figures = measure({ served, bare, whole, accept });
    // Other load on the machine may spoil all rounds of an answer, so a loss must occur twice.
    if (isHeld && isLost(figures)) figures = measure({ served, bare, whole, accept });
    await Promise.all([bare.stop(), whole.stop()]);
    const of = (pick: (figure: Figures) => number) => median(figures.map(pick));
    process.stdout.write(
      `${name} (${body.length} bytes): API ${Math.round(of(({ api }) => api.perSecond))}/s, ` +
        `bare Bun.serve ${Math.round(of(({ bare: limit }) => limit.perSecond))}/s, ` +
        `ratio ${of(({ api, bare: limit }) => api.perSecond / limit.perSecond).toFixed(2)}, ` +
        `of processor time ${cpuRatioOf(figures).toFixed(2)}; ` +
        `with ${Object.keys(fields).length} header fields ${Math.round(of(({ whole: limit }) => limit.perSecond))}/s, ` +
        `ratio ${of(({ api, whole: limit }) => api.perSecond / limit.perSecond).toFixed(2)}, ` +
        `of processor time ${of(({ api, whole: limit }) => limit.cpuUs / api.cpuUs).toFixed(2)}\n`,
    );
    if (isHeld && isLost(figures)) lost.push(name);
  }
} finally {
  await stack.stop();
}
if (lost.length > 0) {
  process.stdout.write(`lost a third of the ratio in bench/floors.json: ${lost.join(", ")}\n`);
  process.exitCode = 1;
}
