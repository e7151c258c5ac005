/** What the document says of OAuth: the scheme, and by which scope a token reaches which operation. */
import type { OpenAPIV3_1 } from "openapi-types";
import type { ConnectionScope } from "../../db/vocabulary/connection.ts";
import { oauthPaths, scopeWords } from "../../market/discovery/authorization-server.ts";

/** The marketplace's own authorisation server; docs/oauth.md says how clients become known to it. */
export function oauthScheme(publicBaseUrl: string): OpenAPIV3_1.SecuritySchemeObject {
  const tokenUrl = `${publicBaseUrl}${oauthPaths.token}`;
  return {
    type: "oauth2",
    description:
      "The code flow with PKCE (S256), for programs that people connect. Access tokens are for the " +
      "API alone where `resource` names it; metadata (RFC 8414) is at /.well-known/oauth-authorization-server.",
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

/** The rows of `security` by which a connected program's token is good for an operation too. */
export function oauthSecurity(
  scopes: readonly ConnectionScope[],
): OpenAPIV3_1.SecurityRequirementObject[] {
  return scopes.map((scope) => ({ oauth: [scope] }));
}
