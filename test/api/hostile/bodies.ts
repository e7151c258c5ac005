/** Bodies of at most 256 KB that are designed to cost the server far more than the sender. */
import { BODY_BYTES_MAX } from "../../../market/limits.ts";

export type HostileBody = {
  name: string;
  body: string;
  /** The code with which every operation must refuse it, if there is one. */
  code?: "body_too_complex" | "malformed_json" | "body_too_large";
  contentType?: string;
};

const room = BODY_BYTES_MAX - 2000;
const times = (text: string, count: number) => text.repeat(count);
const filled = (unit: string) =>
  times(unit, Math.floor(room / new TextEncoder().encode(unit).byteLength));
const nested = (open: string, core: string, close: string, depth: number) =>
  times(open, depth) + core + times(close, depth);
const keyed = (count: number, value: string) =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":${value}`).join(",")}}`;

const complex = (name: string, body: string): HostileBody => ({
  name,
  body,
  code: "body_too_complex",
});
const malformed = (name: string, body: string): HostileBody => ({
  name,
  body,
  code: "malformed_json",
});

const structures: HostileBody[] = [
  complex("50,000 arrays that never end", times("[", 50_000)),
  complex("250,000 arrays that never end", times("[", 250_000)),
  complex("120,000 arrays within each other", nested("[", "", "]", 120_000)),
  complex("40,000 objects within each other", nested('{"a":', "1", "}", 40_000)),
  complex("arrays and objects in turn", nested('[{"a":', "1", "}]", 20_000)),
  complex("17 arrays within each other, behind a title", `{"title":${nested("[", "", "]", 17)}}`),
  complex("deep behind a string with quotes", `{"a":"\\"[[","b":${nested("[", "1", "]", 5000)}}`),
  complex("20,000 members", keyed(20_000, "1")),
  complex("1001 members", keyed(1001, "1")),
  complex("60,000 members of one name", `{${times('"a":1,', 36_000)}"a":1}`),
  complex("members without names", `{${times('"":0,', 40_000)}"":0}`),
  complex("120,000 numbers", `{"tags":[${times("1,", 120_000)}1]}`),
  complex("60,000 strings", `{"tags":[${times('"a",', 60_000)}"b"]}`),
  complex("80,000 empty objects", `{"tags":[${times("{},", 80_000)}{}]}`),
  complex("80,000 empty arrays", `[${times("[],", 80_000)}[]]`),
  complex("nulls", `[${times("null,", 50_000)}null]`),
];

const broken: HostileBody[] = [
  malformed("one string that never ends", `"${times("a", room)}`),
  malformed("backslashes that never end", `"${times("\\", room)}`),
  malformed("quotes behind backslashes", times('\\"', 120_000)),
  malformed("escaped quotes of a string without an end", `"${times('\\"', 120_000)}`),
  malformed("quotes alone", `${times('"', 200_001)}`),
  malformed("blanks alone", times(" ", room)),
  malformed("line feeds alone", times("\n", room)),
  malformed("no JSON at all", times("x", room)),
  malformed("closing brackets alone", times("]", room)),
  malformed("a number of a quarter of a megabyte, and a letter", `${times("1", room)}x`),
  malformed("half of a surrogate pair, as bytes", `"${times("\u00ed", 10)}`),
  { name: "one byte too many", body: times(" ", BODY_BYTES_MAX + 1), code: "body_too_large" },
];

const title = (text: string) => JSON.stringify({ title: text, description: "A table." });
const description = (text: string) => JSON.stringify({ title: "A table", description: text });

const values: HostileBody[] = [
  { name: "a number of a quarter of a megabyte", body: `{"price_cents":${times("1", room)}}` },
  { name: "a fraction of a quarter of a megabyte", body: `{"max_amount":0.${times("1", room)}}` },
  { name: "an exponent", body: `{"max_amount":1e${times("9", room)}}` },
  { name: "a name of a quarter of a megabyte", body: `{"${times("k", room)}":1}` },
  { name: "1000 unknown names", body: keyed(1000, "null") },
  { name: "names that nearly are ours", body: keyed(900, "[]").replaceAll('"k', '"titl') },
  { name: "an address of a's", body: JSON.stringify({ owner_email: filled("a") }) },
  { name: "an address of dots", body: JSON.stringify({ owner_email: `${filled("a.")}@b` }) },
  { name: "a domain of hyphens", body: JSON.stringify({ owner_email: `a@${filled("a-")}` }) },
  { name: "marks stacked on a title", body: title(`a${filled("\u0301\u0323")}`) },
  {
    name: "marks stacked as high as a description goes",
    body: description(`a${times("\u0301\u0323", 9999)}`),
  },
  { name: "half-width kana and marks", body: description(times("\uff76\uff9e", 9999)) },
  { name: "letters that grow in NFC", body: description(times("\ufb2c", 19_000)) },
  { name: "Hangul in parts", body: description(times("\u1100\u1161\u11a8", 6000)) },
  { name: "a title of blanks", body: title(filled(" ")) },
  { name: "a title of ideographic blanks", body: title(`${filled("\u3000")}x`) },
  { name: "letters that nobody sees", body: description(filled("\u200b")) },
  { name: "flags without an end", body: description(times("\u{1f3f4}\u{e0067}", 4900)) },
  { name: "tag characters", body: description(times("\u{e0061}", 9900)) },
  { name: "halves of surrogate pairs", body: `{"title":"${times("\\ud800", 40_000)}"}` },
  { name: "escapes", body: `{"title":"${times("\\u0041", 40_000)}","description":"x"}` },
  { name: "an address of a webhook", body: JSON.stringify({ url: `https://${filled("a.")}` }) },
  { name: "an address with 60,000 @", body: JSON.stringify({ url: `https://${filled("@:")}` }) },
  { name: "a path", body: JSON.stringify({ full_data_path: filled("../") }) },
  { name: "a message", body: JSON.stringify({ message: filled("\u0301a") }) },
  { name: "a token", body: JSON.stringify({ token: filled("a.") }) },
  { name: "a payment method", body: JSON.stringify({ payment_method_id: filled("pm_") }) },
  { name: "1000 tags", body: JSON.stringify({ tags: Array(998).fill(times("\u0301", 200)) }) },
  { name: "prototypes", body: nested('{"__proto__":', "{}", "}", 12) },
  { name: "an auction of 16 floors", body: nested('{"auction":', "1", "}", 16) },
  {
    name: "a multipart form",
    body: times("--x\r\ncontent-disposition: form-data; name=a\r\n\r\n1\r\n", 5000),
    contentType: "multipart/form-data; boundary=x",
  },
  {
    name: "a form of 100,000 fields",
    body: times("a&", 100_000),
    contentType: "application/x-www-form-urlencoded",
  },
  { name: "XML entities", body: times("<!ENTITY a 'b'>", 15_000), contentType: "text/xml" },
];

export const hostileBodies: HostileBody[] = [...structures, ...broken, ...values];
