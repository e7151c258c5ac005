/**
 * How a client learns that a tool needs a key (RFC 6750, RFC 9728): the metadata names the
 * marketplace's authorization server; people also make API keys on its site, and agents register.
 */
import { mcpProtectedResource } from "../market/discovery/protected-resource.ts";
import { discoveryPaths } from "../market/discovery/vocabulary.ts";
import { messageId, type ReadBody } from "./message.ts";
import { type Occasion, ownProblem, type Problem, problemResponse, rpcRefusal } from "./problem.ts";

export const metadataPath = discoveryPaths.protectedResource;

export type ResourceOptions = { publicUrl: string; siteUrl: string; occasion: Occasion };

/** JSON-RPC's range for errors of the server's own. */
const UNAUTHORIZED_CODE = -32_001;

/** RFC 9728, at the root and, as clients look for it, with the path of the resource. */
export function protectedResourceMetadata(request: Request, options: ResourceOptions): Response {
  if (request.method !== "GET" && request.method !== "HEAD") {
    const detail = `${options.occasion.instance} takes GET, HEAD, not ${request.method}.`;
    const problem = ownProblem(options.occasion, "method_not_allowed", detail);
    return problemResponse(problem, { allow: "GET, HEAD" });
  }
  return Response.json(
    mcpProtectedResource({ baseUrl: options.siteUrl, mcpUrl: options.publicUrl }),
    { headers: { "cache-control": "public, max-age=3600", "access-control-allow-origin": "*" } },
  );
}

/** No token that is good, or one by OAuth that was not granted enough: its person may be asked. */
export function isChallenge({ status, required_scopes: scopes }: Problem): boolean {
  return status === 401 || scopes !== undefined;
}

export type Refused = {
  /** Null: the call came without a token. */
  problem: Problem | null;
  /** What is to be asked for where the problem does not say it. */
  scopes: readonly string[];
  body: ReadBody | null;
};

/**
 * A 401 or 403 that says where to read on and what to ask the person for; its body is an answer to the
 * message, and says in words what to do.
 */
export function challenge(options: ResourceOptions, { problem, scopes, body }: Refused): Response {
  const told = problem ?? missingToken(options);
  const wanted = told.required_scopes ?? scopes;
  const { origin, pathname } = new URL(options.publicUrl);
  const parts = [
    'Bearer realm="dataset-market"',
    ...(problem === null ? [] : [`error="${errorOf(problem)}"`]),
    ...(wanted.length === 0 ? [] : [`scope="${wanted.join(" ")}"`]),
    `resource_metadata="${origin}${metadataPath}${pathname}"`,
  ];
  const asked = { code: UNAUTHORIZED_CODE, id: messageId(body) };
  return rpcRefusal(told, asked, { "www-authenticate": parts.join(", ") });
}

function errorOf({ status }: Problem): string {
  return status === 401 ? "invalid_token" : "insufficient_scope";
}

function missingToken({ siteUrl, occasion }: ResourceOptions): Problem {
  const detail =
    "This tool acts for a person: a host that knows OAuth sends them to sign in. Otherwise they make an " +
    `API key at ${siteUrl}/account/keys, and ${siteUrl}/connect says where to put it.`;
  return ownProblem(occasion, "token_missing", detail);
}
