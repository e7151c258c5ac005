/**
 * Removes credentials from a text that is about to leave the process: the values given to this
 * process, and anything with the form of a credential in the words of a library or a provider.
 */
export type Redact = (text: string) => string;

const mark = "[redacted]";

/** Shorter values are ordinary words, whose removal would make a log unreadable. */
const knownCharsMin = 8;

/** Parameters of addresses and forms whose values grant access. */
const parameters = [
  "access_token",
  "api_key",
  "apikey",
  "client_assertion",
  "client_secret",
  "code",
  "code_verifier",
  "form_token",
  "id_token",
  "key",
  "password",
  "refresh_token",
  "signature",
  "token",
  "X-Amz-Credential",
  "X-Amz-Security-Token",
  "X-Amz-Signature",
];

/** Those of them that are not ordinary words before an equals sign. */
const atStart = parameters.filter((name) => !["code", "key"].includes(name));

/** In JSON quoted by a message, quotes may be escaped again. */
const quote = String.raw`\\*"`;
const named = "(?:access_token|refresh_token|id_token|client_secret|code_verifier|password|secret)";

/** The captured group, if any, is kept: it shows what was there. */
const forms = [
  // API keys and tokens of the authorisation server; webhook secrets; Stripe's and Resend's keys.
  String.raw`\bdm_(?:live|test|oauth|refresh)_[\w-]{8,}`,
  String.raw`\bwhsec_[\w+/=-]{4,}`,
  String.raw`\b(?:sk|rk)_(?:live|test)_\w{4,}`,
  String.raw`\bre_[A-Za-z0-9]{6,}_\w{8,}`,
  // Signed and encrypted tokens: three or five parts.
  String.raw`\beyJ[\w-]{6,}(?:\.[\w-]*){2,4}`,
  String.raw`\b((?:Bearer|Basic) +)[\w.~+/=:-]{6,}`,
  // A password in an address, or a token in place of the user.
  String.raw`(:\/\/(?:[^\s/:@"]*:)?)[^\s/:@"]+(?=@)`,
  String.raw`([?&#](?:${parameters.join("|")})=)[^&\s"'\\]+`,
  // The first parameter of a form, and the header of S3 signatures.
  String.raw`((?:^|[\s"',])(?:${atStart.join("|")})=)[^&\s"',\\]+`,
  // Stripe's intents, for browsers.
  String.raw`\b((?:pi|seti|src|cs)_\w{4,}_secret_)\w{4,}`,
  String.raw`(\/(?:approve|archives)\/)[\w.-]{20,}`,
  String.raw`(\/report\/status\/[\w-]+\/)[\w-]{20,}`,
  String.raw`(\/unsubscribe\/\w+\/[\w-]+\/)[\w-]{20,}`,
  String.raw`(\b(?:__Host-)?dm_(?:session|sign_in|oauth_session|consent|consent_return)(?:\.sig)?=)[^;\s"\\]+`,
  String.raw`(${quote}${named}${quote} *: *${quote})[^"\\]+`,
];

/**
 * Most lines contain nothing of this: the quick test takes a tenth of a microsecond, the full one
 * five.
 */
const hints =
  /dm_|whsec_|_live_|_test_|re_|eyJ|earer|asic|:\/\/|[?&#]|approve|archives|report|unsubscribe|token|secret|password|code_verifier|ignature|api_?key/;

/** `known`: credentials of this process, which may have any form. */
export function createRedactor(known: readonly string[] = []): Redact {
  const values = known
    .filter((value) => value.length >= knownCharsMin)
    .flatMap((value) => [encodeURIComponent(value), value, quoted(value), quoted(quoted(value))])
    .toSorted((one, other) => other.length - one.length)
    .map(escaped);
  // An empty list would make a pattern that matches everywhere.
  const ours = values.length === 0 ? null : new RegExp([...new Set(values)].join("|"), "g");
  return (text) => {
    const rest = ours?.test(text) ? text.replace(ours, mark) : text;
    if (ours !== null) ours.lastIndex = 0;
    return hints.test(rest) ? rest.replace(formsPattern, keepName) : rest;
  };
}

const formsPattern = new RegExp(forms.join("|"), "gi");

const idPattern = /^[\w.:-]{1,128}$/;

/**
 * An id that a caller chose for its log lines; null if it is not allowed there, or could be a
 * credential.
 */
export function loggableId(given: string | null): string | null {
  if (given === null || !idPattern.test(given)) return null;
  return hints.test(given) && given.search(formsPattern) >= 0 ? null : given;
}

function keepName(_match: string, ...groups: unknown[]): string {
  // After the groups come the position and the whole text.
  const kept = groups.slice(0, -2).find((group) => typeof group === "string");
  return `${kept ?? ""}${mark}`;
}

/** Removes the secret from an address that is itself a credential, as for folders and in mails. */
export function withoutLinkSecret(path: string): string {
  return path.replace(linkSecret, "$1redacted");
}

const linkSecret =
  /^(\/(?:approve|archives)\/|\/report\/status\/[\w-]+\/|\/unsubscribe\/\w+\/[\w-]+\/)[^/]{20,}/;

/**
 * The credentials in a configuration, by field names, and the passwords in its addresses. Names of
 * credentials end in SECRET, KEY or TOKEN; those of headers in HEADERS.
 */
export function credentialsOf(config: object): string[] {
  return Object.entries(config).flatMap(([name, value]): string[] => {
    if (typeof value === "string") {
      if (name.endsWith("_HEADERS")) return headerValuesIn(value);
      return isCredential(name) ? [value] : passwordsIn(value);
    }
    if (Array.isArray(value)) return value.flatMap((one) => credentialsOf({ [name]: one }));
    return typeof value === "object" && value !== null ? credentialsOf(value) : [];
  });
}

function isCredential(name: string): boolean {
  return /(?:secrets?|keys?|token)$/i.test(name);
}

/**
 * From `name=value,name=value`, percent-encoded; the credential follows the name of an
 * authentication scheme.
 */
function headerValuesIn(headers: string): string[] {
  return headers.split(",").flatMap((header) => {
    const value = header.slice(header.indexOf("=") + 1).trim();
    return [value, decoded(value), ...decoded(value).split(/\s+/)];
  });
}

function passwordsIn(value: string): string[] {
  return value.split(",").flatMap((address) => {
    if (!URL.canParse(address)) return [];
    const { username, password } = new URL(address);
    const secret = password === "" ? username : password;
    return secret === "" ? [] : [secret, decoded(secret)];
  });
}

/** An address that cannot be decoded was refused earlier, and contains no decoded credential. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** As it appears in JSON. */
const quoted = (value: string) => JSON.stringify(value).slice(1, -1);

function escaped(value: string): string {
  return value.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
