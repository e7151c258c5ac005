/** Validates and normalises a client's metadata, registered or from its own document. Pure. */
import { isLonger } from "../../market/characters.ts";
import {
  OAUTH_CLIENT_NAME_CHARS_MAX,
  OAUTH_REDIRECT_URI_CHARS_MAX,
  OAUTH_REDIRECT_URIS_MAX,
} from "../../market/connection/limits.ts";

export type ClientMetadata = Record<string, unknown>;
export type ClientFault = {
  error: "invalid_client_metadata" | "invalid_redirect_uri";
  detail: string;
};

/** The loopback address in its usual forms. Others, such as `127.1`, are refused. */
const loopback = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?:[/?]|$)/i;
/**
 * Characters that no URL may contain (RFC 3986): parsers that treat them differently would go to
 * different hosts.
 */
const unwritten = /[^!-~]|["<>\\^`{|}]/;
/** A private-use scheme: its owner's domain reversed, then a path (RFC 8252 §7.1). */
const privateScheme = /^(?:[a-z]{2,63}|xn--[a-z\d-]+)(?:\.[a-z\d-]+)+:\//i;
/** Redirect URIs of widely used programs whose scheme is not a domain. */
const knownPrivate: ReadonlySet<string> = new Set(["cursor://anysphere.cursor-mcp/oauth/callback"]);

/**
 * The fields that are kept besides addresses and keys. A server ignores unknown ones (RFC 7591 §2).
 */
const keptNames = [
  "client_id",
  "client_name",
  "client_uri",
  "logo_uri",
  "redirect_uris",
  "dpop_bound_access_tokens",
] as const;
const keyNames = ["jwks", "jwks_uri", "token_endpoint_auth_signing_alg"] as const;

/** Plain HTTP is only for programs on the person's own machine (OAuth 2.1 §8.4.2). */
function isLoopbackAddress(redirectUri: string): boolean {
  return loopback.test(redirectUri);
}

/** The reason to refuse this client; null if there is none. */
export function clientFault(given: ClientMetadata): ClientFault | null {
  const { redirect_uris: addresses, client_name: name } = given;
  if (!Array.isArray(addresses) || addresses.length === 0) {
    return { error: "invalid_redirect_uri", detail: "redirect_uris is missing or empty" };
  }
  if (addresses.length > OAUTH_REDIRECT_URIS_MAX) {
    const detail = `redirect_uris has at most ${OAUTH_REDIRECT_URIS_MAX} items`;
    return { error: "invalid_redirect_uri", detail };
  }
  for (const address of addresses) {
    const detail = redirectFault(address);
    if (detail !== null) return { error: "invalid_redirect_uri", detail };
  }
  if (name === undefined || isName(name)) return null;
  const detail = `client_name is a text of at most ${OAUTH_CLIENT_NAME_CHARS_MAX} visible characters`;
  return { error: "invalid_client_metadata", detail };
}

function redirectFault(address: unknown): string | null {
  if (typeof address !== "string" || address.length > OAUTH_REDIRECT_URI_CHARS_MAX) {
    return `a redirect address is a text of at most ${OAUTH_REDIRECT_URI_CHARS_MAX} characters`;
  }
  const url = URL.parse(address);
  const isWhole = url !== null && (!/^https?:/i.test(address) || /^https?:\/\/[^/]/i.test(address));
  if (!isWhole) return "a redirect address must be an absolute URL";
  if (unwritten.test(address))
    return "a redirect address may contain only plain characters (RFC 3986)";
  if (url.username !== "" || url.password !== "")
    return "a redirect address must not contain a password";
  if (leadsBack(url, address)) return null;
  return (
    "a redirect address begins with https://, is http:// to localhost, 127.0.0.1 or [::1], or has " +
    "the program's own scheme, a domain in reverse such as com.example.app:/callback (RFC 8252, 7.1)"
  );
}

/** Allows only schemes of programs that could have asked: others could start anything. */
function leadsBack({ protocol }: URL, address: string): boolean {
  if (protocol === "https:" || isLoopbackAddress(address)) return true;
  return privateScheme.test(address) || knownPrivate.has(address);
}

/** Control characters and reversed text could make one client look like another. */
const misleading = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

function isName(name: unknown): boolean {
  return (
    typeof name === "string" &&
    !isLonger(name, OAUTH_CLIENT_NAME_CHARS_MAX) &&
    !misleading.test(name)
  );
}

/**
 * The metadata in the provider's terms. A client is public unless it proves itself by its own key;
 * no secret is shared. Programs that listen on loopback or own a scheme count as native, whatever
 * they declare.
 */
export function tidyClient(given: ClientMetadata): ClientMetadata {
  const kept = keptNames.filter((name) => given[name] !== undefined);
  const hasKey =
    given.token_endpoint_auth_method === "private_key_jwt" &&
    (given.jwks !== undefined || given.jwks_uri !== undefined);
  const keys = hasKey ? keyNames.filter((name) => given[name] !== undefined) : [];
  return {
    ...Object.fromEntries([...kept, ...keys].map((name) => [name, given[name]])),
    application_type: isNative(given.redirect_uris) ? "native" : "web",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: hasKey ? "private_key_jwt" : "none",
  };
}

function isNative(addresses: unknown): boolean {
  if (!Array.isArray(addresses)) return false;
  return addresses.some(
    (address) => typeof address === "string" && URL.parse(address)?.protocol !== "https:",
  );
}

/** The host that receives a redirect, or the scheme if it belongs to a program. */
export function hostOfRedirect(redirectUri: string): string {
  const url = URL.parse(redirectUri);
  if (url === null || isLoopbackAddress(redirectUri)) return "this computer";
  return url.protocol === "https:" ? url.host : url.protocol;
}
