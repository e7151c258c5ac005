/**
 * The terms by which a publication finds a saved search: the rarest of the words and filters that every
 * match must have. Pure.
 */

/** Every match has one of these terms; `share` of all listings have one of them. */
export type Requirement = { terms: string[]; share: number };

/** The term that every listing has, for searches without other requirements. */
export const everyListing: Requirement = { terms: ["*"], share: 1 };

/** The requirement that the fewest listings meet; of two equal ones, the longer term. */
export function rarest(requirements: readonly Requirement[]): Requirement {
  return requirements.reduce((best, one) => (isRarer(one, best) ? one : best), everyListing);
}

function isRarer(one: Requirement, other: Requirement): boolean {
  if (one.share !== other.share) return one.share < other.share;
  return charsOf(one) > charsOf(other);
}

const charsOf = ({ terms }: Requirement) => Math.min(...terms.map((term) => term.length));

const tokens = /'(?<word>(?:[^'\\]|''|\\.)*)'(?<flags>:\*?[A-D]*)?|(?<sign><->|<\d+>|[&|!()])/gu;

/**
 * The requirement of a Postgres text query, from `querytree(…)::text`, such as `'kelvin' & ( 'read' |
 * 'measur' )`; null if no single word can show it.
 */
export function requiredWords(
  tree: string,
  shareOf: (lexeme: string) => number,
): Requirement | null {
  const read = [...tree.matchAll(tokens)].map(({ groups }) => groups ?? {});
  const reader = { at: 0, read, shareOf };
  return read.length === 0 ? null : readAny(reader);
}

/** Every lexeme of such a text. */
export function lexemesOf(tree: string): string[] {
  const words = [...tree.matchAll(tokens)].map(({ groups }) => groups?.word);
  return [...new Set(words.filter((word) => word !== undefined).map(plain))];
}

type Token = { word?: string; flags?: string; sign?: string };
type Reader = { at: number; read: Token[]; shareOf: (lexeme: string) => number };

/** An alternative: each branch must require something. */
function readAny(reader: Reader): Requirement | null {
  const parts = [readAll(reader)];
  while (take(reader, (sign) => sign === "|")) parts.push(readAll(reader));
  let all: Requirement = { terms: [], share: 0 };
  for (const part of parts) {
    if (part === null) return null;
    all = { terms: [...all.terms, ...part.terms], share: Math.min(1, all.share + part.share) };
  }
  return all;
}

/** A conjunction: its rarest requirement is enough. */
function readAll(reader: Reader): Requirement | null {
  const parts = [readOne(reader)];
  while (take(reader, (sign) => sign === "&" || sign.startsWith("<"))) parts.push(readOne(reader));
  const given = parts.filter((part) => part !== null);
  return given.length === 0 ? null : rarest(given);
}

function readOne(reader: Reader): Requirement | null {
  if (take(reader, (sign) => sign === "!")) {
    readOne(reader);
    return null;
  }
  if (take(reader, (sign) => sign === "(")) {
    const inner = readAny(reader);
    take(reader, (sign) => sign === ")");
    return inner;
  }
  const { word, flags } = reader.read[reader.at] ?? {};
  reader.at += 1;
  if (word === undefined) return null;
  const lexeme = plain(word);
  if (flags?.includes("*") === true) return beginningOf(lexeme);
  return { terms: [`w:${lexeme}`], share: reader.shareOf(lexeme) };
}

/** Listings have terms for word beginnings of this many characters; shorter beginnings have none. */
const beginningChars = 4;
/** A guess of the share of listings with a given beginning, above that of a rare word. */
const beginningShare = 0.01;

function beginningOf(lexeme: string): Requirement | null {
  const start = [...lexeme].slice(0, beginningChars);
  if (start.length < beginningChars) return null;
  return { terms: [`b:${start.join("")}`], share: beginningShare };
}

function take(reader: Reader, wanted: (sign: string) => boolean): boolean {
  const { sign } = reader.read[reader.at] ?? {};
  if (sign === undefined || !wanted(sign)) return false;
  reader.at += 1;
  return true;
}

const plain = (word: string) => word.replaceAll("''", "'").replace(/\\(.)/gu, "$1");
