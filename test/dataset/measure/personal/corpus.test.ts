/**
 * Personal numbers with independent labels: random ones in the formats of sixteen countries, IBANs
 * of all countries and cards, plus copies with one digit changed. python-stdnum 1.18 (Debian's
 * python3-stdnum) labelled them in `corpus.tsv` by its own rules. docs/decisions.md lists the
 * numbers on which we differ.
 */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BareIdCounts } from "../../../../dataset/measure/personal/bare-ids.ts";
import { findPersonal } from "../../../../dataset/measure/personal/find-personal.ts";

type Row = { kind: string; holds: boolean; source: string; text: string };

const rows: Row[] = readFileSync(join(import.meta.dirname, "corpus.tsv"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => line.split("\t"))
  .map(([kind = "", holds, source = "", text = ""]) => {
    return { kind, holds: holds === "1", source, text };
  });

/**
 * Digits alone are recognised by their column: here a column of this value, named after the
 * recogniser. The other rules for such names ask for no check digit.
 */
function isColumnOf({ source, text }: Row): boolean {
  const counts = new BareIdCounts();
  for (let value = 0; value < 5; value++) counts.add(text.replaceAll(/[ -]/g, ""));
  return counts.estimate(5, source) > 0;
}

function isFound(row: Row): boolean {
  if (findPersonal(row.text).some((span) => span.kind === row.kind)) return true;
  return row.kind === "national_id" && isColumnOf(row);
}

const ratioMin = 0.95;

describe("numbers of persons that python-stdnum has judged", () => {
  test.each([...new Set(rows.map(({ kind }) => kind))])("recall and precision of %s", (kind) => {
    const own = rows.filter((row) => row.kind === kind);
    const holding = own.filter(({ holds }) => holds);
    const found = own.filter(isFound);
    const right = found.filter(({ holds }) => holds);
    const missed = holding.filter((row) => !isFound(row)).map(({ text }) => text);
    const wrong = found.filter(({ holds }) => !holds).map(({ text }) => text);
    const score = { recall: right.length / holding.length, precision: right.length / found.length };
    expect({ ...score, missed, wrong, enough: score.recall >= ratioMin }).toMatchObject({
      enough: true,
    });
    expect({ ...score, wrong, enough: score.precision >= ratioMin }).toMatchObject({
      enough: true,
    });
  });

  test("has examples of both sides for all kinds", () => {
    expect(rows.length).toBeGreaterThan(500);
    expect(new Set(rows.filter(({ holds }) => !holds).map(({ kind }) => kind)).size).toBe(3);
  });
});
