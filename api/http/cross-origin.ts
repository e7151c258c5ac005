/**
 * Which answers pages of other sites may read (CORS, the Fetch standard): those of the machines' edge,
 * public or by a bearer. Cookies are never allowed, so nobody acts as who is signed in to the site.
 */
import { hourSeconds } from "../../platform/time.ts";

/** First segments of the paths that answer machines. Whatever else there is, is the site's. */
const openSegments = new Set([
  ".well-known",
  "agent",
  "archives",
  "auctions",
  "bids",
  "categories",
  "datasets",
  "datasets.atom",
  "events",
  "health",
  "listings",
  "llms.txt",
  "mcp",
  "offers",
  "openapi.json",
  "operator",
  "problems",
  "purchases",
  "reports",
  "requests",
  "reviews",
  "saved-searches",
  "sellers",
  "storage",
  "threads",
  "waiting-purchases",
  "webhooks",
]);
/** What pages of clients call of the authorisation server themselves; never where people consent. */
const openOauthPaths = new Set([
  "/oauth/introspect",
  "/oauth/jwks",
  "/oauth/register",
  "/oauth/revoke",
  "/oauth/token",
]);
/** The session's cookie opens it, and it answers the site's own pages. */
const cookiePaths = new Set(["/agent/verify"]);

const methods = "GET, HEAD, POST, PUT, PATCH, DELETE";
const requestHeaders = [
  "act-as",
  "authorization",
  "content-md5",
  "content-type",
  "idempotency-key",
  "if-match",
  "if-none-match",
  "mcp-protocol-version",
  "range",
  "traceparent",
  "x-request-id",
].join(", ");
const answerHeaders = [
  "accept-ranges",
  "allow",
  "content-disposition",
  "content-range",
  "etag",
  "idempotent-replayed",
  "link",
  "location",
  "ratelimit",
  "ratelimit-policy",
  "retry-after",
  "traceparent",
  "www-authenticate",
  "x-request-id",
].join(", ");
const PREFLIGHT_SECONDS = hourSeconds;

/** Whether pages of every site may read what this path answers. */
export function isOpenToPages(path: string): boolean {
  if (path.startsWith("/oauth/")) return openOauthPaths.has(withoutSlash(path));
  if (cookiePaths.has(withoutSlash(path))) return false;
  const end = path.indexOf("/", 1);
  return openSegments.has(path.slice(1, end === -1 ? undefined : end));
}

/** The answer to a browser that asks before it calls; null where this is no such question. */
export function preflight(request: Request, path: string): Response | null {
  if (request.method !== "OPTIONS" || !isOpenToPages(path)) return null;
  const { headers } = request;
  if (!headers.has("origin") || !headers.has("access-control-request-method")) return null;
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-methods": methods,
      "access-control-allow-headers": requestHeaders,
      "access-control-max-age": String(PREFLIGHT_SECONDS),
    },
  });
}

/** Says to every browser alike that the answer may be read, so that caches may keep it. */
export function openToPages(headers: Headers, path: string): void {
  if (!isOpenToPages(path)) return;
  headers.set("access-control-allow-origin", "*");
  headers.set("access-control-expose-headers", answerHeaders);
  // With cookies no browser shows an answer, whatever a route has said.
  headers.delete("access-control-allow-credentials");
}

function withoutSlash(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : path;
}
