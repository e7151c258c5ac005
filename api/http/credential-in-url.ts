/** Refuses requests with a credential in their address. */
import { holdsCredential, withoutCredentials } from "../../market/account/rules.ts";
import { MarketError } from "../../market/errors.ts";

/** Logs, browser histories and Referer headers keep addresses; they must not keep credentials. */
const credentialNames = new Set(["api_key", "apikey", "token", "access_token", "key"]);

/** The refusal of a credential in the address. It never repeats the credential's value. */
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

/** The path, safe to repeat and to log. */
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
