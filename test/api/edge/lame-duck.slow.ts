/**
 * A stopping process reports that it is not ready to the load balancer, and keeps serving for a
 * while.
 */
import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { startProcess, untilReady } from "../../../dev/parts/process.ts";
import { createTestDir, eventually, testEnv } from "../../support/stack.ts";

const env = await testEnv({ LAME_DUCK_SECONDS: "4" });
const base = `http://127.0.0.1:${env.API_PORT}`;
const child = startProcess({
  name: "api",
  command: [process.execPath, join(import.meta.dir, "../../../api/main.ts")],
  cwd: join(import.meta.dir, "../../.."),
  env: { ...process.env, ...env },
  logFile: join(createTestDir(), "api.log"),
  stopTimeoutMs: 10_000,
});
afterAll(() => child.stop());

const statusOf = async (path: string) => (await fetch(base + path)).status;

test("readiness says no while requests are still taken, then the process ends", async () => {
  await untilReady(child, async () => (await statusOf("/health/ready").catch(() => 0)) === 200);
  process.kill(child.pid, "SIGTERM");
  await eventually(async () => (await statusOf("/health/ready")) === 503, { timeoutMs: 3000 });
  const { checks } = (await (await fetch(`${base}/health/ready`)).json()) as {
    checks: Record<string, string>;
  };
  expect(checks).toMatchObject({ serving: "unavailable", database: "ok" });
  expect(await statusOf("/categories")).toBe(200);
  expect(await child.exited).toBe(0);
}, 30_000);
