/**
 * Public reads against the bare limit: the API's detail, sample, profile and a dataset's page beside a
 * `Bun.serve` that returns the same bytes, in turn, in one run, at the log level of production.
 * `bun bench/public-reads.ts [seconds]`. Debian's `wrk` asks: it is faster than what it measures.
 */
import { freePort } from "../dev/parts/ports.ts";
import { startProcess, untilReady } from "../dev/parts/process.ts";
import { makeCsv } from "./parts/make-csv.ts";
import { publishFile } from "./parts/upload-file.ts";
import { callAgainAndAgain } from "./parts/wrk.ts";
import { makeVerifiedAgent, startStack } from "./stack.ts";

const rounds = 3;
const seconds = Number(process.argv[2] ?? 5);

function requestsPerSecond(url: string, accept: string): number {
  const { perSecond, refused } = callAgainAndAgain({ url, headers: { accept }, seconds });
  if (refused > 0) throw new Error(`${url}: ${refused} answers were not 200`);
  return perSecond;
}

/** Serves one body from another process, as the API does from its own. */
async function startBareServer(body: string, contentType: string) {
  const port = await freePort();
  const program = `
    const bytes = new TextEncoder().encode(${JSON.stringify(body)});
    const headers = { "content-type": ${JSON.stringify(contentType)} };
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
  return { url, stop: () => server.stop() };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const page = "text/html";
const any = "*/*";

const stack = await startStack({ logLevel: "info" });
try {
  const agent = await makeVerifiedAgent(stack.database, stack.baseUrl);
  const dataset = `${stack.baseUrl}/datasets/${await publishFile(agent, "Read often", makeCsv(1_000_000, 1))}`;
  for (const [name, url, accept] of [
    ["detail", dataset, any],
    ["sample", `${dataset}/sample`, any],
    ["profile", `${dataset}/profile`, any],
    ["page", dataset, page],
  ] as const) {
    const answer = await fetch(url, { headers: { accept } });
    const body = await answer.text();
    const bare = await startBareServer(body, answer.headers.get("content-type") ?? "");
    const figures: { api: number; bare: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      figures.push({
        api: requestsPerSecond(url, accept),
        bare: requestsPerSecond(bare.url, accept),
      });
    }
    await bare.stop();
    const api = Math.round(median(figures.map((figure) => figure.api)));
    const limit = Math.round(median(figures.map((figure) => figure.bare)));
    const ratio = median(figures.map((figure) => figure.api / figure.bare)).toFixed(2);
    process.stdout.write(
      `${name} (${body.length} bytes): API ${api}/s, bare Bun.serve ${limit}/s, ratio ${ratio}\n`,
    );
  }
} finally {
  await stack.stop();
}
