/** The filters that the words of a query say, and which words those are. */
import { readFormat } from "./format.ts";
import { readLicense } from "./license.ts";
import { readNamed } from "./named.ts";
import { readNegation } from "./negation.ts";
import { readPrice } from "./price.ts";
import { readSize } from "./size.ts";
import { readTime } from "./time.ts";
import type { FilterMatch, Reader, Token, Word } from "./tokens.ts";

const readers: Reader[] = [readSize, readPrice, readTime, readLicense, readNamed, readFormat];

/** A filter that the words said, by the parameter's own name and value. */
export type Interpretation = { filter: string; value: string | number | boolean; words: string };

/** Whether a parameter takes the value. What none takes stays words. */
export type Accepts = (interpretation: Interpretation) => boolean;

type ReadFilters = {
  interpreted: Interpretation[];
  /** The places of the words that were read as filters. */
  used: Set<number>;
  /** The places of those that would be filters if there were not two of a kind. */
  unclear: Set<number>;
};

/**
 * From left to right, the longest reading first. Of two readings of one filter neither is taken, since
 * "csv or parquet" is not csv alone. Each reader looks at a few tokens, so that time is linear.
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
    // "But no personal data" is a filter of its own.
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

/** As one would have typed it. */
function excluding(words: string[]): string {
  return words.length === 1 ? `-${words[0]}` : `-"${words.join(" ")}"`;
}

/** The texts that an interpretation leaves out of what matches. */
export function excludedBy(interpreted: readonly Interpretation[]): string[] {
  return interpreted.flatMap(({ filter, value }) =>
    filter === "query" ? [String(value).slice(1).replaceAll('"', "")] : [],
  );
}

/** Whole words alone: half of "5-year" says nothing. */
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
