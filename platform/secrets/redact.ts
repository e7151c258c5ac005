/**
 * Takes credentials out of a text that is about to leave the process: the values that this process was
 * given, and whatever has the form of a credential, in words that a library or a provider chose.
 */
export type Redact = (text: string) => string;

const mark = "[redacted]";

/** Shorter ones are words: a log without them would be one of holes. */
const knownCharsMin = 8;

/** Parameters of addresses and forms whose values let somebody in. */
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

/** Those of them that are no ordinary words before an equals sign. */
const atStart = parameters.filter((name) => !["code", "key"].includes(name));

/** In JSON that a message quotes, its quotes may be escaped once more. */
const quote = String.raw`\\*"`;
const named = "(?:access_token|refresh_token|id_token|client_secret|code_verifier|password|secret)";

/** The group of each, if it has one, stays: it says what was there. */
const forms = [
  // API keys, tokens of the authorisation server; secrets of webhooks; Stripe's and Resend's keys.
  String.raw`\bdm_(?:live|test|oauth|refresh)_[\w-]{8,}`,
  String.raw`\bwhsec_[\w+/=-]{4,}`,
  String.raw`\b(?:sk|rk)_(?:live|test)_\w{4,}`,
  String.raw`\bre_[A-Za-z0-9]{6,}_\w{8,}`,
  // Signed and sealed tokens: three parts, or five.
  String.raw`\beyJ[\w-]{6,}(?:\.[\w-]*){2,4}`,
  String.raw`\b((?:Bearer|Basic) +)[\w.~+/=:-]{6,}`,
  // A password in an address, or the token that stands for the user.
  String.raw`(:\/\/(?:[^\s/:@"]*:)?)[^\s/:@"]+(?=@)`,
  String.raw`([?&#](?:${parameters.join("|")})=)[^&\s"'\\]+`,
  // The first of a form, and the header of S3's signatures.
  String.raw`((?:^|[\s"',])(?:${atStart.join("|")})=)[^&\s"',\\]+`,
  // Stripe's intents, for browsers.
  String.raw`\b((?:pi|seti|src|cs)_\w{4,}_secret_)\w{4,}`,
  String.raw`(\/(?:approve|archives)\/)[\w.-]{20,}`,
  String.raw`(\/report\/status\/[\w-]+\/)[\w-]{20,}`,
  String.raw`(\/unsubscribe\/\w+\/[\w-]+\/)[\w-]{20,}`,
  String.raw`(\b(?:__Host-)?dm_(?:session|sign_in|oauth_session|consent|consent_return)(?:\.sig)?=)[^;\s"\\]+`,
  String.raw`(${quote}${named}${quote} *: *${quote})[^"\\]+`,
];

/** Most lines have nothing of all that: to see so costs a tenth of a microsecond, to look closely five. */
const hints =
  /dm_|whsec_|_live_|_test_|re_|eyJ|earer|asic|:\/\/|[?&#]|approve|archives|report|unsubscribe|token|secret|password|code_verifier|ignature|api_?key/;

/** `known`: credentials of this process, which may have any form. */
export function createRedactor(known: readonly string[] = []): Redact {
  const values = known
    .filter((value) => value.length >= knownCharsMin)
    .flatMap((value) => [encodeURIComponent(value), value, quoted(value), quoted(quoted(value))])
    .toSorted((one, other) => other.length - one.length)
    .map(escaped);
  // Of no value there would be a pattern that matches everywhere.
  const ours = values.length === 0 ? null : new RegExp([...new Set(values)].join("|"), "g");
  return (text) => {
    const rest = ours?.test(text) ? text.replace(ours, mark) : text;
    if (ours !== null) ours.lastIndex = 0;
    return hints.test(rest) ? rest.replace(formsPattern, keepName) : rest;
  };
}

const formsPattern = new RegExp(forms.join("|"), "gi");

const idPattern = /^[\w.:-]{1,128}$/;

/** An id that a caller chose for its lines in the log; null: it may not stand there, or could be a credential. */
export function loggableId(given: string | null): string | null {
  if (given === null || !idPattern.test(given)) return null;
  return hints.test(given) && given.search(formsPattern) >= 0 ? null : given;
}

function keepName(_match: string, ...groups: unknown[]): string {
  // Behind the groups come the place and the whole text.
  const kept = groups.slice(0, -2).find((group) => typeof group === "string");
  return `${kept ?? ""}${mark}`;
}

/** An address that is a credential itself, as those of folders and in mails, fit to be repeated. */
export function withoutLinkSecret(path: string): string {
  return path.replace(linkSecret, "$1redacted");
}

const linkSecret =
  /^(\/(?:approve|archives)\/|\/report\/status\/[\w-]+\/|\/unsubscribe\/\w+\/[\w-]+\/)[^/]{20,}/;

/**
 * The credentials in a configuration, by the names of its fields, and the passwords of its addresses.
 * Names end in what such a value is called everywhere: SECRET, KEY, TOKEN; those of headers in HEADERS.
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

/** Of `name=value,name=value`, percent-encoded; behind a scheme's name stands the credential itself. */
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

/** An address that nobody can decode has been refused before, and hides nothing decoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** As it stands in JSON. */
const quoted = (value: string) => JSON.stringify(value).slice(1, -1);

function escaped(value: string): string {
  return value.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
