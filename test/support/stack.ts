/**
 * The real services that tests run against. They start on first use, on ports and in a folder of
 * this run, and stop with it, also when the runner is killed.
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import { migrateDatabase } from "../../db/migrate.ts";
import { type StartedIdentity, startIdentity } from "../../dev/parts/identity.ts";
import { type StartedMail, startMail } from "../../dev/parts/mail.ts";
import { type StartedNats, startNats } from "../../dev/parts/nats.ts";
import { freePort } from "../../dev/parts/ports.ts";
import { type StartedPostgres, startPostgres } from "../../dev/parts/postgres.ts";
import type { StartedPart } from "../../dev/parts/process.ts";
import { newReceiptKey } from "../../dev/secrets.ts";
import { type StartedPayments, startPayments } from "../../dev/stripe/start.ts";
import { clusterFolder, createTestDir, removeRunFolders, runFolder } from "./run-folders.ts";

export { createTestDir, freePort };

export type Stack = {
  /** A migrated database; tests that write should create their own. */
  postgresUrl: string;
  natsUrl: string;
  identity: { issuer: string; clientId: string; clientSecret: string };
  mail: { url: string; apiKey: string };
  /** Shared by all tests of a run; `POST /_endpoints` adds a webhook target. */
  payments: { url: string; port: number; secretKey: string; webhookSecret: string };
};

export type TestDatabase = { url: string; drop(): Promise<void> };

const TEMPLATE = "market_template";
const START_TRIES_MAX = 3;

const repositoryDir = join(import.meta.dir, "../..");
const cacheDir = join(repositoryDir, ".data/cache");
const clientId = "market-test";
const clientSecret = randomSecret();
const mailApiKey = `re_${randomSecret()}`;
const paymentKeys = {
  secretKey: `sk_test_${randomSecret()}`,
  webhookSecret: `whsec_${randomSecret()}`,
};

const started: Promise<StartedPart>[] = [];
let databaseCount = 0;

/**
 * Hundreds of databases share a cluster, and by default its autovacuum visits one every tenth of a
 * second.
 */
const restful = { autovacuum_naptime: "300s" };

const postgres = once(async () => {
  const logFile = join(runFolder("logs"), "postgres.log");
  const dataDir = join(clusterFolder("postgres"), "data");
  const part = await start<StartedPostgres>((port) =>
    startPostgres({ port, dataDir, logFile, durable: false, settings: restful }),
  );
  await migrateDatabase(part.url);
  await administer(part.url, `CREATE DATABASE ${TEMPLATE} TEMPLATE market`);
  return part;
});

const nats = once(() => {
  const logFile = join(runFolder("logs"), "nats.log");
  const storeDir = runFolder("nats");
  return start<StartedNats>((port) => startNats({ port, storeDir, logFile, cacheDir }));
});

const identity = once(() => {
  const logFile = join(runFolder("logs"), "identity.log");
  const dataDir = runFolder("identity");
  const options = { dataDir, logFile, clientId, clientSecret, cookieSecret: randomSecret() };
  return start<StartedIdentity>((port) =>
    startIdentity({ ...options, port, redirectUris: ["http://localhost/auth/callback"] }),
  );
});

const mail = once(() => {
  const logFile = join(runFolder("logs"), "mail.log");
  const dataDir = runFolder("mail");
  return start<StartedMail>((port) => startMail({ port, dataDir, logFile, apiKey: mailApiKey }));
});

const payments = once(() => {
  const logFile = join(runFolder("logs"), "payments.log");
  const options = { dataDir: runFolder("payments"), logFile, ...paymentKeys };
  return start<StartedPayments>((port) => startPayments({ port, ...options }));
});

/** Starts all services in parallel, once per run, and returns their addresses. */
export async function getStack(): Promise<Stack> {
  const [database, bus, provider, inbox, bank] = await Promise.all([
    postgres(),
    nats(),
    identity(),
    mail(),
    payments(),
  ]);
  return {
    postgresUrl: database.url,
    natsUrl: bus.url,
    identity: { issuer: provider.issuer, clientId, clientSecret },
    mail: { url: inbox.url, apiKey: mailApiKey },
    payments: { url: bank.url, port: Number(new URL(bank.url).port), ...paymentKeys },
  };
}

/** A new migrated, empty database. Starts only Postgres if nothing runs yet. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url } = await postgres();
  databaseCount += 1;
  const name = `test_${databaseCount}`;
  // Copying through the write-ahead log (the default strategy) takes several times as long here.
  await administer(url, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`);
  return {
    url: url.replace(/market$/, name),
    drop: () => administer(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** Generous time limits for a busy machine; the tests of these limits set their own. */
const patience = {
  DATABASE_SLOT_WAIT_MS_MAX: "20000",
  DATABASE_LOCK_WAIT_MS_MAX: "20000",
  DATABASE_STATEMENT_MS_MAX: "30000",
  ANSWER_READ_MS_MAX: "60000",
};

