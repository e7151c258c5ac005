/** Which files or sheets are parts of one table, by their schemas and names. Pure. */
import type { SampleRefusal } from "../base/refusal.ts";
import type { FoundPart, TableGroup } from "./found-tables.ts";
import { nameTables } from "./name-tables.ts";
import type { TablePart } from "./table-part.ts";

/** Rows of a test set are no rows of the training set, though both have one schema. */
const splitWords =
  /(?:^|[^a-z])(train(?:ing)?|test(?:ing)?|val(?:id(?:ation)?)?|dev|eval(?:uation)?|holdout)(?:[^a-z]|$)/i;

/** The formats whose records need not all have the same keys. */
const looseFormats = new Set(["json", "jsonl"]);
const sharedNamesRatioMin = 0.5;

function splitOf(path: string): string {
  return splitWords.exec(path)?.[1]?.toLowerCase() ?? "";
}

/** A path with all of its numbers taken for one: shards differ in nothing else. */
function patternOf(path: string): string {
  return path.replaceAll(/\d+/g, "#");
}

type Group = { key: string; patterns: Set<string>; names: readonly string[]; all: FoundPart[] };

/**
 * Puts parts of one schema together: the same columns under a header; without one as many columns
 * and names that differ in numbers alone. What cannot be read belongs to the shards that it is
 * named like, or is a table that cannot be read.
 */
export function groupParts(found: readonly FoundPart[]): TableGroup[] {
  const ordered = found.toSorted((a, b) => compareNames(a.path, b.path));
  const groups = new Map<string, Group>();
  const broken: FoundPart[] = [];
  for (const part of ordered) {
    if (!("part" in part.found)) {
      broken.push(part);
      continue;
    }
    const group = groupOf(part, part.found, groups);
    group.all.push(part);
    group.patterns.add(patternOf(part.path));
  }
  for (const part of broken) adopt(part, groups);
  return nameTables([...groups.values()].map(toTable));
}

/** Shards are in the order that people count in. */
const byNumbers = new Intl.Collator("en", { numeric: true });

function compareNames(a: string, b: string): number {
  return byNumbers.compare(a, b) || (a < b ? -1 : 1);
}

type Readable = Extract<FoundPart["found"], { part: TablePart }>;

function groupOf(
  { path }: FoundPart,
  { format, names, named }: Readable,
  groups: Map<string, Group>,
): Group {
  const pattern = patternOf(path);
  const schema = named ? names.join("\u0001") : `${names.length}\u0001${pattern}`;
  const key = [format, splitOf(path), named, schema].join("\u0000");
  const exact = groups.get(key);
  if (exact) return exact;
  if (looseFormats.has(format)) {
    for (const group of groups.values()) {
      const alike = group.key.startsWith(`${format}\u0000`) && group.patterns.has(pattern);
      if (alike && sharesNames(group.names, names)) return group;
    }
  }
  const made: Group = { key, patterns: new Set(), names, all: [] };
  groups.set(key, made);
  return made;
}

function sharesNames(one: readonly string[], other: readonly string[]): boolean {
  const known = new Set(one);
  const shared = other.filter((name) => known.has(name)).length;
  const either = known.size + other.length - shared;
  return either === 0 || shared / either >= sharedNamesRatioMin;
}

/** An empty or broken shard is told with its table. */
function adopt(part: FoundPart, groups: Map<string, Group>): void {
  const pattern = patternOf(part.path);
  const isShard = pattern !== part.path;
  const owners = [...groups.values()].filter(
    ({ patterns, all }) => patterns.has(pattern) && all.some(({ found }) => "part" in found),
  );
  const [owner] = owners.sort((a, b) => b.all.length - a.all.length);
  if (isShard && owner) owner.all.push(part);
  else groups.set(part.path, { key: part.path, patterns: new Set(), names: [], all: [part] });
}

function toTable({ all, names }: Group): TableGroup & { paths: string[] } {
  const parts: TablePart[] = [];
  const unread: TableGroup["unread"] = [];
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
    ...{ name: "", path: "", format, byteSize, parts, unread, paths },
    columns: readable ? names.length : null,
    refusal: readable ? null : refusal,
  };
}
