/** Links between the documents: RFC 8288 links and the linkset of RFC 9727. */
import type { Service } from "../service.ts";
import { discoveryPaths as paths } from "./vocabulary.ts";

type Link = { rel: string; path: string; type: string; title?: string };

/** From the service to its documents; the relations come from IANA's registry. */
const serviceLinks: readonly Link[] = [
  { rel: "service-desc", path: paths.openapi, type: "application/json", title: "OpenAPI 3.1" },
  { rel: "service-doc", path: paths.reference, type: "text/html", title: "API reference" },
  { rel: "service-doc", path: paths.connect, type: "text/html", title: "Connect a client" },
  { rel: "service-doc", path: paths.llmsText, type: "text/markdown", title: "For agents" },
  { rel: "status", path: "/health/ready", type: "application/json" },
  { rel: "service-meta", path: paths.aiCatalog, type: "application/ai-catalog+json" },
  { rel: "service-meta", path: paths.agentCard, type: "application/json" },
  { rel: "service-meta", path: paths.mcpCatalog, type: "application/json" },
  { rel: "service-meta", path: paths.protectedResource, type: "application/json" },
];

/** The front page's `Link` header (RFC 8288 §3, RFC 9727 §3). */
export function linkHeader(): string {
  const catalog = { rel: "api-catalog", path: paths.apiCatalog, type: "application/linkset+json" };
  const sitemap = { rel: "sitemap", path: paths.sitemap, type: "application/xml" };
  return [catalog, ...serviceLinks, sitemap]
    .map(({ rel, path, type }) => `<${path}>; rel="${rel}"; type="${type}"`)
    .join(", ");
}

type Target = { href: string; type: string; title?: string };
type LinkContext = { anchor: string } & Record<string, string | Target[]>;
export type Linkset = { linkset: LinkContext[] };

/** `/.well-known/api-catalog` (RFC 9727): the REST API and the MCP server, with their documents. */
export function apiCatalog({ baseUrl, mcpUrl }: Service): Linkset {
  return {
    linkset: [
      {
        anchor: `${baseUrl}${paths.apiCatalog}`,
        item: [
          { href: baseUrl, type: "application/json", title: "REST API" },
          { href: mcpUrl, type: "application/json", title: "MCP server" },
        ],
      },
      { anchor: baseUrl, ...groupByRelation(baseUrl, serviceLinks) },
      {
        anchor: mcpUrl,
        ...groupByRelation(baseUrl, [
          { rel: "service-desc", path: paths.serverCard, type: "application/mcp-server-card+json" },
          { rel: "service-doc", path: paths.llmsText, type: "text/markdown" },
          { rel: "service-meta", path: paths.mcpCatalog, type: "application/json" },
        ]),
      },
    ],
  };
}

function groupByRelation(baseUrl: string, links: readonly Link[]): Record<string, Target[]> {
  const relations: Record<string, Target[]> = {};
  for (const { rel, path, ...target } of links) {
    const targets = relations[rel] ?? [];
    relations[rel] = [...targets, { href: `${baseUrl}${path}`, ...target }];
  }
  return relations;
}
