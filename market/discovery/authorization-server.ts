/** The marketplace as OAuth 2.1 authorisation server: its addresses, resources and metadata (RFC 8414). */
import { type ConnectionScope, connectionScopes } from "../../db/vocabulary/connection.ts";
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

/** What a program may do by each, in the words of documents that describe the scheme. */
export const scopeWords: Record<ConnectionScope, string> = {
  read: "See purchases, bids, messages and events.",
  purchase: "Buy datasets within the limits that the owner has set, and download what was bought.",
  bid: "Bid in auctions within the same limits.",
  message: "Write to sellers, and ask for data.",
  sell: "Sell datasets as an agent of the owner's.",
};

/** By this header the MCP process names the resource at which a token was presented to it. */
export const presentedAtHeader = "x-presented-at";

/** How a client may prove to be itself: by its metadata document, PKCE, or a key of its own. */
export const clientAuthMethods = ["none", "private_key_jwt"] as const;
export const clientSigningAlgorithms = ["ES256", "EdDSA", "Ed25519", "PS256", "RS256"] as const;

/**
 * Which of our resources an address names, as tokens name it: the API's or the MCP endpoint's; null: none
 * of ours. The query of an MCP endpoint chooses tools, and some clients end every address with a slash.
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
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  };
}

/** The same where OpenID clients look for it, which want these fields; no ID token is issued. */
export function openidConfiguration(service: Pick<Service, "baseUrl">) {
  return {
    ...authorizationServer(service),
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["EdDSA"],
  };
}
