/** What web pages of the allowed origins need to call from a browser (CORS, the Fetch standard). */
import { hourSeconds } from "../../platform/time.ts";

const methods = "POST, GET, DELETE, OPTIONS";
/** Of MCP, of the keys and of tracing; `act-as` is told the API. */
const requestHeaders = [
  "act-as",
  "authorization",
  "content-type",
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

/** The answer to OPTIONS; {@link allowPage} adds whom it is for. */
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

/** Lets the page read the answer; its origin has passed the check before. */
export function allowPage(request: Request, response: Response): Response {
  const origin = request.headers.get("origin");
  if (origin === null || response.status === 403) return response;
  response.headers.set("access-control-allow-origin", origin);
  response.headers.set("access-control-expose-headers", answerHeaders);
  response.headers.append("vary", "origin");
  return response;
}
