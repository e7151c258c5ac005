/**
 * How long a seller waits: PATCH with `full_data_path` → `generated`, for a CSV of 1 MB, over real
 * processes (API, worker, Postgres with fsync, NATS). `bun bench/upload-latency.ts [runs]`.
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { type DatabaseHandle, openDatabase } from "../db/client.ts";
import { migrateDatabase } from "../db/migrate.ts";
import { accounts, agents, uploads } from "../db/schema/index.ts";
import { startNats } from "../dev/parts/nats.ts";
import { freePort } from "../dev/parts/ports.ts";
import { startPostgres } from "../dev/parts/postgres.ts";
import { startProcess, untilReady } from "../dev/parts/process.ts";

const csvBytes = 1_000_000;
const warmUpRuns = 3;
const runTimeoutMs = 30_000;
const repositoryDir = join(import.meta.dir, "..");

/** Ten columns of the usual kinds; each run's file differs, as each seller's does. */
function makeCsv(seed: number): string {
  const lines = ["id,name,city,amount,ratio,active,day,code,email,note"];
  let bytes = 0;
  for (let row = 0; bytes < csvBytes; row += 1) {
    const mixed = (row * 2_654_435_761 + seed * 40_503) % 1_000_003;
    const line = [
      row,
      `name ${mixed % 5000}`,
      ["Lisbon", "Oslo", "Quito", "Hanoi"][mixed % 4],
      (mixed / 100).toFixed(2),
      (mixed / 1_000_003).toFixed(6),
      mixed % 2 === 0,
      `2026-${String((mixed % 12) + 1).padStart(2, "0")}-${String((mixed % 28) + 1).padStart(2, "0")}`,
      String(mixed % 99_999).padStart(5, "0"),
      `user${mixed}@example.org`,
      "some words of text",
    ].join(",");
    lines.push(line);
    bytes += line.length + 1;
  }
  return `${lines.join("\n")}\n`;
}

async function startStack(folder: string) {
  const logFile = (name: string) => join(folder, `${name}.log`);
  const postgres = await startPostgres({
    port: await freePort(),
    dataDir: join(folder, "postgres"),
    logFile: logFile("postgres"),
  });
  await migrateDatabase(postgres.url);
  const nats = await startNats({
    port: await freePort(),
    storeDir: join(folder, "nats"),
    logFile: logFile("nats"),
    cacheDir: join(repositoryDir, ".data/cache"),
  });
  const secret = () => randomBytes(24).toString("hex");
  const apiPort = await freePort();
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PUBLIC_BASE_URL: `http://127.0.0.1:${apiPort}`,
    HOST: "127.0.0.1",
    API_PORT: String(apiPort),
    LOG_LEVEL: "warn",
    DATABASE_URL: postgres.url,
    NATS_URL: nats.url,
    STORAGE_DIR: join(folder, "storage"),
    STORAGE_SIGNING_SECRET: secret(),
    WORK_DIR: join(folder, "work"),
    RESEND_API_KEY: "re_bench",
    RESEND_BASE_URL: "http://127.0.0.1:9",
    OIDC_ISSUER: "http://127.0.0.1:9",
    OIDC_CLIENT_ID: "bench",
    OIDC_CLIENT_SECRET: "bench",
    AGENT_TOKEN_SECRET: secret(),
    SESSION_SECRET: secret(),
    APPROVAL_SECRET: secret(),
    RATE_LIMIT_AGENT_PER_MINUTE: "1000000",
    ALLOW_INSECURE_LOOPBACK: "true",
  };
  const bun = async (name: string, args: string[]) =>
    startProcess({
      name,
      command: [process.execPath, ...args],
      cwd: repositoryDir,
      logFile: logFile(name),
      env: { ...env, METRICS_PORT: String(await freePort()) },
    });
  const api = await bun("api", ["api/main.ts"]);
  const worker = await bun("worker", ["workers/main.ts", "all"]);
  await untilReady(api, () => answers(`${env.PUBLIC_BASE_URL}/health/live`));
  const stop = async () => {
    await Promise.all([api.stop(), worker.stop()]);
    await Promise.all([nats.stop(), postgres.stop()]);
  };
  return { baseUrl: env.PUBLIC_BASE_URL, databaseUrl: postgres.url, stop };
}

