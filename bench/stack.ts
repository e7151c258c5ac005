/** The real processes that the benches measure, in their own folder. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 } from "uuid";
import { type DatabaseHandle, openDatabase } from "../db/client.ts";
import { workerLimits } from "../db/limits.ts";
import { migrateDatabase } from "../db/migrate.ts";
import { accounts, agents } from "../db/schema/index.ts";
import { startNats } from "../dev/parts/nats.ts";
import { freePort } from "../dev/parts/ports.ts";
import { startPostgres } from "../dev/parts/postgres.ts";
import { startProcess, untilReady } from "../dev/parts/process.ts";
import { newReceiptKey } from "../dev/secrets.ts";
import { hourMs } from "../platform/time.ts";

const repositoryDir = join(import.meta.dir, "..");

export type Stack = Awaited<ReturnType<typeof startStack>>;

export type StackOptions = {
  /** The number of worker processes. The first has all roles; the others only profile. */
  workers?: number;
  /** Gives each worker process and its children one core. */
  pinned?: boolean;
  /** Postgres settings that differ from its defaults, by name. */
  postgresSettings?: Record<string, string>;
  /** The database's folder, which is kept afterwards and created if it does not exist. */
  postgresDir?: string | undefined;
  /** Another Postgres than the embedded one. */
  postgresServer?: { folder: string; libraryPath: string } | undefined;
  /** The log level of the API and the workers; production uses `info`. */
  logLevel?: "info" | "warn";
  /** Further environment variables of the API and the workers. */
  variables?: Record<string, string>;
};

/**
 * Postgres with fsync, NATS, an API and workers. `stop` removes everything except `postgresDir`.
 */
export async function startStack({
  workers = 1,
  pinned = false,
  postgresSettings = {},
  postgresDir,
  postgresServer,
  logLevel = "warn",
  variables: further = {},
}: StackOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), "market-bench-"));
  const logFile = (name: string) => join(folder, `${name}.log`);
  const postgres = await startPostgres({
    port: await freePort(),
    dataDir: postgresDir ?? join(folder, "postgres"),
    logFile: logFile("postgres"),
    settings: postgresSettings,
    ...(postgresServer === undefined ? {} : { server: postgresServer }),
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
    LOG_LEVEL: logLevel,
    DATABASE_URL: postgres.url,
    NATS_URL: nats.url,
    STORAGE_DIR: join(folder, "storage"),
    STORAGE_SIGNING_SECRET: secret(),
    WORK_DIR: join(folder, "work"),
    RESEND_API_KEY: "re_bench",
    RESEND_BASE_URL: "http://127.0.0.1:9",
    STRIPE_SECRET_KEY: "sk_test_bench",
    STRIPE_API_BASE_URL: "http://127.0.0.1:9",
    STRIPE_WEBHOOK_SECRET: "whsec_bench",
    OIDC_ISSUER: "http://127.0.0.1:9",
    OIDC_CLIENT_ID: "bench",
    OIDC_CLIENT_SECRET: "bench",
    AGENT_TOKEN_SECRET: secret(),
    SESSION_SECRET: secret(),
    APPROVAL_SECRET: secret(),
    WEBHOOK_SECRET: secret(),
    RECEIPT_KEYS: newReceiptKey(),
    RATE_LIMIT_PUBLIC_PER_MINUTE: "1000000000",
    RATE_LIMIT_AGENT_PER_MINUTE: "1000000000",
    RATE_LIMIT_OPERATOR_PER_MINUTE: "1000000000",
    RATE_LIMIT_REGISTER_PER_HOUR: "1000000000",
    RATE_LIMIT_REGISTRATIONS_PER_HOUR: "1000000000",
    ALLOW_INSECURE_LOOPBACK: "true",
    ...further,
  };
  type Given = { prefix?: string[]; variables?: Record<string, string> };
  const bun = async (name: string, args: string[], { prefix = [], variables }: Given = {}) =>
    startProcess({
      name,
      command: [...prefix, process.execPath, ...args],
      cwd: repositoryDir,
      logFile: logFile(name),
      env: { ...env, METRICS_PORT: String(await freePort()), ...variables },
    });
  const others: Awaited<ReturnType<typeof bun>>[] = [];
  /**
   * Starts one more API on the same services with its own variables, or another program that serves
   * as one.
   */
  const startApi = async (variables: Record<string, string>, program = "api/main.ts") => {
    const port = String(await freePort());
    const other = await bun("api-other", [program], {
      variables: { API_PORT: port, ...variables },
    });
    others.push(other);
    const url = `http://127.0.0.1:${port}`;
    await untilReady(other, () => answers(`${url}/health/live`));
    return { url, pid: other.pid, stop: () => other.stop() };
  };
  /** Starts a program of the repository on the same services, which the caller may kill. */
  const startProgram = async (program: string, ...args: string[]) => {
    const other = await bun(`${program.replaceAll("/", "-")}`, [program, ...args]);
    others.push(other);
    return other;
  };
  const api = await bun("api", ["api/main.ts"]);
  const workerProcesses = await Promise.all(
    Array.from({ length: workers }, (_, i) => {
      const role = i === 0 ? "all" : "profile";
      const prefix = pinned ? ["taskset", "-c", String(i)] : [];
      return bun(`worker-${i}`, ["workers/main.ts", role], { prefix });
    }),
  );
  await untilReady(api, () => answers(`${env.PUBLIC_BASE_URL}/health/live`));
  const stop = async () => {
    await Promise.all([api, ...others, ...workerProcesses].map((part) => part.stop()));
    await database.close();
    await Promise.all([nats.stop(), postgres.stop()]);
    rmSync(folder, { recursive: true, force: true });
  };
  // One statement may generate a million rows.
  const limits = { ...workerLimits, statementMsMax: hourMs, stallMsMax: hourMs };
  const database = openDatabase({ url: postgres.url, poolMax: 4, limits });
  const workerPids = workerProcesses.map(({ pid }) => pid);
  return {
    ...{ baseUrl: env.PUBLIC_BASE_URL, apiPid: api.pid, workerPids, startApi, database, stop },
    ...{ api, folder, startProgram },
  };
}

/**
 * An API renders all its pages for itself before it reports that it is ready. A load balancer sends
 * no requests before that.
 */
export async function untilWarm(url: string): Promise<void> {
  while (!(await fetch(`${url}/health/ready`)).ok) await Bun.sleep(20);
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

export type Caller = { headers: Record<string, string>; base: string };

export const send = <Body>(
  { headers, base }: Caller,
  method: string,
  path: string,
  body?: unknown,
) =>
  call<Body>(base + path, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** Writes the owner's approval into the tables, because it is not part of the measurement. */
export async function makeVerifiedAgent(database: DatabaseHandle, base: string): Promise<Caller> {
  const anonymous = { headers: {}, base };
  const body = { owner_email: "bench@example.org" };
  const { token } = await send<{ token: string }>(anonymous, "POST", "/agent/register", body);
  const accountId = v7();
  const now = new Date();
  await database.db.insert(accounts).values({
    id: accountId,
    issuer: "bench",
    // A kept folder contains the accounts of earlier runs.
    subject: accountId,
    email: body.owner_email,
    emailVerified: true,
    createdAt: now,
    lastSeenAt: now,
  });
  await database.db.update(agents).set({ state: "verified", accountId, decidedAt: now });
  return { headers: { authorization: `Bearer ${token}` }, base };
}
