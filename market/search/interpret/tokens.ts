/** The words of a query, cut into what a reader of filters looks at: "$10.50" is a sign and an amount. */

export type Word = {
  /** As it was typed, without the signs around it. */
  typed: string;
  kind: "word" | "phrase" | "excluded";
};

export type Token = {
  /** Lower-cased, without accents. */
  text: string;
  /** The place of its word. A match takes whole words. */
  word: number;
  startsWord: boolean;
  endsWord: boolean;
};

/** A quoted text or a run without blanks, either after a minus that stands before it alone. */
const parts = /(?<not>-?)(?:"(?<quoted>[^"]*)"?|(?<bare>[^\s";]+))/gu;

const opening = /[\p{L}\p{N}<>≤≥=\p{Sc}.]/u;
const closing = /[\p{L}\p{N}<>≤≥=\p{Sc}+#%]/u;

/** Digits in groups, or with decimals: the commas in them part nothing. */
const amount = /^\D{0,4}\d{1,3}(?:,\d{3})*(?:,\d{1,2}|\.\d+)?\D{0,6}$/u;
const alternation = /^\p{L}[\p{L}\p{M}-]*(?:\/\p{L}[\p{L}\p{M}-]*)+$/u;

const tokenParts =
  /[<>≤≥]=?|\p{Sc}|\d+(?:[.,]\d+)*|[\p{L}\p{M}][\p{L}\p{M}\p{N}'’]*|(?<=\d)[-–—](?=\d)|[+:%]/gu;

/** The words, phrases and exclusions of a query, in their order. Linear in its length. */
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

/** Lone signs of money and of comparison are words too: "< 5 €". */
const saying = /[\p{L}\p{N}<>≤≥\p{Sc}]/u;

/** From both ends inwards, a character at a time: an expression for it would take quadratic time. */
function trimSigns(text: string): string {
  const characters = [...text];
  const start = characters.findIndex((character) => opening.test(character));
  const end = characters.findLastIndex((character) => closing.test(character));
  const trimmed = start === -1 ? "" : characters.slice(start, end + 1).join("");
  return saying.test(trimmed) ? trimmed : "";
}

/** A phrase or an exclusion leaves a gap: no filter is read across it. */
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

/** Lower-cased, without accents: `Größe` and `grosse` are one. */
export function foldWord(word: string): string {
  return word
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("’", "'");
}

/** A table of phrases. Most tokens begin none of them, which `starts` tells at once. */
export type Phrases<Value> = {
  starts: ReadonlySet<string>;
  values: ReadonlyMap<string, Value>;
  tokensMax: number;
};

/** Each entry is a list of phrases, parted by `|`, and what they stand for. */
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

/** What a reader found: so many tokens from here say these filters. */
export type FilterMatch = { length: number; filters: Filter[] };

/** Those of them that have a value. */
export function filtersOf(values: Record<string, Filter["value"] | null>): Filter[] {
  return Object.entries(values).flatMap(([filter, value]) =>
    value === null ? [] : [{ filter, value }],
  );
}

/** Reads what says the same on any day. */
export type TimelessReader = (tokens: Token[], at: number) => FilterMatch | null;

export type Reader = (tokens: Token[], at: number, now: Date) => FilterMatch | null;
