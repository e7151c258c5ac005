/** Runs README's tour unchanged: its shell blocks against an API and workers of this test. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openDatabase } from "../db/client.ts";
import { answersOk } from "../dev/parts/identity.ts";
import { type RunningProcess, startProcess, untilReady } from "../dev/parts/process.ts";
import { signInHeadless } from "../dev/parts/sign-in-headless.ts";
import { loadConfig } from "../platform/config.ts";
import { openPayments } from "../platform/payments/stripe.ts";
import { openStorage } from "../platform/storage/open-storage.ts";
import { newPayingBuyer } from "./support/money.ts";
import { findProgram } from "./support/programs/debian-programs.ts";
import { createTestDatabase, createTestDir, freePort, testEnv } from "./support/stack.ts";
import { sharedClient } from "./support/stripe.ts";

const rootDir = join(import.meta.dir, "..");
const blocks = [
  ...readFileSync(join(rootDir, "README.md"), "utf8").matchAll(/^```sh tour\n(.*?)^```$/gms),
].map(([, block]) => block ?? "");

/** For machines that have to download curl first. */
const START_TIMEOUT_MS = 120_000;

let env: Record<string, string>;
let curl: string;
let mcpUrl: string;
let dir: string;
let dropDatabase = async () => {};
const processes: RunningProcess[] = [];

beforeAll(async () => {
  dir = createTestDir();
  curl = await findProgram("curl");
  const database = await createTestDatabase();
  dropDatabase = database.drop;
  env = await testEnv({
    DATABASE_URL: database.url,
    NATS_STREAM_PREFIX: `readme${process.pid}`,
    LOG_LEVEL: "warn",
  });
  const start = (name: string, script: string[], metricsPort: number) => {
    const started = startProcess({
      name,
      command: [process.execPath, ...script],
      cwd: rootDir,
      logFile: join(dir, `${name}.log`),
      env: { PATH: process.env.PATH, ...env, METRICS_PORT: String(metricsPort) },
    });
    processes.unshift(started);
    return started;
  };
  const metricsPort = Number(env.METRICS_PORT);
  start("workers", ["workers/main.ts", "all"], metricsPort + 1);
  const api = start("api", ["api/main.ts"], metricsPort);
  mcpUrl = `http://localhost:${await freePort()}/mcp`;
  Object.assign(env, { MCP_PORT: new URL(mcpUrl).port, MCP_PUBLIC_URL: mcpUrl });
  const mcp = start("mcp", ["mcp/main.ts"], metricsPort + 2);
  await untilReady(mcp, () => answersOk(`http://127.0.0.1:${metricsPort + 2}/health/live`));
  await untilReady(api, () => answersOk(`${env.PUBLIC_BASE_URL}/health/ready`));
}, START_TIMEOUT_MS);

afterAll(async () => {
  await Promise.all(processes.map((running) => running.stop()));
  await dropDatabase();
});

/** Runs a block in the shell of the earlier blocks, as somebody who pastes them does. */
async function paste(block: string): Promise<string> {
  const state = join(dir, "shell-state");
  const script = join(dir, "block.sh");
  const ported = block
    .replaceAll("http://localhost:4000", String(env.PUBLIC_BASE_URL))
    .replaceAll("http://localhost:4001/mcp", mcpUrl);
  const saved = "BASE|JSON|TOKEN|AUTH|LISTING|ID|API_KEY";
  writeFileSync(
    script,
    `[ ! -f ${state} ] || source ${state}\nset -euo pipefail\n${ported}\n` +
      `{ declare -f; declare -p | grep -E '^declare -- (${saved})='; } > ${state}\n`,
  );
  const shell = Bun.spawn(["bash", script], {
    cwd: dir,
    env: { ...process.env, PATH: `${dirname(curl)}:${process.env.PATH}` },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, errors, exitCode] = await Promise.all([
    new Response(shell.stdout).text(),
    new Response(shell.stderr).text(),
    shell.exited,
  ]);
  if (exitCode !== 0) throw new Error(`exit code ${exitCode}\n${output}\n${errors}`);
  return output;
}

async function approve(email: string): Promise<void> {
  const { idToken } = await signInHeadless({
    issuer: String(env.OIDC_ISSUER),
    clientId: String(env.OIDC_CLIENT_ID),
    clientSecret: String(env.OIDC_CLIENT_SECRET),
    redirectUri: "http://localhost/auth/callback",
    email,
  });
  const token = (await paste('echo -n "$TOKEN"')).trim();
  const answer = await fetch(`${env.PUBLIC_BASE_URL}/agent/verify`, {
    method: "POST",
    headers: { authorization: `Bearer ${idToken}`, "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });
  expect(answer.status).toBe(200);
}

/** Grace's steps on the site: a card and a key. Returns the key. */
async function grace(): Promise<string> {
  const config = loadConfig(env);
  const database = openDatabase({ url: config.DATABASE_URL, poolMax: 1 });
  const storage = await openStorage(config.storage);
  const payments = openPayments(config);
  const parts = { storage, payments, embeddings: null, config };
  const ctx = { db: database.db, ...parts, now: () => new Date() };
  const { token } = await newPayingBuyer(
    { db: database.db, ctx },
    { stripe: await sharedClient() },
  );
  await database.close();
  return token;
}

test("README's tour works as it is printed, from registration to the hash of the download", async () => {
  const [register = "", sell = "", find = "", buy = "", refused = "", byMcp = ""] = blocks;
  expect(blocks.length).toBe(6);
  expect(await paste(register)).toContain('"verified":false');
  await approve("ada@example.com");
  const sold = await paste(sell);
  expect(sold).toStartWith("true\n");
  expect(sold).toContain("auto_sample_status: 'generated'");
  expect(sold).toEndWith("active\n");
  const found = await paste(find);
  expect(found).toStartWith("10\n");
  expect(found).toContain("sensor: 1");
  expect(found).toContain("station,day,level_m");
  expect(found).toEndWith("levels-bought.csv: OK\n");
  await paste(sell.replace('"category":', '"price_cents": 499, "category":'));
  await paste(`API_KEY=${await grace()}`);
  expect(await paste(buy)).toBe("bought.csv: OK\nreleased\n");
  expect(JSON.parse(await paste(refused))).toMatchObject({ status: 400, code: "invalid_request" });
  expect(await paste(byMcp)).toContain('"structuredContent":{"items":[');
}, 60_000);
