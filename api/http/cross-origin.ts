/**
 * Decides which answers other sites' pages may read (CORS, Fetch standard): those for programs,
 * public or with a bearer token. Cookies are never allowed, so no page can act as a signed-in
 * person.
 */
import type { Op } from "../../market/contract/contract.ts";
import { contracts } from "../../market/contracts.ts";
import { hourSeconds } from "../../platform/time.ts";

const operations = contracts.flatMap((ops): Op[] => Object.values(ops));

/** First path segments that serve programs. All other paths belong to the site. */
const openSegments = new Set([
  ...operations.flatMap(({ by, path }) => (by.kind === "owner" ? [] : (path.split("/")[1] ?? ""))),
  ...["datasets.atom", "delta-sharing", "health", "openapi.json", "storage"],
]);
/** Paths of the authorisation server that clients' pages call; never the consent pages. */
const openOauthPaths = new Set([
  "/oauth/introspect",
  "/oauth/jwks",
  "/oauth/register",
  "/oauth/revoke",
  "/oauth/token",
]);
/** Opened by the session cookie, and only for the site's own pages; a sitemap is for crawlers. */
const closedPaths = new Set([
  ...operations.flatMap(({ by, path }) => (by.kind === "owner" ? path : [])),
  "/sitemap.xml",
]);

const methods = "GET, HEAD, POST, PUT, PATCH, DELETE";
const requestHeaders = [
  "act-as",
  "authorization",
  "content-md5",
  "content-type",
  "delta-sharing-capabilities",
  "dpop",
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
  "delta-table-version",
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

/** Whether any site's pages may read this path's answers. */
export function isOpenToPages(path: string): boolean {
  if (path.startsWith("/oauth/")) return openOauthPaths.has(withoutSlash(path));
  if (closedPaths.has(withoutSlash(path))) return false;
  const end = path.indexOf("/", 1);
  return openSegments.has(path.slice(1, end === -1 ? undefined : end));
}

/** The answer to a preflight request; null for any other request. */
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

/** The same headers for every origin, so that caches can store the answer. */
export function openToPages(headers: Headers, path: string): void {
  if (!isOpenToPages(path)) return;
  headers.set("access-control-allow-origin", "*");
  headers.set("access-control-expose-headers", answerHeaders);
  // Requests with cookies must stay blocked, whatever header a route has set.
  headers.delete("access-control-allow-credentials");
}

function withoutSlash(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : path;
}
