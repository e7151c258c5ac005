/** Builds the HTTP edge. It never listens: `main.ts` does, and tests call `fetch` directly. */
import { type AnyElysia, Elysia } from "elysia";
import { overdueRefusal } from "../market/database-refusal.ts";
import { MarketError } from "../market/errors.ts";
import { HEADER_BYTES_MAX, QUERY_STRING_CHARS_MAX } from "../market/limits.ts";
import { refusalDocument } from "../market/problem/document.ts";
import { clientAddress, type Peer } from "../platform/client-address.ts";
import { currentSpan } from "../platform/telemetry/tracing.ts";
import { answerInTurns } from "./answer-in-turns.ts";
import type { Edge } from "./edge.ts";
import { answerWithPage, refusalAsPage } from "./http/answer-with-page.ts";
import { createCompressor } from "./http/compress.ts";
import { createVisitCounter } from "./http/count-visits.ts";
import { credentialInUrl, safePath } from "./http/credential-in-url.ts";
import { openToPages, preflight } from "./http/cross-origin.ts";
import { answerInTime, answerMsMax, interruptedCall } from "./http/deadline.ts";
import { createHeldServer } from "./http/held/answer-held.ts";
import type { HeldAnswer } from "./http/held/held-answer.ts";
import { HeldAnswers } from "./http/held/held-answers.ts";
import { RecentWriters } from "./http/held/recent-writers.ts";
import { Refusals } from "./http/held/refusals.ts";
import { jsonBody } from "./http/json-body.ts";
import { createObserver } from "./http/observe.ts";
import { problemOnError } from "./http/on-error.ts";
import { problemResponse } from "./http/problem.ts";
import { queryString } from "./http/query-string.ts";
import { readFresh } from "./http/replicas/read-fresh.ts";
import {
  adoptRequest,
  beginRequest,
  type RequestState,
  requestState,
} from "./http/request-state.ts";
import { registerCache } from "./http/telemetry/cache-metrics.ts";
import { describeRequest, traceRequests } from "./http/telemetry/trace-request.ts";
import { oauthRoutes } from "./oauth/routes.ts";
import { purchaseAcceptanceRoutes, saleAcceptanceRoutes } from "./routes/acceptances.ts";
import { accessRoutes } from "./routes/access.ts";
import { agentRoutes } from "./routes/agents.ts";
import { analyticsRoutes } from "./routes/analytics.ts";
import { auctionRoutes } from "./routes/auctions.ts";
import { auditRoutes } from "./routes/audit.ts";
import { bundleRoutes } from "./routes/bundles.ts";
import { catalogueRoutes } from "./routes/catalogue.ts";
import { collectionRoutes } from "./routes/collections.ts";
import { couponRoutes } from "./routes/coupons.ts";
import { datasetFileRoutes } from "./routes/dataset-files.ts";
import { datasetQueryRoutes, matchingRoutes } from "./routes/dataset-queries.ts";
import { deliveryRoutes } from "./routes/deliveries.ts";
import { deltaSharingRoutes } from "./routes/delta-sharing.ts";
import { discoveryRoutes } from "./routes/discovery.ts";
import { purchaseDisputeRoutes, saleDisputeRoutes } from "./routes/disputes.ts";
import { earningRoutes } from "./routes/earnings.ts";
import { eventRoutes } from "./routes/events.ts";
import { followRoutes } from "./routes/follows.ts";
import { importRoutes } from "./routes/imports.ts";
import { listingRoutes } from "./routes/listings.ts";
import { messageRoutes } from "./routes/messages.ts";
import { operatorRoutes } from "./routes/operators.ts";
import { ownAgentRoutes } from "./routes/own-agents.ts";
import { previewRoutes } from "./routes/previews.ts";
import { privateOfferRoutes } from "./routes/private-offers.ts";
import { problemRoutes } from "./routes/problems.ts";
import { profileRoutes } from "./routes/profiles.ts";
import { purchaseRoutes } from "./routes/purchases.ts";
import { recommendationRoutes } from "./routes/recommendations.ts";
import { reportRoutes } from "./routes/reports.ts";
import { dataRequestRoutes } from "./routes/requests.ts";
import { reviewRoutes } from "./routes/reviews.ts";
import { savedSearchRoutes } from "./routes/saved-searches.ts";
import { searchRoutes } from "./routes/search.ts";
import { sellerRoutes } from "./routes/sellers.ts";
import { serviceRoutes } from "./routes/service.ts";
import { subscriptionRoutes } from "./routes/subscriptions.ts";
import { uploadRoutes } from "./routes/uploads.ts";
import { waitingRoutes } from "./routes/waiting-purchases.ts";
import { webhookEndpointRoutes } from "./routes/webhook-endpoints.ts";
import { webhookRoutes } from "./routes/webhooks.ts";

