/** Decides which calls a replica may answer, and which of its answers are final. */
import { inRequest, type ReadPlace, type RequestScope } from "../../../db/request-scope.ts";
import { type CookieConfig, readCookie } from "../../../platform/session.ts";

/**
 * Lets a replica answer public reads. A caller with credentials may just have written through
 * another process, and reads the primary. The primary is asked again if a replica finds nothing, or
 * would send a new body to a caller that already has one.
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

/** If a replica does not confirm a validator, the caller's answer may be newer than the replica. */
function isFinal({ headers }: Request, { status }: Response): boolean {
  return status === 304 || (status < 400 && !headers.has("if-none-match"));
}
