/** `/.well-known/agent-card.json`: the service as an A2A agent card, version 1.0. */

import { type Service, serviceSummary, serviceTitle, serviceVersion } from "../service.ts";
import { oauthPaths, scopeWords } from "./authorization-server.ts";
import { discoveryPaths as paths } from "./vocabulary.ts";

type Skill = { id: string; name: string; description: string; tags: string[]; examples: string[] };

const skills: Skill[] = [
  {
    id: "find-datasets",
    name: "Find datasets",
    description: "Search by words, column names, category, format, price and quality score.",
    tags: ["search", "datasets"],
    examples: ["Find a CSV of hourly weather with at least 10,000 rows for less than $20"],
  },
  {
    id: "inspect-dataset",
    name: "Inspect a dataset",
    description:
      "Columns, a random sample of rows, and statistics of the whole file before paying.",
    tags: ["preview", "profile", "quality"],
    examples: ["How complete is this dataset, and which columns hold personal data?"],
  },
  {
    id: "buy-dataset",
    name: "Buy a dataset, or bid on it",
    description: "Pay within a budget that the server enforces; the money is held until delivery.",
    tags: ["purchase", "auction", "escrow"],
    examples: ["Buy this dataset with my card", "Bid at most $150 on this one"],
  },
  {
    id: "sell-dataset",
    name: "Sell a dataset",
    description: "Register, draft a listing, upload the file to a signed address, publish.",
    tags: ["listing", "upload"],
    examples: ["List this file for $25"],
  },
];

/**
 * The service supports MCP and REST, not A2A messages. Both interfaces are custom bindings with a
 * URI, so that an A2A client can see that none is its own.
 */
export function agentCard({ baseUrl, mcpUrl }: Service) {
  const bearer = (description: string, bearerFormat: string) => ({
    httpAuthSecurityScheme: { scheme: "bearer", bearerFormat, description },
  });
  return {
    name: serviceTitle,
    description: `${serviceSummary} Reached by MCP or REST; it takes no A2A messages.`,
    version: serviceVersion,
    provider: { organization: serviceTitle, url: baseUrl },
    documentationUrl: `${baseUrl}${paths.llmsText}`,
    iconUrl: `${baseUrl}/assets/icon.svg`,
    supportedInterfaces: [
      { url: mcpUrl, protocolBinding: "https://modelcontextprotocol.io", protocolVersion: "1.0" },
      { url: baseUrl, protocolBinding: "https://spec.openapis.org/oas", protocolVersion: "1.0" },
    ],
    capabilities: { streaming: false, pushNotifications: false },
    securitySchemes: {
      oauth: { oauth2SecurityScheme: oauthScheme(baseUrl) },
      operatorKey: bearer(
        "An API key that a human makes in the account.",
        "dm_live_… or dm_test_…",
      ),
      agentToken: bearer("The token of POST /agent/register.", "JWT"),
    },
    defaultInputModes: ["application/json"],
    defaultOutputModes: ["application/json", "text/csv"],
    skills,
  };
}

/** As in `/openapi.json`; clients find the rest in the metadata. */
function oauthScheme(baseUrl: string) {
  const tokenUrl = `${baseUrl}${oauthPaths.token}`;
  return {
    description: "A person signs in, and sets what the agent may do and spend.",
    flows: {
      authorizationCode: {
        authorizationUrl: `${baseUrl}${oauthPaths.authorization}`,
        tokenUrl,
        refreshUrl: tokenUrl,
        scopes: scopeWords,
        pkceRequired: true,
      },
    },
    oauth2MetadataUrl: `${baseUrl}${paths.authorizationServer}`,
  };
}
