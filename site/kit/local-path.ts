/**
 * Enough for a search of 300 Chinese characters, at nine characters each in the address, and its
 * filters.
 */
const LOCAL_PATH_CHARACTERS_MAX = 4096;
const PLACEHOLDER_ORIGIN = "http://site.invalid";

/**
 * The path of this site that `value` names, or `/`. Values that a browser could read as another
 * site (`//host`, `/\host`, `https:`, control characters) become `/`.
 */
export function localPath(value: string | null | undefined): string {
  if (!value?.startsWith("/") || value.length > LOCAL_PATH_CHARACTERS_MAX) return "/";
  if (/[^\x21-\x7e]|\\/.test(value)) return "/";
  const url = URL.parse(value, PLACEHOLDER_ORIGIN);
  if (url?.origin !== PLACEHOLDER_ORIGIN || url.pathname.startsWith("//")) return "/";
  // Returning from the sign-in to the sign-in would loop forever.
  if (url.pathname.startsWith("/auth/")) return "/";
  return url.pathname + url.search;
}

/** The address that signs a person in and returns; `other` asks the provider for a new login. */
export function signInPath(returnTo: string, account?: "other"): string {
  const query = new URLSearchParams({ return_to: returnTo, ...(account ? { account } : {}) });
  return `/auth/sign-in?${query}`;
}

/** The address where a person reads and accepts the terms, and then returns. */
export function termsPath(returnTo: string): string {
  return `/account/terms?${new URLSearchParams({ return_to: returnTo })}`;
}
