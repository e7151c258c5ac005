/** Posted forms and headers that are designed to cost the website far more than the sender. */

export type HostileForm = {
  name: string;
  /** Sent after the site's token, if it is a form at all. */
  body: string;
  contentType?: string;
  headers?: Record<string, string>;
  /** Sends the body unchanged, without the token. */
  isWithoutToken?: boolean;
};

const room = 62_000;
const times = (text: string, count: number) => text.repeat(count);
const list = (count: number, item: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => item(index)).join("&");

/** Every field name in the site's forms. */
const fields = [
  "act",
  "agent_name",
  "alert",
  "api_key_id",
  "budget_cents",
  "budget_period",
  "categories",
  "category",
  "citation",
  "collection_method",
  "column_descriptions",
  "confirm_above_cents",
  "decision",
  "description",
  "detail",
  "enabled",
  "ends_at",
  "expected_price_cents",
  "expires_at",
  "free",
  "license",
  "license_url",
  "licenses",
  "max_amount",
  "max_per_purchase_cents",
  "message",
  "name",
  "no_budget",
  "offer",
  "once",
  "payment_method_id",
  "price_cents",
  "reason",
  "reserve_price_cents",
  "return_to",
  "scopes",
  "source_url",
  "start_price_cents",
  "starts_at",
  "tags",
  "title",
  "topics",
  "types",
  "update_frequency",
  "url",
  "version",
  "warning",
  "withdraw_listings",
];

const plainBeside = (field: string) =>
  fields
    .filter((other) => other !== field)
    .map((other) => `${other}=1`)
    .join("&");

/** One field fills the form's whole size; the others are plain. */
const inOne = (name: string, value: string): HostileForm[] =>
  ["name", "message", "url", "expires_at", "budget_cents", "reason", "detail", "once"].map(
    (field) => ({
      name: `${name}, in ${field}`,
      body: `${plainBeside(field)}&${field}=${value}`,
    }),
  );

const inAll = (name: string, value: string): HostileForm => ({
  name: `${name}, in every field`,
  body: list(fields.length, (index) => `${fields[index]}=${value}`),
});
const share = Math.floor(room / fields.length) - 30;
const escaped = (text: string, bytes: number) => {
  const unit = encodeURIComponent(text);
  return times(unit, Math.floor(bytes / unit.length));
};

const values: HostileForm[] = [
  ...inOne("stacked marks", `a${escaped("\u0301\u0323", room - 900)}`),
  ...inOne("digits", times("9", room - 900)),
  inAll("stacked marks", `a${escaped("\u0301", share)}`),
  inAll("digits", times("1", share)),
  inAll("dots", times("a.", share / 2)),
  inAll("dashes", times("-", share)),
  inAll("blanks", times("+", share)),
  inAll("blanks that nobody sees", escaped("\u200b", share)),
  inAll("NUL", escaped("\0", share)),
  inAll("percent signs", times("%", share)),
  inAll("broken UTF-8", times("%f0%9f", share / 6)),
  inAll("halves of surrogate pairs", times("%ed%a0%80", share / 9)),
  inAll("flags without an end", escaped("\u{1f3f4}\u{e0067}", share)),
  inAll("markup", escaped("<b ", share)),
  inAll("entities", escaped("&amp;", share)),
  inAll("addresses", `https://${times("a.", share / 2 - 8)}`),
  inAll("at signs", `https://${escaped("@:", share)}`),
  inAll("steps up", times("../", share / 3)),
  inAll("Hangul in parts", escaped("\u1100\u1161\u11a8", share)),
  inAll("brackets", times("[", share)),
];

const counts: HostileForm[] = [
  { name: "31,000 fields without a value", body: times("a&", room / 2) },
  { name: "8,000 fields of names of their own", body: list(8000, (index) => `k${index}=`) },
  { name: "one field 10,000 times", body: times("name=a&", 8000) },
  { name: "6,000 scopes", body: times("scopes=read&", 5000) },
  { name: "3,000 categories", body: times("categories=sensor&", 3300) },
  { name: "4,000 types of events", body: times("types=listing.sold&", 3200) },
  { name: "3,000 tokens", body: times("form_token=a&", 4000) },
  { name: "a name of 60,000 letters", body: `${times("k", room)}=1` },
  { name: "nested names", body: list(700, (index) => `a${times("[b]", 25)}[${index}]=1`) },
  { name: "prototypes", body: list(2000, () => "__proto__[a]=1&constructor=1") },
  { name: "equals signs", body: times("=", room) },
  { name: "ampersands", body: times("&", room) },
  { name: "semicolons", body: times("a=1;", room / 4) },
];

const foreign: HostileForm[] = [
  { name: "a form of a byte too many", body: times("a", 132_000) },
  { name: "ten megabytes", body: times("a=1&", 2_500_000), isWithoutToken: true },
  {
    name: "a multipart form of 2,000 parts",
    body: times('--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n', 1100),
    contentType: "multipart/form-data; boundary=x",
    isWithoutToken: true,
  },
  {
    name: "a multipart form of files",
    body: times(
      '--x\r\ncontent-disposition: form-data; name="a"; filename="../../a"\r\n\r\n1\r\n',
      700,
    ),
    contentType: "multipart/form-data; boundary=x",
    isWithoutToken: true,
  },
  {
    name: "a multipart boundary without an end",
    body: times("--", room / 2),
    contentType: `multipart/form-data; boundary=${times("-", 5000)}`,
    isWithoutToken: true,
  },
  { name: "JSON", body: times("[", room), contentType: "application/json", isWithoutToken: true },
  {
    name: "a type of 3,000 parameters",
    body: "name=a",
    contentType: `application/x-www-form-urlencoded${times(";a=b", 3000)}`,
  },
];

/** The size limit of the longest forms and of forms with files. */
const longRoom = 780_000;
const longest: HostileForm[] = [
  { name: "letters of the longest form", body: `description=${times("x", longRoom)}` },
  {
    name: "Chinese of the longest form",
    body: `description=${escaped("\u4e2d", longRoom)}&title=a`,
  },
  { name: "percent signs of the longest form", body: `reason=${times("%", longRoom)}` },
  {
    name: "eight megabytes of files",
    body: times(
      `--x\r\ncontent-disposition: form-data; name="attachments"; filename="a.txt"\r\n\r\n${times("x", 1_000_000)}\r\n`,
      8,
    ),
    contentType: "multipart/form-data; boundary=x",
    isWithoutToken: true,
  },
];

const form = "name=a&message=b";
const headers: HostileForm[] = [
  { name: "cookies", body: form, headers: { cookie: times("a=b; ", 2200) } },
  { name: "session cookies", body: form, headers: { cookie: times("dm_session=a; ", 800) } },
  { name: "a session of dots", body: form, headers: { cookie: `dm_session=${times("a.", 5500)}` } },
  { name: "an origin", body: form, headers: { origin: `http://${times("a.", 5000)}` } },
  { name: "a referrer", body: form, headers: { referer: `http://${times("a/", 5000)}` } },
  { name: "languages", body: form, headers: { "accept-language": times("a,", 5000) } },
  { name: "hops", body: form, headers: { "x-forwarded-for": times("1.1.1.1,", 1200) } },
  { name: "a browser", body: form, headers: { "user-agent": times("Mozilla/5.0 (", 700) } },
];

export const hostileForms: HostileForm[] = [
  ...values,
  ...counts,
  ...foreign,
  ...longest,
  ...headers,
];
