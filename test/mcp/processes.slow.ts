/** The program itself: over HTTP under Bun and under Deno, over stdio, and while it is stopped. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type RunningProcess, startProcess, untilReady } from "../../dev/parts/process.ts";
import { loadMcpConfig } from "../../platform/mcp-config.ts";
import { startDeno } from "../deno/deno.ts";
import { verifiedAgent } from "../support/agents.ts";
import { testApi } from "../support/api.ts";
import { publishedListing } from "../support/listings.ts";
import { createTestDir, eventually, freePort } from "../support/stack.ts";
import { connectModern, connectOlder } from "./support.ts";

/** The first start under Deno compiles every module into an empty cache, on two busy cores. */
const START_MS_MAX = 60_000;
setDefaultTimeout(START_MS_MAX * 2);

const rootDir = join(import.meta.dir, "../..");

const api = await testApi();
const token = (await verifiedAgent(api)).token;
const datasetId = await publishedListing(api, token);

async function environment(apiUrl: string) {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const url = `http://localhost:${port}/mcp`;
  const env = {
    PATH: process.env.PATH ?? "",
    PUBLIC_BASE_URL: apiUrl,
    MCP_PUBLIC_URL: url,
    MCP_PORT: String(port),
    METRICS_PORT: String(metricsPort),
    HOST: "127.0.0.1",
  };
  return { url, env, statusUrl: `http://127.0.0.1:${metricsPort}` };
}

const isReady = (statusUrl: string) => async () => {
  const answer = await fetch(`${statusUrl}/health/ready`).catch(() => null);
  return answer?.ok === true;
};

test.each(["Bun", "Deno"])("serves clients of both generations under %s", async (runtime) => {
  const { url, env, statusUrl } = await environment(api.config.PUBLIC_BASE_URL);
  const dir = createTestDir();
  const running: RunningProcess =
    runtime === "Deno"
      ? startDeno("deno-mcp", ["mcp/main.ts"], { env, dir })
      : startProcess({
          name: "mcp",
          command: [process.execPath, "mcp/main.ts"],
          cwd: rootDir,
          logFile: join(dir, "mcp.log"),
          env,
        });
  await untilReady(running, isReady(statusUrl), START_MS_MAX);
  for (const connect of [connectModern, connectOlder]) {
    const client = await connect(url, token);
    const found = await client.callTool({ name: "search_datasets", arguments: { query: "iris" } });
    expect(found.structuredContent).toMatchObject({ items: [{ id: datasetId }] });
    const agent = await client.callTool({ name: "get_agent", arguments: {} });
    expect(agent.structuredContent).toMatchObject({ verified: true });
    await client.close();
  }
  const metrics = await (await fetch(`${statusUrl}/metrics`)).text();
  expect(metrics).toMatch(/mcp_tool_call_duration_seconds_count\{.*tool="search_datasets".*\} 2/);
  await running.stop();
  expect(await running.exited).toBe(0);
});

test("serves a local client over stdio, with the token of its environment", async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(rootDir, "mcp/main.ts"), "stdio"],
    env: { PUBLIC_BASE_URL: api.config.PUBLIC_BASE_URL, MCP_TOKEN: token },
    stderr: "pipe",
  });
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(transport);
  const result = await client.callTool({ name: "get_agent", arguments: {} });
  expect(result.structuredContent).toMatchObject({ verified: true });
  const refused = await client.callTool({ name: "list_purchases", arguments: {} });
  expect([refused.isError, JSON.stringify(refused.content)]).toEqual([
    true,
    expect.stringContaining("token_kind_wrong"),
  ]);
  await client.close();
});

test("SIGTERM lets a running call end, takes no new one, and ends the process", async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const slowApi = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      if (request.url.endsWith("/health/ready")) return new Response("{}");
      arrive();
      await released;
      return Response.json(
        { title: "Gone", status: 404, code: "dataset_not_found", detail: "x" },
        { status: 404 },
      );
    },
  });
  const { url, env, statusUrl } = await environment(`http://127.0.0.1:${slowApi.port}`);
  const running = startProcess({
    name: "mcp",
    command: [process.execPath, "mcp/main.ts"],
    cwd: rootDir,
    logFile: join(createTestDir(), "mcp.log"),
    env,
  });
  await untilReady(running, isReady(statusUrl), START_MS_MAX);
  const client = await connectModern(url);
  const calling = client.callTool({ name: "get_dataset", arguments: { dataset_id: datasetId } });
  await arrived;
  const stopping = running.stop();
  await refusesConnections(url);
  release();
  expect(JSON.stringify((await calling).content)).toContain("dataset_not_found");
  await stopping;
  expect(await running.exited).toBe(0);
  await slowApi.stop(true);
});

async function refusesConnections(url: string): Promise<void> {
  await eventually(async () => {
    const answer = await fetch(url, { keepalive: false }).catch(() => null);
    await answer?.arrayBuffer();
    return answer === null;
  });
}

test("does not start outside loopback without a way to identify callers", () => {
  const env = { PUBLIC_BASE_URL: "https://market.example" };
  expect(() => loadMcpConfig(env)).toThrow("TRUSTED_PROXY_HOPS");
  expect(loadMcpConfig({ ...env, TRUSTED_PROXY_HOPS: "1" })).toMatchObject({
    MCP_API_URL: "https://market.example",
    MCP_PUBLIC_URL: "https://market.example/mcp",
  });
});
