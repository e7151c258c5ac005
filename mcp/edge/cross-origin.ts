/** The CORS headers (Fetch standard) that web pages of allowed origins need. */
import { hourSeconds } from "../../platform/time.ts";

const methods = "POST, GET, DELETE, OPTIONS";
/** The headers of MCP, of credentials and of tracing. `act-as` is passed to the API. */
const requestHeaders = [
  "act-as",
  "authorization",
  "content-type",
  "dpop",
  "idempotency-key",
  "last-event-id",
  "mcp-method",
  "mcp-name",
  "mcp-protocol-version",
  "mcp-session-id",
  "traceparent",
  "x-request-id",
].join(", ");
const answerHeaders = "www-authenticate, retry-after, mcp-session-id";
const PREFLIGHT_SECONDS = hourSeconds;

/** Answers OPTIONS; {@link allowPage} adds the origin. */
export function preflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-methods": methods,
      "access-control-allow-headers": requestHeaders,
      "access-control-max-age": String(PREFLIGHT_SECONDS),
    },
  });
}

/** Allows the page to read the answer. Its origin was checked before. */
export function allowPage(request: Request, response: Response): Response {
  const origin = request.headers.get("origin");
  if (origin === null || response.status === 403) return response;
  response.headers.set("access-control-allow-origin", origin);
  response.headers.set("access-control-expose-headers", answerHeaders);
  response.headers.append("vary", "origin");
  return response;
}
