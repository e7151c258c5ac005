/** Finds filters in the words of a query. */
import { readFormat } from "./format.ts";
import { readLicense } from "./license.ts";
import { readNamed } from "./named.ts";
import { readNegation } from "./negation.ts";
import { readPrice } from "./price.ts";
import { readSize } from "./size.ts";
import { readTime } from "./time.ts";
import type { FilterMatch, Reader, Token, Word } from "./tokens.ts";

const readers: Reader[] = [readSize, readPrice, readTime, readLicense, readNamed, readFormat];

/** A filter in the words, by its parameter's name and value. */
export type Interpretation = { filter: string; value: string | number | boolean; words: string };

/** Whether a parameter accepts the value. A value that none accepts stays a word. */
export type Accepts = (interpretation: Interpretation) => boolean;

type ReadFilters = {
  interpreted: Interpretation[];
  /** Indexes of the words that were read as filters. */
  used: Set<number>;
  /** Indexes of words that would be filters if there were not two of a kind. */
  unclear: Set<number>;
};

/**
 * Left to right, longest match first. Two matches of one filter cancel each other, because "csv or
 * parquet" is not only csv. Each reader looks at a few tokens, so time is linear.
 */
export function readFilters(
  words: Word[],
  tokens: Token[],
  { now, accepts }: { now: Date; accepts: Accepts },
): ReadFilters {
  const found: { readings: FilterMatch["filters"]; words: number[] }[] = [];
  for (let at = 0; at < tokens.length; ) {
    const startsWord = tokens[at]?.startsWord === true;
    const reading = startsWord ? longest(tokens, at, now) : null;
    // "But no personal data" is a filter itself.
    const negation = startsWord && reading === null ? readNegation(tokens, at, words) : null;
    if (negation !== null) {
      const value = excluding(negation.without.map((place) => words[place]?.typed ?? ""));
      const said = tokens.slice(at, at + negation.length).map(({ word }) => word);
      found.push({ readings: [{ filter: "query", value }], words: [...new Set(said)] });
      break;
    }
    if (reading === null || !reading.filters.every((one) => accepts({ ...one, words: "" }))) {
      at += 1;
      continue;
    }
    const places = tokens.slice(at, at + reading.length).map(({ word }) => word);
    found.push({ readings: reading.filters, words: [...new Set(places)] });
    at += reading.length;
  }
  const filters = found.flatMap(({ readings }) => readings.map(({ filter }) => filter));
  const isSaidOnce = (filter: string) => filters.filter((name) => name === filter).length === 1;
  const clear = found.filter(({ readings }) => readings.every(({ filter }) => isSaidOnce(filter)));
  return {
    interpreted: clear.flatMap((reading) =>
      reading.readings.map(({ filter, value }) => ({
        filter,
        value,
        words: reading.words.map((place) => words[place]?.typed ?? "").join(" "),
      })),
    ),
    used: new Set(clear.flatMap((reading) => reading.words)),
    unclear: new Set(found.flatMap((reading) => (clear.includes(reading) ? [] : reading.words))),
  };
}

/** The exclusion as a user would type it. */
function excluding(words: string[]): string {
  return words.length === 1 ? `-${words[0]}` : `-"${words.join(" ")}"`;
}

/** The texts that the interpretations exclude. */
export function excludedBy(interpreted: readonly Interpretation[]): string[] {
  return interpreted.flatMap(({ filter, value }) =>
    filter === "query" ? [String(value).slice(1).replaceAll('"', "")] : [],
  );
}

/** Only whole words: half of "5-year" means nothing. */
function longest(tokens: Token[], at: number, now: Date): FilterMatch | null {
  const readings = readers.flatMap((read) => {
    const reading = read(tokens, at, now);
    if (reading === null || tokens[at + reading.length - 1]?.endsWord !== true) return [];
    return [reading];
  });
  return readings.reduce<FilterMatch | null>(
    (most, one) => (most === null || one.length > most.length ? one : most),
    null,
  );
}
