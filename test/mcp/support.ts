/** Shared by the MCP suites: an MCP server in this process before a test API, and its clients. */

import {
  Client as ModernClient,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { createApiClient } from "../../mcp/api-client.ts";
import { createEdge } from "../../mcp/http.ts";
import type { Problem } from "../../mcp/problem.ts";
import type { Extension } from "../../mcp/server.ts";
import { createLogger } from "../../platform/log.ts";
import { serve } from "../../platform/runtime.ts";
import { forFile } from "../support/for-file.ts";
import { freePort } from "../support/stack.ts";

export type TestMcp = Awaited<ReturnType<typeof openTestMcp>>;
type Observed = { tool: string; problem: Problem | null };

export type TestMcpOptions = {
  apiUrl: string;
  trustedProxyHops?: number;
  extension?: Extension;
  /** The MCP port in the API's configuration; a free one if nothing depends on it. */
  port?: number;
};

/** Serves MCP in this process; `url` is its endpoint. */
export async function openTestMcp(options: TestMcpOptions) {
  const { apiUrl, trustedProxyHops = 0, extension, port = await freePort() } = options;
  const url = `http://localhost:${port}/mcp`;
  const observed: Observed[] = [];
  const edge = createEdge({
    api: createApiClient({ baseUrl: apiUrl, siteUrl: apiUrl, trustedProxyHops, presentedAt: url }),
    log: createLogger({ level: "silent", service: "test" }),
    observe: (tool, problem) => observed.push({ tool, problem }),
    publicUrl: url,
    siteUrl: apiUrl,
    allowedHosts: ["market.example"],
    allowedOrigins: ["app.example"],
    trustedProxyHops,
    ...(extension === undefined ? {} : { extension }),
  });
  const server = serve(edge.fetch, {
    host: "127.0.0.1",
    port,
    portName: "MCP_PORT",
    idleTimeoutSeconds: 60,
  });
  return {
    url,
    observed,
    async close() {
      await edge.close();
      await server.stop();
    },
  };
}

/** For the top of a test file: an MCP server that is closed after the file's last test. */
export function testMcp(options: TestMcpOptions): Promise<TestMcp> {
  return forFile(openTestMcp(options));
}

const headersOf = (token: string | undefined) => {
  const headers = new Headers(token === undefined ? {} : { authorization: `Bearer ${token}` });
  return { requestInit: { headers } };
};

/** The address that lists all tools, unless it names a set. */
function withAllTools(url: string): URL {
  const address = new URL(url);
  if (!address.searchParams.has("tools")) address.searchParams.set("tools", "all");
  return address;
}

/** A client of the current generation. It knows all tools, so it checks every answer's schema. */
export function connectModern(url: string, token?: string): Promise<ModernClient> {
  return connectByDefault(withAllTools(url), token);
}

/** The same with the list that the address gives. */
export async function connectByDefault(url: string | URL, token?: string): Promise<ModernClient> {
  const client = new ModernClient(
    { name: "test", version: "1.0.0" },
    { versionNegotiation: { mode: "auto" } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(url), headersOf(token)));
  await client.listTools();
  return client;
}

/**
 * A client of the older SDK, which starts with `initialize`. It also checks every answer's schema.
 */
export async function connectOlder(url: string, token?: string): Promise<OlderClient> {
  const client = new OlderClient({ name: "test", version: "1.0.0" });
  await client.connect(new OlderTransport(withAllTools(url), headersOf(token)));
  await client.listTools();
  return client;
}
