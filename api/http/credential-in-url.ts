/**
 * Refuses requests that carry a credential in their address, where logs and histories would keep
 * it.
 */
import { holdsCredential, withoutCredentials } from "../../market/account/rules.ts";
import { MarketError } from "../../market/errors.ts";

/** Addresses end up in logs, histories and Referer headers; a credential must not. */
const credentialNames = new Set(["api_key", "apikey", "token", "access_token", "key"]);

/** What is refused before anything else: a credential in the address. Its value is never repeated. */
export function credentialInUrl(url: URL): MarketError | null {
  const parameters = [...url.searchParams];
  const named = parameters.find(([name]) => credentialNames.has(name.toLowerCase()));
  const holdsKey =
    holdsCredential(decoded(url.pathname)) ||
    parameters.some(([name, value]) => holdsCredential(name) || holdsCredential(value));
  if (named === undefined && !holdsKey) return null;
  const place = named === undefined ? "An API key" : `The parameter \`${named[0].toLowerCase()}\``;
  return new MarketError(
    "credential_in_url",
    `${place} must not stand in an address: send \`Authorization: Bearer <key>\`. ` +
      "Treat what was sent here as known to others, and have its owner revoke it.",
  );
}

/** The path of the address, fit to be repeated and logged. */
export function safePath(url: URL): string {
  return holdsCredential(decoded(url.pathname))
    ? withoutCredentials(decoded(url.pathname))
    : url.pathname;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
