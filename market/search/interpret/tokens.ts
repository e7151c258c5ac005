/** Splits a query into words and tokens: "$10.50" is a sign and an amount. */

export type Word = {
  /** As typed, without surrounding signs. */
  typed: string;
  kind: "word" | "phrase" | "excluded";
};

export type Token = {
  /** Lower-cased, without accents. */
  text: string;
  /** The index of its word. A match covers whole words. */
  word: number;
  startsWord: boolean;
  endsWord: boolean;
};

/** A quoted text or a run without spaces, optionally after a minus. */
const parts = /(?<not>-?)(?:"(?<quoted>[^"]*)"?|(?<bare>[^\s";]+))/gu;

const opening = /[\p{L}\p{N}<>≤≥=\p{Sc}.]/u;
const closing = /[\p{L}\p{N}<>≤≥=\p{Sc}+#%]/u;

/** Grouped digits or decimals, whose commas separate nothing. */
const amount = /^\D{0,4}\d{1,3}(?:,\d{3})*(?:,\d{1,2}|\.\d+)?\D{0,6}$/u;
const alternation = /^\p{L}[\p{L}\p{M}-]*(?:\/\p{L}[\p{L}\p{M}-]*)+$/u;

const tokenParts =
  /[<>≤≥]=?|\p{Sc}|\d+(?:[.,]\d+)*|[\p{L}\p{M}][\p{L}\p{M}\p{N}'’]*|(?<=\d)[-–—](?=\d)|[+:%]/gu;

/** The words, phrases and exclusions of a query, in order. Linear in its length. */
export function readWords(query: string): Word[] {
  const words: Word[] = [];
  for (const { groups } of query.matchAll(parts)) {
    const kind = groups?.not === "-" ? "excluded" : "word";
    if (groups?.quoted !== undefined) {
      addWord(words, groups.quoted, kind === "excluded" ? kind : "phrase");
      continue;
    }
    for (const piece of splitBare(groups?.bare ?? "")) addWord(words, piece, kind);
  }
  return words;
}

function splitBare(bare: string): string[] {
  return bare.split(amount.test(bare.slice(0, 40)) ? /(?!)/ : ",").flatMap((piece) => {
    return alternation.test(piece) ? piece.split("/") : [piece];
  });
}

function addWord(words: Word[], text: string, kind: Word["kind"]): void {
  const typed = trimSigns(text);
  if (typed !== "") words.push({ typed, kind });
}

/** Single signs of money and comparison count as words: "< 5 €". */
const saying = /[\p{L}\p{N}<>≤≥\p{Sc}]/u;

/** Trims character by character, because a regular expression would take quadratic time. */
function trimSigns(text: string): string {
  const characters = [...text];
  const start = characters.findIndex((character) => opening.test(character));
  const end = characters.findLastIndex((character) => closing.test(character));
  const trimmed = start === -1 ? "" : characters.slice(start, end + 1).join("");
  return saying.test(trimmed) ? trimmed : "";
}

/** A phrase or an exclusion leaves a gap that no filter may cross. */
export function tokensOf(words: Word[]): Token[] {
  return words.flatMap((word, index) => {
    const gap = { text: "", word: index, startsWord: true, endsWord: true };
    if (word.kind !== "word") return [gap];
    const texts = foldWord(word.typed).match(tokenParts) ?? [];
    if (texts.length === 0) return [gap];
    return texts.map((text, place) => ({
      text,
      word: index,
      startsWord: place === 0,
      endsWord: place === texts.length - 1,
    }));
  });
}

/** Lower-cased, without accents: `Größe` and `grosse` are equal. */
export function foldWord(word: string): string {
  return word
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("’", "'");
}

/** A table of phrases; `starts` quickly rules out most tokens. */
export type Phrases<Value> = {
  starts: ReadonlySet<string>;
  values: ReadonlyMap<string, Value>;
  tokensMax: number;
};

/** Each entry has phrases separated by `|`, and their value. */
export function phrasesOf<Value>(lists: readonly (readonly [string, Value])[]): Phrases<Value> {
  const values = new Map(
    lists.flatMap(([list, value]) =>
      list.split("|").map((phrase): [string, Value] => [phrase, value]),
    ),
  );
  const split = [...values.keys()].map((phrase) => phrase.split(" "));
  return {
    starts: new Set(split.map(([first = ""]) => first)),
    values,
    tokensMax: Math.max(...split.map(({ length }) => length)),
  };
}

/** The longest phrase that begins here; `length` in tokens. */
export function findPhrase<Value>(
  { starts, values, tokensMax }: Phrases<Value>,
  tokens: Token[],
  at: number,
): { value: Value; length: number } | null {
  let key = tokens[at]?.text ?? "";
  if (!starts.has(key)) return null;
  let found: { value: Value; length: number } | null = null;
  for (let length = 1; length <= tokensMax; length += 1) {
    const value = values.get(key);
    if (value !== undefined) found = { value, length };
    const next = tokens[at + length]?.text ?? "";
    if (next === "") break;
    key = `${key} ${next}`;
  }
  return found;
}

type Filter = { filter: string; value: string | number | boolean };

/** A match: the number of tokens, and their filters. */
export type FilterMatch = { length: number; filters: Filter[] };

/** The filters that have a value. */
export function filtersOf(values: Record<string, Filter["value"] | null>): Filter[] {
  return Object.entries(values).flatMap(([filter, value]) =>
    value === null ? [] : [{ filter, value }],
  );
}

/** A reader that does not depend on the day. */
export type TimelessReader = (tokens: Token[], at: number) => FilterMatch | null;

export type Reader = (tokens: Token[], at: number, now: Date) => FilterMatch | null;
