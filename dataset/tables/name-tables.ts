/** What the tables of a file are called: names that people know them by, each given once. Pure. */
import { displayName } from "../base/display-name.ts";
import type { TableGroup } from "./found-tables.ts";

type Unnamed = TableGroup & { paths: string[] };

const extensions =
  /(\.(csv|tsv|tab|psv|jsonl|ndjson|json|geojson|parquet|pq|arrow|feather|ipc|avro|xlsx|txt|dat|data|text|gz|zst|bz2|xz))+$/i;
/** Words that programs give to shards; the folder says more. */
const emptyWords = /^(part|shard|chunk|split|file|data|partition|output|result)s?$/i;
const separators = /[\s._=-]+$/;

/** Gives each table a name and a path; names that are taken become whole paths. */
export function nameTables(tables: readonly Unnamed[]): TableGroup[] {
  const taken = new Set<string>();
  const wanted = tables.map(({ paths }) => stemOf(paths));
  const given = new Map<string, number>();
  for (const name of wanted) given.set(name, (given.get(name) ?? 0) + 1);
  return tables.map(({ paths, ...table }, index) => {
    const short = wanted[index] ?? "table";
    const path = displayName(commonPath(paths));
    const long = path.replace(extensions, "").replaceAll("*", "") || short;
    const name = firstFree(displayName((given.get(short) ?? 0) > 1 ? long : short), taken);
    taken.add(name);
    return { ...table, name, path };
  });
}

function firstFree(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) {
    const numbered = `${name} (${number})`;
    if (!taken.has(numbered)) return numbered;
  }
}

function segmentsOf(path: string): string[] {
  return path.split(/[/\\]/).filter((segment) => segment !== "");
}

/** The name of the file without its extensions, or what the names of all parts begin with. */
function stemOf(paths: readonly string[]): string {
  const [first = ""] = paths;
  const base = segmentsOf(first).at(-1) ?? first;
  if (paths.length === 1) return base.replace(extensions, "") || base || "table";
  const bases = paths.map((path) => segmentsOf(path).at(-1) ?? path);
  const stem = commonPrefix(bases)
    .replace(extensions, "")
    .replace(/\d+$/, "")
    .replace(separators, "");
  const folders = commonFolders(paths).filter((folder) => !folder.includes("="));
  const folder = folders.at(-1);
  const telling = stem.length > 1 && !emptyWords.test(stem);
  if (telling || !folder) return stem || firstToLast(bases);
  return folder;
}

/** `2019-2024`, where nothing but numbers tells the parts. */
function firstToLast(bases: readonly string[]): string {
  const ends = [bases[0] ?? "", bases.at(-1) ?? ""];
  return ends.map((base) => base.replace(extensions, "")).join("-");
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

/** `sales/part-*.csv`: what all paths begin and end with. */
function commonPath(paths: readonly string[]): string {
  const [first = ""] = paths;
  if (paths.length === 1) return first;
  const prefix = commonPrefix(paths);
  const begin = prefix.replace(/\d+$/, "") || prefix;
  const ends = paths.map((path) => [...path.slice(begin.length)].reverse().join(""));
  const end = [...commonPrefix(ends)].reverse().join("").replace(/^\d+/, "");
  return `${begin}*${end}`;
}
