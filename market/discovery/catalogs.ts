/** The catalogues that AI clients read: the AI Catalog, the MCP catalog and MCP's server card. */
import {
  type Service,
  serviceName,
  serviceSummary,
  serviceTitle,
  serviceVersion,
} from "../service.ts";
import { discoveryPaths as paths } from "./vocabulary.ts";

/** Newest first; the same endpoint serves 2025 clients. */
export const mcpProtocolVersions = [
  "2026-07-28",
  "2025-11-25",
  "2025-06-18",
  "2025-03-26",
] as const;

type CatalogEntry = {
  identifier: string;
  displayName: string;
  type: string;
  url: string;
  description?: string;
  tags?: string[];
};

/** `urn:air:` names objects that its publisher's domain publishes (AI Catalog, Catalog Entry). */
const airName = ({ domain }: Service, namespace: string) =>
  `urn:air:${domain}:${namespace}:${serviceName}`;

const serverCardEntry = (service: Service): CatalogEntry => ({
  identifier: airName(service, "mcp"),
  displayName: `${serviceTitle} (MCP)`,
  type: "application/mcp-server-card+json",
  url: `${service.baseUrl}${paths.serverCard}`,
});

/** `/.well-known/ai-catalog.json`, AI Catalog 1.0: https://ai-catalog.io */
export function aiCatalog(service: Service) {
  const { baseUrl, domain } = service;
  const tags = ["datasets", "marketplace"];
  const entries: CatalogEntry[] = [
    serverCardEntry(service),
    {
      identifier: airName(service, "agent"),
      displayName: serviceTitle,
      type: "application/a2a-agent-card+json",
      url: `${baseUrl}${paths.agentCard}`,
    },
    {
      identifier: airName(service, "rest"),
      displayName: `${serviceTitle} (REST)`,
      type: "application/openapi+json",
      url: `${baseUrl}${paths.openapi}`,
      description: serviceSummary,
      tags,
    },
    {
      identifier: airName(service, "docs"),
      displayName: `${serviceTitle}: how to use it`,
      type: "text/markdown",
      url: `${baseUrl}${paths.llmsText}`,
      tags,
    },
  ];
  const host = {
    displayName: serviceTitle,
    identifier: domain,
    documentationUrl: `${baseUrl}${paths.reference}`,
  };
  return { specVersion: "1.0", host, entries };
}

/**
 * `/.well-known/mcp.json`: MCP's own catalog, a subset of the AI Catalog (server card extension).
 */
export function mcpCatalog(service: Service) {
  return { specVersion: "draft", entries: [serverCardEntry(service)] };
}

/** MCP's server card (SEP-2127), without tools: clients ask the server for them. */
export function serverCard({ baseUrl, mcpUrl, domain }: Service) {
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json",
    name: `${domain.split(".").reverse().join(".")}/${serviceName}`,
    version: serviceVersion,
    title: serviceTitle,
    description: serviceSummary,
    websiteUrl: baseUrl,
    icons: [{ src: `${baseUrl}/assets/icon.svg`, mimeType: "image/svg+xml", sizes: ["any"] }],
    remotes: [
      {
        type: "streamable-http",
        url: mcpUrl,
        supportedProtocolVersions: [...mcpProtocolVersions],
        headers: [
          {
            name: "Authorization",
            description:
              "`Bearer` and an operator's API key (to buy, bid and write) or an agent's token (to " +
              "sell). Searching, previewing and free downloads need none.",
            isRequired: false,
            isSecret: true,
          },
        ],
      },
    ],
  };
}
