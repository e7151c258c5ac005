/**
 * The API and the workers, under Bun and Deno, lose their database under 40 parallel registrations:
 * no process ends, and each registration has one effect. `DATABASE_CUTS=30` is the full size.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import process from "node:process";
import { SQL } from "bun";
import { describeExit, type RunningProcess } from "../../dev/parts/process.ts";
import { createTestDir, eventually, testEnv } from "../support/stack.ts";
import { type CutDatabase, cutsCount, runtimes, startCutDatabase } from "./cuts.ts";

const callersCount = 40;
const registrationsBetweenCuts = 60;
const noAnswer = 0;
const mendingTimeoutMs = 60_000;
const cutKinds = 4;
const frozenMs = 1000;

let database: CutDatabase;

beforeAll(async () => {
  database = await startCutDatabase(frozenMs);
}, 60_000);

afterAll(() => database.stop());

describe.each(runtimes)("$name", ({ name, start }) => {
  test(
    "API and workers outlive every cut, and each registration is there once",
    async () => {
      const env = await testEnv({
        DATABASE_URL: database.url,
        NATS_STREAM_PREFIX: `lost${name}${process.pid}`,
        LOG_LEVEL: "silent",
        DATABASE_SLOT_WAIT_MS_MAX: "2500",
        DATABASE_LOCK_WAIT_MS_MAX: "2500",
        DATABASE_STATEMENT_MS_MAX: "4000",
      });
      const dir = createTestDir();
      const api = start(`${name}-api`, ["api/main.ts"], { env, dir });
      const workersEnv = { ...env, METRICS_PORT: String(Number(env.METRICS_PORT) + 1) };
      const given = { env: workersEnv, dir };
      const workers = start(`${name}-workers`, ["workers/main.ts", "all"], given);
      try {
        await registerUnderCuts(String(env.PUBLIC_BASE_URL), [api, workers]);
      } finally {
        await Promise.all([api.stop(), workers.stop()]);
      }
    },
    180_000 + cutsCount * cutKinds * mendingTimeoutMs,
  );
});

async function registerUnderCuts(baseUrl: string, running: RunningProcess[]): Promise<void> {
  const isReady = async () => (await fetch(`${baseUrl}/health/ready`)).ok;
  await eventually(isReady, { timeoutMs: mendingTimeoutMs });
  const { cuts } = database;
  const statuses = new Map<number, number>();
  let registered = 0;
  let isStopping = false;
  const before = await count("select count(*) from agents");
  const caller = async () => {
    while (!isStopping) {
      await register(baseUrl, statuses);
      registered += 1;
    }
  };
  const callers = Promise.all(Array.from({ length: callersCount }, caller));
  for (let turn = 0; turn < cutsCount * cuts.length; turn += 1) {
    const cut = cuts[turn % cuts.length];
    await cut?.act();
    const goal = registered + registrationsBetweenCuts;
    const arrives = () => registered >= goal || running.some((part) => part.hasExited());
    await eventually(arrives, { timeoutMs: mendingTimeoutMs });
    for (const part of running) {
      if (!part.hasExited()) continue;
      throw new Error(`after ${cut?.name}: ${describeExit(part, await part.exited)}`);
    }
  }
  isStopping = true;
  await callers;
  console.log(`${registered} registered, answers ${JSON.stringify(Object.fromEntries(statuses))}`);
  expect((await count("select count(*) from agents")) - before).toBe(registered);
  await eventually(
    async () => (await count("select count(*) from outbox where published_at is null")) === 0,
    { timeoutMs: mendingTimeoutMs },
  );
}

/**
 * Repeats with one key until acknowledged; only 503, a conflict with a running call, or a broken
 * connection may come before.
 */
async function register(baseUrl: string, statuses: Map<number, number>): Promise<void> {
  const id = crypto.randomUUID();
  const headers = { "content-type": "application/json", "idempotency-key": id };
  const body = JSON.stringify({ owner_email: `${id}@example.com` });
  for (;;) {
    const { status, text } = await post(`${baseUrl}/agent/register`, { headers, body });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status === 201) return;
    if (![noAnswer, 503, 409].includes(status)) throw new Error(text);
    await Bun.sleep(Math.random() * 100);
  }
}

/** Counts a broken connection as no answer; whether the process lives is checked separately. */
async function post(url: string, init: { headers: Record<string, string>; body: string }) {
  try {
    const answer = await fetch(url, { method: "POST", ...init });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    return { status: noAnswer, text: String(error) };
  }
}

async function count(query: string): Promise<number> {
  const sql = new SQL(database.postgres.url, { max: 1 });
  try {
    const [row] = await sql.unsafe(query);
    return Number(row.count);
  } finally {
    await sql.close();
  }
}
