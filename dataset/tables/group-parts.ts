/** Groups files or sheets that are parts of one table, by their schemas and names. Pure. */
import type { SampleRefusal } from "../base/refusal.ts";
import type { FoundPart, UnnamedTable } from "./found-tables.ts";
import type { TablePart } from "./table-part.ts";

/**
 * Words for splits: rows of a test set do not belong to the training set, although both have one
 * schema.
 */
const splitWords =
  /(?:^|[^a-z])(train(?:ing)?|test(?:ing)?|val(?:id(?:ation)?)?|dev|eval(?:uation)?|holdout)(?:[^a-z]|$)/i;

/** Formats whose records may have different keys. */
const looseFormats = new Set(["json", "jsonl"]);
const sharedNamesRatioMin = 0.5;
/** How many tables with similar names a part is compared with: a file may have thousands. */
const comparedTablesMax = 8;

function splitOf(path: string): string {
  return splitWords.exec(path)?.[1]?.toLowerCase() ?? "";
}

/** A path with its numbers replaced, because shards differ in nothing else. */
function patternOf(path: string): string {
  return path.replaceAll(/\d+/g, "#");
}

type Group = { names: ReadonlySet<string>; columns: number; all: FoundPart[] };

/** The tables so far: by distinguishing key, and by the naming pattern of their parts. */
type Grouping = {
  byKey: Map<string, Group>;
  /** For the loose formats, by format and pattern: the latest tables with such a part. */
  looseByPattern: Map<string, Group[]>;
  /** For each pattern, the table with the most readable parts. */
  largestByPattern: Map<string, Group>;
};

/**
 * Groups parts with the same schema: equal columns under a header, or, without a header, the same
 * number of columns and names that differ only in numbers. An unreadable part joins the shards with
 * its name pattern, or forms an unreadable table. Takes time proportional to the number of parts.
 */
export function groupParts(found: readonly FoundPart[]): UnnamedTable[] {
  const ordered = found.toSorted((a, b) => compareNames(a.path, b.path));
  const grouping: Grouping = {
    byKey: new Map(),
    looseByPattern: new Map(),
    largestByPattern: new Map(),
  };
  const broken: FoundPart[] = [];
  for (const part of ordered) {
    if ("part" in part.found) place(part, part.found, grouping);
    else broken.push(part);
  }
  const unread = broken.filter((part) => !isAdopted(part, grouping));
  const alone = unread.map((part): Group => ({ ...newGroup([]), all: [part] }));
  return [...grouping.byKey.values(), ...alone].map(toTable);
}

/** Sorts shards by the numbers in their names. */
const byNumbers = new Intl.Collator("en", { numeric: true });

function compareNames(a: string, b: string): number {
  return byNumbers.compare(a, b) || (a < b ? -1 : 1);
}

type Readable = Extract<FoundPart["found"], { part: TablePart }>;

function place(part: FoundPart, readable: Readable, grouping: Grouping): void {
  const pattern = patternOf(part.path);
  const group = groupOf(part, readable, pattern, grouping);
  group.all.push(part);
  const largest = grouping.largestByPattern.get(pattern);
  if (largest === undefined || group.all.length > largest.all.length) {
    grouping.largestByPattern.set(pattern, group);
  }
}

function groupOf(
  { path }: FoundPart,
  { format, names, named }: Readable,
  pattern: string,
  { byKey, looseByPattern }: Grouping,
): Group {
  const schema = named ? names.join("\u0001") : `${names.length}\u0001${pattern}`;
  const key = [format, splitOf(path), named, schema].join("\u0000");
  const exact = byKey.get(key);
  if (!looseFormats.has(format)) {
    const group = exact ?? newGroup(names);
    byKey.set(key, group);
    return group;
  }
  const looseKey = `${format}\u0000${pattern}`;
  const alike = looseByPattern.get(looseKey) ?? [];
  const joined = exact ?? alike.find((group) => sharesNames(group, names));
  const group = joined ?? newGroup(names);
  if (joined === undefined) byKey.set(key, group);
  if (!alike.includes(group)) {
    looseByPattern.set(looseKey, [...alike, group].slice(-comparedTablesMax));
  }
  return group;
}

const newGroup = (names: readonly string[]): Group => ({
  names: new Set(names),
  columns: names.length,
  all: [],
});

function sharesNames({ names: known }: Group, names: readonly string[]): boolean {
  const shared = names.filter((name) => known.has(name)).length;
  const either = known.size + names.length - shared;
  return either === 0 || shared / either >= sharedNamesRatioMin;
}

/** Whether an empty or damaged shard is reported with its table. */
function isAdopted(part: FoundPart, { largestByPattern }: Grouping): boolean {
  const pattern = patternOf(part.path);
  const owner = largestByPattern.get(pattern);
  if (owner === undefined || pattern === part.path) return false;
  owner.all.push(part);
  return true;
}

function toTable({ all, columns }: Group): UnnamedTable {
  const parts: TablePart[] = [];
  const unread: UnnamedTable["unread"] = [];
  let format: string | null = null;
  let refusal: SampleRefusal | null = null;
  let byteSize = 0;
  for (const { path, found, byteSize: bytes } of all) {
    byteSize += bytes;
    if ("part" in found) {
      parts.push(found.part);
      format ??= found.format;
    } else {
      refusal ??= found.refusal;
      unread.push({ path, detail: found.message });
    }
  }
  const readable = parts.length > 0;
  const paths = all.map(({ path }) => path);
  return {
    ...{ format, byteSize, parts, unread, paths },
    columns: readable ? columns : null,
    refusal: readable ? null : refusal,
  };
}
