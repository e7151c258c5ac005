/** Parses JSON, including `NaN`, `Infinity` and `-Infinity` as Python's json module writes them. */

/** An integer of 16 or more digits, which may exceed a number's precision, outside of strings. */
const bigIntegerDigits = /(?<=[:,[\s-]|^)\d{16,}(?=[\s,}\]]|$)/;
const words = /(?<![-\w])(?:NaN|-?Infinity)\b/g;
/** Numbers that stand for Python's words; their digits are unlikely to occur in any file. */
const nanDigits = "8.0091720260521e99991";
const standIns: Readonly<Record<string, string>> = {
  NaN: nanDigits,
  Infinity: "1e99991",
  "-Infinity": "-1e99991",
};

/** Whether a JSON text may contain integers that a number cannot hold exactly. */
export function holdsBigIntegers(text: string): boolean {
  return bigIntegerDigits.test(text);
}

type SourceAwareReviver = (key: string, value: unknown, context: { source?: string }) => unknown;

/**
 * Parses a JSON text. With `exact`, integers that a number cannot hold exactly become bigints.
 * Python's words become the numbers that they mean. Throws `SyntaxError` for anything else that is
 * not JSON.
 */
export function parseJson(text: string, exact = holdsBigIntegers(text)): unknown {
  try {
    return exact ? parseExactly(text) : JSON.parse(text);
  } catch (error) {
    const standard = withoutWords(text);
    if (standard === null) throw error;
    return parseExactly(standard);
  }
}

/** The text with numbers in place of Python's words; null if it has none. */
function withoutWords(text: string): string | null {
  if (!text.includes("NaN") && !text.includes("Infinity")) return null;
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at);
    const outside = text.slice(at, quote < 0 ? text.length : quote);
    parts.push(outside.replace(words, (word) => standIns[word] ?? word));
    if (quote < 0) break;
    at = endOfText(text, quote);
    parts.push(text.slice(quote, at));
  }
  return parts.join("");
}

/** Index after the string that begins at `quote`. */
export function endOfText(text: string, quote: number): number {
  for (let end = text.indexOf('"', quote + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text[before] === "\\") before--;
    if ((end - before) % 2 === 1) return end + 1;
  }
  return text.length;
}

function parseExactly(text: string): unknown {
  const reviver: SourceAwareReviver = (_, value, { source }) => {
    if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
    if (source === nanDigits) return Number.NaN;
    return source !== undefined && /^-?\d+$/.test(source) ? BigInt(source) : value;
  };
  return JSON.parse(text, reviver as Parameters<typeof JSON.parse>[1]);
}
