/** The addresses and media types of the discovery documents. */
import { problemsPath } from "../problem/vocabulary.ts";
import { serviceVersion } from "../service.ts";

/** Paths below the base address. */
export const discoveryPaths = {
  llmsText: "/llms.txt",
  llmsFullText: "/llms-full.txt",
  connect: "/connect",
  clientPackage: "/connect/dataset-market.tgz",
  mcpPackage: "/connect/dataset-market-mcp.tgz",
  bundle: "/connect/dataset-market.mcpb",
  registryEntry: "/connect/server.json",
  pythonWheel: `/connect/dataset_market-${serviceVersion}-py3-none-any.whl`,
  checkSums: "/connect/SHA256SUMS",
  skill: "/connect/SKILL.md",
  apiCatalog: "/.well-known/api-catalog",
  aiCatalog: "/.well-known/ai-catalog.json",
  agentCard: "/.well-known/agent-card.json",
  /** The address in A2A before 0.3. */
  formerAgentCard: "/.well-known/agent.json",
  mcpCatalog: "/.well-known/mcp.json",
  serverCard: "/mcp/server-card",
  protectedResource: "/.well-known/oauth-protected-resource",
  authorizationServer: "/.well-known/oauth-authorization-server",
  openidConfiguration: "/.well-known/openid-configuration",
  receiptKeys: "/.well-known/jwks.json",
  robots: "/robots.txt",
  security: "/.well-known/security.txt",
  sitemap: "/sitemap.xml",
  openapi: "/openapi.json",
  reference: "/reference",
  problems: problemsPath,
} as const;

/** Media types other than JSON and text. */
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
