/**
 * From a table's statistics to its profile and sample, which share one budget if the table is paid.
 */

import { agreeing, counted } from "../../market/counted.ts";
import type { ProfileCharts } from "../../market/profile/charts.ts";
import {
  afterTable,
  explainWithheld,
  type FileBudget,
  leakBudgetCells,
  paidSampleRowsMax,
  sampleShareCells,
  type TableSize,
  tableBudgetCells,
} from "../../market/profile/leak-budget.ts";
import type { ColumnProfile, Profile, ProfileAlert, Sample } from "../../market/profile/schemas.ts";
import type { TableFacts, TableSource } from "../base/table.ts";
import { nestedJson } from "../base/values.ts";
import type { SpokenScan } from "../measure/find-languages.ts";
import type { TableScan } from "../measure/scan-table.ts";
import { buildProfile, type ProfileContext } from "./build-profile.ts";
import { buildSample, inOrder } from "./build-sample.ts";
import { CellLedger } from "./cell-ledger.ts";
import { describeCharts } from "./charts/describe-charts.ts";
import { clearFigures, wantFigures, withholdTopValues } from "./clear-figures.ts";
import {
  addColumnAlerts,
  hidePersonal,
  type MeasuredColumn,
  measureColumns,
} from "./column-profile.ts";
import { findCorrelations } from "./correlations.ts";
import { findKeys } from "./find-keys.ts";
import { leavesOf } from "./leaves.ts";
import { describeNested } from "./nested-fields.ts";

/** The budget of a file with several tables, updated by each of them. */
export type SharedBudget = { file: FileBudget };

/**
 * Profile, sample and charts of a scanned table. A table of a paid file with several tables takes its share
 * of their common budget; a single table has its own.
 */
export function describeTable(
  found: SpokenScan,
  source: TableSource,
  context: ProfileContext & { shared?: SharedBudget | undefined },
): { profile: Profile; sample: Sample; charts: ProfileCharts } {
  const facts = source.facts();
  const terms = context.paid ? paidTerms(found, facts, context.shared) : null;
  const scan = terms ? withoutNames(found, terms.hiddenNames) : found;
  const measured = measureColumns(scan, facts, context.computedAt);
  const columns = hidePersonal(measured, context.paid);
  const { sample, disclosure } = terms
    ? clearPaid(scan, measured, columns, terms, context)
    : { sample: buildSample(scan, columns, null), disclosure: undefined };
  addContents(measured, columns, scan, context.paid);
  addColumnAlerts(measured, columns, scan, facts, context);
  const compared = compareColumns(scan, measured, context);
  const hidden = terms && terms.hiddenNames.size > 0 ? [hiddenNamesAlert(terms.hiddenNames)] : [];
  const told = { ...context, alerts: [...context.alerts, ...hidden] };
  const profile = buildProfile(scan, source, { columns, disclosure, ...compared }, told);
  return { profile, sample, charts: describeCharts(scan, { profile, sample }, context.paid) };
}

/**
 * Adds the fields of nested values (for a paid table without values) and the languages of texts.
 */
function addContents(
  measured: readonly MeasuredColumn[],
  columns: readonly ColumnProfile[],
  scan: SpokenScan,
  paid: boolean,
): void {
  for (const [index, { profile }] of measured.entries()) {
    const nested = describeNested(profile, scan.nested.get(index), paid);
    const shown = columns[index];
    if (nested && shown) shown.nested = nested;
    const language = scan.languages?.get(index);
    if (language && shown) shown.language = language;
  }
}

/** The language of more than half of the running text, by characters. */
function mainLanguage({ columns, languages }: SpokenScan): string | null {
  const chars = new Map<string, number>();
  let all = 0;
  for (const [index, { code, share }] of languages ?? []) {
    const length = columns[index]?.stats.texts.chars ?? 0;
    all += length;
    chars.set(code, (chars.get(code) ?? 0) + length * share);
  }
  const [top] = [...chars].sort((a, b) => b[1] - a[1]);
  return top && top[1] * 2 > all ? top[0] : null;
}

/** Compares the columns with each other, using all statistics but revealing none of them. */
export function compareColumns(
  scan: SpokenScan,
  measured: readonly MeasuredColumn[],
  context: { paid: boolean },
): Pick<Profile, "language" | "keys" | "correlations"> {
  const profiles = measured.map(({ profile }) => profile);
  return {
    language: mainLanguage(scan),
    keys: findKeys(scan, profiles),
    correlations: findCorrelations(scan, profiles, context),
  };
}