export type App = {
  fetch(request: Request, peer: Peer): Response | Promise<Response>;
};

/** `sites`: pages for people, next to the routes for programs; each reads its bodies itself. */
export function createApp(edge: Edge, sites: readonly AnyElysia[]): App {
  const routes = createRoutes(edge, sites);
  const observer = createObserver(edge.log, edge.registry);
  const { PUBLIC_BASE_URL, TRUSTED_PROXY_HOPS } = edge.ctx.config;
  const compress = createCompressor();
  const isSecure = PUBLIC_BASE_URL.startsWith("https:");
  const held = new HeldAnswers(edge.ctx.now);
  registerCache(edge.registry, [edge.cache, held]);
  const { rates } = edge;
  const trustedProxyHops = TRUSTED_PROXY_HOPS;
  const writers = new RecentWriters();
  /** Adds the headers that every answer at a path carries. */
  const dress = (headers: Headers, pathname: string) => {
    openToPages(headers, pathname);
    headers.set("x-content-type-options", "nosniff");
    if (isSecure) headers.set("strict-transport-security", transportSecurity);
  };
  const refusals = new Refusals({ baseUrl: PUBLIC_BASE_URL, dress });
  const countVisit = createVisitCounter(edge.audience);
  const atOnce = { held, countVisit, refusals, rates, observer, writers, trustedProxyHops };
  const answerHeld = createHeldServer(atOnce);
  /** The answer of a page or route, within the deadline. */
  const answerInDeadline = (request: Request, state: RequestState, startedAt: number) => {
    const msMax = answerMsMax(request, state.url, edge.ctx.config);
    const endsAtMs = startedAt + msMax;
    const scope = { resource: () => state.route, endsAtMs, begunAt: new Set<object>() };
    const respond = async () => {
      const page = await answerWithPage(edge, request, state);
      return compress(request, page ?? (await answer(routes, request, state)));
    };
    return answerInTime(
      msMax - (performance.now() - startedAt),
      () => readFresh(request, scope, edge.ctx.config, respond),
      () => refuse(PUBLIC_BASE_URL, state, overdueRefusal(interruptedCall(request))),
    );
  };
  const answerAnew = async (given: Request, peer: Peer): Promise<Response> => {
    const startedAt = performance.now();
    const request = withoutTrailingSlash(withPlainAddress(given));
    const address = clientAddress(given, peer, TRUSTED_PROXY_HOPS);
    const state = beginRequest(request, address);
    const { pathname } = state.url;
    const told = preflight(request, pathname);
    const verdict = told === null ? await rates.admit(request, state) : null;
    const refusal =
      credentialInUrl(state.url) ??
      verdict?.refusal ??
      overlongQuery(request) ??
      overlargeHeaders(request);
    const refused = refusal === null ? null : refuse(PUBLIC_BASE_URL, state, refusal);
    const answered = told ?? refused ?? (await answerInDeadline(request, state, startedAt));
    writers.note(request, address);
    const response = await refusalAsPage(edge, request, answered);
    const { headers, status } = response;
    dress(headers, pathname);
    held.keep(request, response, { route: state.route, isLimited: verdict !== null });
    for (const [name, value] of verdict?.headers ?? []) headers.set(name, value);
    headers.set("x-request-id", state.requestId);
    if (state.traceparent !== null) headers.set("traceparent", state.traceparent);
    const seconds = (performance.now() - startedAt) / 1000;
    const call = { ...state, method: request.method, status };
    countVisit(request, call);
    observer.observe(call, seconds);
    describeRequest(currentSpan(), call);
    return response;
  };
  const answerTraced = traceRequests(answerAnew);
  const answerOne = (given: Request, peer: Peer, found: HeldAnswer | null) =>
    answerHeld(given, peer, found) ?? answerTraced(given, peer);
  const answerInTurn = answerInTurns(answerOne);
  return {
    fetch: (given, peer) => {
      const found = held.find(given);
      const isSmall = found === null ? refusals.mayAnswer(given) : found.isSmall;
      const respond = isSmall ? answerInTurn : answerOne;
      return respond(given, peer, found);
    },
  };
}

