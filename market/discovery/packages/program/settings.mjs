/** Where the marketplace is, and the key to it: read from the environment, refused with a reason. */

export class SettingsError extends Error {}

/** `ownUrl`: the address of the service that made this package. Throws `SettingsError`. */
export function readSettings(env, ownUrl) {
  const url = given(env.DATASET_MARKET_URL) ?? ownUrl;
  const key = given(env.DATASET_MARKET_KEY);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new SettingsError(`DATASET_MARKET_URL has to be an http(s) address, not "${url}".`);
  }
  if (key !== null && !/^[\w~+/.=-]+$/.test(key)) {
    throw new SettingsError("DATASET_MARKET_KEY holds characters that no key has; copy it anew.");
  }
  if (key !== null && new URL(url).protocol === "http:" && !isLoopback(new URL(url).hostname)) {
    throw new SettingsError(`The key is not sent to ${url} unprotected: use its https address.`);
  }
  return { url, key };
}

/** Hosts leave a reference in place where their person has filled in nothing. */
function given(value) {
  const text = value?.trim() ?? "";
  return text === "" || text.startsWith("${") ? null : text;
}

function isLoopback(hostname) {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
