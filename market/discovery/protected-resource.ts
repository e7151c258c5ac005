/** OAuth 2.0 protected resource metadata (RFC 9728). */
import { discoveryPaths as paths, type Service, serviceTitle } from "./service.ts";

/**
 * Of the REST API. The identity provider's tokens stand for a human owner and open
 * `POST /agent/verify`; agents use keys of the account and tokens of their registration.
 */
export function protectedResource({ baseUrl, issuer }: Service) {
  return {
    resource: baseUrl,
    resource_name: serviceTitle,
    resource_documentation: `${baseUrl}${paths.reference}`,
    authorization_servers: [issuer],
    scopes_supported: ["openid", "email"],
    bearer_methods_supported: ["header"],
  };
}

/**
 * Of the MCP server. No authorization server is named: its bearer is an API key that a human makes
 * in the account, or the token of `register_agent`, and no OAuth flow would give one.
 */
export function mcpProtectedResource({ baseUrl, mcpUrl }: Pick<Service, "baseUrl" | "mcpUrl">) {
  return {
    resource: mcpUrl,
    resource_name: `${serviceTitle} (MCP)`,
    resource_documentation: `${baseUrl}${paths.llmsText}`,
    bearer_methods_supported: ["header"],
  };
}

/** RFC 9728 §3.1: the well-known part comes between the host and the resource's own path. */
export function mcpProtectedResourcePath({ baseUrl, mcpUrl }: Service): string | null {
  const { origin, pathname } = new URL(mcpUrl);
  if (origin !== new URL(baseUrl).origin || pathname === "/") return null;
  return `${paths.protectedResource}${pathname}`;
}
