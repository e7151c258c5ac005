/**
 * Tells a client that a tool needs a key (RFC 6750, RFC 9728). The metadata names the marketplace's
 * authorization server; people can also create API keys on its site, and agents can register.
 */
import { proofChallenge } from "../market/discovery/proof-challenge.ts";
import { mcpProtectedResource } from "../market/discovery/protected-resource.ts";
import { discoveryPaths } from "../market/discovery/vocabulary.ts";
import { messageId, type ReadBody } from "./message.ts";
import { type Occasion, ownProblem, type Problem, problemResponse, rpcRefusal } from "./problem.ts";

export const metadataPath = discoveryPaths.protectedResource;

export type ResourceOptions = { publicUrl: string; siteUrl: string; occasion: Occasion };

/** In JSON-RPC's range for server-defined errors. */
const UNAUTHORIZED_CODE = -32_001;

/** RFC 9728: served at the root and at the resource's path, where clients look for it. */
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

/** No valid token, or an OAuth token without the needed scopes: the host may ask its person. */
export function isChallenge({ status, required_scopes: scopes }: Problem): boolean {
  return status === 401 || scopes !== undefined;
}

export type Refused = {
  /** Null: the call had no token. */
  problem: Problem | null;
  /** The scopes to ask for if the problem does not name any. */
  scopes: readonly string[];
  body: ReadBody | null;
};

/**
 * A 401 or 403 with the address of the metadata and the scopes to ask for. Its body answers the
 * message and explains the next step.
 */
export function challenge(options: ResourceOptions, { problem, scopes, body }: Refused): Response {
  const told = problem ?? missingToken(options);
  const wanted = told.required_scopes ?? scopes;
  const { origin, pathname } = new URL(options.publicUrl);
  const proof = problem === null ? null : proofChallenge(problem.code);
  const parts = [
    'Bearer realm="dataset-market"',
    ...(problem === null ? [] : [`error="${errorOf(problem)}"`]),
    ...(wanted.length === 0 ? [] : [`scope="${wanted.join(" ")}"`]),
    `resource_metadata="${origin}${metadataPath}${pathname}"`,
  ];
  const asked = { code: UNAUTHORIZED_CODE, id: messageId(body) };
  return rpcRefusal(told, asked, { "www-authenticate": proof ?? parts.join(", ") });
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
