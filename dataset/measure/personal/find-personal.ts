/** Locates personal data in a text, by kind. */
import type { PiiKind } from "../../../market/profile/schemas.ts";
import { finders, type Marks, secretCharsMin } from "./finders.ts";

/**
 * An e-mail address anywhere in a text; JavaScript and Rust read the pattern alike. One character
 * before the `@` is enough: matching a run would take quadratic time on long words.
 */
export const emailPattern = "[A-Za-z0-9._%+-]@[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)*\\.[A-Za-z]{2,}";

/** A finding with its place in the text; `sure` if it can hardly be anything else. */
export type Span = { kind: PiiKind; start: number; end: number; sure: boolean };

/** No number of a person, an account or a machine has fewer digits. */
const digitsMin = 7;

/** Counts a text's characters by class in one pass, because this runs on very many texts. */
function marksOf(text: string): Marks {
  const marks = { digits: 0, colons: 0, dots: 0, at: 0, run: 0 };
  let run = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    run = code === 32 ? 0 : run + 1;
    if (run > marks.run) marks.run = run;
    if (code >= 48 && code <= 57) marks.digits++;
    else if (code === 58) marks.colons++;
    else if (code === 46) marks.dots++;
    else if (code === 64) marks.at++;
  }
  return marks;
}

/**
 * Like `mayHoldPersonal` for a text in UTF-8, or whether it may have an e-mail address; may also be
 * true for some short non-ASCII texts.
 */
export function mayBytesHoldPersonal(
  bytes: Uint8Array,
  start: number,
  length: number,
  orAddress: boolean,
): boolean {
  let digits = 0;
  let colons = 0;
  let ats = 0;
  let run = 0;
  let longest = 0;
  for (let at = start; at < start + length; at++) {
    const byte = bytes[at] as number;
    run = byte === 32 ? 0 : run + 1;
    if (run > longest) longest = run;
    if (byte >= 48 && byte <= 57) digits++;
    else if (byte === 58) colons++;
    else if (byte === 64) ats++;
  }
  return (orAddress && ats > 0) || digits >= digitsMin || colons >= 2 || longest >= secretCharsMin;
}

/** Whether `findPersonal` may find something other than an e-mail address. */
export function mayHoldPersonal(text: string): boolean {
  const { digits, colons, run } = marksOf(text);
  return digits >= digitsMin || colons >= 2 || run >= secretCharsMin;
}

/** Only this many characters of a text are searched. */
const searchedCharsMax = 20_000;

/** All personal data in a text, in order and without overlaps. */
export function findPersonal(text: string): Span[] {
  const searched = text.length > searchedCharsMax ? text.slice(0, searchedCharsMax) : text;
  const spans: Span[] = [];
  const marks = marksOf(searched);
  for (const { kind, mayBeIn, pattern, accept } of finders) {
    if (!mayBeIn(marks)) continue;
    for (const match of searched.matchAll(pattern)) {
      const start = match.index;
      const accepted = accept(match[0], searched, start);
      if (!accepted) continue;
      const { end, sure } = accepted;
      if (spans.some((span) => start < span.end && span.start < end)) continue;
      spans.push({ kind, start, end, sure });
    }
  }
  return spans.sort((a, b) => a.start - b.start);
}
