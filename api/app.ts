/** Builds the HTTP edge. It never listens: `main.ts` does, and tests call `fetch` themselves. */
import { type AnyElysia, Elysia } from "elysia";
import { inRequest } from "../db/request-scope.ts";
import { overdueRefusal } from "../market/database-refusal.ts";
import { MarketError } from "../market/errors.ts";
import { QUERY_STRING_CHARS_MAX } from "../market/limits.ts";
import { problemDocument } from "../market/problem/document.ts";
import { problems } from "../market/problem/problems.ts";
import { clientAddress } from "../platform/client-address.ts";
import type { Edge } from "./edge.ts";
import { credentialInUrl, safePath } from "./http/credential-in-url.ts";
import { answerInTime, answerMsMax, interruptedCall } from "./http/deadline.ts";
import { jsonBody } from "./http/json-body.ts";
import { createObserver } from "./http/observe.ts";
import { problemOnError } from "./http/on-error.ts";
import { problemResponse } from "./http/problem.ts";
import { queryString } from "./http/query-string.ts";
import { createRateLimits } from "./http/rate-limits.ts";
import {
  adoptRequest,
  beginRequest,
  type RequestState,
  requestState,
} from "./http/request-state.ts";
import { auctionRoutes } from "./routes/auctions/auctions.ts";
import { offerRoutes } from "./routes/auctions/offers.ts";
import { operatorRoutes } from "./routes/buying/operators.ts";
import { buyRoutes } from "./routes/buying/purchases.buy.ts";
import { purchaseRoutes } from "./routes/buying/purchases.ts";
import { datasetRoutes } from "./routes/catalogue/datasets.ts";
import { discoveryRoutes } from "./routes/catalogue/discovery.ts";
import { eventRoutes } from "./routes/events/events.ts";
import { webhookEndpointRoutes } from "./routes/events/webhook-endpoints.ts";
import { messageRoutes } from "./routes/messages/messages.ts";
import { problemRoutes } from "./routes/problems.ts";
import { agentRoutes } from "./routes/selling/agents.ts";
import { listingRoutes } from "./routes/selling/listings.ts";
import { serviceRoutes } from "./routes/service.ts";
import { webhookRoutes } from "./routes/webhooks.ts";

export type App = {
  fetch(request: Request, peerAddress: string): Promise<Response>;
};

/** `sites` answer people beside the routes that answer machines; each reads its bodies itself. */
export function createApp(edge: Edge, sites: readonly AnyElysia[]): App {
  const routes = createRoutes(edge, sites);
  const limit = createRateLimits(edge.ctx.config);
  const observe = createObserver(edge.log, edge.registry);
  const { PUBLIC_BASE_URL, TRUSTED_PROXY_HOPS } = edge.ctx.config;
  const isSecure = PUBLIC_BASE_URL.startsWith("https:");
  return {
    async fetch(request, peerAddress) {
      const startedAt = performance.now();
      const address = clientAddress(request.headers, peerAddress, TRUSTED_PROXY_HOPS);
      const state = beginRequest(request, address);
      const verdict = await limit(request, state);
      const refusal = credentialInUrl(state.url) ?? verdict?.refusal ?? overlongQuery(request);
      const respond = async () =>
        refusal === null
          ? await answer(routes, request, state)
          : refuse(PUBLIC_BASE_URL, state, refusal);
      const msMax = answerMsMax(request, state.url, edge.ctx.config);
      const scope = { resource: () => state.route, endsAtMs: startedAt + msMax };
      const response = await answerInTime(
        msMax,
        () => inRequest(scope, respond),
        () => refuseLate(edge, state, request),
      );
      for (const [name, value] of verdict?.headers ?? []) response.headers.set(name, value);
      response.headers.set("x-request-id", state.requestId);
      response.headers.set("traceparent", state.traceparent);
      response.headers.set("x-content-type-options", "nosniff");
      if (isSecure) response.headers.set("strict-transport-security", transportSecurity);
      observe(request, response, state, (performance.now() - startedAt) / 1000);
      return response;
    },
  };
}

/** Two years, without the names below this one, which may be somebody else's (RFC 6797 §6.1). */
const transportSecurity = "max-age=63072000";

function createRoutes(edge: Edge, sites: readonly AnyElysia[]): AnyElysia {
  const app: AnyElysia = new Elysia({ normalize: false, strictPath: true })
    .use(problemOnError(edge.ctx.config.PUBLIC_BASE_URL, () => app.routes))
    .onTransform({ as: "global" }, ({ request, route }) => {
      requestState(request).route = route;
    })
    .use(storageRoutes(edge))
    .use(webhookRoutes(edge))
    .use([...sites])
    .use(queryString)
    .use(jsonBody)
    .use(datasetRoutes(edge))
    .use(discoveryRoutes(edge))
    .use(problemRoutes(edge))
    .use(agentRoutes(edge))
    .use(listingRoutes(edge))
    .use(operatorRoutes(edge))
    .use(eventRoutes(edge))
    .use(webhookEndpointRoutes(edge))
    .use(auctionRoutes(edge))
    .use(offerRoutes(edge))
    .use(buyRoutes(edge))
    .use(purchaseRoutes(edge))
    .use(messageRoutes(edge))
    .use(serviceRoutes(edge, () => app));
  return app;
}

/** The disk store's signed URLs; they read their bodies as streams, in constant memory. */
function storageRoutes({ diskHandler }: Edge) {
  const routes = new Elysia({ name: "storage" });
  if (diskHandler === null) return routes;
  return routes.all("/storage/*", ({ request }) => diskHandler(request), {
    parse: "none",
    detail: { hide: true },
  });
}

/** A HEAD is a GET whose body the server leaves out (RFC 9110 §9.3.2); the store answers its own. */
async function answer(routes: AnyElysia, request: Request, state: RequestState): Promise<Response> {
  const isStorage = state.url.pathname.startsWith("/storage/");
  if (request.method !== "HEAD" || isStorage) return routes.fetch(request);
  const get = new Request(request.url, { headers: request.headers });
  adoptRequest(get, state);
  return routes.fetch(get);
}

function refuse(baseUrl: string, state: RequestState, refusal: MarketError): Response {
  return problemResponse(
    problemDocument(baseUrl, {
      code: refusal.code,
      detail: refusal.message,
      instance: safePath(state.url),
      requestId: state.requestId,
      retryAfterSeconds: refusal.retryAfterSeconds,
    }),
  );
}

/** A browser that waits for a page gets one. */
function refuseLate(
  { ctx, problemPages }: Edge,
  state: RequestState,
  request: Request,
): Response | Promise<Response> {
  const refusal = overdueRefusal(interruptedCall(request));
  const isForBrowser = request.headers.get("accept")?.includes("text/html") === true;
  if (!isForBrowser) return refuse(ctx.config.PUBLIC_BASE_URL, state, refusal);
  const { status, title } = problems[refusal.code];
  const { message: detail, retryAfterSeconds } = refusal;
  const { requestId } = state;
  return problemPages.refusal({ status, title, detail, requestId, retryAfterSeconds });
}

function overlongQuery(request: Request): MarketError | null {
  if (request.url.length <= QUERY_STRING_CHARS_MAX) return null;
  return new MarketError("invalid_request", `An address has ${QUERY_STRING_CHARS_MAX} characters.`);
}
