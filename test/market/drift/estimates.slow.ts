/** The stated errors of estimated added and removed rows hold as often as they claim. */
import { expect, test } from "bun:test";
import { compareRows } from "../../../market/profile/drift/compare-rows.ts";
import type { RowSketch } from "../../../market/profile/drift/row-sketch.ts";
import { exampleProfile } from "../../support/example-profile.ts";

/** A row by its 53-bit hash, with the number of times a table holds it. */
type Table = Map<number, number>;

const randomKey = (): number => 1 + Math.floor(Math.random() * 2 ** 53);
const upTo = (most: number): number => Math.floor(Math.random() * (most + 1));

const rowsOf = (table: Table): number => [...table.values()].reduce((sum, many) => sum + many, 0);

function sketchOf(table: Table, keptMax: number): RowSketch {
  let below = 2 ** 32;
  let kept = [...table];
  while (kept.length > keptMax) {
    below /= 2;
    kept = kept.filter(([key]) => key < below * 2_097_152 + 1);
  }
  return {
    hasher: "test",
    rows: rowsOf(table),
    basis: "test",
    below,
    keys: Float64Array.from(kept, ([key]) => key),
    counts: Uint32Array.from(kept, ([, many]) => many),
    cells: null,
  };
}

function versionOf(table: Table, keptMax: number) {
  const profile = { ...exampleProfile, row_count: rowsOf(table) };
  return { profile, sketch: sketchOf(table, keptMax) };
}

function randomTable(): Table {
  const most = Math.random() < 0.3 ? 5 : 1;
  return new Map(
    Array.from({ length: 3000 + upTo(5000) }, () => [randomKey(), 1 + upTo(most - 1)]),
  );
}

/** Removes rows, adds rows and repeats rows: few or many of each. */
function nextVersion(table: Table): Table {
  const share = () => (Math.random() < 0.3 ? 0 : Math.random() ** 3);
  const [gone, again] = [share(), share()];
  const later: Table = new Map();
  for (const [key, many] of table) {
    if (Math.random() < gone) continue;
    later.set(key, Math.random() < again ? many + upTo(3) : many);
  }
  const come = Math.floor(share() * table.size);
  for (let row = 0; row < come; row += 1) later.set(randomKey(), 1);
  return later;
}

function exactAdded(before: Table, after: Table): number {
  let added = 0;
  for (const [key, many] of after) added += Math.max(0, many - (before.get(key) ?? 0));
  return added;
}

test("of random histories, 95 of 100 estimates are as near as they say", () => {
  const trials = 400;
  let held = 0;
  let bias = 0;
  for (let trial = 0; trial < trials; trial += 1) {
    const before = randomTable();
    const after = nextVersion(before);
    const keptMax = 150 + upTo(600);
    const found = compareRows(versionOf(before, keptMax), versionOf(after, keptMax));
    const off = (found.added ?? 0) - exactAdded(before, after);
    // Exact figures stay exact: the old rows, less the removed ones, plus the added ones.
    expect((found.unchanged ?? 0) + (found.removed ?? 0)).toBe(rowsOf(before));
    expect((found.unchanged ?? 0) + (found.added ?? 0)).toBe(rowsOf(after));
    if (Math.abs(off) <= found.error) held += 1;
    bias += found.error === 0 ? 0 : off / found.error;
  }
  // At 95 % each, fewer than 350 of 400 hold less than once in a hundred million runs.
  expect(held).toBeGreaterThan(350);
  expect(Math.abs(bias) / trials).toBeLessThan(0.2);
});

test("of tables that are kept whole, all are exact", () => {
  for (let trial = 0; trial < 30; trial += 1) {
    const before = randomTable();
    const after = nextVersion(before);
    const found = compareRows(versionOf(before, 1e6), versionOf(after, 1e6));
    expect(found).toMatchObject({
      method: "exact",
      error: 0,
      added: exactAdded(before, after),
      removed: exactAdded(after, before),
    });
  }
});
