/** Which calls may be answered from a replica, and which of its answers are final. */
import { inRequest, type ReadPlace, type RequestScope } from "../../../db/request-scope.ts";
import { type CookieConfig, readCookie } from "../../../platform/session.ts";

/**
 * Lets a public read come from a replica. Who shows a credential may have written a moment ago,
 * through whichever process, and reads the primary. What a replica does not find, and what it
 * would send anew to who holds an answer already, is asked of the primary once more.
 */
export async function readFresh(
  request: Request,
  scope: RequestScope,
  config: CookieConfig,
  respond: () => Promise<Response>,
): Promise<Response> {
  if (!mayBeBehind(request, config)) return inRequest(scope, respond);
  const reads: ReadPlace = { isBehind: false };
  const response = await inRequest({ ...scope, reads }, respond);
  if (!reads.isBehind || isFinal(request, response)) return response;
  await response.body?.cancel();
  return inRequest(scope, respond);
}

function mayBeBehind({ method, headers }: Request, config: CookieConfig): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  if (headers.has("authorization")) return false;
  return readCookie(config, "session", headers.get("cookie")) === undefined;
}

/** A validator that a replica does not confirm may be of an answer that is newer than its own. */
function isFinal({ headers }: Request, { status }: Response): boolean {
  return status === 304 || (status < 400 && !headers.has("if-none-match"));
}
