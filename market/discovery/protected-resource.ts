/** OAuth 2.0 protected resource metadata (RFC 9728). */
import { connectionScopes } from "../../db/vocabulary/connection.ts";
import { dpopAlgorithms } from "../../platform/dpop/algorithms.ts";
import { type Service, serviceTitle } from "../service.ts";
import { discoveryPaths as paths } from "./vocabulary.ts";

/**
 * For the REST API. The marketplace's own authorisation server issues its tokens. API keys and
 * agent tokens, which no OAuth flow issues, are sent in the same way.
 */
export function protectedResource({ baseUrl }: Pick<Service, "baseUrl">) {
  return {
    resource: baseUrl,
    resource_name: serviceTitle,
    resource_documentation: `${baseUrl}${paths.reference}`,
    ...access(baseUrl),
  };
}

/** For the MCP server, which may have another origin than the authorisation server. */
export function mcpProtectedResource({ baseUrl, mcpUrl }: Pick<Service, "baseUrl" | "mcpUrl">) {
  return {
    resource: mcpUrl,
    resource_name: `${serviceTitle} (MCP)`,
    resource_documentation: `${baseUrl}${paths.llmsText}`,
    ...access(baseUrl),
  };
}

function access(baseUrl: string) {
  return {
    authorization_servers: [baseUrl],
    scopes_supported: [...connectionScopes],
    bearer_methods_supported: ["header"],
    dpop_signing_alg_values_supported: [...dpopAlgorithms],
    dpop_bound_access_tokens_required: false,
  };
}

/** RFC 9728 §3.1: the well-known part is inserted between the host and the resource's path. */
export function mcpProtectedResourcePath({ baseUrl, mcpUrl }: Service): string | null {
  const { origin, pathname } = new URL(mcpUrl);
  if (origin !== new URL(baseUrl).origin || pathname === "/") return null;
  return `${paths.protectedResource}${pathname}`;
}
