/**
 * Addresses of up to 8,000 and headers of up to 14,000 characters that are designed to be expensive
 * to read.
 */

export type HostileRequest = {
  name: string;
  /** Appended to every address. */
  query?: string;
  /** Requested as it is, instead of the operations' addresses. */
  path?: string;
  headers?: Record<string, string>;
};

const times = (text: string, count: number) => text.repeat(count);
const list = (count: number, item: (index: number) => string, separator = ",") =>
  Array.from({ length: count }, (_, index) => item(index)).join(separator);
const words = (text: string) => `query=${encodeURIComponent(text)}`;
const nestedJson = Buffer.from(times("[", 5000)).toString("base64url");

export const hostileRequests: HostileRequest[] = [
  { name: "2,000 names", query: list(2000, (index) => index.toString(36), "&") },
  { name: "one name 4,000 times", query: times("a&", 3900) },
  { name: "names that nearly are ours", query: list(700, (index) => `quer${index}=`, "&") },
  { name: "percent signs", query: `query=${times("%", 2000)}` },
  { name: "escaped blanks", query: `query=${times("%20", 2500)}` },
  { name: "150 words", query: words(list(150, (index) => String(index % 10), " ")) },
  { name: "64 dashes", query: words(times("-", 64)) },
  { name: "299 quotes", query: words(times('"', 299)) },
  { name: "brackets", query: words(times("(", 299)) },
  { name: "operators", query: words(times("!&|<->", 49)) },
  { name: "stacked marks", query: words(`a${times("\u0301", 298)}`) },
  { name: "blanks that are none", query: words(times("\u200b", 299)) },
  { name: "a word of 300 letters", query: words(times("a", 300)) },
  { name: "a word that is nearly another, often", query: words(times("abcde ", 49)) },
  { name: "a cursor", query: `cursor=${times("W1tb", 120)}` },
  { name: "a cursor of nested arrays", query: `cursor=${nestedJson.slice(0, 499)}` },
  { name: "a price of 8,000 digits", query: `max_price=${times("9", 7000)}` },
  { name: "a limit of 8,000 digits", query: `limit=${times("9", 7000)}` },
  { name: "tags", query: `tags=${times("a,", 3500)}` },
  { name: "slashes", path: `/${times("/", 7900)}` },
  { name: "steps up", path: `/datasets/${times("%2e%2e%2f", 800)}` },
  { name: "an id of 7,000 letters", path: `/datasets/${times("a", 7000)}` },
  { name: "1,000 steps", path: `/${times("a/", 3900)}` },
  { name: "2,000 accepted types", headers: { accept: list(1500, (i) => `a/b${i};q=0.${i}`) } },
  { name: "wildcards", headers: { accept: times("*/*;q=0.1,", 1300) } },
  { name: "languages", headers: { "accept-language": times("a,", 6500) } },
  { name: "encodings", headers: { "accept-encoding": times("a;q=0.1,", 1500) } },
  { name: "entity tags", headers: { "if-none-match": times('"a",', 3000) } },
  { name: "entity tags that never end", headers: { "if-none-match": times('W/"', 4000) } },
  { name: "cookies", headers: { cookie: times("a=b; ", 2500) } },
  { name: "a cookie of dots", headers: { cookie: `session=${times("a.", 6500)}` } },
  { name: "cookies of one name", headers: { cookie: times("session=a; ", 1200) } },
  { name: "a bearer of dots", headers: { authorization: `Bearer ${times("a.", 4000)}` } },
  { name: "a bearer of JSON", headers: { authorization: `Bearer ${nestedJson}.a.b` } },
  { name: "blanks before a bearer", headers: { authorization: `Bearer${times(" ", 9000)}a` } },
  { name: "hops", headers: { "x-forwarded-for": times("1.1.1.1,", 1600) } },
  { name: "a trace", headers: { traceparent: times("0", 13_000) } },
  { name: "a request id", headers: { "x-request-id": times("a", 13_000) } },
  { name: "ranges", headers: { range: `bytes=${times("0-1,", 3000)}` } },
  { name: "an idempotency key", headers: { "idempotency-key": times("a", 13_000) } },
  { name: "dates", headers: { "if-modified-since": times("Mon, ", 2500) } },
  { name: "a signature", headers: { "stripe-signature": `t=1${times(",v1=a", 2500)}` } },
];
