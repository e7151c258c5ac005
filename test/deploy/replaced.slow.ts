/** Processes that the API calls are replaced one by one, and no call is lost. */
import { expect, onTestFinished, test } from "bun:test";
import { join } from "node:path";
import { freePort } from "../../dev/parts/ports.ts";
import { startProcess, untilReady } from "../../dev/parts/process.ts";
import { createTestDir, eventually, testEnv } from "../support/stack.ts";

const root = join(import.meta.dir, "../..");

/** Starts a program that keeps serving for four seconds after the order to stop. */
async function start(program: string, port: number, given: Record<string, string>) {
  const child = startProcess({
    name: "replaced",
    command: [process.execPath, join(root, program)],
    cwd: root,
    env: { ...process.env, ...(await testEnv({ ...given, LAME_DUCK_SECONDS: "4" })) },
    logFile: join(createTestDir(), "log"),
    stopTimeoutMs: 10_000,
  });
  onTestFinished(() => child.stop());
  const base = `http://127.0.0.1:${port}`;
  const health = async (path: string) => (await fetch(`${base}/health/${path}`)).status;
  await untilReady(child, async () => (await health("ready").catch(() => 0)) === 200);
  return { child, base, health };
}

type Started = Awaited<ReturnType<typeof start>>;

/** Fails unless it serves between the stop order and its end; `ask` gives the answer. */
async function expectServedOn<Answer>({ child, health }: Started, ask: () => Promise<Answer>) {
  const before = await ask();
  process.kill(child.pid, "SIGTERM");
  await eventually(async () => (await health("ready")) === 503, { timeoutMs: 3000 });
  expect(await health("live")).toBe(200);
  expect(await ask()).toEqual(before);
  expect(await child.exited).toBe(0);
  return before;
}

test("a query process has both secrets of a rotation, and serves on while its readiness says no", async () => {
  const [old, fresh, dropped] = ["old", "new", "dropped"].map((age) => `${age}-${"q".repeat(40)}`);
  const port = await freePort();
  const started = await start("workers/query/main.ts", port, {
    QUERY_URL: `http://127.0.0.1:${port}`,
    QUERY_PORT: String(port),
    QUERY_SECRET: `${old},${fresh}`,
  });
  /** A caller with the right secret is told that this is not a query. */
  const asked = async (secret: string | undefined) => {
    const headers = { authorization: `Bearer ${secret}` };
    const url = `${started.base}/v1/query`;
    return (await fetch(url, { method: "POST", headers, body: "{}" })).status;
  };
  const askAll = () => Promise.all([old, fresh, dropped].map(asked));
  expect(await expectServedOn(started, askAll)).toEqual([400, 400, 401]);
}, 60_000);

test("the model gives vectors on while its readiness says no", async () => {
  const port = await freePort();
  const started = await start("workers/embeddings/main.ts", port, {
    EMBEDDINGS_PORT: String(port),
  });
  const embed = async () => {
    const body = JSON.stringify({ model: "use-lite-en", input: "rain" });
    const answer = await fetch(`${started.base}/v1/embeddings`, { method: "POST", body });
    const { data } = (await answer.json()) as { data: { embedding: number[] }[] };
    return { status: answer.status, length: data[0]?.embedding.length };
  };
  expect(await expectServedOn(started, embed)).toEqual({ status: 200, length: 512 });
}, 60_000);
