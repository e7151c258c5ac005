/** The configuration of the MCP process, which holds no secret of the service. */
import type { z } from "zod";
import { environmentSchema, parseEnvironment } from "./config.ts";

const mcpEnvironmentSchema = environmentSchema.pick({
  PUBLIC_BASE_URL: true,
  MCP_PUBLIC_URL: true,
  HOST: true,
  METRICS_PORT: true,
  TRUSTED_PROXY_HOPS: true,
  LOG_LEVEL: true,
  MCP_PORT: true,
  MCP_API_URL: true,
  MCP_ALLOWED_HOSTS: true,
  MCP_ALLOWED_ORIGINS: true,
  MCP_TOKEN: true,
});

export type McpConfig = z.infer<typeof mcpEnvironmentSchema> & {
  MCP_API_URL: string;
  MCP_PUBLIC_URL: string;
};

/** Reads the variables of the MCP process alone. Throws `ConfigError` that names every fault. */
export function loadMcpConfig(env: Record<string, string | undefined>): McpConfig {
  const given = parseEnvironment(mcpEnvironmentSchema, env);
  return {
    ...given,
    MCP_API_URL: given.MCP_API_URL ?? given.PUBLIC_BASE_URL,
    MCP_PUBLIC_URL: given.MCP_PUBLIC_URL ?? `${given.PUBLIC_BASE_URL}/mcp`,
  };
}
