/** Which words are names of people, by lists of many languages. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What a word is used as, as bits. */
export const GIVEN = 1;
export const FAMILY = 2;

const usesByList: Readonly<Record<string, number>> = {
  given: GIVEN,
  family: FAMILY,
  both: GIVEN | FAMILY,
};

/** A sorted part of a list: its words, which are decoded when the first of them is asked for. */
type Line = { text: string; words: ReadonlySet<string> | null };
type List = { uses: number; lines: Line[] };

let lists: readonly List[] | null = null;

/** Split but not decoded, because most tables ask for few words. */
function readLists(): List[] {
  const read: List[] = [];
  for (const text of readFileSync(join(import.meta.dirname, "names.txt"), "utf8").split("\n")) {
    if (text.startsWith("= ")) read.push({ uses: usesByList[text.slice(2)] ?? 0, lines: [] });
    else if (text.startsWith("0")) read.at(-1)?.lines.push({ text, words: null });
  }
  return read;
}

function decode(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  let last = "";
  for (const [, shared, rest] of text.matchAll(/(\d)(\D+)/g)) {
    last = last.slice(0, Number(shared)) + rest;
    words.add(last);
  }
  return words;
}

/** The first word of a line, after its digit. */
function firstOf({ text }: Line): string {
  return /^\d(\D+)/.exec(text)?.[1] ?? "";
}

function holds({ lines }: List, word: string): boolean {
  let from = 0;
  let end = lines.length;
  while (end - from > 1) {
    const middle = (from + end) >> 1;
    if (firstOf(lines[middle] as Line) <= word) from = middle;
    else end = middle;
  }
  const line = lines[from];
  if (line === undefined) return false;
  line.words ??= decode(line.text);
  return line.words.has(word);
}

/** The uses of a folded word; 0 if it is no known name. */
export function usesOf(word: string): number {
  lists ??= readLists();
  let uses = 0;
  for (const list of lists) if (holds(list, word)) uses |= list.uses;
  return uses;
}

const isAscii = /^[ -~]*$/;
const singleLetters: Readonly<Record<string, string>> = {
  ł: "l",
  ø: "o",
  đ: "d",
  ı: "i",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ð: "d",
};

/** Lower case without accents, as the lists are. */
export function foldName(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase();
  return text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[łøđıßæœþð]/g, (letter) => singleLetters[letter] ?? letter)
    .normalize("NFC");
}
