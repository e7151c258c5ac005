/** Personal data in a text: where it stands and of which kind. */
import type { PiiKind } from "../../../market/profile/schemas.ts";
import { finders, type Marks, secretCharsMin } from "./finders.ts";

/**
 * An e-mail address anywhere in a text; JavaScript and Rust read it alike. One character before the
 * `@` is enough: a run of them would take quadratic time over long words.
 */
export const emailPattern = "[A-Za-z0-9._%+-]@[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)*\\.[A-Za-z]{2,}";

/** What is found, where in the text, and whether it can hardly be anything else. */
export type Span = { kind: PiiKind; start: number; end: number; sure: boolean };

/** Fewer digits make no number of a person, of an account or of a machine. */
const digitsMin = 7;

/** Counts the marks of a text: one look at each character, as this is asked of very many texts. */
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

/** As `mayHoldPersonal`, of a text in UTF-8; true as well for some whose characters are fewer than their bytes. */
export function mayBytesHoldPersonal(bytes: Uint8Array, start: number, length: number): boolean {
  let digits = 0;
  let colons = 0;
  let run = 0;
  let longest = 0;
  for (let at = start; at < start + length; at++) {
    const byte = bytes[at] as number;
    run = byte === 32 ? 0 : run + 1;
    if (run > longest) longest = run;
    if (byte >= 48 && byte <= 57) digits++;
    else if (byte === 58) colons++;
  }
  return digits >= digitsMin || colons >= 2 || longest >= secretCharsMin;
}

/** Whether `findPersonal` may find more than an e-mail address. */
export function mayHoldPersonal(text: string): boolean {
  const { digits, colons, run } = marksOf(text);
  return digits >= digitsMin || colons >= 2 || run >= secretCharsMin;
}

/** No finder looks further into a text than this many characters; the rest is not looked at. */
const searchedCharsMax = 20_000;

/** All personal data of a text, in its order and without overlaps. */
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
