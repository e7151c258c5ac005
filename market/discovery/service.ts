/** What every discovery document says of the service, and under which addresses. */
import type { Config } from "../../platform/config.ts";
import { problemsPath } from "../problem/document.ts";

export const serviceName = "dataset-market";
export const serviceTitle = "Dataset Marketplace";
export const serviceVersion = "1.0.0";
/** At most 100 characters: the server card takes no more. */
export const serviceSummary =
  "Find, preview, buy, bid on and sell datasets; samples and profiles computed from the file sold.";

export type Service = {
  /** Of the API and the site, without a slash at the end. */
  baseUrl: string;
  /** The Streamable HTTP endpoint of the MCP server. */
  mcpUrl: string;
  /** The identity provider of the human owners. */
  issuer: string;
  /** The domain that names what is published here: `market.example`. */
  domain: string;
};

/** What the addresses of the service are made of. */
export type AddressConfig = Pick<Config, "PUBLIC_BASE_URL" | "MCP_PUBLIC_URL">;

/** The address of the MCP endpoint, as clients are given it. */
const mcpUrlOf = ({ PUBLIC_BASE_URL, MCP_PUBLIC_URL }: AddressConfig) =>
  MCP_PUBLIC_URL ?? `${PUBLIC_BASE_URL}/mcp`;

/** Both addresses that people and clients are given. */
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

/** Where each document is served, below the base address. */
export const discoveryPaths = {
  llmsText: "/llms.txt",
  llmsFullText: "/llms-full.txt",
  connect: "/connect",
  npmPackage: "/connect/dataset-market-mcp.tgz",
  bundle: "/connect/dataset-market.mcpb",
  registryEntry: "/connect/server.json",
  apiCatalog: "/.well-known/api-catalog",
  aiCatalog: "/.well-known/ai-catalog.json",
  agentCard: "/.well-known/agent-card.json",
  /** Where A2A looked before 0.3. */
  formerAgentCard: "/.well-known/agent.json",
  mcpCatalog: "/.well-known/mcp.json",
  serverCard: "/mcp/server-card",
  protectedResource: "/.well-known/oauth-protected-resource",
  authorizationServer: "/.well-known/oauth-authorization-server",
  openidConfiguration: "/.well-known/openid-configuration",
  robots: "/robots.txt",
  security: "/.well-known/security.txt",
  sitemap: "/sitemap.xml",
  openapi: "/openapi.json",
  reference: "/reference",
  problems: problemsPath,
} as const;

/** Media types beyond JSON and text that the documents are served as. */
export const mediaTypes = {
  linkset: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  aiCatalog: "application/ai-catalog+json",
  serverCard: "application/mcp-server-card+json",
  agentCard: "application/a2a-agent-card+json",
  openapi: "application/openapi+json",
  json: "application/json",
  gzip: "application/gzip",
  zip: "application/zip",
  markdown: "text/markdown; charset=utf-8",
  text: "text/plain; charset=utf-8",
  xml: "application/xml; charset=utf-8",
} as const;
