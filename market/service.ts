/** The service's names and addresses, for all discovery documents. */
import type { Config } from "../platform/config.ts";

export const serviceName = "dataset-market";
export const serviceTitle = "Dataset Marketplace";
export const serviceVersion = "1.0.0";
/** At most 100 characters: the server card takes no more. */
export const serviceSummary =
  "Find, preview, buy, bid on and sell datasets; samples and profiles computed from the file sold.";

export type Service = {
  /** The address of the API and of the site, without a trailing slash. */
  baseUrl: string;
  /** The Streamable HTTP endpoint of the MCP server. */
  mcpUrl: string;
  /** The identity provider of the human owners. */
  issuer: string;
  /** The domain in published names: `market.example`. */
  domain: string;
};

export type AddressConfig = Pick<Config, "PUBLIC_BASE_URL" | "MCP_PUBLIC_URL">;

const mcpUrlOf = ({ PUBLIC_BASE_URL, MCP_PUBLIC_URL }: AddressConfig) =>
  MCP_PUBLIC_URL ?? `${PUBLIC_BASE_URL}/mcp`;

/** The addresses of the service and of its MCP endpoint. */
export const addressesOf = (config: AddressConfig) => ({
  baseUrl: config.PUBLIC_BASE_URL,
  mcpUrl: mcpUrlOf(config),
});

export function describeService(config: AddressConfig & Pick<Config, "OIDC_ISSUER">): Service {
  const baseUrl = config.PUBLIC_BASE_URL;
  return {
    baseUrl,
    mcpUrl: mcpUrlOf(config),
    issuer: config.OIDC_ISSUER,
    domain: new URL(baseUrl).hostname,
  };
}