/** Two years, without subdomains, which may belong to others (RFC 6797 §6.1). */
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
    .use(oauthRoutes(edge))
    .use(queryString)
    .use(jsonBody)
    .use(searchRoutes(edge))
    .use(recommendationRoutes(edge))
    .use(catalogueRoutes(edge))
    .use(profileRoutes(edge))
    .use(datasetFileRoutes(edge))
    .use(datasetQueryRoutes(edge))
    .use(matchingRoutes(edge))
    .use(deltaSharingRoutes(edge))
    .use(discoveryRoutes(edge))
    .use(problemRoutes(edge))
    .use(agentRoutes(edge))
    .use(ownAgentRoutes(edge))
    .use(auditRoutes(edge))
    .use(earningRoutes(edge))
    .use(analyticsRoutes(edge))
    .use(listingRoutes(edge))
    .use(uploadRoutes(edge))
    .use(importRoutes(edge))
    .use(deliveryRoutes(edge))
    .use(previewRoutes(edge))
    .use(operatorRoutes(edge))
    .use(eventRoutes(edge))
    .use(webhookEndpointRoutes(edge))
    .use(savedSearchRoutes(edge))
    .use(followRoutes(edge))
    .use(collectionRoutes(edge))
    .use(auctionRoutes(edge))
    .use(privateOfferRoutes(edge))
    .use(couponRoutes(edge))
    .use(bundleRoutes(edge))
    .use(accessRoutes(edge))
    .use(purchaseRoutes(edge))
    .use(purchaseDisputeRoutes(edge))
    .use(saleDisputeRoutes(edge))
    .use(purchaseAcceptanceRoutes(edge))
    .use(saleAcceptanceRoutes(edge))
    .use(waitingRoutes(edge))
    .use(subscriptionRoutes(edge))
    .use(messageRoutes(edge))
    .use(dataRequestRoutes(edge))
    .use(reviewRoutes(edge))
    .use(reportRoutes(edge))
    .use(sellerRoutes(edge))
    .use(serviceRoutes(edge, () => app));
  return app;
}

/** The disk store's signed URLs. Bodies are read as streams, in constant memory. */
function storageRoutes({ diskHandler }: Edge) {
  const routes = new Elysia({ name: "storage" });
  if (diskHandler === null) return routes;
  return routes.all("/storage/*", ({ request }) => diskHandler(request), {
    parse: "none",
    detail: { hide: true },
  });
}

/** Elysia searches for the path from this index: with a host of three letters it finds none. */
const pathFrom = 11;

/** Removes a fragment, and replaces a host that is too short for Elysia. */
function withPlainAddress(request: Request): Request {
  const { url } = request;
  const pathAt = url.indexOf("/", "https://".length);
  if (pathAt >= pathFrom && !url.includes("#")) return request;
  const [address = ""] = url.split("#");
  const isShort = pathAt < pathFrom;
  return new Request(isShort ? `http://localhost${address.slice(pathAt)}` : address, request);
}

/**
 * Treats `/datasets/` as `/datasets`, also for limits, routes and logs. A signed URL of the store
 * stays as it was signed.
 */
function withoutTrailingSlash(request: Request): Request {
  const [path = "", ...query] = request.url.split("?");
  if (!path.endsWith("/")) return request;
  const { pathname, origin } = new URL(path);
  if (pathname === "/" || pathname.startsWith("/storage/")) return request;
  const shorter = pathname.replace(/\/+$/, "") || "/";
  return new Request([`${origin}${shorter}`, ...query].join("?"), request);
}

/** Runs a HEAD as a GET whose body the server drops (RFC 9110 §9.3.2); the store has its own. */
async function answer(routes: AnyElysia, request: Request, state: RequestState): Promise<Response> {
  const isStorage = state.url.pathname.startsWith("/storage/");
  if (request.method !== "HEAD" || isStorage) return routes.fetch(request);
  const get = new Request(request.url, { headers: request.headers });
  adoptRequest(get, state);
  return routes.fetch(get);
}

function refuse(baseUrl: string, state: RequestState, refusal: MarketError): Response {
  return problemResponse(
    refusalDocument(baseUrl, refusal, {
      instance: safePath(state.url),
      requestId: state.requestId,
    }),
  );
}

/** Header values are Latin-1, so each character is one byte. */
function overlargeHeaders({ headers }: Request): MarketError | null {
  let bytes = 0;
  for (const [name, value] of headers) bytes += name.length + value.length;
  if (bytes <= HEADER_BYTES_MAX) return null;
  const detail = `Header fields may have ${HEADER_BYTES_MAX} bytes together, with their names.`;
  return new MarketError("headers_too_large", detail);
}

function overlongQuery(request: Request): MarketError | null {
  if (request.url.length <= QUERY_STRING_CHARS_MAX) return null;
  return new MarketError(
    "invalid_request",
    `An address may have ${QUERY_STRING_CHARS_MAX} characters.`,
  );
}
