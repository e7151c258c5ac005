/**
 * The membership attack on a paid file: an attacker publishes files of guesses to learn its values.
 * These tests measure what remains of it.
 */

import { describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import type { JoinColumn } from "../../../market/profile/join/schemas.ts";
import { judgePair, laplace, pairText } from "../../../market/search/joinable/rules.ts";
import { csvOf, joinColumnsOfCsv } from "../../support/joinable.ts";

type Side = Parameters<typeof judgePair>[0];

const range = (many: number, make: (at: number) => string) =>
  Array.from({ length: many }, (_, at) => make(at));
const member = (at: number) => `client-${at}`;
const stranger = (at: number) => `nobody-${at}`;

async function sideOf(values: readonly string[]): Promise<Side> {
  const columns = await joinColumnsOfCsv(
    csvOf({ client: values, n: values.map((_, at) => at % 3) }),
  );
  const column = columns.get("client");
  if (column === undefined) throw new Error("no key");
  return { ...column, tableName: null };
}

/** The noise that the search adds, from both columns and a secret. */
function noiseOf(one: JoinColumn, other: JoinColumn): number {
  const digest = createHmac("sha256", "noise").update(pairText(one, other)).digest();
  return laplace((digest.readUIntBE(0, 6) + 0.5) / 2 ** 48);
}

const paid = await sideOf(range(400, member));
const ask = (probe: Side) => judgePair(probe, paid, noiseOf(probe, paid));

describe("one guess", () => {
  test("with padding that is not in the file is answered by noise only, about once in 200", async () => {
    let answered = 0;
    for (let at = 0; at < 30; at++) {
      const guess = at % 2 === 0 ? member(at) : stranger(at);
      const padding = range(99, (row) => `padding-${at}-${row}`);
      if (ask(await sideOf([guess, ...padding])) !== null) answered += 1;
    }
    expect(answered).toBeLessThanOrEqual(2);
  });

  test("with few values is not answered, though all are in the file", async () => {
    expect(ask(await sideOf(range(49, member)))).toBeNull();
  });

  test("between known values changes the answer no more than any other value does", async () => {
    // Half is known to be in the file, where a rounding step of the answer may fall.
    const told = { inside: [] as number[], outside: [] as number[] };
    for (let at = 0; at < 60; at++) {
      const known = range(50, member);
      const padding = range(49, (row) => `padding-${at}-${row}`);
      const inside = await sideOf([...known, ...padding, member(399)]);
      const outside = await sideOf([...known, ...padding, stranger(at)]);
      told.inside.push(ask(inside)?.containment ?? 0);
      told.outside.push(ask(outside)?.containment ?? 0);
    }
    // Guessing by the larger answer of two nearly equal files is hardly better than a coin toss.
    const wins = told.inside.filter((share, at) => share > (told.outside[at] ?? 0)).length;
    const losses = told.inside.filter((share, at) => share < (told.outside[at] ?? 0)).length;
    expect(wins).toBeGreaterThan(0);
    expect(losses).toBeGreaterThan(0);
    expect(Math.abs(wins - losses)).toBeLessThan(40);
  });

  test("without noise the same attack reads every guess, so the test is effective", async () => {
    const known = range(50, member);
    const padding = range(49, stranger);
    const [inside, outside] = await Promise.all([
      sideOf([...known, ...padding, member(399)]),
      sideOf([...known, ...padding, stranger(999)]),
    ]);
    const shared = (probe: Side) =>
      probe.hashes.filter((hash) => paid.hashes.includes(hash)).length;
    expect(shared(inside) - shared(outside)).toBe(1);
  });
});

test("asking again, from either side, or with rows in another order tells nothing new", async () => {
  const values = [...range(60, member), ...range(60, stranger)];
  const probe = await sideOf(values);
  const again = await sideOf([...values, ...values].reverse());
  expect(noiseOf(again, paid)).toBe(noiseOf(probe, paid));
  expect(noiseOf(paid, probe)).toBe(noiseOf(probe, paid));
  expect(ask(again)).toEqual(ask(probe));
});

test("answers about paid files come in steps of a tenth, with the noise in their error", async () => {
  const found = ask(await sideOf([...range(200, member), ...range(100, stranger)]));
  for (const share of [found?.overlap, found?.containment, found?.contained]) {
    expect(((share ?? 0.05) * 10) % 1).toBeCloseTo(0, 9);
  }
  expect(found?.error).toBeGreaterThan(0.08);
});
