/** Query processes are replaced one by one, as for a rotation of their secret, and no query is lost by it. */
import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { freePort } from "../../../dev/parts/ports.ts";
import { startProcess, untilReady } from "../../../dev/parts/process.ts";
import { createTestDir, eventually, testEnv } from "../../support/stack.ts";

const [old, fresh, dropped] = ["old", "new", "dropped"].map((age) => `${age}-${"q".repeat(40)}`);
const port = await freePort();
const base = `http://127.0.0.1:${port}`;
const folder = createTestDir();
const given = { QUERY_URL: base, QUERY_PORT: String(port), QUERY_SECRET: `${old},${fresh}` };
const child = startProcess({
  name: "query",
  command: [process.execPath, join(import.meta.dir, "../../../workers/query/main.ts")],
  cwd: join(import.meta.dir, "../../.."),
  env: { ...process.env, ...(await testEnv({ ...given, LAME_DUCK_SECONDS: "4" })) },
  logFile: join(folder, "query.log"),
  stopTimeoutMs: 10_000,
});
afterAll(() => child.stop());

const health = async (path: string) => (await fetch(`${base}/health/${path}`)).status;
/** Who is known is told that this is no query. */
const asked = async (secret: string | undefined) => {
  const headers = { authorization: `Bearer ${secret}` };
  return (await fetch(`${base}/v1/query`, { method: "POST", headers, body: "{}" })).status;
};

test("a process that has both secrets takes either, and serves on while its readiness says no", async () => {
  await untilReady(child, async () => (await health("ready").catch(() => 0)) === 200);
  const secrets = [old, fresh, dropped];
  expect(await Promise.all(secrets.map(asked))).toEqual([400, 400, 401]);
  process.kill(child.pid, "SIGTERM");
  await eventually(async () => (await health("ready")) === 503, { timeoutMs: 3000 });
  expect(await health("live")).toBe(200);
  expect(await Promise.all(secrets.map(asked))).toEqual([400, 400, 401]);
  expect(await child.exited).toBe(0);
}, 60_000);
