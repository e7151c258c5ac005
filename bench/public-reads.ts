/**
 * Public reads against the bare limit: the API's detail, sample, profile and a dataset's page beside a
 * `Bun.serve` that returns the same body, and one that returns the same header fields with it, in turn, in
 * one run, at the log level of production.
 * `bun bench/public-reads.ts [seconds] [rounds]`. Debian's `wrk` asks: it is faster than what it measures.
 * With `--proxied` it trusts one proxy, as production does, and each call says whom that proxy speaks for.
 * With `--floors` it ends with 1 where a ratio of processor time has lost a third of what is on record.
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

/** Answers a second, and microseconds of processor time that one takes. */
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

/** What a server sets for each answer by itself. */
const ownFields = new Set(["connection", "content-length", "date", "transfer-encoding"]);

/** Serves one answer from another process, as the API does from its own. */
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

/** The three in turn, so that what a neighbour of the machine takes is taken from each. */
function measure(of: { served: Server; bare: Server; whole: Server; accept: string }): Figures[] {
  const { served, bare, whole, accept } = of;
  // What is compiled and held by then is not measured.
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
    // A neighbour of the machine may spoil all rounds of one answer; what is lost is lost twice.
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
