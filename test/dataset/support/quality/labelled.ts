/**
 * A labelled set of real tables: half as their publishers curated them, half made dirty by ten kinds of errors
 * at 2, 5 and 10 %. One half of each is for tuning, the other one only judges.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { seededRandom } from "../../../../dataset/base/random.ts";
import { type DirtKind, printDirty } from "./dirt.ts";
import { printTable } from "./tables.ts";

const stored = join(import.meta.dirname, "../../fixtures/quality/tables.jsonl.gz");

export type StoredTable = { name: string; source: string; licence: string; text: string };

export type LabelledTable = {
  name: string;
  text: string;
  /** Null if it is as published. */
  dirt: { kind: DirtKind; share: number } | null;
  half: "tuning" | "untouched";
};

const RECIPES: readonly DirtKind[] = [
  "disguised",
  "typos",
  "swapped",
  "repeated",
  "ragged",
  "types",
  "scaled",
  "formats",
  "shifted",
  "encodings",
];
const SHARES = [0.02, 0.05, 0.1];

export function readStoredTables(): StoredTable[] {
  const lines = gunzipSync(readFileSync(stored)).toString().trim().split("\n");
  return lines.map((line) => JSON.parse(line) as StoredTable);
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** A name's digest decides the label and the half of each table, so nobody chose them. */
export function labelTables(tables: readonly StoredTable[]): LabelledTable[] {
  const mixed = tables.toSorted((a, b) => (digestOf(a.name) < digestOf(b.name) ? -1 : 1));
  const halfOf = (at: number): LabelledTable["half"] => (at % 4 < 2 ? "tuning" : "untouched");
  const clean = mixed.filter((_, at) => at % 2 === 0);
  const bases = mixed.filter((_, at) => at % 2 === 1);
  const dirts = SHARES.flatMap((share) => RECIPES.map((kind) => ({ kind, share })));
  return [
    ...clean.map(({ name, text }, at) => ({ name, text, dirt: null, half: halfOf(at * 2) })),
    ...bases.map(({ name, text }, at) => {
      const dirt = dirts[(at >> 1) % dirts.length] ?? { kind: "missing", share: 0.1 };
      return { name, text: dirtied(name, text, dirt), dirt, half: halfOf(at * 2) };
    }),
  ];
}

function dirtied(
  name: string,
  text: string,
  { kind, share }: { kind: DirtKind; share: number },
): string {
  const read: string[][] = parse(text, { relaxColumnCount: true, relaxQuotes: true, bom: true });
  const [names = [], ...rows] = read;
  const random = seededRandom(digestOf(`${name} ${kind} ${share}`));
  const table = { names, rows: rows.map((row) => names.map((_, i) => row[i] ?? "")) };
  const dirty = printDirty(kind, table, share, random);
  // A table without numbers has no other unit.
  return dirty === printTable(table) ? printDirty("typos", table, share, random) : dirty;
}

/** The share of pairs in which the clean table has the higher score; equal scores count half. */
export function areaUnderCurve(clean: readonly number[], dirty: readonly number[]): number {
  let won = 0;
  for (const one of clean) {
    for (const other of dirty) won += one > other ? 1 : one === other ? 0.5 : 0;
  }
  return won / (clean.length * dirty.length);
}
