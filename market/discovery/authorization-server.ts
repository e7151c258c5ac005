/**
 * The marketplace as OAuth 2.1 authorisation server: addresses, resources and metadata (RFC 8414).
 */
import { type ConnectionScope, connectionScopes } from "../../db/vocabulary/connection.ts";
import { dpopAlgorithms } from "../../platform/dpop/algorithms.ts";
import type { Service } from "../service.ts";
import { discoveryPaths } from "./vocabulary.ts";

export const oauthPaths = {
  authorization: "/oauth/authorize",
  consent: "/oauth/consent",
  token: "/oauth/token",
  registration: "/oauth/register",
  revocation: "/oauth/revoke",
  introspection: "/oauth/introspect",
  jwks: "/oauth/jwks",
} as const;

/** The permissions of each scope, for documents that describe the scheme. */
export const scopeWords: Record<ConnectionScope, string> = {
  read: "See purchases, bids, messages and events.",
  purchase: "Buy datasets within the limits that the owner has set, and download what was bought.",
  bid: "Bid in auctions within the same limits.",
  message: "Write to sellers, and ask for data.",
  sell: "Sell datasets as an agent of the owner's.",
};

/** The header in which the MCP process names the resource where a token was presented. */
export const presentedAtHeader = "x-presented-at";

/** The header in which the MCP process names its own request, which a DPoP proof serves once. */
export const presentedInHeader = "x-presented-in";

/** Clients authenticate by their metadata document with PKCE, or by their own key. */
export const clientAuthMethods = ["none", "private_key_jwt"] as const;
export const clientSigningAlgorithms = ["ES256", "EdDSA", "Ed25519", "PS256", "RS256"] as const;

/**
 * The resource of ours that an address names, in the form that tokens use: the API or the MCP
 * endpoint; null for any other. The query of an MCP endpoint selects tools, and some clients append
 * a slash.
 */
export function resourceNamed(
  { baseUrl, mcpUrl }: Pick<Service, "baseUrl" | "mcpUrl">,
  asked: string,
): string | null {
  const bare = bareAddress(asked);
  return [baseUrl, mcpUrl].find((known) => bare !== null && bare === bareAddress(known)) ?? null;
}

function bareAddress(address: string): string | null {
  const url = URL.parse(address);
  if (url === null || address.includes("#") || url.username !== "" || url.password !== "") {
    return null;
  }
  return `${url.origin}${url.pathname.replace(/\/$/, "")}`;
}

export function authorizationServer({ baseUrl }: Pick<Service, "baseUrl">) {
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}${oauthPaths.authorization}`,
    token_endpoint: `${baseUrl}${oauthPaths.token}`,
    registration_endpoint: `${baseUrl}${oauthPaths.registration}`,
    revocation_endpoint: `${baseUrl}${oauthPaths.revocation}`,
    introspection_endpoint: `${baseUrl}${oauthPaths.introspection}`,
    jwks_uri: `${baseUrl}${oauthPaths.jwks}`,
    service_documentation: `${baseUrl}${discoveryPaths.llmsText}`,
    scopes_supported: [...connectionScopes],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: [...clientAuthMethods],
    token_endpoint_auth_signing_alg_values_supported: [...clientSigningAlgorithms],
    revocation_endpoint_auth_methods_supported: [...clientAuthMethods],
    introspection_endpoint_auth_methods_supported: [...clientAuthMethods],
    dpop_signing_alg_values_supported: [...dpopAlgorithms],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  };
}

/** The same metadata for OpenID clients, which require these fields; no ID token is issued. */
export function openidConfiguration(service: Pick<Service, "baseUrl">) {
  return {
    ...authorizationServer(service),
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["EdDSA"],
  };
}
