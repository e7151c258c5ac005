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

let table: ReadonlyMap<string, number> | null = null;

/** Read when the first column may hold names, because it takes some ten milliseconds. */
function loadTable(): ReadonlyMap<string, number> {
  const read = new Map<string, number>();
  let uses = 0;
  let last = "";
  for (const line of readFileSync(join(import.meta.dirname, "names.txt"), "utf8").split("\n")) {
    if (line.startsWith("#")) continue;
    if (line.startsWith("= ")) {
      uses = usesByList[line.slice(2)] ?? 0;
      last = "";
      continue;
    }
    for (const [, shared, rest] of line.matchAll(/(\d)(\D+)/g)) {
      last = last.slice(0, Number(shared)) + rest;
      read.set(last, uses);
    }
  }
  return read;
}

/** The uses of a folded word; 0 if it is no known name. */
export function usesOf(word: string): number {
  table ??= loadTable();
  return table.get(word) ?? 0;
}

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
  return text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[łøđıßæœþð]/g, (letter) => singleLetters[letter] ?? letter)
    .normalize("NFC");
}
