/**
 * Beginnings of real files that nobody tuned on, with a truth written by hand before any reader saw
 * them (`fixtures/held-out/truth.txt`). Counts by class what is read as a person would read it.
 */
import { afterAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DatasetReport } from "../../dataset/base/report.ts";
import type { ColumnProfile } from "../../market/profile/schemas.ts";
import { makeFolder, profileFile } from "./support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());
const files = join(import.meta.dirname, "fixtures/held-out");

type Truth = {
  file: string;
  /** `text` for a file without a table; a blank also stands for runs of blanks. */
  delimiter: string;
  hasHeader: boolean;
  first: string;
  last: string;
  types: string;
  values: string[];
  rows: number;
  missing: number;
};

const truths = readFileSync(join(files, "truth.txt"), "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map(truthOf);

function truthOf(line: string): Truth {
  const cells = line.split("|");
  const [file = "", , delimiter = "", header, first = "", last = "", types = ""] = cells;
  const [values = "", rows, missing] = cells.slice(8);
  return {
    file,
    delimiter: delimiter.replace("\\t", "\t"),
    hasHeader: header !== "0",
    first,
    last,
    types,
    values: values.split(";").filter((one) => one !== ""),
    rows: Number(rows),
    missing: Number(missing),
  };
}

/** The types by their letters; `q` is any number, `x` numbers among texts such as `< 10`. */
const letters: Readonly<Record<string, readonly string[]>> = {
  s: ["string"],
  i: ["integer"],
  n: ["number"],
  q: ["integer", "number"],
  x: ["string", "integer"],
  d: ["date"],
  t: ["datetime"],
  e: ["empty"],
};

const classes = ["shape", "header", "type", "missing", "reading"] as const;
type Faults = Partial<Record<(typeof classes)[number], string>>;

function faultsOf(truth: Truth, report: DatasetReport): Faults {
  if (report.outcome !== "generated") return { shape: `refused: ${report.error.code}` };
  const { profile, delimiter } = report;
  if (truth.delimiter === "text") return report.format === "txt" ? {} : { shape: report.format };
  const { columns } = profile;
  const found = `${profile.row_count} x ${columns.length} by ${JSON.stringify(delimiter)}`;
  const wanted = `${truth.rows} x ${truth.types.length} by ${JSON.stringify(truth.delimiter)}`;
  const faults: Faults = {};
  if (found !== wanted) faults.shape = `${found}, not ${wanted}`;
  const names = [columns[0]?.name ?? "", columns.at(-1)?.name ?? ""];
  const [first, last] = [nameOf(truth, truth.first, 1), nameOf(truth, truth.last, columns.length)];
  if (names[0] !== first || names[1] !== last)
    faults.header = `${names.join("…")}, not ${first}…${last}`;
  const wrong = columns.filter(({ type }, at) => {
    return !letters[truth.types[at] ?? ""]?.includes(type);
  });
  if (wrong.length > 0) faults.type = wrong.map(({ name, type }) => `${name}: ${type}`).join(", ");
  const missing = columns.reduce((sum, { null_count }) => sum + null_count, 0);
  if (missing !== truth.missing) faults.missing = `${missing}, not ${truth.missing}`;
  const unread = truth.values.filter((value) => !holds(columns, value));
  if (unread.length > 0) faults.reading = unread.join("; ");
  return faults;
}

const nameOf = ({ hasHeader }: Truth, name: string, position: number): string =>
  hasHeader && name !== "" ? name : `column_${position}`;

/** `Start.max=2016-11-26`: a figure of a column. */
function holds(columns: readonly ColumnProfile[], value: string): boolean {
  const [, name, figure, wanted = ""] = /^(.*)\.(min|max|unit)=(.*)$/.exec(value) ?? [];
  const column = name === ":first" ? columns[0] : columns.find((one) => one.name === name);
  return String(column?.[figure as "min" | "max" | "unit"] ?? "").startsWith(wanted);
}

/** The share of files without a fault. */
const floors = { shape: 0.97, header: 0.97, type: 0.97, missing: 0.97, reading: 0.9 };

test("most of what real files hold is read as a person would read it", async () => {
  const faults = new Map<string, Faults>();
  for (const truth of truths) {
    const report = await profileFile(folder.path, join(files, truth.file));
    faults.set(truth.file, faultsOf(truth, report));
  }
  for (const name of classes) {
    const judged = truths.filter(({ values }) => name !== "reading" || values.length > 0);
    const wrong = judged.filter(({ file }) => faults.get(file)?.[name] !== undefined);
    const told = wrong.map(({ file }) => `  ${file}: ${faults.get(file)?.[name]}`).join("\n");
    const share = 1 - wrong.length / judged.length;
    expect(`${name}: ${share >= floors[name] ? "" : told}`).toBe(`${name}: `);
  }
}, 300_000);