async function answers(url: string): Promise<boolean> {
  const answer = await fetch(url).catch(() => null);
  return answer?.ok ?? false;
}

async function call<Body>(url: string, init: RequestInit): Promise<Body> {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${init.method} ${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Body;
}

type Json = { headers: Record<string, string>; base: string };

const send = <Body>({ headers, base }: Json, method: string, path: string, body?: unknown) =>
  call<Body>(base + path, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** The owner's approval is not what is measured: it is written into the tables. */
async function makeVerifiedAgent(database: DatabaseHandle, base: string): Promise<Json> {
  const anonymous = { headers: {}, base };
  const body = { owner_email: "bench@example.org" };
  const { token } = await send<{ token: string }>(anonymous, "POST", "/agent/register", body);
  const accountId = v7();
  const now = new Date();
  await database.db.insert(accounts).values({
    id: accountId,
    issuer: "bench",
    subject: "bench",
    email: body.owner_email,
    emailVerified: true,
    createdAt: now,
    lastSeenAt: now,
  });
  await database.db.update(agents).set({ state: "verified", accountId, decidedAt: now });
  return { headers: { authorization: `Bearer ${token}` }, base };
}

async function measure(
  agent: Json,
  database: DatabaseHandle,
  changes: Map<string, () => void>,
  run: number,
): Promise<number> {
  const draft = { title: `Bench ${run}`, description: "A file of 1 MB." };
  const { id } = await send<{ id: string }>(agent, "POST", "/listings/draft", draft);
  const urls = await send<{ full: { upload_url: string; path: string } }>(
    agent,
    "POST",
    `/listings/${id}/upload-urls`,
  );
  const put = await fetch(urls.full.upload_url, {
    method: "PUT",
    headers: { "content-type": "text/csv" },
    body: makeCsv(run),
  });
  if (!put.ok) throw new Error(`PUT: ${put.status} ${await put.text()}`);
  const ended = Promise.withResolvers<number>();
  const timer = setTimeout(() => ended.reject(new Error("the job never ended")), runTimeoutMs);
  const check = async () => {
    const at = performance.now();
    const [upload] = await database.db.select().from(uploads).where(eq(uploads.listingId, id));
    if (upload?.state === "generated") ended.resolve(at);
    if (upload?.state === "no_sample") ended.reject(new Error(`no sample: ${upload.errorCode}`));
  };
  changes.set(id, () => void check());
  const start = performance.now();
  await send(agent, "PATCH", `/listings/draft/${id}`, { full_data_path: urls.full.path });
  const end = await ended.promise;
  clearTimeout(timer);
  changes.delete(id);
  return end - start;
}

const quantile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;

const runs = Number(process.argv[2] ?? 40);
const folder = mkdtempSync(join(tmpdir(), "market-bench-"));
const stack = await startStack(folder);
try {
  const database = openDatabase({ url: stack.databaseUrl, poolMax: 2 });
  const changes = new Map<string, () => void>();
  await database.listen(
    "listing",
    (listingId) => changes.get(listingId)?.(),
    () => {},
  );
  const agent = await makeVerifiedAgent(database, stack.baseUrl);
  const times: number[] = [];
  for (let run = 0; run < warmUpRuns + runs; run += 1) {
    const ms = await measure(agent, database, changes, run);
    if (run >= warmUpRuns) times.push(ms);
  }
  times.sort((a, b) => a - b);
  const [p50, p95, max] = [0.5, 0.95, 1].map((share) => Math.round(quantile(times, share)));
  process.stdout.write(
    `PATCH sent -> generated, CSV of 1 MB, ${runs} runs: p50 ${p50} ms, p95 ${p95} ms, max ${max} ms\n`,
  );
  await database.close();
} finally {
  await stack.stop();
  rmSync(folder, { recursive: true, force: true });
}
