/** The documents by which agents, crawlers and clients find the service; all public and cached. */
import { Elysia } from "elysia";
import { atPrimary } from "../../db/request-scope.ts";
import { agentCard } from "../../market/discovery/agent-card.ts";
import {
  authorizationServer,
  openidConfiguration,
} from "../../market/discovery/authorization-server.ts";
import { aiCatalog, mcpCatalog, serverCard } from "../../market/discovery/catalogs.ts";
import { discovery } from "../../market/discovery/contract.ts";
import { apiCatalog, linkHeader } from "../../market/discovery/links.ts";
import { listSitemap } from "../../market/discovery/list-sitemap.ts";
import { llmsText } from "../../market/discovery/llms-text.ts";
import {
  mcpProtectedResource,
  mcpProtectedResourcePath,
  protectedResource,
} from "../../market/discovery/protected-resource.ts";
import { robotsText } from "../../market/discovery/robots.ts";
import { securityText } from "../../market/discovery/security-text.ts";
import { mediaTypes, discoveryPaths as paths } from "../../market/discovery/vocabulary.ts";
import { describeService, type Service } from "../../market/service.ts";
import { emptyQuery } from "../../market/text.ts";
import { type CachedAnswer, respond, toAnswer } from "../../platform/http-answer.ts";
import { hourSeconds } from "../../platform/time.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";
import { createTimedAnswers } from "../http/timed-answers.ts";
import { packageRoutes } from "./packages.ts";

/** How long clients may cache documents that change only with a release. */
const documentTtlSeconds = hourSeconds;
const sitemapHoldSecondsMin = 60;
/** The limit of cached pages; each has about 1 MB. */
const sitemapPagesHeldMax = 60;

type Document = { body: string | Uint8Array; contentType: string };

const json = (value: unknown, contentType: string = mediaTypes.json): Document => ({
  body: JSON.stringify(value),
  contentType,
});

/** A document that is made once, when routes are registered. */
const fixed = (document: Document, more: Record<string, string> = {}) => {
  const answer = toAnswer(document);
  return { respond: ({ request }: { request: Request }) => publicDocument(request, answer, more) };
};

export const discoveryRoutes = (edge: Edge) => {
  const { reads: ctx, cache } = edge;
  const service = describeService(ctx.config);
  const sitemaps = createTimedAnswers({
    changes: cache.changes,
    now: ctx.now,
    holdSecondsMin: sitemapHoldSecondsMin,
    answersMax: sitemapPagesHeldMax,
  });
  const mcpCatalogDocument = fixed(json(mcpCatalog(service)));
  const agentCardDocument = fixed(json(agentCard(service)));
  return bind(edge, discovery, {
    readLlmsText: fixed({ body: llmsText(service, ctx.config), contentType: mediaTypes.markdown }),
    readApiCatalog: fixed(json(apiCatalog(service), mediaTypes.linkset), { link: linkHeader() }),
    readAiCatalog: fixed(json(aiCatalog(service), mediaTypes.aiCatalog)),
    readMcpCatalog: mcpCatalogDocument,
    readServerCard: fixed(json(serverCard(service), mediaTypes.serverCard)),
    readAgentCardOfA2a: agentCardDocument,
    readAgentCard: agentCardDocument,
    readProtectedResource: fixed(json(protectedResource(service))),
    readReceiptKeys: fixed(json({ keys: ctx.config.RECEIPT_KEYS.published })),
    readSitemap: {
      async respond({ request, input }) {
        const { page } = input.query;
        const answer = await sitemaps(String(page), async () => ({
          // Cached until a change, so an old version from a replica would stay.
          body: await atPrimary(() => listSitemap(ctx, page)),
          contentType: mediaTypes.xml,
        }));
        return respond(request, answer);
      },
    },
  })
    .use(hiddenRoutes(edge, service, mcpCatalogDocument))
    .use(packageRoutes(service));
};

/** Documents that clients look for and that the OpenAPI document leaves out. */
function hiddenRoutes(
  { reads: ctx }: Edge,
  service: Service,
  mcpCatalogDocument: ReturnType<typeof fixed>,
): Elysia {
  const hidden = { query: emptyQuery, detail: { hide: true } };
  const routes = new Elysia({ name: "hidden discovery" });
  const documents: Record<string, ReturnType<typeof fixed>> = {
    // The address in the draft of MCP's discovery; other clients look for `mcp.json`.
    "/.well-known/mcp/catalog.json": mcpCatalogDocument,
    [paths.authorizationServer]: fixed(json(authorizationServer(service))),
    [paths.openidConfiguration]: fixed(json(openidConfiguration(service))),
    [paths.robots]: fixed({ body: robotsText(service), contentType: mediaTypes.text }),
  };
  const mcpPath = mcpProtectedResourcePath(service);
  if (mcpPath !== null) documents[mcpPath] = fixed(json(mcpProtectedResource(service)));
  for (const [path, { respond: answer }] of Object.entries(documents)) {
    routes.get(path, answer, hidden);
  }
  if (ctx.config.SECURITY_CONTACT === undefined) return routes;
  const security = ({ request }: { request: Request }) => {
    const body = securityText(ctx.config, ctx.now()) ?? "";
    return publicDocument(request, toAnswer({ body, contentType: mediaTypes.text }), {});
  };
  routes.get(paths.security, security, hidden);
  return routes;
}

/** Other sites' pages may read it, because all of it is public. */
function publicDocument(
  request: Request,
  answer: CachedAnswer,
  more: Record<string, string>,
): Response {
  const response = respond(request, answer);
  const headers = {
    "cache-control": `public, max-age=${documentTtlSeconds}`,
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET",
    "access-control-allow-headers": "Content-Type",
    ...more,
  };
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}
