/** Without a collector's address nothing of OpenTelemetry is loaded, and nothing of it runs. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { currentTraceparent, traced } from "../../platform/telemetry/tracing.ts";
import { freePort, testEnv } from "../support/stack.ts";

setDefaultTimeout(60_000);

/** Starts a program of ours, waits until it is up, and tells which modules of OpenTelemetry it holds. */
async function loadedBy(script: string, args: string[], env: Record<string, string>) {
  const preload = join(import.meta.dir, "fixtures/tell-modules.ts");
  const child = Bun.spawn([process.execPath, "--preload", preload, script, ...args], {
    cwd: join(import.meta.dir, "../.."),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  const text = await new Response(child.stdout).text();
  await child.exited;
  const [told = "no list"] = text.split("\n").filter((line) => line.startsWith("modules: "));
  return told;
}

test.each([
  ["api/main.ts", []],
  ["workers/main.ts", ["all"]],
  ["mcp/main.ts", []],
] as const)("%s: by its address alone", async (script, args) => {
  const env = { ...(await testEnv()), MCP_PORT: String(await freePort()), LOG_LEVEL: "info" };
  expect(await loadedBy(script, [...args], env)).toBe("modules: none");
  const sending = { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` };
  expect(await loadedBy(script, [...args], { ...sending, OTEL_SDK_DISABLED: "true" })).toBe(
    "modules: none",
  );
  expect(await loadedBy(script, [...args], sending)).toMatch(/sdk-trace.*/);
});

test("a step runs as it is, and no trace goes on", async () => {
  expect(await traced("step", {}, async (span) => [span, currentTraceparent()])).toEqual([
    null,
    null,
  ]);
});
