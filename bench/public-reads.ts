/**
 * Public reads against the bare limit: the API's detail, sample and profile beside a `Bun.serve`
 * that returns the same bytes, in turn, in one run. `bun bench/public-reads.ts [seconds]`.
 */
import autocannon from "autocannon";
import { freePort } from "../dev/parts/ports.ts";
import { startProcess, untilReady } from "../dev/parts/process.ts";
import { makeCsv } from "./make-csv.ts";
import { makeVerifiedAgent, send, startStack } from "./stack.ts";
import { uploadFile } from "./upload-file.ts";

const connections = 32;
const rounds = 3;
const pollMs = 50;
const seconds = Number(process.argv[2] ?? 5);

async function requestsPerSecond(url: string): Promise<number> {
  const result = await autocannon({ url, connections, duration: seconds });
  if (result.non2xx > 0) throw new Error(`${url}: ${result.non2xx} answers were not 200`);
  return result.requests.average;
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

async function publish(baseUrl: string, agent: Parameters<typeof send>[0]): Promise<string> {
  const { id, path } = await uploadFile(agent, "Read often", makeCsv(1_000_000, 1));
  await send(agent, "PATCH", `/listings/draft/${id}`, { full_data_path: path });
  for (;;) {
    const listing = await send<{ publish_blockers: unknown[] }>(agent, "GET", `/listings/${id}`);
    if (listing.publish_blockers.length === 0) break;
    await Bun.sleep(pollMs);
  }
  await send(agent, "POST", `/listings/${id}/publish`);
  return `${baseUrl}/datasets/${id}`;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const stack = await startStack();
try {
  const agent = await makeVerifiedAgent(stack.database, stack.baseUrl);
  const dataset = await publish(stack.baseUrl, agent);
  for (const [name, url] of [
    ["detail", dataset],
    ["sample", `${dataset}/sample`],
    ["profile", `${dataset}/profile`],
  ] as const) {
    const answer = await fetch(url);
    const body = await answer.text();
    const bare = await startBareServer(body, answer.headers.get("content-type") ?? "");
    const figures: { api: number; bare: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      figures.push({ api: await requestsPerSecond(url), bare: await requestsPerSecond(bare.url) });
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
