import type { z } from "zod";
import { ConfigError, environmentSchema, parseEnvironment } from "./config.ts";
import { telemetryKeys } from "./telemetry/variables.ts";

const mcpEnvironmentSchema = environmentSchema.pick({
  PUBLIC_BASE_URL: true,
  MCP_PUBLIC_URL: true,
  HOST: true,
  METRICS_PORT: true,
  TRUSTED_PROXY_HOPS: true,
  LAME_DUCK_SECONDS: true,
  LOG_LEVEL: true,
  MCP_PORT: true,
  MCP_API_URL: true,
  MCP_ALLOWED_HOSTS: true,
  MCP_ALLOWED_ORIGINS: true,
  MCP_TOKEN: true,
  MCP_TOOLS: true,
  ...telemetryKeys,
});

export type McpConfig = z.infer<typeof mcpEnvironmentSchema> & {
  MCP_API_URL: string;
  MCP_PUBLIC_URL: string;
};

/**
 * Reads the variables of the MCP process, which has no secret of the service. Throws `ConfigError`
 * with every fault.
 */
export function loadMcpConfig(env: Record<string, string | undefined>): McpConfig {
  const given = parseEnvironment(mcpEnvironmentSchema, env);
  const publicUrl = given.MCP_PUBLIC_URL ?? `${given.PUBLIC_BASE_URL}/mcp`;
  if (given.TRUSTED_PROXY_HOPS === 0 && !isLoopback(publicUrl)) {
    // The API would otherwise see all MCP callers as one, and return one caller's new token to
    // another.
    throw new ConfigError(["TRUSTED_PROXY_HOPS: at least 1, for the API to see who calls MCP"]);
  }
  return {
    ...given,
    MCP_API_URL: given.MCP_API_URL ?? given.PUBLIC_BASE_URL,
    MCP_PUBLIC_URL: publicUrl,
  };
}

function isLoopback(url: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);
}
