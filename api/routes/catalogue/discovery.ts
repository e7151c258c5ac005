/** The documents by which agents, crawlers and clients find the service; all public and cached. */
import { Elysia } from "elysia";
import { z } from "zod";
import { atPrimary } from "../../../db/request-scope.ts";
import { agentCard } from "../../../market/discovery/agent-card.ts";
import {
  authorizationServer,
  openidConfiguration,
} from "../../../market/discovery/authorization-server.ts";
import { aiCatalog, mcpCatalog, serverCard } from "../../../market/discovery/catalogs.ts";
import { apiCatalog, linkHeader } from "../../../market/discovery/links.ts";
import { listSitemap } from "../../../market/discovery/list-sitemap.ts";
import { llmsText } from "../../../market/discovery/llms-text.ts";
import {
  mcpProtectedResource,
  mcpProtectedResourcePath,
  protectedResource,
} from "../../../market/discovery/protected-resource.ts";
import { robotsText } from "../../../market/discovery/robots.ts";
import { securityText } from "../../../market/discovery/security-text.ts";
import {
  describeService,
  mediaTypes,
  discoveryPaths as paths,
} from "../../../market/discovery/service.ts";
import { emptyQuery, queryInteger } from "../../../market/text.ts";
import { type CachedAnswer, respond, toAnswer } from "../../../platform/http-answer.ts";
import { hourSeconds } from "../../../platform/time.ts";
import type { Edge } from "../../edge.ts";
import { createTimedAnswers } from "../../http/timed-answers.ts";
import { discoveryOperations as operations } from "./discovery.operations.ts";
import { packageRoutes } from "./packages.ts";

/** How long a client need not ask again for what only a new release changes. */
const documentTtlSeconds = hourSeconds;
const sitemapHoldSecondsMin = 60;
const sitemapPagesMax = 5000;
/** Pages that are held at once; each has about 1 MB. */
const sitemapPagesHeldMax = 60;

const sitemapQuery = z.strictObject({
  page: queryInteger(1, sitemapPagesMax)
    .optional()
    .meta({ description: "A page of the index, from 1." }),
});

type Document = { body: string | Uint8Array; contentType: string };

export const discoveryRoutes = ({ reads: ctx, cache }: Edge) => {
  const service = describeService(ctx.config);
  const json = (value: unknown, contentType: string = mediaTypes.json): Document => ({
    body: JSON.stringify(value),
    contentType,
  });
  const serve = (document: Document, more: Record<string, string> = {}) => {
    const answer = toAnswer(document);
    return ({ request }: { request: Request }) => publicDocument(request, answer, more);
  };
  const sitemaps = createTimedAnswers({
    changes: cache.changes,
    now: ctx.now,
    holdSecondsMin: sitemapHoldSecondsMin,
    answersMax: sitemapPagesHeldMax,
  });
  const query = emptyQuery;
  const hidden = { query, detail: { hide: true } };
  const mcpCatalogDocument = json(mcpCatalog(service));
  const routes = new Elysia({ name: "discovery" })
    .get(
      paths.llmsText,
      serve({ body: llmsText(service, ctx.config), contentType: mediaTypes.markdown }),
      { query, detail: operations.llmsText },
    )
    .get(
      paths.apiCatalog,
      serve(json(apiCatalog(service), mediaTypes.linkset), { link: linkHeader() }),
      { query, detail: operations.apiCatalog },
    )
    .get(paths.aiCatalog, serve(json(aiCatalog(service), mediaTypes.aiCatalog)), {
      query,
      detail: operations.aiCatalog,
    })
    .get(paths.mcpCatalog, serve(mcpCatalogDocument), { query, detail: operations.mcpCatalog })
    // Where the draft of MCP's discovery looks; `mcp.json` is what others look for.
    .get("/.well-known/mcp/catalog.json", serve(mcpCatalogDocument), hidden)
    .get(paths.serverCard, serve(json(serverCard(service), mediaTypes.serverCard)), {
      query,
      detail: operations.serverCard,
    })
    .get(paths.agentCard, serve(json(agentCard(service))), { query, detail: operations.agentCard })
    .get(paths.formerAgentCard, serve(json(agentCard(service))), {
      query,
      detail: operations.formerAgentCard,
    })
    .get(paths.protectedResource, serve(json(protectedResource(service))), {
      query,
      detail: operations.protectedResource,
    })
    .get(paths.authorizationServer, serve(json(authorizationServer(service))), hidden)
    .get(paths.openidConfiguration, serve(json(openidConfiguration(service))), hidden)
    .get(paths.robots, serve({ body: robotsText(service), contentType: mediaTypes.text }), hidden)
    .get(
      paths.sitemap,
      async ({ request, query: { page } }) => {
        const answer = await sitemaps(String(page), async () => ({
          // Held for as long as nothing changes: an old one from a replica would stay.
          body: await atPrimary(() => listSitemap(ctx, page)),
          contentType: mediaTypes.xml,
        }));
        return respond(request, answer);
      },
      { query: sitemapQuery, detail: operations.sitemap },
    )
    .use(packageRoutes(service));
  if (ctx.config.SECURITY_CONTACT !== undefined) {
    routes.get(
      paths.security,
      ({ request }) => {
        const body = securityText(ctx.config, ctx.now()) ?? "";
        const answer = toAnswer({ body, contentType: mediaTypes.text });
        return publicDocument(request, answer, {});
      },
      hidden,
    );
  }
  const mcpPath = mcpProtectedResourcePath(service);
  if (mcpPath === null) return routes;
  return routes.get(mcpPath, serve(json(mcpProtectedResource(service))), hidden);
};

/** Pages of other sites may read it too: it holds nothing that is not for everyone. */
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
