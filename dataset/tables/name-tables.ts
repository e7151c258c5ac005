/** Gives each table of a file a unique, readable name. Pure. */
import { displayName } from "../base/display-name.ts";
import { compressedExtensions, tableExtensions, textExtensions } from "../base/table-extensions.ts";
import type { TableGroup, UnnamedTable } from "./found-tables.ts";

const extension = new RegExp(
  `^(${tableExtensions}|${textExtensions}|${compressedExtensions})$`,
  "i",
);
/** Words that programs use for shards; the folder's name says more. */
const emptyWords = /^(part|shard|chunk|split|file|data|partition|output|result)s?$/i;
const separator = /[\s._=-]/;
const digit = /\d/;

/** Gives each table a name and a path; if a name is taken, the whole path becomes the name. */
export function nameTables(tables: readonly UnnamedTable[]): TableGroup[] {
  const wanted = tables.map(({ paths }) => stemOf(paths));
  const given = new Map<string, number>();
  for (const name of wanted) given.set(name, (given.get(name) ?? 0) + 1);
  const free = freeNames();
  return tables.map(({ paths, ...table }, index) => {
    const short = wanted[index] ?? "table";
    const path = commonPath(paths);
    const long = withoutExtensions(path).replaceAll("*", "") || short;
    const name = free(displayName((given.get(short) ?? 0) > 1 ? long : short));
    return { ...table, name, path };
  });
}

/**
 * Hands out each name once: the second `a` becomes `a (2)`. Continues from a name's last number.
 */
function freeNames(): (name: string) => string {
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  return (name) => {
    let number = numbers.get(name) ?? 1;
    let free = number === 1 ? name : numbered(name, number);
    while (taken.has(free)) free = numbered(name, ++number);
    numbers.set(name, number + 1);
    taken.add(free);
    return free;
  };
}

const numbered = (name: string, number: number): string => `${name} (${number})`;

/** Avoids a regular expression search from every position, which is slow for long names. */
function withoutEnd(text: string, isEnd: RegExp): string {
  let length = text.length;
  while (length > 0 && isEnd.test(text.charAt(length - 1))) length--;
  return text.slice(0, length);
}

function withoutExtensions(path: string): string {
  let length = path.length;
  for (;;) {
    const dot = path.lastIndexOf(".", length - 1);
    if (dot < 0 || length === 0 || !extension.test(path.slice(dot + 1, length))) break;
    length = dot;
  }
  return path.slice(0, length);
}

function segmentsOf(path: string): string[] {
  return path.split(/[/\\]/).filter((segment) => segment !== "");
}

/** The file's name without extensions, or the common beginning of all parts' names. */
function stemOf(paths: readonly string[]): string {
  const [first = ""] = paths;
  const base = segmentsOf(first).at(-1) ?? first;
  if (paths.length === 1) return withoutExtensions(base) || base || "table";
  const bases = paths.map((path) => segmentsOf(path).at(-1) ?? path);
  const prefix = withoutExtensions(commonPrefix(bases));
  const stem = withoutEnd(withoutEnd(prefix, digit), separator);
  const folders = commonFolders(paths).filter((folder) => !folder.includes("="));
  const folder = folders.at(-1);
  const telling = stem.length > 1 && !emptyWords.test(stem);
  if (telling || !folder) return stem || firstToLast(bases);
  return folder;
}

/** `2019-2024`, if the parts' names differ only in numbers. */
function firstToLast(bases: readonly string[]): string {
  const ends = [bases[0] ?? "", bases.at(-1) ?? ""];
  return ends.map(withoutExtensions).join("-");
}

function commonPrefix([first = "", ...others]: readonly string[]): string {
  let length = first.length;
  for (const other of others) {
    let same = 0;
    while (same < length && first[same] === other[same]) same++;
    length = same;
  }
  return first.slice(0, length);
}

function commonFolders(paths: readonly string[]): string[] {
  const [first = [], ...others] = paths.map((path) => segmentsOf(path).slice(0, -1));
  const differs = first.findIndex((folder, i) => others.some((other) => other[i] !== folder));
  return differs < 0 ? first : first.slice(0, differs);
}

/** The common beginning and end of all paths, for display: `sales/part-*.csv`. */
export function commonPath(paths: readonly string[]): string {
  const [first = ""] = paths;
  if (paths.length === 1) return displayName(first);
  const prefix = commonPrefix(paths);
  const begin = withoutEnd(prefix, digit) || prefix;
  const ends = paths.map((path) => [...path.slice(begin.length)].reverse().join(""));
  const end = [...commonPrefix(ends)].reverse().join("").replace(/^\d+/, "");
  return displayName(`${begin}*${end}`);
}
