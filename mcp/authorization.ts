/**
 * How a client learns that a tool needs a key (RFC 6750, RFC 9728). The marketplace has no OAuth
 * authorization server: people make API keys on its site, and agents get a token by registering.
 */
import { mcpProtectedResource } from "../market/discovery/protected-resource.ts";
import { discoveryPaths } from "../market/discovery/service.ts";
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

/** A 401 that says where to read on; its body is an answer to the message, and says what to do. */
export function challenge(
  options: ResourceOptions,
  refused: Problem | null,
  body: ReadBody | null,
): Response {
  const problem = refused ?? missingToken(options);
  const { origin, pathname } = new URL(options.publicUrl);
  const parts = [
    'Bearer realm="dataset-market"',
    ...(refused === null ? [] : ['error="invalid_token"']),
    `resource_metadata="${origin}${metadataPath}${pathname}"`,
  ];
  const asked = { code: UNAUTHORIZED_CODE, id: messageId(body) };
  return rpcRefusal(problem, asked, { "www-authenticate": parts.join(", ") });
}

function missingToken({ siteUrl, occasion }: ResourceOptions): Problem {
  const detail = `This tool needs a bearer token; people make API keys at ${siteUrl}/account.`;
  return ownProblem(occasion, "token_missing", detail);
}
