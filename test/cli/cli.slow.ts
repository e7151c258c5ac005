/** The command line as processes against a real stack: killed, resumed, without room, beyond the budget. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, statSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../../db/client.ts";
import { answersOk } from "../../dev/parts/identity.ts";
import { type RunningProcess, startProcess, untilReady } from "../../dev/parts/process.ts";
import { signInHeadless } from "../../dev/parts/sign-in-headless.ts";
import { loadConfig } from "../../platform/config.ts";
import { openPayments } from "../../platform/payments/stripe.ts";
import { openStorage } from "../../platform/storage/open-storage.ts";
import { newPayingBuyer } from "../support/money.ts";
import { mountTinyDisk } from "../support/programs/tiny-disk.ts";
import { createTestDatabase, createTestDir, testEnv } from "../support/stack.ts";
import { sharedClient } from "../support/stripe.ts";

const rootDir = join(import.meta.dir, "../..");
const START_TIMEOUT_MS = 120_000;
const TEST_TIMEOUT_MS = 120_000;
const email = "ada@example.com";

let env: Record<string, string>;
let dir: string;
let dropDatabase = async () => {};
const processes: RunningProcess[] = [];

beforeAll(async () => {
  dir = createTestDir();
  mkdirSync(join(dir, "config"));
  const database = await createTestDatabase();
  dropDatabase = database.drop;
  env = await testEnv({
    DATABASE_URL: database.url,
    NATS_STREAM_PREFIX: `cli${process.pid}`,
    LOG_LEVEL: "warn",
  });
  const metricsPort = Number(env.METRICS_PORT);
  const start = (name: string, script: string[], port: number) => {
    const started = startProcess({
      name,
      command: [process.execPath, ...script],
      cwd: rootDir,
      logFile: join(dir, `${name}.log`),
      env: { PATH: process.env.PATH, ...env, METRICS_PORT: String(port) },
    });
    processes.unshift(started);
    return started;
  };
  start("workers", ["workers/main.ts", "all"], metricsPort + 1);
  const api = start("api", ["api/main.ts"], metricsPort);
  await untilReady(api, () => answersOk(`${env.PUBLIC_BASE_URL}/health/ready`));
}, START_TIMEOUT_MS);

afterAll(async () => {
  await Promise.all(processes.map((running) => running.stop()));
  await dropDatabase();
});

function start(args: string[], more: Record<string, string> = {}) {
  return Bun.spawn([process.execPath, join(rootDir, "cli/main.ts"), "--json", ...args], {
    cwd: dir,
    env: {
      PATH: process.env.PATH,
      DATASET_MARKET_URL: String(env.PUBLIC_BASE_URL),
      DATASET_MARKET_CONFIG_DIR: join(dir, "config"),
      DATASET_MARKET_KEYCHAIN: "off",
      ...more,
    },
    stdout: "pipe",
    stderr: "pipe",
  });
}

async function command(args: string[], more: Record<string, string> = {}) {
  const child = start(args, more);
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, out, err, json: () => JSON.parse(out) as Record<string, unknown> };
}

/** Ends the process as soon as a file grows in the folder. */
function killAtFirstByte(child: ReturnType<typeof start>, folder: string): Promise<number> {
  const watcher = watch(folder, (_event, name) => {
    const path = join(folder, String(name));
    if (String(name).endsWith(".part") && existsSync(path) && statSync(path).size > 0)
      child.kill("SIGKILL");
  });
  return child.exited.finally(() => watcher.close());
}

async function approve(token: string): Promise<void> {
  const { idToken } = await signInHeadless({
    issuer: String(env.OIDC_ISSUER),
    clientId: String(env.OIDC_CLIENT_ID),
    clientSecret: String(env.OIDC_CLIENT_SECRET),
    redirectUri: "http://localhost/auth/callback",
    email,
  });
  const answer = await fetch(`${env.PUBLIC_BASE_URL}/agent/verify`, {
    method: "POST",
    headers: { authorization: `Bearer ${idToken}`, "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });
  expect(answer.status).toBe(200);
}

async function newKey(budgetCents: number): Promise<string> {
  const config = loadConfig(env);
  const database = openDatabase({ url: config.DATABASE_URL, poolMax: 1 });
  const parts = { storage: await openStorage(config.storage), payments: openPayments(config) };
  const ctx = { db: database.db, ...parts, embeddings: null, config, now: () => new Date() };
  const key = { budget_cents: budgetCents, budget_period: "month" as const };
  const { token } = await newPayingBuyer(
    { db: database.db, ctx },
    { stripe: await sharedClient() },
    { key },
  );
  await database.close();
  return token;
}

test(
  "a file is sold and bought although the upload and the download are killed",
  async () => {
    const login = start(["login", "--seller", email, "--name", "cli-seller"]);
    const [notice] = await Promise.all([login.stderr.getReader().read()]);
    expect(new TextDecoder().decode(notice.value)).toContain("approve the agent");
    const secrets = JSON.parse(readFileSync(join(dir, "config/secrets.json"), "utf8"));
    const { agent } = secrets[String(env.PUBLIC_BASE_URL)];
    await approve(agent);
    expect(await login.exited).toBe(0);

    const rows = Array.from(
      { length: 1_500_000 },
      (_, at) => `s${at % 7},${at},${(at % 130) / 10}`,
    );
    const file = join(dir, "levels.csv");
    writeFileSync(file, `station,reading,level_m\n${rows.join("\n")}\n`);
    const terms = [
      "--title",
      "Tide levels",
      "--description",
      "Water levels in metres.",
      "--price",
      "4.99",
      "--license",
      "CC-BY-4.0",
    ];
    const killed = start(["sell", file, ...terms]);
    const { value } = await killed.stderr.getReader().read();
    killed.kill("SIGKILL");
    await killed.exited;
    const draft = /Draft (\S+):/.exec(new TextDecoder().decode(value))?.[1] ?? "";
    const sold = await command(["sell", file, "--draft", draft]);
    expect([sold.code, sold.json()]).toEqual([
      0,
      expect.objectContaining({ id: draft, status: "active" }),
    ]);

    const poor = { DATASET_MARKET_KEY: await newKey(400) };
    const refused = await command(["buy", draft, "--max-price", "5"], poor);
    expect(refused.code).toBe(5);
    expect(JSON.parse(refused.err)).toMatchObject({ code: "spend_limit_exceeded" });

    const rich = { DATASET_MARKET_KEY: await newKey(1000) };
    expect((await command(["buy", draft, "--max-price", "5"], rich)).code).toBe(0);
    const to = join(dir, "bought.csv");
    await killAtFirstByte(start(["pull", draft, "--to", to], rich), dir);
    const pulled = await command(["pull", draft, "--to", to], rich);
    expect([pulled.code, pulled.err]).toEqual([0, ""]);
    expect(Bun.hash(readFileSync(to))).toBe(Bun.hash(readFileSync(file)));
    expect((await command(["verify", to, draft])).code).toBe(0);

    const disk = await mountTinyDisk(4096);
    try {
      const full = await command(["pull", draft, "--to", join(disk.path, "bought.csv")], rich);
      expect(full).toMatchObject({
        code: 9,
        out: "",
        err: expect.stringContaining("disk is full"),
      });
      expect(existsSync(join(disk.path, "bought.csv"))).toBe(false);
    } finally {
      disk.remove();
    }
    const nowhere = { ...rich, DATASET_MARKET_URL: "http://127.0.0.1:9" };
    expect((await command(["pull", draft], nowhere)).code).toBe(8);
  },
  TEST_TIMEOUT_MS,
);