/** Takes the sample of a paid table, and removes the statistics beyond the budget. */
function clearPaid(
  scan: TableScan,
  measured: readonly MeasuredColumn[],
  columns: ColumnProfile[],
  { size, budget, nameCells }: PaidTerms,
  { shared, coarse = false }: { shared?: SharedBudget | undefined; coarse?: boolean },
): { sample: Sample; disclosure: Profile["disclosure"] } {
  const ledger = new CellLedger(budget);
  ledger.spendCells(nameCells);
  if (coarse) withholdTopValues(columns);
  const left = ledger.left;
  const wanted = wantFigures(measured, columns, left);
  const room = {
    rowsMax: paidSampleRowsMax(size.rows),
    cellsMax: sampleShareCells(left, wanted, size.cellsPerRow),
    reason: explainWithheld(size, budget),
  };
  const sample = buildSample(scan, columns, { room, ledger });
  clearFigures(measured, columns, ledger);
  if (shared) shared.file = afterTable(shared.file, size, ledger.spent);
  return { sample, disclosure: disclosureOf(size, budget, ledger, coarse) };
}

/** What may be public of a paid table, and what its column names take of it. */
type PaidTerms = {
  size: TableSize;
  budget: number;
  /** Names that may be cells of a first row. */
  nameCells: number;
  /** Names that look like values and do not fit into the budget. */
  hiddenNames: ReadonlySet<number>;
};

function paidTerms(
  scan: TableScan,
  { doubtfulNames }: TableFacts,
  shared: SharedBudget | undefined,
): PaidTerms {
  const size = tableSizeOf(scan);
  const budget = shared
    ? tableBudgetCells(size, shared.file)
    : leakBudgetCells(size.rows, size.cellsPerRow);
  const { values, texts } = doubtfulNames ?? {
    values: new Set<number>(),
    texts: new Set<number>(),
  };
  const fits = values.size <= budget;
  const cells = texts.size + (fits ? values.size : 0);
  const hiddenNames = fits ? new Set<number>() : values;
  return { size, budget, nameCells: Math.min(budget, cells), hiddenNames };
}

function withoutNames(scan: SpokenScan, hidden: ReadonlySet<number>): SpokenScan {
  if (hidden.size === 0) return scan;
  const columns = scan.columns.map((column, index) => {
    return hidden.has(index) ? { ...column, name: `column_${index + 1}` } : column;
  });
  return { ...scan, columns };
}

function hiddenNamesAlert(hidden: ReadonlySet<number>): ProfileAlert {
  const detail = `${counted(hidden.size, "name")} in the first row ${agreeing(hidden.size, "looks like a value and is", "look like values and are")} hidden: the file is paid.`;
  return { code: "hidden_names", detail };
}

/** The public account of a budget and of its use. */
export function disclosureOf(
  { rows, cellsPerRow }: TableSize,
  budget: number,
  ledger: CellLedger,
  coarse: boolean,
): NonNullable<Profile["disclosure"]> {
  return {
    ...(coarse ? { distributions: "coarse" as const } : {}),
    cells_total: Math.round(rows * cellsPerRow),
    cells_max: budget,
    cells_shown: ledger.spent,
  };
}

const nestedTypes: ReadonlySet<string> = new Set(["object", "array", "geometry", "mixed"]);
const nestedCellsMax = 20_000;

/**
 * The table's size, counting equal rows once; the size of nested cells is the mean over sampled
 * rows.
 */
function tableSizeOf({ rowSketch, columns, sample }: TableScan): TableSize {
  const nested = columns.flatMap(({ type }, index) => (nestedTypes.has(type) ? [index] : []));
  const judgedMax = Math.ceil(nestedCellsMax / Math.max(1, nested.length));
  const judged = inOrder(sample).slice(0, judgedMax);
  let leaves = 0;
  for (const { values } of judged) {
    for (const index of nested) leaves += Math.max(1, leavesOfRaw(values[index]));
  }
  const nestedPerRow = judged.length === 0 ? nested.length : leaves / judged.length;
  return { rows: rowSketch.distinct, cellsPerRow: columns.length - nested.length + nestedPerRow };
}

function leavesOfRaw(value: unknown): number {
  if (typeof value !== "object" || value === null) return leavesOf(value);
  return leavesOf(JSON.parse(nestedJson(value)));
}
