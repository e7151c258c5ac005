/** How the discovery documents stand in `/openapi.json`. */
import type { z } from "zod";
import {
  agentCardView,
  aiCatalogView,
  apiCatalogView,
  mcpCatalogView,
  protectedResourceView,
  serverCardView,
} from "../../../market/discovery/schemas.ts";
import { commonRefusals, type Operation, operation } from "../../http/operation.ts";

const common = {
  tag: "Discovery",
  security: "none",
  cached: true,
  refusals: ["invalid_request", "rate_limited"],
} satisfies Partial<Operation>;

type JsonDocument = Pick<Operation, "operationId" | "summary" | "description"> & {
  schema: z.ZodType;
  mediaType?: string;
};

const jsonDocument = ({ schema, mediaType = "application/json", ...said }: JsonDocument) =>
  operation({
    ...common,
    ...said,
    success: { 200: { description: "The document.", schema, mediaType } },
  });

type TextDocument = Pick<Operation, "operationId" | "summary" | "description" | "refusals"> & {
  mediaType: string;
};

const textDocument = ({ mediaType, ...said }: TextDocument) =>
  operation({
    ...common,
    ...said,
    success: { 200: { description: "The document.", also: { [mediaType]: { type: "string" } } } },
  });

export const discoveryOperations = {
  llmsText: textDocument({
    operationId: "readLlmsText",
    summary: "Read how to use the service",
    description: "What a model has to know to find, buy and sell datasets here, on one page.",
    mediaType: "text/markdown",
    refusals: common.refusals,
  }),
  apiCatalog: jsonDocument({
    operationId: "readApiCatalog",
    summary: "List the interfaces",
    description: "The REST API and the MCP server with their documents, as a linkset (RFC 9727).",
    schema: apiCatalogView,
    mediaType: "application/linkset+json",
  }),
  aiCatalog: jsonDocument({
    operationId: "readAiCatalog",
    summary: "List what AI clients can use",
    description: "The server card, the agent card and the documents, as an AI Catalog.",
    schema: aiCatalogView,
    mediaType: "application/ai-catalog+json",
  }),
  mcpCatalog: jsonDocument({
    operationId: "readMcpCatalog",
    summary: "Find the MCP server",
    description: "MCP's own catalog: where the server card is.",
    schema: mcpCatalogView,
  }),
  serverCard: jsonDocument({
    operationId: "readServerCard",
    summary: "Read MCP's server card",
    description: "The MCP server's address, revisions and credentials, before connecting to it.",
    schema: serverCardView,
    mediaType: "application/mcp-server-card+json",
  }),
  agentCard: jsonDocument({
    operationId: "readAgentCardOfA2a",
    summary: "Read the agent card",
    description:
      "Skills, interfaces and credentials in the shape of A2A's agent card, where A2A 1.0 looks for " +
      "it. The interfaces are MCP and REST: the service takes no A2A messages.",
    schema: agentCardView,
  }),
  formerAgentCard: jsonDocument({
    operationId: "readAgentCard",
    summary: "Read the agent card at its former address",
    description: "Skills, interfaces and credentials in the shape of A2A's agent card.",
    schema: agentCardView,
  }),
  protectedResource: jsonDocument({
    operationId: "readProtectedResource",
    summary: "Read the protected resource metadata",
    description: "Whose tokens prove a human owner, and where a token goes (RFC 9728).",
    schema: protectedResourceView,
  }),
  sitemap: textDocument({
    operationId: "readSitemap",
    summary: "List every dataset's address",
    description: "A sitemap; an index of pages once there are more addresses than one file takes.",
    mediaType: "application/xml",
    refusals: [...commonRefusals, "invalid_request", "route_not_found"],
  }),
};
