/**
 * The OAuth part of the OpenAPI document: the scheme, and the scopes that each operation accepts.
 */
import type { OpenAPIV3_1 } from "openapi-types";
import type { ConnectionScope } from "../../db/vocabulary/connection.ts";
import { oauthPaths, scopeWords } from "../../market/discovery/authorization-server.ts";

/** The marketplace's own authorisation server; docs/oauth.md explains how clients register. */
export function oauthScheme(publicBaseUrl: string): OpenAPIV3_1.SecuritySchemeObject {
  const tokenUrl = `${publicBaseUrl}${oauthPaths.token}`;
  return {
    type: "oauth2",
    description:
      "The code flow with PKCE (S256), for programs that people connect. Access tokens are only for the " +
      "API if `resource` names it; metadata (RFC 8414) is at /.well-known/oauth-authorization-server.",
    flows: {
      authorizationCode: {
        authorizationUrl: `${publicBaseUrl}${oauthPaths.authorization}`,
        tokenUrl,
        refreshUrl: tokenUrl,
        scopes: scopeWords,
      },
    },
  };
}

/** The `security` rows for the tokens of connected programs. */
export function oauthSecurity(
  scopes: readonly ConnectionScope[],
): OpenAPIV3_1.SecurityRequirementObject[] {
  return scopes.map((scope) => ({ oauth: [scope] }));
}
