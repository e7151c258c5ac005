/**
 * Starts one MCP process: `bun mcp/main.ts` serves streamable HTTP, `bun mcp/main.ts stdio` serves
 * the local client that started it. Processes hold no state, so any number may run.
 */
import process from "node:process";
import { ConfigError, startFault } from "../platform/config.ts";
import { createLameDuck, endOnSignal } from "../platform/lame-duck.ts";
import { loadMcpConfig, type McpConfig } from "../platform/mcp-config.ts";
import { configured, requireArguments } from "../platform/program-arguments.ts";
import { serve } from "../platform/runtime.ts";
import { serveStatus } from "../platform/status-server.ts";
import { observeProcess } from "../platform/telemetry/observe-process.ts";
import { createApiClient } from "./api-client.ts";
import { createEdge } from "./http.ts";
import { createObserver } from "./observe.ts";
import { startStdio } from "./stdio.ts";
import { readToolset } from "./toolsets.ts";

const drainSecondsMax = 60;
/** Longer than the longest call. */
const idleTimeoutSeconds = 120;

async function main(role: string): Promise<void> {
  const config = loadMcpConfig(process.env);
  const api = createApiClient({
    baseUrl: config.MCP_API_URL,
    siteUrl: config.PUBLIC_BASE_URL,
    trustedProxyHops: config.TRUSTED_PROXY_HOPS,
    ...(role === "http" ? { presentedAt: config.MCP_PUBLIC_URL } : {}),
  });
  if (role === "stdio") return startLocal(config, api);
  await startHttp(config, api);
}

function startLocal(config: McpConfig, api: ReturnType<typeof createApiClient>): void {
  const toolset = readToolset(config.MCP_TOOLS === undefined ? [] : [config.MCP_TOOLS]);
  if (typeof toolset === "string") throw new ConfigError([`MCP_TOOLS: ${toolset}`]);
  startStdio(api, { siteUrl: config.PUBLIC_BASE_URL, token: config.MCP_TOKEN, toolset });
}

async function startHttp(config: McpConfig, api: ReturnType<typeof createApiClient>) {
  const { log, registry, stopTelemetry } = await observeProcess(config, "mcp");
  const edge = createEdge({
    api,
    log,
    observe: createObserver(registry, log),
    publicUrl: config.MCP_PUBLIC_URL,
    siteUrl: config.PUBLIC_BASE_URL,
    allowedHosts: config.MCP_ALLOWED_HOSTS,
    allowedOrigins: config.MCP_ALLOWED_ORIGINS,
    trustedProxyHops: config.TRUSTED_PROXY_HOPS,
  });
  const lameDuck = createLameDuck(config.LAME_DUCK_SECONDS);
  const { server: status, port: metricsPort } = await serveStatus(registry, {
    host: config.HOST,
    ports: config.METRICS_PORT,
    probes: { serving: lameDuck.probe, api: () => api.ping() },
  });
  const server = serve(edge.fetch, {
    host: config.HOST,
    port: config.MCP_PORT,
    portName: "MCP_PORT",
    idleTimeoutSeconds,
  });
  log.info({ port: server.port, metricsPort }, "listening");

  const drain = async () => {
    const stopped = server.stop();
    await edge.idle();
    // Streams that wait for events would never end.
    await edge.close();
    await stopped;
    status.close();
    await stopTelemetry();
  };
  endOnSignal({ log, lameDuck, drain, drainSecondsMax });
}

const role = requireArguments({
  typedAs: "bun mcp/main.ts",
  about: "Starts one MCP process: over HTTP, or for the local client that started it.",
  words: ["http", "stdio"],
  variables: configured,
});
try {
  await main(role ?? "http");
} catch (error) {
  process.stderr.write(`The MCP server cannot start. ${startFault(error)}\n`);
  process.exit(1);
}
