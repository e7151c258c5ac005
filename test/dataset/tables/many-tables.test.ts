/** The number of steps to combine and name tables that are made to collide. */
import { describe, expect, test } from "bun:test";
import { DEFAULT_LIMITS } from "../../../dataset/base/limits.ts";
import { explainRefusal } from "../../../dataset/base/refusal.ts";
import { chooseTables } from "../../../dataset/tables/choose-tables.ts";
import type { FoundPart } from "../../../dataset/tables/found-tables.ts";
import { groupParts } from "../../../dataset/tables/group-parts.ts";
import { nameTables } from "../../../dataset/tables/name-tables.ts";
import { FilePart } from "../../../dataset/tables/table-part.ts";

const parts = 10_000;
/** Lookups in sets and maps per part: a dozen are enough. */
const lookUpsPerPartMax = 40;

function tableAt(path: string, names: string[], format = "csv"): FoundPart {
  const part = new FilePart(path, { filePath: path, byteSize: 9 }, { hint: null });
  return { path, byteSize: 9, found: { part, format, names, named: true } };
}

function emptyAt(path: string): FoundPart {
  const message = "The file has no bytes.";
  const refusal = explainRefusal("empty_file", message);
  return { path, byteSize: 0, found: { refusal, message } };
}

const each = (make: (index: number) => FoundPart): FoundPart[] =>
  Array.from({ length: parts }, (_, index) => make(index));

/** How often `work` looks something up in a set or a map, per part. */
function lookUpsPerPart(work: () => unknown): number {
  const { has: inSet } = Set.prototype;
  const { has: inMap, get } = Map.prototype;
  let count = 0;
  Set.prototype.has = function (value) {
    count++;
    return inSet.call(this, value);
  };
  Map.prototype.has = function (key) {
    count++;
    return inMap.call(this, key);
  };
  Map.prototype.get = function (key) {
    count++;
    return get.call(this, key);
  };
  try {
    work();
  } finally {
    Set.prototype.has = inSet;
    Map.prototype.has = inMap;
    Map.prototype.get = get;
  }
  return count / parts;
}

const long = "a".repeat(300);

/** The seller's archive, and the number of tables it gives. */
const hostile: [string, FoundPart[], number][] = [
  [
    "tables whose paths are cut to one name",
    each((i) => tableAt(`${long}/${i}/x.csv`, [`h${i}`, "g"])),
    parts,
  ],
  ["files of one name", each((i) => tableAt("x.csv", [`h${i}`, "g"])), parts],
  ["empty files", each((i) => emptyAt(`t${i}.csv`)), parts],
  [
    "empty files that are named like the parts of many tables",
    each((i) => (i % 2 ? emptyAt(`t${i}.csv`) : tableAt(`t${i}.csv`, [`h${i}`]))),
    parts / 2,
  ],
  ["records without a key in common", each((i) => tableAt(`t${i}.json`, [`k${i}`], "json")), parts],
];

describe("grouping and naming take steps in proportion to the number of parts of", () => {
  test.each(hostile)("%s", (_, found, tables) => {
    let chosen = chooseTables([], DEFAULT_LIMITS);
    const perPart = lookUpsPerPart(() => {
      chosen = chooseTables(groupParts(found), DEFAULT_LIMITS);
    });
    expect(perPart).toBeLessThan(lookUpsPerPartMax);
    expect(chosen.listed.length).toBe(200);
    expect(new Set(chosen.listed.map(({ name }) => name)).size).toBe(200);
    const profiled = new Set(chosen.profiled);
    expect(chosen.left.length + profiled.size).toBe(tables);
  });

  test("tables of one name, were all of them named", () => {
    const tables = groupParts(each((i) => tableAt("x.csv", [`h${i}`])));
    let names: string[] = [];
    const perPart = lookUpsPerPart(() => {
      names = nameTables(tables).map(({ name }) => name);
    });
    expect(perPart).toBeLessThan(lookUpsPerPartMax);
    expect(names.slice(0, 3)).toEqual(["x", "x (2)", "x (3)"]);
    expect(new Set(names).size).toBe(parts);
  });
});

test("a numbered name that a file has already is passed over", () => {
  const paths = ["a/x.csv", "a/x (2).csv", "b/x.csv"];
  const tables = groupParts([
    tableAt("x.csv", ["p"]),
    tableAt("x.csv", ["q"]),
    tableAt("x (2).csv", ["r"]),
  ]);
  const names = nameTables(tables).map(({ name }) => name);
  expect(new Set(names).size).toBe(paths.length);
});

test("each of two broken files with one name is reported", () => {
  expect(groupParts([emptyAt("x.csv"), emptyAt("x.csv")])).toHaveLength(2);
});
