import { by, contract, noJson, op } from "../contract/contract.ts";
import { codeParams, explainedProblemsView, explainedProblemView } from "../problem/schemas.ts";
import { problemsPath } from "../problem/vocabulary.ts";
import {
  agentCardView,
  aiCatalogView,
  apiCatalogView,
  mcpCatalogView,
  protectedResourceView,
  receiptKeysView,
  serverCardView,
  sitemapQuery,
} from "./schemas.ts";
import { discoveryPaths as paths } from "./vocabulary.ts";

const gives = "The document.";
/** Documents that depend only on the configuration. */
const fixed = { by: by.anyone, cached: true, computed: true, gives } as const;
const textAs = (mediaType: string) => ({ [mediaType]: { type: "string" } });

export const discovery = contract("Discovery", {
  readLlmsText: op({
    ...fixed,
    at: `GET ${paths.llmsText}`,
    summary: "Read how to use the service",
    says: "One page with everything that a model needs to find, buy and sell datasets here.",
    answer: noJson,
    also: textAs("text/markdown"),
  }),
  readApiCatalog: op({
    ...fixed,
    at: `GET ${paths.apiCatalog}`,
    summary: "List the interfaces",
    says: "The REST API and the MCP server with their documents, as a linkset (RFC 9727).",
    answer: apiCatalogView,
    mediaType: "application/linkset+json",
  }),
  readAiCatalog: op({
    ...fixed,
    at: `GET ${paths.aiCatalog}`,
    summary: "List what AI clients can use",
    says: "The server card, the agent card and the documents, as an AI Catalog.",
    answer: aiCatalogView,
    mediaType: "application/ai-catalog+json",
  }),
  readMcpCatalog: op({
    ...fixed,
    at: `GET ${paths.mcpCatalog}`,
    summary: "Find the MCP server",
    says: "MCP's own catalog, which has the address of the server card.",
    answer: mcpCatalogView,
  }),
  readServerCard: op({
    ...fixed,
    at: `GET ${paths.serverCard}`,
    summary: "Read MCP's server card",
    says: "The MCP server's address, protocol revisions and credentials, to read before connecting.",
    answer: serverCardView,
    mediaType: "application/mcp-server-card+json",
  }),
  readAgentCardOfA2a: op({
    ...fixed,
    at: `GET ${paths.agentCard}`,
    summary: "Read the agent card",
    says:
      "Skills, interfaces and credentials as an A2A agent card, where A2A 1.0 expects " +
      "it. The interfaces are MCP and REST: the service accepts no A2A messages.",
    answer: agentCardView,
  }),
  readAgentCard: op({
    ...fixed,
    at: `GET ${paths.formerAgentCard}`,
    summary: "Read the agent card at its former address",
    says: "Skills, interfaces and credentials as an A2A agent card.",
    answer: agentCardView,
  }),
  readProtectedResource: op({
    ...fixed,
    at: `GET ${paths.protectedResource}`,
    summary: "Read the protected resource metadata",
    says: "Who issues the tokens that prove a human owner, and how to send a token (RFC 9728).",
    answer: protectedResourceView,
  }),
  readReceiptKeys: op({
    ...fixed,
    at: `GET ${paths.receiptKeys}`,
    summary: "Read the keys of receipts",
    says:
      "The public keys (RFC 7517) that verify the receipts of purchases, also those that sign no more. " +
      "Tokens are not signed by them.",
    answer: receiptKeysView,
  }),
  readSitemap: op({
    at: `GET ${paths.sitemap}`,
    by: by.anyone,
    summary: "List every dataset's address",
    says: "A sitemap, or an index of several where one file is not enough.",
    cached: true,
    query: sitemapQuery,
    answer: noJson,
    also: textAs("application/xml"),
    gives,
    refuses: ["route_not_found"],
  }),
});

const also = { "text/html": { type: "string" } };

/** The `type` of every problem document points here. */
export const problemCodes = contract("Discovery", {
  listProblems: op({
    at: `GET ${problemsPath}`,
    by: by.anyone,
    summary: "List every problem code",
    says: "What every problem code means, and what to do. With `Accept: text/html`, a page for browsers.",
    cached: true,
    computed: true,
    answer: explainedProblemsView,
    also,
    gives: "Every code.",
  }),
  getProblem: op({
    at: `GET ${problemsPath}/{code}`,
    by: by.anyone,
    summary: "Read what a problem code means",
    says:
      "The address in a problem document's `type`: what the code means, and what to do. " +
      "With `Accept: text/html`, a page for browsers.",
    cached: true,
    computed: true,
    params: codeParams,
    answer: explainedProblemView,
    also,
    gives: "The code.",
    refuses: ["route_not_found"],
  }),
});
