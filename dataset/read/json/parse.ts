/** Parses JSON as people's programs write it: large integers exactly, and Python's NaN and Infinity. */

/** Digits of an integer that a number may not hold, as a JSON value rather than inside a text. */
const bigIntegerDigits = /(?<=[:,[\s-]|^)\d{16,}(?=[\s,}\]]|$)/;

/** Whether integers of a text may need more digits than a number has. */
export function holdsBigIntegers(text: string): boolean {
  return bigIntegerDigits.test(text);
}

type SourceAwareReviver = (key: string, value: unknown, context: { source?: string }) => unknown;

/** Parses JSON; with `exact`, integers that a number cannot hold become bigints. */
export function parseJson(text: string, exact: boolean): unknown {
  try {
    return parseStrict(text, exact);
  } catch (error) {
    const spelled = withSpelledNumbers(text);
    if (spelled === null) throw error;
    return JSON.parse(spelled, (_, value: unknown) => {
      return typeof value === "string" && value.startsWith(mark) ? Number(value.slice(1)) : value;
    });
  }
}

function parseStrict(text: string, exact: boolean): unknown {
  if (!exact) return JSON.parse(text);
  const reviver: SourceAwareReviver = (_, value, { source }) => {
    if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
    return source !== undefined && /^-?\d+$/.test(source) ? BigInt(source) : value;
  };
  return JSON.parse(text, reviver as Parameters<typeof JSON.parse>[1]);
}

/** A character that JSON text never holds unescaped. */
const mark = "\u0001";
const textOrWord = /"(?:[^"\\]|\\.)*"|-?\bInfinity\b|\bNaN\b/g;

/** The text with NaN and Infinity as marked texts; null where there is none of them. */
function withSpelledNumbers(text: string): string | null {
  if (!/\b(NaN|Infinity)\b/.test(text)) return null;
  return text.replace(textOrWord, (found) =>
    found.startsWith('"') ? found : `"${JSON.stringify(mark).slice(1, -1)}${found}"`,
  );
}