/**
 * A complete environment for `loadConfig`: every service that is not given, its own storage folder, fresh secrets,
 * free ports, rate limits that no test reaches, and a new database unless one is given.
 */
export async function testEnv(
  overrides: Record<string, string> = {},
): Promise<Record<string, string>> {
  const [natsPart, identityPart, mailPart, paymentsPart] = await Promise.all([
    overrides.NATS_URL === undefined ? nats() : null,
    overrides.OIDC_ISSUER === undefined ? identity() : null,
    overrides.RESEND_BASE_URL === undefined ? mail() : null,
    overrides.STRIPE_API_BASE_URL === undefined ? payments() : null,
    postgres(),
  ]);
  const apiPort = overrides.API_PORT ?? String(await freePort());
  const ownDir = mkdtempSync(join(runFolder("env"), "/"));
  return {
    PUBLIC_BASE_URL: `http://localhost:${apiPort}`,
    HOST: "127.0.0.1",
    API_PORT: apiPort,
    METRICS_PORT: String(await freePort()),
    LOG_LEVEL: "silent",
    DATABASE_URL: overrides.DATABASE_URL ?? (await createTestDatabase()).url,
    DATABASE_POOL_MAX: "5",
    DATABASE_READ_POOL_MAX: "3",
    ...patience,
    NATS_URL: natsPart?.url ?? "",
    STORAGE_DIR: join(ownDir, "storage"),
    STORAGE_SIGNING_SECRET: randomSecret(),
    WORK_DIR: join(ownDir, "work"),
    // Warming up a child takes more CPU time than the small files of tests.
    PROFILE_WARM_UP_TABLES: "0",
    RESEND_API_KEY: mailApiKey,
    RESEND_BASE_URL: mailPart?.url ?? "",
    STRIPE_SECRET_KEY: paymentKeys.secretKey,
    STRIPE_API_BASE_URL: paymentsPart?.url ?? "",
    STRIPE_WEBHOOK_SECRET: paymentKeys.webhookSecret,
    OIDC_ISSUER: identityPart?.issuer ?? "",
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    AGENT_TOKEN_SECRET: randomSecret(),
    SESSION_SECRET: randomSecret(),
    APPROVAL_SECRET: randomSecret(),
    WEBHOOK_SECRET: randomSecret(),
    QUERY_SECRET: randomSecret(),
    RECEIPT_KEYS: newReceiptKey(),
    RATE_LIMIT_PUBLIC_PER_MINUTE: "1000000",
    RATE_LIMIT_AGENT_PER_MINUTE: "1000000",
    RATE_LIMIT_OPERATOR_PER_MINUTE: "1000000",
    RATE_LIMIT_REGISTER_PER_HOUR: "1000000",
    RATE_LIMIT_REGISTRATIONS_PER_HOUR: "1000000",
    ALLOW_INSECURE_LOOPBACK: "true",
    ...overrides,
  };
}

/**
 * Calls `probe` until it neither throws nor returns undefined, null or false, and returns its
 * result. After `timeoutMs` it rejects with the last failure.
 */
export async function eventually<Value>(
  probe: () => Value | Promise<Value>,
  { timeoutMs = 10_000, everyMs = 25 }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<NonNullable<Exclude<Value, false>>> {
  const deadline = performance.now() + timeoutMs;
  let failure: unknown = new Error("the condition never held");
  for (;;) {
    try {
      const value = await probe();
      if (value !== undefined && value !== null && value !== false) {
        return value as NonNullable<Exclude<Value, false>>;
      }
    } catch (error) {
      failure = error;
    }
    if (performance.now() >= deadline) break;
    await Bun.sleep(everyMs);
  }
  const reason = failure instanceof Error ? failure.message : String(failure);
  throw new Error(`Not so within ${timeoutMs} ms: ${reason}`, { cause: failure });
}

/** Stops every service and removes this run's files. The preload calls it; tests need not. */
export async function stopStack(): Promise<void> {
  const outcomes = await Promise.allSettled(started);
  await Promise.all(
    outcomes.map((outcome) => (outcome.status === "fulfilled" ? outcome.value.stop() : undefined)),
  );
  removeRunFolders();
}

/** Retries with another port, since another run may take the first one in between. */
async function start<Part extends StartedPart>(
  starter: (port: number) => Promise<Part>,
): Promise<Part> {
  const attempt = async (triesLeft: number): Promise<Part> => {
    try {
      return await starter(await freePort());
    } catch (error) {
      if (triesLeft === 0) throw error;
      return attempt(triesLeft - 1);
    }
  };
  const part = attempt(START_TRIES_MAX - 1);
  started.push(part);
  return part;
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

async function administer(url: string, statement: string): Promise<void> {
  const sql = new SQL(url.replace(/[^/]+$/, "postgres"), { max: 1 });
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.close();
  }
}

function randomSecret(): string {
  return randomBytes(24).toString("hex");
}
